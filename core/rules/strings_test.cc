#include "core/rules/strings.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

TEST(FillIn, ReplacesNamesInBraces) {
  EXPECT_EQ(FillIn("{a} takes {b}.", {{"a", "White"}, {"b", "{a}"}}), "White takes {a}.");
  EXPECT_EQ(FillIn("{b}{b}", {{"a", "White"}, {"b", "x"}}), "xx");
  EXPECT_EQ(FillIn("plain", {{"a", "White"}}), "plain");
  EXPECT_EQ(FillIn("", {}), "");
  EXPECT_EQ(FillIn("{c} and {a", {{"a", "White"}}), "{c} and {a");
  EXPECT_EQ(FillIn("} {a}", {{"a", "White"}}), "} White");
}

}  // namespace
}  // namespace arbiter
