// Compares auctions with an independent model of Chpok's rules from their first bid to their end:
// action texts, states, legal bids, random draws, clocks and results.
#include <gtest/gtest.h>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "core/base/strings.h"
#include "tests/support/bidding.h"
#include "tests/support/jsonl.h"

namespace arbiter {
namespace {

using google::protobuf::ListValue;
using google::protobuf::Struct;
using google::protobuf::Value;
using testing::BidsOf;
using testing::ExpectOngoing;
using testing::ExpectWon;
using testing::FenOf;
using testing::Field;
using testing::GamePtr;
using testing::IsOk;
using testing::kTargets;
using testing::Text;
using testing::Texts;

// An auction of the oracle.
struct Bidding {
  explicit Bidding(const Struct& oracle_row) : row(oracle_row) {
    seed = absl::HexStringToBytes(Text(row, "seed"));
    start = Text(row, "start");
    actions = Texts(row, "actions");
    texts = Texts(row, "texts");
    states = Texts(row, "states");
    options["chips"] = StrCat(static_cast<int>(Field(row, "chips").number_value()));
    if (absl::StrContains(start, "{clock=")) options["track_clocks"] = "true";
  }

  GamePtr Start() const { return testing::StartOf("chpok", options); }

  // Returns the time used for an action in milliseconds; -1 if no time is reported.
  int64_t elapsed_ms(size_t action) const {
    const ListValue& list = Field(row, "ms").list_value();
    if (list.values_size() == 0) return -1;
    const Value& value = list.values(static_cast<int>(action));
    return value.kind_case() == Value::kNumberValue ? static_cast<int64_t>(value.number_value())
                                                    : -1;
  }

  // Returns whether an action is a bid and not a resignation.
  bool IsBid(size_t action) const {
    return actions[action].starts_with("raise ") || actions[action].starts_with("match ");
  }

  Struct row;
  std::string seed;
  std::string start;
  testing::Actions actions;
  testing::Actions texts;
  testing::Actions states;
  OptionMap options;
};

std::vector<Bidding> AllBiddings() {
  std::vector<Bidding> biddings;
  for (const Struct& row : testing::ReadJsonLines("core/variants/chpok/testdata/bidding.jsonl")) {
    biddings.emplace_back(row);
  }
  return biddings;
}

// Formats the bids of an oracle row like BidsOf(): `white gap=0 match=- raise=1-15`.
std::vector<std::string> BidsIn(const Struct& bids) {
  std::vector<std::string> texts;
  for (const std::string_view target : kTargets) {
    const ListValue& numbers = Field(bids, std::string(target)).list_value();
    EXPECT_EQ(numbers.values_size(), 4);
    const auto number = [&numbers](int i) {
      const Value& value = numbers.values(i);
      return value.kind_case() == Value::kNumberValue
                 ? StrCat(static_cast<int>(value.number_value()))
                 : std::string("-");
    };
    const std::string raise = number(2) == "-" ? "-" : StrCat(number(2), "-", number(3));
    texts.push_back(StrCat(target, " gap=", number(0), " match=", number(1), " raise=", raise));
  }
  return texts;
}

// Formats the random draws of an oracle row as purpose, index/number of candidates, candidate and
// word: `white 1/2 opponent 1152521066295169979`.
std::vector<std::string> DrawsIn(const ListValue& draws) {
  std::vector<std::string> texts;
  for (const Value& value : draws.values()) {
    const Struct& draw = value.struct_value();
    texts.push_back(StrCat(Text(draw, "what"), " ",
                           static_cast<int>(Field(draw, "index").number_value()), "/",
                           static_cast<int>(Field(draw, "n").number_value()), " ",
                           Text(draw, "value"), " ", Text(draw, "word")));
  }
  return texts;
}

std::vector<std::string> DrawsOf(const ActionResult& applied) {
  std::vector<std::string> texts;
  for (const Draw& draw : applied.draws) {
    texts.push_back(StrCat(draw.purpose, " ", draw.index, "/", draw.candidates.size(), " ",
                           draw.candidates.at(draw.index), " ", draw.word));
  }
  return texts;
}

// Expects the result of the oracle. If the bidding has led to a board, also expects the board of
// the oracle and the player who has White there.
void ExpectEndOf(const Game& game, const Bidding& bidding) {
  const std::string result = Text(bidding.row, "result");
  if (result == "ONGOING") {
    ExpectOngoing(game);
    EXPECT_EQ(game.phase(), Phase::kBoard);
    EXPECT_EQ(FenOf(game), Text(bidding.row, "fen"));
    EXPECT_EQ(testing::PlayerOfWhite(game), Text(bidding.row, "white") == "challenger"
                                                ? testing::kChallenger
                                                : testing::kOpponent);
    return;
  }
  ASSERT_TRUE(result == "CHALLENGER_WINS" || result == "OPPONENT_WINS") << result;
  const std::string termination = Text(bidding.row, "termination");
  ASSERT_TRUE(termination == "TIMEOUT" || termination == "RESIGNATION") << termination;
  ExpectWon(game,
            result == "CHALLENGER_WINS" ? Result::kFirstPlayerWins : Result::kSecondPlayerWins,
            termination == "TIMEOUT" ? Termination::kTimeout : Termination::kResignation);
}

TEST(ChpokBidding, OracleHasEveryKindOfBidding) {
  int timed = 0, untimed = 0, resigned = 0, timed_out = 0, random_ends = 0;
  for (const Bidding& bidding : AllBiddings()) {
    ++(bidding.options.contains("track_clocks") ? timed : untimed);
    const std::string termination = Text(bidding.row, "termination");
    resigned += termination == "RESIGNATION" ? 1 : 0;
    timed_out += termination == "TIMEOUT" ? 1 : 0;
    random_ends += absl::StrContains(bidding.texts.back(), "{") ? 1 : 0;
    ASSERT_EQ(bidding.states.size(), bidding.actions.size());
    ASSERT_EQ(bidding.texts.size(), bidding.actions.size());
  }
  EXPECT_GT(timed, 10);
  EXPECT_GT(untimed, 10);
  EXPECT_GT(resigned, 1);
  EXPECT_GE(timed_out, 1);
  EXPECT_GT(random_ends, 3);
}

TEST(ChpokBidding, OracleHasTheSameTextsStatesBidsAndDraws) {
  for (const Bidding& bidding : AllBiddings()) {
    GamePtr game = bidding.Start();
    ASSERT_EQ(FenOf(*game), bidding.start);
    for (size_t i = 0; i < bidding.actions.size(); ++i) {
      SCOPED_TRACE(StrCat(bidding.actions[i], " in ", FenOf(*game)));
      if (bidding.IsBid(i)) {
        const Struct& bids =
            Field(bidding.row, "bids").list_value().values(static_cast<int>(i)).struct_value();
        ASSERT_EQ(BidsOf(*game), BidsIn(bids));
      }
      const std::string text = bidding.texts[i];
      ActionResult applied;
      ASSERT_THAT(
          testing::Apply(game, bidding.actions[i],
                         ActionInput{.seed = bidding.seed, .elapsed_ms = bidding.elapsed_ms(i)},
                         &applied),
          IsOk());
      ASSERT_EQ(applied.text, text);
      ASSERT_EQ(FenOf(*game), bidding.states[i]);
      ASSERT_EQ(
          DrawsOf(applied),
          DrawsIn(
              Field(bidding.row, "draws").list_value().values(static_cast<int>(i)).list_value()));
      const bool last = i + 1 == bidding.actions.size();
      ASSERT_EQ(applied.timed_out, last && Text(bidding.row, "termination") == "TIMEOUT");
      if (!last) ExpectOngoing(*game);
    }
    ExpectEndOf(*game, bidding);
  }
}

// The action texts contain the outcomes of random draws, so they replace the seed (ruling R5).
TEST(ChpokBidding, OracleTextsReplayWithoutTheSeed) {
  for (const Bidding& bidding : AllBiddings()) {
    GamePtr game = bidding.Start();
    for (size_t i = 0; i < bidding.texts.size(); ++i) {
      const std::string text = bidding.texts[i];
      const ActionResult applied =
          testing::Make(game, bidding.texts[i], testing::After(bidding.elapsed_ms(i)));
      ASSERT_EQ(applied.text, text);
      ASSERT_EQ(FenOf(*game), bidding.states[i]);
    }
    ExpectEndOf(*game, bidding);
  }
}

// The bidding text of a state determines how the bidding continues (ruling P27).
TEST(ChpokBidding, OracleStatesContinueFromTheirTexts) {
  for (const Bidding& bidding : AllBiddings()) {
    std::string before = bidding.start;
    for (size_t i = 0; i < bidding.actions.size(); ++i) {
      GamePtr game = testing::GameAt("chpok", before, bidding.options);
      ASSERT_EQ(FenOf(*game), before);
      testing::Make(game, bidding.actions[i],
                    {.seed = bidding.seed, .elapsed_ms = bidding.elapsed_ms(i)});
      ASSERT_EQ(FenOf(*game), bidding.states[i]) << bidding.actions[i] << " in " << before;
      before = bidding.states[i];
    }
  }
}

}  // namespace
}  // namespace arbiter
