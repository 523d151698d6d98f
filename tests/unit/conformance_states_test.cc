// The contract of every variant, whatever its rules: a state is the same whether it is carried as
// FEN, snapshot or record.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/apply.h"
#include "tests/support/call_handler.h"
#include "tests/support/detail.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"
#include "tests/support/wire_options.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::kSeed;
using testing::PlayGames;
using testing::Random;
using testing::TextsOf;
using testing::ToText;

constexpr int kGames = 16 / std::min(4, kSanitizerSlowdown);
constexpr int kMaxPlies = 200;

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
  PlayGames(GetParam(), kGames, kMaxPlies, random, [](const Game& game, const auto&) {
    for (const FenStyle style : {FenStyle::kStandard, FenStyle::kPychess}) {
      const auto read = FromFen(game.Fen(style));
      ASSERT_TRUE(read);
      for (const FenStyle other : {FenStyle::kStandard, FenStyle::kPychess}) {
        // The standard style drops the mark of a promoted pawn (M13).
        const bool drops = style == FenStyle::kStandard && !game.variant().marked_pieces.empty();
        ASSERT_EQ(read->Fen(other), game.Fen(drops ? style : other));
      }
      ASSERT_EQ(TextsOf(*read), TextsOf(game));
    }
  });
}

// Expects two equal games to look the same to every viewer, and to stay equal after one more action
// with the same seed.
void ExpectSameNext(const Game& a, const Game& b, Random& random) {
  for (const Viewer viewer : {Viewer::kWhite, Viewer::kBlack, Viewer::kSpectator}) {
    const auto view_a = a.ViewFor(viewer), view_b = b.ViewFor(viewer);
    ASSERT_EQ(view_a == nullptr, view_b == nullptr);
    if (view_a == nullptr) continue;
    ASSERT_EQ(view_a->Fen(FenStyle::kStandard), view_b->Fen(FenStyle::kStandard));
    ASSERT_EQ(view_a->Snapshot(), view_b->Snapshot());
  }
  const std::string action = testing::RandomAction(a, random), seed = random.Seed();
  if (action.empty()) return;
  auto after_a = a.Clone(), after_b = b.Clone();
  ActionResult applied_a, applied_b;
  ASSERT_THAT(testing::Apply(after_a, action, seed, &applied_a), IsOk()) << action;
  ASSERT_THAT(testing::Apply(after_b, action, seed, &applied_b), IsOk()) << action;
  ASSERT_EQ(applied_a.text, applied_b.text);
  ASSERT_EQ(after_a->Snapshot(), after_b->Snapshot()) << applied_a.text;
}

TEST_P(ConformanceOfStates, F3_SnapshotRoundTrip) {
  Random random(12);
  PlayGames(GetParam(), kGames, kMaxPlies, random, [&random](const Game& game, const auto&) {
    const auto read = FromSnapshot(game);
    ASSERT_TRUE(read);
    ASSERT_EQ(read->Snapshot(), game.Snapshot()) << game.Fen(FenStyle::kStandard);
    ASSERT_EQ(ToText(*read), ToText(game));
    ASSERT_EQ(TextsOf(*read), TextsOf(game));
    ASSERT_EQ(read->ply(), game.ply());
    ExpectSameNext(*read, game, random);
    ASSERT_FALSE(HasFatalFailure()) << game.Fen(FenStyle::kStandard);
  });
}

// Compares a game that takes all actions with one that is restored from its snapshot before each
// action.
TEST_P(ConformanceOfStates, C3_RestoringASnapshotBeforeEachActionChangesNothing) {
  Random random(13);
  std::unique_ptr<Game> stepped;
  PlayGames(GetParam(), kGames, kMaxPlies, random,
            [&stepped](const Game& game, const auto& actions) {
              stepped = actions.empty() ? GetParam().Start() : FromSnapshot(*stepped);
              ASSERT_TRUE(stepped);
              if (!actions.empty()) {
                ASSERT_THAT(testing::Apply(stepped, actions.back(), nullptr), IsOk());
              }
              ASSERT_EQ(stepped->Fen(FenStyle::kStandard), game.Fen(FenStyle::kStandard));
              ASSERT_EQ(stepped->Snapshot(), game.Snapshot());
              ASSERT_EQ(ToText(*stepped), ToText(game));
            });
}

// Formats a state without everything that depends on its history: claims and ends by repetition,
// and draw offers.
std::string WithoutHistory(const Game& game) {
  Adjudication adjudication = game.Adjudicate();
  const auto is_repetition = [](const End& end) {
    return end.termination == Termination::kRepetition;
  };
  if (adjudication.end && is_repetition(*adjudication.end)) adjudication.end.reset();
  std::erase_if(adjudication.claims, [&](const Claim& claim) { return is_repetition(claim.end); });
  adjudication.occurrences = 1;
  adjudication.history_known = true;
  adjudication.draw_offered_by.reset();
  std::string text = StrCat(game.Fen(FenStyle::kStandard), " ", ToText(adjudication));
  for (const std::string& move : TextsOf(game)) StrAppend(&text, " ", move);
  return text;
}

// Returns whether the FEN does not determine which pieces the end of the turn releases: if a
// promotion is pending, another immobilised piece of the player may have been immobilised in this
// turn or in the previous one.
bool LeavesReleaseOpen(const Game& game) {
  const std::any detail = game.detail();
  const auto* chakart = std::any_cast<chakart::Detail>(&detail);
  const std::vector<PendingChoice> pending = game.pending();
  const bool promotes = !pending.empty() && pending[0].kind == PendingChoice::Kind::kPromotion;
  if (chakart == nullptr || !promotes) return false;
  const BoardView view = game.View();
  return std::any_of(chakart->immobilised.begin(), chakart->immobilised.end(),
                     [&](std::string_view square) {
                       const int index = (square[1] - '1') * view.files + square[0] - 'a';
                       return square != pending[0].square &&
                              view.cells[static_cast<size_t>(index)].color == game.turn();
                     });
}

// Returns the legal moves, each with the outcomes that follow from `seed`.
std::vector<std::string> DrawnTextsOf(const Game& game, const std::string& seed) {
  std::vector<std::string> texts;
  for (const std::string& text : TextsOf(game)) {
    ActionResult applied;
    EXPECT_THAT(game.Clone()->Apply(text, seed, &applied), IsOk()) << text;
    texts.push_back(std::move(applied.text));
  }
  return texts;
}

// Returns every legal move, and every control action that is available both with and without the
// history.
std::vector<std::string> ActionsOf(const Game& game, const Game& from_fen, Random& random) {
  std::vector<std::string> actions = DrawnTextsOf(game, random.Seed());
  std::set<std::string_view> available;
  for (const ControlInfo& control : game.Controls()) available.emplace(control.action);
  for (const ControlInfo& control : from_fen.Controls()) {
    if (available.contains(control.action)) actions.emplace_back(control.action);
  }
  return actions;
}

TEST_P(ConformanceOfStates, C3_AnActionFromFenAndFromSnapshotLeadsToTheSameState) {
  Random random(14);
  const auto compare = [&random](const Game& game, size_t stride, const auto& again) -> void {
    if (game.Adjudicate().end) return;
    const auto from_fen = FromFen(game.Fen(FenStyle::kStandard));
    ASSERT_TRUE(from_fen);
    const std::vector<std::string> actions = ActionsOf(game, *from_fen, random);
    for (size_t i = random.Below(stride); i < actions.size(); i += stride) {
      const std::string& action = actions[i];
      const auto a = from_fen->Clone(), b = FromSnapshot(game), c = game.Clone();
      for (const auto* state : {&a, &b, &c}) {
        ASSERT_THAT((*state)->Apply(action, nullptr), IsOk()) << game.Fen(FenStyle::kStandard);
      }
      ASSERT_EQ(b->Snapshot(), c->Snapshot()) << action;
      if (LeavesReleaseOpen(game)) continue;
      ASSERT_EQ(WithoutHistory(*a), WithoutHistory(*b)) << action;
      // Only some of the pending choices after a move are tested, because there are many.
      if (!c->pending().empty()) again(*c, 16 * stride, again);
      ASSERT_FALSE(HasFatalFailure());
    }
  };
  PlayGames(GetParam(), kGames / 4, kMaxPlies, random, [&](const Game& game, const auto&) {
    compare(game, 1, compare);
    const std::string fen = testing::RandomSetUp(GetParam(), game.Fen(FenStyle::kStandard), random);
    if (!fen.empty() && !HasFatalFailure()) compare(*FromFen(fen), 1, compare);
  });
}

// Sends the handlers the whole record, and also its actions one by one from snapshots, both for a
// viewer who sees everything and for a spectator.
TEST_P(ConformanceOfStates, C3_HandlersAgreeOnRecordAndSnapshot) {
  Random random(15);
  const Limits limits;
  const CallContext context{&limits, nullptr};
  v1::AdjudicateRequest whole;
  whole.mutable_position()->set_variant(std::string(GetParam().variant->info().id));
  *whole.mutable_position()->mutable_options() = testing::ToWire(GetParam());
  v1::ApplyMovesRequest step;
  *step.mutable_position() = whole.position();
  whole.mutable_position()->mutable_record()->set_seed(std::string(kSeed));
  // Expects both ways to lead to the same state for the viewer and returns its snapshot.
  const auto agreed_snapshot = [&](v1::Viewer viewer) -> std::string {
    step.set_viewer(viewer);
    whole.set_viewer(viewer);
    v1::ApplyMovesResponse after;
    EXPECT_THAT(testing::CallHandler(ApplyMoves, context, step, &after), IsOk());
    v1::AdjudicateResponse adjudicated;
    EXPECT_THAT(testing::CallHandler(Adjudicate, context, whole, &adjudicated), IsOk());
    EXPECT_EQ(adjudicated.state().SerializeAsString(), after.state().SerializeAsString());
    return after.state().snapshot();
  };
  bool was_hidden = false;
  PlayGames(GetParam(), 2, 100, random, [&](const Game& game, const auto& actions) {
    step.mutable_actions()->Clear();
    if (actions.empty()) {
      was_hidden = false;
      // The seed determines the set-up if it is random.
      step.mutable_position()->mutable_record()->set_seed(std::string(kSeed));
    } else {
      step.add_actions(actions.back());
    }
    whole.mutable_position()->mutable_record()->mutable_actions()->Assign(actions.begin(),
                                                                          actions.end());
    const auto redacted = game.ViewFor(Viewer::kSpectator);
    // A viewer from whom a queen is hidden is not allowed to send outcomes (H23).
    const bool gives_outcomes = was_hidden && step.actions(0).find('{') != std::string::npos;
    if (!gives_outcomes) {
      ASSERT_EQ(agreed_snapshot(v1::VIEWER_SPECTATOR),
                (redacted != nullptr ? *redacted : game).Snapshot());
    }
    was_hidden = redacted != nullptr;
    ASSERT_EQ(agreed_snapshot(v1::VIEWER_ALL), game.Snapshot());
    ASSERT_FALSE(HasNonfatalFailure());
    step.mutable_position()->set_snapshot(game.Snapshot());
  });
}

// Validates a record with its outcomes, both with and without the seed from which they follow.
TEST_P(ConformanceOfStates, R4_HandlersConfirmTheRandomDrawsOfARecord) {
  Random random(16);
  const Limits limits;
  const CallContext context{&limits, nullptr};
  v1::ValidateGameRequest request;
  request.set_variant(std::string(GetParam().variant->info().id));
  *request.mutable_options() = testing::ToWire(GetParam());
  std::vector<Draw> set_up;
  const auto start = GetParam().variant->Start(GetParam().options, kSeed, &set_up);
  ASSERT_THAT(start, IsOk());
  const std::string start_fen = (*start)->Fen(FenStyle::kStandard);
  // A FEN of Chpok does not say which of the bidders has White (ruling P26).
  const bool fen_tells_all =
      (*GetParam().variant->FromFen(start_fen, GetParam().options, true))->Snapshot() ==
      (*start)->Snapshot();
  ASSERT_TRUE(fen_tells_all || GetParam().variant->info().id == "chpok");
  const auto confirm = [&](const Game& game, const auto& actions) {
    if (actions.size() % 20 != 0) return;
    request.mutable_record()->mutable_actions()->Assign(actions.begin(), actions.end());
    request.mutable_record()->clear_start_fen();
    request.mutable_record()->set_seed(std::string(kSeed));
    auto draws = static_cast<std::ptrdiff_t>(set_up.size());
    for (const std::string& action : actions) {
      const size_t outcomes = action.find('{');
      if (outcomes == std::string::npos) continue;
      const auto first = action.begin() + static_cast<std::ptrdiff_t>(outcomes);
      draws += 1 + std::count(first, action.end(), ',');
    }
    v1::ValidateGameResponse response;
    ASSERT_THAT(testing::CallHandler(ValidateGame, context, request, &response), IsOk());
    ASSERT_EQ(response.verdict(), v1::ValidateGameResponse::VERDICT_LEGAL)
        << response.first_illegal().ShortDebugString();
    ASSERT_EQ(response.draws_checked(), draws);
    ASSERT_EQ(response.state().snapshot(), game.Snapshot());

    request.mutable_record()->clear_seed();
    request.mutable_record()->set_start_fen(start_fen);
    v1::ValidateGameResponse unseeded;
    ASSERT_THAT(testing::CallHandler(ValidateGame, context, request, &unseeded), IsOk());
    ASSERT_EQ(unseeded.verdict(), v1::ValidateGameResponse::VERDICT_LEGAL);
    ASSERT_EQ(unseeded.state().fen(), game.Fen(FenStyle::kStandard));
    ASSERT_TRUE(!fen_tells_all || unseeded.state().snapshot() == game.Snapshot());
  };
  PlayGames(GetParam(), 2, 100, random, confirm, kSeed);
}

INSTANTIATE_TEST_SUITE_P(Variants, ConformanceOfStates,
                         ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
