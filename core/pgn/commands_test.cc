#include "core/pgn/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rules/strings.h"

namespace arbiter::pgn {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> TextsIn(std::string_view comment) {
  std::vector<std::string> texts;
  for (const Command& command : CommandsIn(comment)) {
    texts.push_back(StrCat(command.name, "=", command.value));
  }
  return texts;
}

TEST(PgnCommands, AreFoundAmongOtherWords) {
  EXPECT_THAT(TextsIn("a good move [%draw egg=koopa]  [%bid raise\n white   +1 ][%clk] [%emt 1"),
              ElementsAre("draw=egg=koopa", "bid=raise white +1", "clk="));
  EXPECT_EQ(CommandText("act", "black:draw?"), "[%act black:draw?]");
}

TEST(PgnCommands, TimesAreWrittenWithTheDecimalsThatTheyNeed) {
  for (const auto& [ms, text] :
       std::vector<std::pair<int64_t, std::string>>{{0, "0:00:00"},
                                                    {1500, "0:00:01.5"},
                                                    {61'001, "0:01:01.001"},
                                                    {359'999'990, "99:59:59.99"}}) {
    EXPECT_EQ(TimeText(ms), text);
    EXPECT_EQ(ParseTime(text), ms);
  }
  // The longest that a record can have.
  EXPECT_EQ(TimeText(INT64_MAX), "2562047788015:12:55.807");
  EXPECT_EQ(ParseTime("2562047788015:12:55.807"), INT64_MAX);
  EXPECT_EQ(ParseTime("2562047788015:12:55.808"), std::nullopt);
  EXPECT_EQ(ParseTime("2562047788015:12:56"), std::nullopt);
  EXPECT_EQ(ParseTime("999999999999999999:00:00"), std::nullopt);
  EXPECT_EQ(ParseTime("7"), 7'000);
  EXPECT_EQ(ParseTime("2:03.1239"), 123'123);
  for (const char* text : {"", "x", "1:", "1:2:3:4", "1.", "-1", "1:00 ", "0:00:01,5", ":1"}) {
    EXPECT_EQ(ParseTime(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace arbiter::pgn
