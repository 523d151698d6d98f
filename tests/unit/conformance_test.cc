// The contract of every variant, whatever its rules: which actions it accepts and refuses. A new
// variant is covered as soon as it is in the registry.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/strings.h"
#include "tests/support/detail.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::MovesOf;
using testing::PlayGames;
using testing::Random;
using testing::TextsOf;
using testing::WithoutOutcomes;

constexpr int kMaxPlies = 160;

class Conformance : public ::testing::TestWithParam<GameCase> {};

// Malformed action texts, and action texts that are legal only in rare states.
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

std::vector<std::string> SquaresOf(const Game& game) {
  const BoardView board = game.View();
  std::vector<std::string> squares;
  for (int rank = 0; rank < board.ranks; ++rank) {
    for (int file = 0; file < board.files; ++file) {
      squares.push_back({static_cast<char>('a' + file), static_cast<char>('1' + rank)});
    }
  }
  return squares;
}

// Expects the action text of a move that was made with a seed, which contains the outcomes, to lead
// to the same state without the seed.
void ExpectSameByText(const Game& game, const ActionResult& applied, const Game& after) {
  const auto again = game.Clone();
  ActionResult second;
  ASSERT_THAT(again->Apply(applied.text, &second), IsOk()) << applied.text;
  ASSERT_EQ(second.text, applied.text);
  ASSERT_EQ(second.events.size(), applied.events.size()) << applied.text;
  ASSERT_EQ(again->Snapshot(), after.Snapshot()) << applied.text;
}

void ExpectApplies(const Game& game, const MoveInfo& move, const std::string& seed,
                   std::unique_ptr<Game>* result) {
  *result = game.Clone();
  const std::unique_ptr<Game>& after = *result;
  ActionResult applied;
  ASSERT_THAT(after->Apply(move.text, seed, &applied), IsOk());
  ASSERT_EQ(WithoutOutcomes(applied.text), move.text);
  ASSERT_EQ(applied.text == move.text, applied.draws.empty());
  ASSERT_EQ(applied.draws.empty(), !move.random);
  ASSERT_FALSE(applied.events.empty());
  // The turn passes to the opponent unless a choice is pending.
  ASSERT_EQ(after->turn() == game.turn(), !after->pending().empty());
  ASSERT_EQ(after->ply(), game.ply() + (after->pending().empty() ? 1 : 0));
  ASSERT_TRUE(after->Adjudicate().end || !TextsOf(*after).empty());
  ExpectSameByText(game, applied, *after);
  if (!move.random) return;
  const auto unchanged = game.Clone();
  ASSERT_THAT(unchanged->Apply(move.text, nullptr), Fails(ErrorReason::kRandomnessRequired, ""));
  ASSERT_EQ(unchanged->Snapshot(), game.Snapshot());
}

// One in this many of the pending choices after a move is tested.
constexpr size_t kPendingStride = 16;

void ExpectAllApply(const Game& game, Random& random, size_t stride = 1) {
  if (game.Adjudicate().end) return;
  const std::vector<MoveInfo> moves = MovesOf(game);
  for (size_t i = random.Below(stride); i < moves.size(); i += stride) {
    std::unique_ptr<Game> after;
    ExpectApplies(game, moves[i], random.Seed(), &after);
    ASSERT_FALSE(::testing::Test::HasFatalFailure())
        << moves[i].text << " in " << game.Fen(FenStyle::kStandard);
    if (!after->pending().empty()) ExpectAllApply(*after, random, stride * kPendingStride);
  }
}

TEST_P(Conformance, C9_EveryListedMoveIsLegalAndKeepsItsText) {
  Random random(1);
  PlayGames(GetParam(), 8 / std::min(4, kSanitizerSlowdown), kMaxPlies, random,
            [&random](const Game& game, const auto&) {
              ExpectAllApply(game, random);
              const std::string fen =
                  testing::RandomSetUp(GetParam(), game.Fen(FenStyle::kStandard), random);
              if (fen.empty() || HasFatalFailure()) return;
              ExpectAllApply(**GetParam().variant->FromFen(fen, GetParam().options, false), random);
            });
}

// Returns whether `text`, which is not listed, may be accepted as `accepted`: if it omits a
// promotion, if it names the squares of a swap in the other order, or if it is a stealth move onto
// a hidden queen, whose refusal would reveal where she is (ruling H23).
bool IsOtherSpelling(const Game& game, const std::set<std::string>& listed, const std::string& text,
                     const std::string& accepted) {
  const std::string hidden(testing::HiddenSquareOf(game));
  if (!hidden.empty() && text.ends_with(hidden + "?")) return accepted == text;
  if (!listed.contains(accepted)) return false;
  const bool swap = text.size() == 5 && text[2] == '~';
  if (swap) return accepted == text.substr(3) + "~" + text.substr(0, 2);
  return accepted.size() == text.size() + 1 && accepted.starts_with(text);
}

// Expects `text` to be refused unless it is another spelling of a listed move. Returns whether it
// was refused.
bool ExpectRefused(const Game& game, Game& copy, const std::set<std::string>& listed,
                   const std::string& text) {
  ActionResult applied;
  const absl::Status status = copy.Apply(text, testing::kSeed, &applied);
  if (status.ok()) {
    EXPECT_TRUE(IsOtherSpelling(game, listed, text, std::string(WithoutOutcomes(applied.text))))
        << "'" << text << "' is accepted as '" << applied.text << "' in "
        << game.Fen(FenStyle::kStandard);
    return false;
  }
  EXPECT_NE(ReasonOf(status), ErrorReason::kUnspecified) << text;
  EXPECT_NE(ReasonOf(status), ErrorReason::kRandomnessRequired) << text;
  EXPECT_TRUE(absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status)) << text;
  EXPECT_FALSE(status.message().empty()) << text;
  return true;
}

TEST_P(Conformance, C9_UnlistedTextsAreRefusedAndChangeNothing) {
  Random random(2);
  int states = 0;
  const auto try_all = [&](const Game& game, const auto&) {
    const bool rare = !game.pending().empty() || !testing::HiddenSquareOf(game).empty();
    const int stride = (rare ? 2 : 30) * kSanitizerSlowdown;
    if (++states % stride != 1 || game.Adjudicate().end) return;
    const std::string fen = game.Fen(FenStyle::kStandard);
    const std::string snapshot = game.Snapshot();
    std::set<std::string> listed;
    for (std::string& text : TextsOf(game)) listed.insert(std::move(text));
    std::set<std::string> legal = listed;
    for (const ControlInfo& control : game.Controls()) legal.emplace(control.action);
    for (const chpok::BidTemplate& bid : testing::BidTemplatesOf(game)) {
      if (bid.match_cost) legal.insert(StrCat("match ", bid.target));
    }

    auto copy = game.Clone();
    const auto try_text = [&](const std::string& text) {
      if (legal.contains(text)) return;
      if (ExpectRefused(game, *copy, listed, text)) {
        EXPECT_EQ(copy->Fen(FenStyle::kStandard), fen) << text;
      } else {
        copy = game.Clone();
      }
    };
    const std::vector<std::string> squares = SquaresOf(game);
    for (const std::string& from : squares) {
      for (const std::string& to : squares) {
        for (const char* suffix : {"", "m", "+", "q", "x", "?"}) try_text(StrCat(from, to, suffix));
        for (const char* between : {"~", "*"}) try_text(StrCat(from, between, to));
      }
      for (const char* before : {"N@", "P@", "x@"}) try_text(before + from);
      try_text(from + "=q");
      ASSERT_EQ(copy->Snapshot(), snapshot) << from << " in " << fen;
    }
    for (const std::string& text : Junk()) try_text(text);
    ASSERT_EQ(copy->Snapshot(), snapshot) << fen;
  };
  PlayGames(GetParam(), 5, kMaxPlies, random, try_all);
}

TEST_P(Conformance, R5_ImpossibleOutcomesAreRefusedAndChangeNothing) {
  Random random(6);
  const auto try_all = [&random](const Game& game, const auto& actions) {
    if (actions.size() % (4 * kSanitizerSlowdown) != 0 || game.Adjudicate().end) return;
    const std::string snapshot = game.Snapshot();
    const auto copy = game.Clone();
    for (const std::string& text : TextsOf(game)) {
      ActionResult applied;
      ASSERT_THAT(game.Clone()->Apply(text, random.Seed(), &applied), IsOk());
      std::string longer = applied.text;
      if (longer.ends_with('}')) longer.pop_back();
      StrAppend(&longer, longer == text ? "{" : ",", "push=e4}");
      std::vector<std::string> wrong = {text + "{}", text + "{egg=}",       text + "{egg}",
                                        text + "{",  text + "{egg=dragon}", longer};
      if (const size_t last = applied.text.rfind(','); last != std::string::npos) {
        wrong.push_back(applied.text.substr(0, last) + "}");
      }
      for (const std::string& action : wrong) {
        const absl::Status status = copy->Apply(action, testing::kSeed, nullptr);
        const bool fits = ReasonOf(status) == ErrorReason::kBadActionText ||
                          ReasonOf(status) == ErrorReason::kImpossibleOutcome;
        ASSERT_TRUE(fits) << action << ": " << status << " in " << game.Fen(FenStyle::kStandard);
        ASSERT_EQ(copy->Snapshot(), snapshot) << action;
      }
    }
  };
  PlayGames(GetParam(), 4, kMaxPlies, random, try_all);
}

TEST_P(Conformance, C7_EveryListedControlActionIsAccepted) {
  Random random(3);
  PlayGames(GetParam(), 10, kMaxPlies, random, [](const Game& game, const auto&) {
    const bool over = game.Adjudicate().end.has_value();
    EXPECT_EQ(game.Controls().empty(), over) << game.Fen(FenStyle::kStandard);
    for (const ControlInfo& control : game.Controls()) {
      EXPECT_TRUE(game.IsControl(control.action)) << control.action;
      const auto after = game.Clone();
      ActionResult applied;
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

INSTANTIATE_TEST_SUITE_P(Variants, Conformance, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
