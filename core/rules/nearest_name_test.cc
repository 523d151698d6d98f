// What errors say of names that nobody knows.
#include "core/rules/nearest_name.h"

#include <gtest/gtest.h>

#include <string>

namespace arbiter {
namespace {

constexpr std::string_view kNames[] = {"chak", "chakart", "chpok", "makruk"};

TEST(KnownNames, GuessesWhatWasMeantAndListsAll) {
  constexpr char kAll[] = "known: chak, chakart, chpok, makruk)";
  const std::pair<const char*, const char*> guesses[] = {
      {"makruck", "makruk"}, {"Chak", "chak"},    {"CHAKART", "chakart"}, {"chpko", "chpok"},
      {"chek", "chak"},      {"mkruk", "makruk"}, {"chakkart", "chakart"}};
  for (const auto& [given, meant] : guesses) {
    EXPECT_EQ(KnownNames(given, kNames), std::string(" (did you mean ") + meant + "? " + kAll);
  }
  for (const std::string& given : {std::string(), std::string("chess960"), std::string("x"),
                                   std::string("xiangqi"), std::string(1'000'000, 'c')}) {
    EXPECT_EQ(KnownNames(given, kNames), std::string(" (") + kAll) << given.substr(0, 20);
  }
}

TEST(KnownNames, SaysNothingWhereThereAreNone) { EXPECT_EQ(KnownNames("x", {}), ""); }

}  // namespace
}  // namespace arbiter
