// What every variant owes its callers whatever its rules: actions. New variants
// are covered by being in the registry.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/rules/strings.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::PlayGames;
using testing::Random;
using testing::TextsOf;

constexpr int kLongest = 160;

class Conformance : public ::testing::TestWithParam<GameCase> {};

// Texts that are no squares twice over, or no text of any action.
const std::vector<std::string>& Junk() {
  static const auto& junk = *new std::vector<std::string>{
      "",
      " ",
      "e2",
      "e2e",
      "e2-e4",
      "E2E4",
      "e2e4 ",
      " e2e4",
      "e2 e4",
      "e2e4mm",
      "e2e4++",
      "a0a1",
      "a1a0",
      "j1j2",
      "a10a11",
      "z9z8",
      "0000",
      "--",
      "Resign",
      "resign ",
      "resigns",
      "draw",
      "draw??",
      "draw=",
      "claim",
      "claim loss",
      "claimdraw",
      "claim  draw",
      "white:",
      "white:e2e3",
      "white: resign",
      "green:resign",
      "White:resign",
      "black:white:resign",
      "Count",
      "count ",
      "uncounts",
      "white:0000",
      "N@e4",
      "e8=q",
      "a1~b2",
      "d1h5?",
      "e1*e5",
      "x@c3",
      "O-O",
      "match white",
      "undo ",
      "e2e4{egg=koopa}",
      "{}",
      "timeout!",
      "time out",
      "\xff\xfe",
      "e2e4\xf0",
      "\xe0\xb8",
      "王e2",
      "ม-ง๒",
      std::string(1, '\0'),
      std::string("e2e4\0", 5),
      std::string(257, 'e'),
      std::string(100'000, 'a'),
  };
  return junk;
}

std::vector<std::string> Squares(const VariantInfo& info) {
  std::vector<std::string> squares;
  for (int rank = 0; rank < info.ranks; ++rank) {
    for (int file = 0; file < info.files; ++file) {
      squares.push_back({static_cast<char>('a' + file), static_cast<char>('1' + rank)});
    }
  }
  return squares;
}

TEST_P(Conformance, C9_EveryListedMoveAppliesAndIsPrintedBack) {
  Random random(1);
  PlayGames(GetParam(), 8 / std::min(4, kSanitizerSlowdown), kLongest, random,
            [](const Game& game, const auto&) {
              if (game.Adjudicate().end) return;
              for (const std::string& text : TextsOf(game)) {
                const auto after = game.Clone();
                Applied applied;
                ASSERT_THAT(after->Apply(text, &applied), IsOk()) << game.Fen(FenStyle::kStandard);
                ASSERT_EQ(applied.text, text);
                ASSERT_FALSE(applied.events.empty());
                ASSERT_NE(after->turn(), game.turn());
              }
            });
}

// Refused, or else another spelling of a listed move: its promotion left out.
void ExpectRefused(const Game& game, Game& copy, const std::set<std::string>& listed,
                   const std::string& text) {
  Applied applied;
  const absl::Status status = copy.Apply(text, &applied);
  if (status.ok()) {
    EXPECT_TRUE(applied.text.size() == text.size() + 1 && applied.text.starts_with(text) &&
                listed.contains(applied.text))
        << "'" << text << "' is taken as '" << applied.text << "' in "
        << game.Fen(FenStyle::kStandard);
    return;
  }
  EXPECT_NE(ReasonOf(status), ErrorReason::kUnspecified) << text;
  EXPECT_TRUE(absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status)) << text;
  EXPECT_FALSE(status.message().empty()) << text;
}

TEST_P(Conformance, C9_UnlistedTextsAreRefusedAndChangeNothing) {
  Random random(2);
  const std::vector<std::string> squares = Squares(GetParam().variant->info());
  int states = 0;
  const auto try_all = [&](const Game& game, const auto&) {
    if (++states % (30 * kSanitizerSlowdown) != 1 || game.Adjudicate().end) return;
    const std::string fen = game.Fen(FenStyle::kStandard);
    const std::string snapshot = game.Snapshot();
    std::set<std::string> listed;
    for (std::string& text : TextsOf(game)) listed.insert(std::move(text));
    std::set<std::string> open = listed;
    for (const ControlInfo& control : game.Controls()) open.insert(control.action);

    auto copy = game.Clone();
    const auto try_text = [&](const std::string& text) {
      if (open.contains(text)) return;
      ExpectRefused(game, *copy, listed, text);
      const std::string after = copy->Fen(FenStyle::kStandard);
      if (after == fen) return;
      EXPECT_TRUE(listed.lower_bound(text)->starts_with(text)) << text << " changed " << fen;
      copy = game.Clone();
    };
    for (const std::string& from : squares) {
      for (const std::string& to : squares) {
        for (const char* suffix : {"", "m", "+", "q", "x"}) try_text(StrCat(from, to, suffix));
      }
      ASSERT_EQ(copy->Snapshot(), snapshot) << from << " in " << fen;
    }
    for (const std::string& text : Junk()) try_text(text);
    ASSERT_EQ(copy->Snapshot(), snapshot) << fen;
  };
  PlayGames(GetParam(), 5, kLongest, random, try_all);
}

TEST_P(Conformance, C7_EveryListedControlApplies) {
  Random random(3);
  PlayGames(GetParam(), 10, kLongest, random, [](const Game& game, const auto&) {
    const bool over = game.Adjudicate().end.has_value();
    EXPECT_EQ(game.Controls().empty(), over) << game.Fen(FenStyle::kStandard);
    for (const ControlInfo& control : game.Controls()) {
      EXPECT_TRUE(game.IsControl(control.action)) << control.action;
      const auto after = game.Clone();
      Applied applied;
      ASSERT_THAT(after->Apply(control.action, &applied), IsOk())
          << control.action << " in " << game.Fen(FenStyle::kStandard);
      EXPECT_EQ(applied.text, control.action);
      EXPECT_FALSE(applied.events.empty()) << control.action;
      EXPECT_EQ(after->turn(), game.turn()) << control.action;
    }
  });
}

TEST_P(Conformance, C12_FinishedGamesRefuseEveryAction) {
  Random random(4);
  const auto refuse_all = [](const Game& game) {
    const auto copy = game.Clone();
    std::vector<std::string> texts = TextsOf(game);
    texts.insert(texts.end(), Junk().begin(), Junk().end());
    texts.insert(texts.end(), {"resign", "black:resign", "white:resign", "draw?", "draw!", "draw-",
                               "claim draw", "claim win", "timeout", "count", "uncount", "undo"});
    for (const std::string& text : texts) {
      EXPECT_THAT(copy->Apply(text, nullptr), testing::Fails(ErrorReason::kGameOver, "over"))
          << text << " in " << game.Fen(FenStyle::kStandard);
    }
    EXPECT_EQ(copy->Snapshot(), game.Snapshot());
  };
  int finished = 0;
  PlayGames(GetParam(), 20 / std::min(4, kSanitizerSlowdown), 600, random,
            [&](const Game& game, const auto&) {
              if (!game.Adjudicate().end) return;
              ++finished;
              refuse_all(game);
            });
  EXPECT_GT(finished, 0);
  for (const ControlInfo& control : GetParam().Start()->Controls()) {
    const auto game = GetParam().Start();
    ASSERT_THAT(game->Apply(control.action, nullptr), IsOk());
    if (game->Adjudicate().end) refuse_all(*game);
  }
}

TEST_P(Conformance, C12_PerftCountsTheListedMoves) {
  Random random(5);
  PlayGames(GetParam(), 4, kLongest, random, [](const Game& game, const auto&) {
    const std::string fen = game.Fen(FenStyle::kStandard);
    const std::vector<std::string> texts = TextsOf(game);
    Budget budget;
    ASSERT_EQ(*game.Perft(0, budget, nullptr), 1u);
    ASSERT_EQ(*game.Perft(1, budget, nullptr), texts.size()) << fen;
    std::vector<std::pair<std::string, uint64_t>> divided;
    const uint64_t leaves = *game.Perft(2, budget, &divided);
    ASSERT_EQ(leaves, *game.Perft(2, budget, nullptr)) << fen;
    ASSERT_EQ(divided.size(), texts.size()) << fen;
    const bool over = game.Adjudicate().end.has_value();
    uint64_t sum = 0;
    for (size_t i = 0; i < texts.size(); ++i) {
      ASSERT_EQ(divided[i].first, texts[i]) << fen;
      sum += divided[i].second;
      if (over) continue;
      const auto child = game.Clone();
      ASSERT_THAT(child->Apply(texts[i], nullptr), IsOk());
      ASSERT_EQ(divided[i].second, TextsOf(*child).size()) << texts[i] << " in " << fen;
    }
    ASSERT_EQ(leaves, sum) << fen;
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, Conformance, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
