// Tests of what a viewer learns about a game in which a stealth queen is hidden from that viewer
// (ruling H23), and of what follows the last bid.
#include "core/game/viewed_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::LegalOf;
using ::testing::Not;
using testing::StartOf;

// The viewers from whom White's queen is hidden.
constexpr Viewer kRestrictedViewers[] = {Viewer::kBlack, Viewer::kSpectator};
// The viewers who see the queen.
constexpr Viewer kFullViewers[] = {Viewer::kAll, Viewer::kWhite};

constexpr const char* kBeforeStealthMove = "4k3/8/8/8/8/8/8/3QK3 w 0";
// Black's king can take an egg, and one kind of egg makes a white piece change sides: the rook or
// the hidden queen on c3.
constexpr const char* kKingNextToEgg = R"(3k4/3e4/8/8/8/2I5/8/R5K1 b 5 {"flags":"1011"})";
constexpr const char* kSeed = "a seed of 16 bytes or more";

ViewedGame View(std::string_view fen, Viewer viewer) {
  return ViewedGame(GameAt("chakart", fen), viewer);
}

// Returns what a viewer is shown of each action.
std::vector<ActionResult> Shown(const ProposedActions& actions, Viewer viewer) {
  std::vector<ActionResult> shown;
  actions.Visit(viewer, [&shown](const ActionResult& applied) { shown.push_back(applied); });
  return shown;
}
std::vector<std::string> TextsFor(const ProposedActions& actions, Viewer viewer) {
  std::vector<std::string> texts;
  actions.Visit(viewer, [&texts](const ActionResult& applied) { texts.push_back(applied.text); });
  return texts;
}

// Returns a game in which White's queen has made a stealth move from d1 to `square`.
ViewedGame AfterStealthMove(std::string_view square, Viewer viewer) {
  ViewedGame game = View(kBeforeStealthMove, viewer);
  EXPECT_THAT(game.Replay(StrCat("d1", square, "?"), ActionInput()), IsOk());
  return game;
}

TEST(ViewedGame, EveryViewerSeesAGameWithoutHiddenParts) {
  for (const char* variant : {"chak", "chakart", "chpok", "makruk"}) {
    EXPECT_TRUE(IsFullyVisible(*StartOf(variant)));
    for (const Viewer viewer : kViewers) {
      const ViewedGame game(StartOf(variant), viewer);
      EXPECT_EQ(&game.shown(), &game.unredacted());
      EXPECT_EQ(*game.FullGame("the request is refused"), &game.unredacted());
    }
  }
}

TEST(ViewedGame, H23_StateOmitsTheHiddenQueen) {
  for (const Viewer viewer : kRestrictedViewers) {
    const ViewedGame game = AfterStealthMove("h5", viewer);
    EXPECT_EQ(FenOf(game.unredacted()), R"(4k3/8/8/7I/8/8/8/4K3 b 1 {"flags":"1011"})");
    EXPECT_EQ(FenOf(game.shown()), R"(4k3/8/8/8/8/8/8/3?K3 b 1 {"flags":"1011"})");
    EXPECT_FALSE(IsFullyVisible(game.unredacted()));
    const ViewedGame elsewhere = AfterStealthMove("d7", viewer);
    EXPECT_EQ(game.shown().Snapshot(), elsewhere.shown().Snapshot());
    EXPECT_EQ(LegalOf(game.shown()), LegalOf(elsewhere.shown()));
  }
  for (const Viewer viewer : kFullViewers) {
    const ViewedGame game = AfterStealthMove("h5", viewer);
    EXPECT_EQ(&game.shown(), &game.unredacted());
  }
}

TEST(ViewedGame, H23_NextActionRevealsTheQueen) {
  for (const Viewer viewer : kViewers) {
    ViewedGame game = AfterStealthMove("h5", viewer);
    ASSERT_THAT(game.Replay("e8d8", ActionInput()), IsOk());
    EXPECT_EQ(FenOf(game.shown()), R"(3k4/8/8/7Q/8/8/8/4K3 w 2 {"flags":"1011"})");
  }
}

TEST(ViewedGame, H23_StealthMoveOmitsItsDestination) {
  for (const Viewer viewer : kViewers) {
    const bool sees_queen = CanSeeHidden(viewer, Color::kWhite);
    ViewedGame game = View(kBeforeStealthMove, viewer);
    ProposedActions actions(&game);
    ASSERT_THAT(actions.Apply("d1h5?", ActionInput()), IsOk());
    const ActionResult applied = Shown(actions, viewer).front();
    EXPECT_EQ(applied.text, sees_queen ? "d1h5?" : "d1??");
    EXPECT_EQ(applied.san, sees_queen ? "Qh5?" : "Q??");
    ASSERT_FALSE(applied.events.empty());
    EXPECT_EQ(applied.events[0].from, "d1");
    EXPECT_EQ(applied.events[0].to, sees_queen ? "h5" : "");
  }
}

TEST(ViewedGame, H23_StealthMoveIsDisclosedOnceTheQueenIsVisible) {
  ViewedGame game = View(kBeforeStealthMove, Viewer::kSpectator);
  ProposedActions actions(&game);
  // Control actions reveal nothing.
  for (const char* action : {"draw?", "d1h5?", "draw-"}) {
    ASSERT_THAT(actions.Apply(action, ActionInput()), IsOk()) << action;
  }
  for (const Viewer viewer : kViewers) {
    const bool sees_queen = CanSeeHidden(viewer, Color::kWhite);
    EXPECT_THAT(TextsFor(actions, viewer),
                ElementsAre("draw?", sees_queen ? "d1h5?" : "d1??", "draw-"));
  }
  ASSERT_THAT(actions.Apply("e8d8", ActionInput()), IsOk());
  ASSERT_THAT(actions.Apply("e1d1", ActionInput()), IsOk());
  for (const Viewer viewer : kViewers) {
    EXPECT_THAT(TextsFor(actions, viewer), ElementsAre("draw?", "d1h5?", "draw-", "e8d8", "e1d1"));
    EXPECT_EQ(Shown(actions, viewer)[1].events[0].to, "h5");
  }
}

TEST(ViewedGame, H23_StealthMoveRevealsTheOpponentsHiddenQueen) {
  ViewedGame game = View("3qk3/8/8/8/8/8/8/3QK3 w 0", Viewer::kSpectator);
  ProposedActions actions(&game);
  ASSERT_THAT(actions.Apply("d1h5?", ActionInput()), IsOk());
  EXPECT_THAT(TextsFor(actions, Viewer::kBlack), ElementsAre("d1??"));
  ASSERT_THAT(actions.Apply("d8a5?", ActionInput()), IsOk());
  EXPECT_THAT(TextsFor(actions, Viewer::kSpectator), ElementsAre("d1h5?", "d8??"));
  EXPECT_THAT(TextsFor(actions, Viewer::kWhite), ElementsAre("d1h5?", "d8??"));
  EXPECT_THAT(TextsFor(actions, Viewer::kBlack), ElementsAre("d1h5?", "d8a5?"));
}

TEST(ViewedGame, C16_AControlActionIsThatOfThePlayerWhoActs) {
  const ViewedGame game(StartOf("makruk"), Viewer::kAll);
  EXPECT_EQ(*game.ActionOf(Color::kWhite, "resign"), "resign");
  EXPECT_EQ(*game.ActionOf(Color::kBlack, "resign"), "black:resign");
  EXPECT_EQ(*game.ActionOf(Color::kBlack, "black:draw?"), "black:draw?");
  EXPECT_EQ(*game.ActionOf(Color::kBlack, "timeout"), "black:timeout");
  EXPECT_EQ(*game.ActionOf(Color::kBlack, "white:timeout"), "white:timeout");
  EXPECT_THAT(game.ActionOf(Color::kBlack, "white:resign"),
              Fails(ErrorReason::kNotYourTurn, "the player who acts is Black (C16)"));
}

TEST(ViewedGame, C16_AMoveIsThatOfTheSideToMove) {
  ViewedGame game(StartOf("makruk"), Viewer::kAll);
  EXPECT_EQ(*game.ActionOf(Color::kWhite, "e3e4"), "e3e4");
  for (const char* text : {"e3e4", "e6e5", "count"}) {
    EXPECT_THAT(game.ActionOf(Color::kBlack, text),
                Fails(ErrorReason::kNotYourTurn, "it is White's turn, not Black's (C16)"));
  }
  // What is wrong with any action of a finished game is that the game is over.
  ASSERT_THAT(game.Replay("resign", ActionInput()), IsOk());
  EXPECT_EQ(*game.ActionOf(Color::kBlack, "e6e5"), "e6e5");
}

// Luigi chooses between the rook and the hidden queen. From Black's point of view the rook is the
// only candidate, so an error that asked for another random draw would reveal the queen.
TEST(ViewedGame, H23_ErrorsDoNotRevealTheQueen) {
  constexpr const char* kAction = "d8d7{egg=luigi}";
  for (const Viewer viewer : kFullViewers) {
    EXPECT_THAT(View(kKingNextToEgg, viewer).Replay(kAction, ActionInput()),
                Fails(ErrorReason::kImpossibleOutcome, "c3"));
  }
  for (const Viewer viewer : kRestrictedViewers) {
    ViewedGame game = View(kKingNextToEgg, viewer);
    const std::string before = game.shown().Snapshot();
    const absl::Status refused = game.Replay(kAction, ActionInput());
    EXPECT_THAT(refused, Fails(ErrorReason::kImpossibleOutcome, "these outcomes did not happen"));
    EXPECT_THAT(testing::Message(refused), Not(HasSubstr("c3")));
    EXPECT_EQ(game.shown().Snapshot(), before);
    EXPECT_EQ(FenOf(game.unredacted()), kKingNextToEgg);
  }
}

TEST(ViewedGame, H23_OnlyFullViewersLearnWhatTheSeedDraws) {
  const ActionInput input = {.seed = kSeed};
  ActionResult drawn;
  ASSERT_THAT(GameAt("chakart", kKingNextToEgg)->Apply("d8d7", input, &drawn), IsOk());
  const std::string forged =
      drawn.text.find("daisy") == std::string::npos ? "d8d7{egg=daisy}" : "d8d7{egg=bowser}";
  for (const Viewer viewer : kViewers) {
    ViewedGame game = View(kKingNextToEgg, viewer);
    size_t draws = 0;
    EXPECT_THAT(game.ReplayChecked(forged, input, &draws),
                Fails(ErrorReason::kImpossibleOutcome, CanSeeHidden(viewer, Color::kWhite)
                                                           ? "the seed draws"
                                                           : "these outcomes did not happen"));
    EXPECT_EQ(draws, 0u);
    EXPECT_THAT(game.ReplayChecked(drawn.text, input, &draws), IsOk());
    EXPECT_EQ(draws, drawn.draws.size());
    EXPECT_EQ(&game.shown(), &game.unredacted());
  }
}

TEST(ViewedGame, H23_AnswersThatWouldRevealTheQueenAreRefused) {
  const auto visit = [](const ActionResult&, Fraction, const ViewedGame&) { return true; };
  for (const Viewer viewer : kViewers) {
    const ViewedGame game = AfterStealthMove("h5", viewer);
    Budget budget;
    const auto analysis = game.FullGame("the best move cannot be shown");
    const auto outcomes = game.Outcomes("e8d8", {}, budget, visit);
    if (CanSeeHidden(viewer, Color::kWhite)) {
      EXPECT_THAT(analysis, IsOk());
      EXPECT_THAT(outcomes, IsOk());
      continue;
    }
    EXPECT_THAT(analysis, Fails(ErrorReason::kHiddenInformation,
                                "a queen is hidden from this viewer, so the best move cannot be "
                                "shown (H23)"));
    EXPECT_EQ(FieldOf(analysis.status()), "viewer");
    EXPECT_THAT(outcomes, Fails(ErrorReason::kHiddenInformation,
                                "the outcomes of the action cannot be listed"));
    EXPECT_EQ(FieldOf(outcomes.status()), "viewer");
  }
}

TEST(ViewedGame, H23_OutcomeOmitsTheDestination) {
  for (const Viewer viewer : kRestrictedViewers) {
    std::vector<std::string> visited;
    Budget budget;
    const auto summary =
        View(kBeforeStealthMove, viewer)
            .Outcomes("d1h5?", {}, budget,
                      [&visited](const ActionResult& applied, Fraction /*probability*/,
                                 const ViewedGame& after) {
                        visited.push_back(applied.text);
                        visited.push_back(FenOf(after.shown()));
                        return true;
                      });
    EXPECT_THAT(summary, IsOk());
    EXPECT_THAT(visited, ElementsAre("d1??", R"(4k3/8/8/8/8/8/8/3?K3 b 1 {"flags":"1011"})"));
  }
}

TEST(ViewedGame, H23_PictureDoesNotMarkTheDestination) {
  for (const Viewer viewer : kViewers) {
    const ViewedGame game = AfterStealthMove("h5", viewer);
    const auto visible = game.VisibleSquares("d1h5?", {"d1", "h5"});
    if (CanSeeHidden(viewer, Color::kWhite)) {
      EXPECT_THAT(visible, ElementsAre("d1", "h5"));
    } else {
      EXPECT_THAT(visible, ElementsAre("d1"));
    }
    EXPECT_THAT(game.VisibleSquares("e1e2", {"e1", "e2"}), ElementsAre("e1", "e2"));
  }
}

TEST(ViewedGame, P5_TheLastBidIsFollowedByTheBoard) {
  for (const Viewer viewer : kViewers) {
    ViewedGame game(StartOf("chpok", {{"chips", "1"}}), viewer);
    ASSERT_THAT(game.Replay("raise time +1 5+0", ActionInput()), IsOk());
    EXPECT_EQ(game.shown().phase(), Phase::kBidding);
    std::vector<std::string> boards;
    Budget budget;
    const auto summary = game.Outcomes(
        "raise xf +1 width=6", {}, budget,
        [&boards](const ActionResult& applied, Fraction /*probability*/, const ViewedGame& after) {
          EXPECT_EQ(after.shown().phase(), Phase::kBoard) << applied.text;
          boards.push_back(FenOf(after.shown()));
          return true;
        });
    EXPECT_THAT(summary, IsOk());
    ActionResult applied;
    ASSERT_THAT(game.Replay("raise xf +1 width=6", {.seed = kSeed}), IsOk());
    EXPECT_EQ(game.shown().phase(), Phase::kBoard);
    EXPECT_THAT(boards, ElementsAre(FenOf(game.shown()), FenOf(game.shown())));
    EXPECT_THAT(game.Replay("a2a4", ActionInput()), IsOk());
  }
}

TEST(ProposedActions, H23_ActionThatRevealsTheQueenMustBeTheLast) {
  for (const Viewer viewer : kRestrictedViewers) {
    ViewedGame game = AfterStealthMove("h5", viewer);
    ProposedActions actions(&game);
    EXPECT_THAT(actions.Apply("draw?", ActionInput()), IsOk());
    EXPECT_THAT(actions.Apply("e8d8", ActionInput()), IsOk());
    EXPECT_THAT(actions.Apply("e1e2", ActionInput()),
                Fails(ErrorReason::kHiddenInformation, "an earlier action reveals a queen"));
    // The next request can continue, because the queen is visible now.
    EXPECT_THAT(ProposedActions(&game).Apply("e1e2", ActionInput()), IsOk());
  }
}

TEST(ProposedActions, H23_RestrictedViewerCannotGiveOutcomes) {
  for (const Viewer viewer : kRestrictedViewers) {
    ViewedGame game = View(kKingNextToEgg, viewer);
    ProposedActions actions(&game);
    EXPECT_THAT(actions.Apply("d8d7{egg=daisy}", ActionInput()),
                Fails(ErrorReason::kHiddenInformation, "give a seed instead of the outcomes"));
    EXPECT_THAT(actions.Apply("d8d7", ActionInput()),
                Fails(ErrorReason::kRandomnessRequired, "egg"));
    EXPECT_THAT(actions.Apply("d8d7", {.seed = kSeed}), IsOk());
  }
}

}  // namespace
}  // namespace arbiter
