#include "core/rules/event_sentence.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace arbiter {
namespace {

using Parts = std::vector<std::pair<std::string, EventValue>>;

Parts PartsOf(const EventSentence& sentence) {
  Parts parts;
  for (const EventSentence::Part& part : sentence.parts()) {
    parts.emplace_back(sentence.TextOf(part), part.value);
  }
  return parts;
}

TEST(EventSentence, IsSplitAtItsPlaceholders) {
  constexpr EventSentence kPlain = "The game is over.";
  EXPECT_EQ(PartsOf(kPlain), (Parts{{"The game is over.", EventValue::kNone}}));
  constexpr EventSentence kMove = "{piece} {from}-{to}.";
  EXPECT_EQ(PartsOf(kMove), (Parts{{"", EventValue::kPiece},
                                   {" ", EventValue::kFrom},
                                   {"-", EventValue::kTo},
                                   {".", EventValue::kNone}}));
  constexpr EventSentence kNoEnd = "{player}{object}: {target}{outcome}";
  EXPECT_EQ(PartsOf(kNoEnd), (Parts{{"", EventValue::kPlayer},
                                    {"", EventValue::kObject},
                                    {": ", EventValue::kTarget},
                                    {"", EventValue::kOutcome}}));
  constexpr EventSentence kPoints = "{points} points";
  EXPECT_EQ(PartsOf(kPoints), (Parts{{"", EventValue::kPoints}, {" points", EventValue::kNone}}));
}

TEST(EventSentence, MayBeMissing) {
  constexpr EventSentence kMissing;
  EXPECT_TRUE(kMissing.empty());
  EXPECT_TRUE(kMissing.parts().empty());
}

}  // namespace
}  // namespace arbiter
