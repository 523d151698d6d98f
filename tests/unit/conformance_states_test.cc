// What every variant owes its callers whatever its rules: a state is the same
// however it was carried.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/rules/strings.h"
#include "service/handlers.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"
#include "tests/support/wire_options.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::PlayGames;
using testing::Random;
using testing::TextsOf;
using testing::ToText;

constexpr int kGames = 16 / std::min(4, kSanitizerSlowdown);
constexpr int kLongest = 200;

class ConformanceOfStates : public ::testing::TestWithParam<GameCase> {
 protected:
  static std::unique_ptr<Game> FromFen(const std::string& fen) {
    auto game = GetParam().variant->FromFen(fen, GetParam().options, false);
    EXPECT_THAT(game, IsOk()) << fen;
    return game.ok() ? *std::move(game) : nullptr;
  }
  static std::unique_ptr<Game> FromSnapshot(const Game& game) {
    auto copy = GetParam().variant->FromSnapshot(game.Snapshot(), GetParam().options);
    EXPECT_THAT(copy, IsOk()) << game.Fen(FenStyle::kStandard);
    return copy.ok() ? *std::move(copy) : nullptr;
  }
};

TEST_P(ConformanceOfStates, F1_FenRoundTrip) {
  Random random(11);
  PlayGames(GetParam(), kGames, kLongest, random, [](const Game& game, const auto&) {
    for (const FenStyle style : {FenStyle::kStandard, FenStyle::kPychess}) {
      const auto read = FromFen(game.Fen(style));
      ASSERT_TRUE(read);
      for (const FenStyle other : {FenStyle::kStandard, FenStyle::kPychess}) {
        ASSERT_EQ(read->Fen(other), game.Fen(other));
      }
      ASSERT_EQ(TextsOf(*read), TextsOf(game));
    }
  });
}

TEST_P(ConformanceOfStates, F3_SnapshotRoundTrip) {
  Random random(12);
  PlayGames(GetParam(), kGames, kLongest, random, [](const Game& game, const auto&) {
    const auto read = FromSnapshot(game);
    ASSERT_TRUE(read);
    ASSERT_EQ(read->Snapshot(), game.Snapshot()) << game.Fen(FenStyle::kStandard);
    ASSERT_EQ(ToText(read->Adjudicate()), ToText(game.Adjudicate()));
    ASSERT_EQ(TextsOf(*read), TextsOf(game));
    ASSERT_EQ(read->ply(), game.ply());
  });
}

// Each state through its snapshot, one action at a time, against one game that
// takes all actions.
TEST_P(ConformanceOfStates, C3_RecordReplayIsStepByStep) {
  Random random(13);
  std::unique_ptr<Game> stepped;
  PlayGames(GetParam(), kGames, kLongest, random,
            [&stepped](const Game& game, const auto& actions) {
              stepped = actions.empty() ? GetParam().Start() : FromSnapshot(*stepped);
              ASSERT_TRUE(stepped);
              if (!actions.empty()) {
                ASSERT_THAT(stepped->Apply(actions.back(), nullptr), IsOk());
              }
              ASSERT_EQ(stepped->Fen(FenStyle::kStandard), game.Fen(FenStyle::kStandard));
              ASSERT_EQ(stepped->Snapshot(), game.Snapshot());
              ASSERT_EQ(ToText(stepped->Adjudicate()), ToText(game.Adjudicate()));
            });
}

// Which claims and ends come of repetition is history, and so are draw offers.
std::string WithoutHistory(const Game& game) {
  Adjudication said = game.Adjudicate();
  const auto repeats = [](const End& end) { return end.termination == Termination::kRepetition; };
  if (said.end && repeats(*said.end)) said.end.reset();
  std::erase_if(said.claims, [&](const Claim& claim) { return repeats(claim.end); });
  said.occurrences = 1;
  said.history_known = true;
  said.draw_offered_by.reset();
  std::string text = StrCat(game.Fen(FenStyle::kStandard), " ", ToText(said));
  for (const std::string& move : TextsOf(game)) StrAppend(&text, " ", move);
  return text;
}

TEST_P(ConformanceOfStates, C3_AfterAnActionFromFenAndSnapshotAreTheSame) {
  Random random(14);
  PlayGames(GetParam(), kGames / 4, kLongest, random, [](const Game& game, const auto&) {
    if (game.Adjudicate().end) return;
    const auto from_fen = FromFen(game.Fen(FenStyle::kStandard));
    ASSERT_TRUE(from_fen);
    std::vector<std::string> actions = TextsOf(game);
    std::set<std::string> open;
    for (const ControlInfo& control : game.Controls()) open.insert(control.action);
    for (const ControlInfo& control : from_fen->Controls()) {
      if (open.contains(control.action)) actions.push_back(control.action);
    }
    for (const std::string& action : actions) {
      const auto a = from_fen->Clone(), b = FromSnapshot(game), c = game.Clone();
      for (const auto* state : {&a, &b, &c}) {
        ASSERT_THAT((*state)->Apply(action, nullptr), IsOk()) << game.Fen(FenStyle::kStandard);
      }
      ASSERT_EQ(b->Snapshot(), c->Snapshot()) << action;
      ASSERT_EQ(WithoutHistory(*a), WithoutHistory(*b)) << action;
    }
  });
}

// The same through the handlers: a record whole, and its actions one by one.
TEST_P(ConformanceOfStates, C3_HandlersAgreeOnRecordAndSnapshot) {
  Random random(15);
  const Limits limits;
  const CallContext context{&limits, nullptr};
  v1::AdjudicateRequest whole;
  whole.mutable_position()->set_variant(std::string(GetParam().variant->info().id));
  *whole.mutable_position()->mutable_options() = testing::ToWire(GetParam());
  v1::ApplyMovesRequest step;
  *step.mutable_position() = whole.position();
  PlayGames(GetParam(), 2, 100, random, [&](const Game& game, const auto& actions) {
    step.mutable_actions()->Clear();
    if (actions.empty()) {
      step.mutable_position()->clear_state();
    } else {
      step.add_actions(actions.back());
    }
    v1::ApplyMovesResponse after;
    ASSERT_THAT(ApplyMoves(context, step, &after), IsOk());
    ASSERT_EQ(after.state().snapshot(), game.Snapshot());
    step.mutable_position()->set_snapshot(after.state().snapshot());

    whole.mutable_position()->mutable_record()->mutable_actions()->Assign(actions.begin(),
                                                                          actions.end());
    v1::AdjudicateResponse said;
    ASSERT_THAT(Adjudicate(context, whole, &said), IsOk());
    ASSERT_EQ(said.state().SerializeAsString(), after.state().SerializeAsString());
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, ConformanceOfStates,
                         ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
