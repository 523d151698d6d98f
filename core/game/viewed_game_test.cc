// What a viewer is told of a game in which a stealth queen is hidden from him: ruling H23.
#include "core/game/viewed_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rules/strings.h"
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

constexpr Viewer kViewers[] = {Viewer::kAll, Viewer::kWhite, Viewer::kBlack, Viewer::kSpectator};
// Those from whom White's queen is hidden.
constexpr Viewer kStrangers[] = {Viewer::kBlack, Viewer::kSpectator};
// Those who see her.
constexpr Viewer kInitiates[] = {Viewer::kAll, Viewer::kWhite};

constexpr const char* kBeforeHerMove = "4k3/8/8/8/8/8/8/3QK3 w 0";
// Black's king can take an egg, of which one kind turns a white piece: the rook or the queen on c3.
constexpr const char* kBesideAnEgg = R"(3k4/3e4/8/8/8/2I5/8/R5K1 b 5 {"flags":"1011"})";
constexpr const char* kSeed = "a seed of 16 bytes or more";

ViewedGame View(std::string_view fen, Viewer viewer) {
  return ViewedGame(GameAt("chakart", fen), viewer);
}

// After White's queen has gone from d1 to `square` unseen.
ViewedGame AfterHerMove(std::string_view square, Viewer viewer) {
  ViewedGame game = View(kBeforeHerMove, viewer);
  EXPECT_THAT(game.Replay(StrCat("d1", square, "?"), Given()), IsOk());
  return game;
}

TEST(ViewedGame, WhereNothingIsHiddenEveryViewerSeesTheGameItself) {
  for (const char* variant : {"chak", "chakart", "chpok", "makruk"}) {
    EXPECT_TRUE(IsOpenToAll(*StartOf(variant)));
    for (const Viewer viewer : kViewers) {
      const ViewedGame game(StartOf(variant), viewer);
      EXPECT_EQ(&game.shown(), &game.unredacted());
      EXPECT_EQ(*game.InFull("it is refused"), &game.unredacted());
    }
  }
}

TEST(ViewedGame, H23_TheStateIsShownWithoutTheQueen) {
  for (const Viewer viewer : kStrangers) {
    const ViewedGame game = AfterHerMove("h5", viewer);
    EXPECT_EQ(FenOf(game.unredacted()), R"(4k3/8/8/7I/8/8/8/4K3 b 1 {"flags":"1011"})");
    EXPECT_EQ(FenOf(game.shown()), R"(4k3/8/8/8/8/8/8/3?K3 b 1 {"flags":"1011"})");
    EXPECT_FALSE(IsOpenToAll(game.unredacted()));
    const ViewedGame elsewhere = AfterHerMove("d7", viewer);
    EXPECT_EQ(game.shown().Snapshot(), elsewhere.shown().Snapshot());
    EXPECT_EQ(LegalOf(game.shown()), LegalOf(elsewhere.shown()));
  }
  for (const Viewer viewer : kInitiates) {
    const ViewedGame game = AfterHerMove("h5", viewer);
    EXPECT_EQ(&game.shown(), &game.unredacted());
  }
}

TEST(ViewedGame, H23_TheNextActionShowsHer) {
  for (const Viewer viewer : kViewers) {
    ViewedGame game = AfterHerMove("h5", viewer);
    ASSERT_THAT(game.Replay("e8d8", Given()), IsOk());
    EXPECT_EQ(FenOf(game.shown()), R"(3k4/8/8/7Q/8/8/8/4K3 w 2 {"flags":"1011"})");
  }
}

TEST(ViewedGame, H23_HerMoveIsToldWithoutWhereSheWent) {
  for (const Viewer viewer : kViewers) {
    const bool knows = Knows(viewer, Color::kWhite);
    ViewedGame game = View(kBeforeHerMove, viewer);
    Applied applied;
    ASSERT_THAT(ProposedActions(&game).Apply("d1h5?", Given(), &applied), IsOk());
    EXPECT_EQ(applied.text, knows ? "d1h5?" : "d1??");
    EXPECT_EQ(applied.san, knows ? "Qh5?" : "Q??");
    ASSERT_FALSE(applied.events.empty());
    EXPECT_EQ(applied.events[0].from, "d1");
    EXPECT_EQ(applied.events[0].to, knows ? "h5" : "");
  }
}

TEST(ViewedGame, H23_HerMoveIsToldInFullOnceSheIsSeen) {
  ViewedGame game = View(kBeforeHerMove, Viewer::kSpectator);
  ProposedActions actions(&game);
  // What players say shows nothing.
  for (const char* action : {"draw?", "d1h5?", "draw-"}) {
    Applied applied;
    ASSERT_THAT(actions.Apply(action, Given(), &applied), IsOk()) << action;
    EXPECT_FALSE(actions.disclosed()) << action;
  }
  Applied applied;
  ASSERT_THAT(actions.Apply("e8d8", Given(), &applied), IsOk());
  ASSERT_TRUE(actions.disclosed());
  EXPECT_EQ(actions.disclosed()->index, 1);
  EXPECT_EQ(actions.disclosed()->applied.text, "d1h5?");
  EXPECT_EQ(actions.disclosed()->applied.events[0].to, "h5");
  ASSERT_THAT(actions.Apply("e1d1", Given(), &applied), IsOk());
  EXPECT_FALSE(actions.disclosed());
}

TEST(ViewedGame, H23_OneQueenIsShownByTheMoveThatHidesAnother) {
  ViewedGame game = View("3qk3/8/8/8/8/8/8/3QK3 w 0", Viewer::kSpectator);
  ProposedActions actions(&game);
  Applied applied;
  ASSERT_THAT(actions.Apply("d1h5?", Given(), &applied), IsOk());
  ASSERT_THAT(actions.Apply("d8a5?", Given(), &applied), IsOk());
  EXPECT_EQ(applied.text, "d8??");
  ASSERT_TRUE(actions.disclosed());
  EXPECT_EQ(actions.disclosed()->index, 0);
  EXPECT_EQ(actions.disclosed()->applied.text, "d1h5?");
}

// For all that Black knows Luigi finds nothing but the rook, and nothing more is drawn.
TEST(ViewedGame, H23_AnErrorDoesNotBetrayHer) {
  constexpr const char* kAction = "d8d7{egg=luigi}";
  for (const Viewer viewer : kInitiates) {
    EXPECT_THAT(View(kBesideAnEgg, viewer).Replay(kAction, Given()),
                Fails(ErrorReason::kImpossibleOutcome, "c3"));
  }
  for (const Viewer viewer : kStrangers) {
    ViewedGame game = View(kBesideAnEgg, viewer);
    const std::string before = game.shown().Snapshot();
    const absl::Status refused = game.Replay(kAction, Given());
    EXPECT_THAT(refused, Fails(ErrorReason::kImpossibleOutcome, "these outcomes did not happen"));
    EXPECT_THAT(testing::Message(refused), Not(HasSubstr("c3")));
    EXPECT_EQ(game.shown().Snapshot(), before);
    EXPECT_EQ(FenOf(game.unredacted()), kBesideAnEgg);
  }
}

TEST(ViewedGame, H23_WhatTheSeedDrawsIsToldOnlyToThoseWhoSeeHer) {
  const Given given = {.seed = kSeed};
  Applied drawn;
  ASSERT_THAT(GameAt("chakart", kBesideAnEgg)->Apply("d8d7", given, &drawn), IsOk());
  const std::string forged =
      drawn.text.find("daisy") == std::string::npos ? "d8d7{egg=daisy}" : "d8d7{egg=bowser}";
  for (const Viewer viewer : kViewers) {
    ViewedGame game = View(kBesideAnEgg, viewer);
    size_t draws = 0;
    EXPECT_THAT(
        game.ReplayChecked(forged, given, &draws),
        Fails(ErrorReason::kImpossibleOutcome,
              Knows(viewer, Color::kWhite) ? "the seed draws" : "these outcomes did not happen"));
    EXPECT_EQ(draws, 0u);
    EXPECT_THAT(game.ReplayChecked(drawn.text, given, &draws), IsOk());
    EXPECT_EQ(draws, drawn.draws.size());
    EXPECT_EQ(&game.shown(), &game.unredacted());
  }
}

TEST(ViewedGame, H23_WhatWouldTellOfHerIsRefused) {
  const auto visit = [](const Applied&, Fraction, const ViewedGame&) { return true; };
  for (const Viewer viewer : kViewers) {
    const ViewedGame game = AfterHerMove("h5", viewer);
    Budget budget;
    const auto analysis = game.InFull("what is best is not for him to know");
    const auto outcomes = game.Outcomes("e8d8", {}, budget, visit);
    if (Knows(viewer, Color::kWhite)) {
      EXPECT_THAT(analysis, IsOk());
      EXPECT_THAT(outcomes, IsOk());
      continue;
    }
    EXPECT_THAT(analysis, Fails(ErrorReason::kHiddenInformation,
                                "a queen is hidden from this viewer, so what is best is not for "
                                "him to know (H23)"));
    EXPECT_EQ(FieldOf(analysis.status()), "viewer");
    EXPECT_THAT(outcomes, Fails(ErrorReason::kHiddenInformation, "what can happen"));
    EXPECT_EQ(FieldOf(outcomes.status()), "viewer");
  }
}

TEST(ViewedGame, H23_AnOutcomeIsToldWithoutWhereSheWent) {
  for (const Viewer viewer : kStrangers) {
    std::vector<std::string> told;
    Budget budget;
    const auto summary = View(kBeforeHerMove, viewer)
                             .Outcomes("d1h5?", {}, budget,
                                       [&told](const Applied& applied, Fraction /*probability*/,
                                               const ViewedGame& after) {
                                         told.push_back(applied.text);
                                         told.push_back(FenOf(after.shown()));
                                         return true;
                                       });
    EXPECT_THAT(summary, IsOk());
    EXPECT_THAT(told, ElementsAre("d1??", R"(4k3/8/8/8/8/8/8/3?K3 b 1 {"flags":"1011"})"));
  }
}

TEST(ViewedGame, H23_APictureDoesNotMarkWhereSheWent) {
  for (const Viewer viewer : kViewers) {
    const ViewedGame game = AfterHerMove("h5", viewer);
    const auto visible = game.VisibleSquares("d1h5?", {"d1", "h5"});
    if (Knows(viewer, Color::kWhite)) {
      EXPECT_THAT(visible, ElementsAre("d1", "h5"));
    } else {
      EXPECT_THAT(visible, ElementsAre("d1"));
    }
    EXPECT_THAT(game.VisibleSquares("e1e2", {"e1", "e2"}), ElementsAre("e1", "e2"));
  }
}

TEST(ProposedActions, H23_TheActionThatShowsHerIsTheLast) {
  for (const Viewer viewer : kStrangers) {
    ViewedGame game = AfterHerMove("h5", viewer);
    ProposedActions actions(&game);
    Applied applied;
    EXPECT_THAT(actions.Apply("draw?", Given(), &applied), IsOk());
    EXPECT_THAT(actions.Apply("e8d8", Given(), &applied), IsOk());
    EXPECT_THAT(actions.Apply("e1e2", Given(), &applied),
                Fails(ErrorReason::kHiddenInformation, "the actions before it show a queen"));
    // Those of the next request see her.
    EXPECT_THAT(ProposedActions(&game).Apply("e1e2", Given(), &applied), IsOk());
  }
}

TEST(ProposedActions, H23_OutcomesAreNotForAStrangerToGive) {
  for (const Viewer viewer : kStrangers) {
    ViewedGame game = View(kBesideAnEgg, viewer);
    ProposedActions actions(&game);
    Applied applied;
    EXPECT_THAT(actions.Apply("d8d7{egg=daisy}", Given(), &applied),
                Fails(ErrorReason::kHiddenInformation, "not for him to give"));
    EXPECT_THAT(actions.Apply("d8d7", Given(), &applied),
                Fails(ErrorReason::kRandomnessRequired, "egg"));
    EXPECT_THAT(actions.Apply("d8d7", {.seed = kSeed}, &applied), IsOk());
  }
}

}  // namespace
}  // namespace arbiter
