#include "core/base/packed_text.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

TEST(PackedText, HoldsItsBytes) {
  PackedText text;
  EXPECT_EQ(text.ToString(), "");
  text.Add(PackedText("e2")).Add('~').Add(PackedText("i9"));
  EXPECT_EQ(text.ToString(), "e2~i9");
  EXPECT_EQ(text, PackedText("e2~i9"));
  EXPECT_EQ(text.size(), 5u);
  EXPECT_EQ(text[2], '~');
  EXPECT_EQ(text[5], '\0');
  EXPECT_EQ(PackedText("1234567").ToString(), "1234567");
  EXPECT_EQ(PackedText("e2").Add(PackedText("e4q")), PackedText("e2e4q"));
  EXPECT_EQ(PackedText("").Add(PackedText("1234567")), PackedText("1234567"));
}

}  // namespace
}  // namespace arbiter
