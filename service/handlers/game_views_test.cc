// Tests views: each part of a view is, byte for byte, that of the call which is made for its viewer
// alone, and shows nothing that is hidden from the viewer (ruling H23).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/game.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::AllAnswersAreEqual;
using testing::AllHiddenQueens;
using testing::Ask;
using testing::CallHandler;
using ::testing::ElementsAre;
using testing::Fails;
using testing::GameCase;
using testing::HiddenQueen;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::kWorldsSeed;
using testing::LegalFor;
using testing::OtherViewers;
using testing::PlayGames;
using testing::Random;

constexpr v1::Viewer kEveryViewer[] = {v1::VIEWER_ALL, v1::VIEWER_WHITE, v1::VIEWER_BLACK,
                                       v1::VIEWER_SPECTATOR};

const CallContext& Context() {
  static const Limits limits;
  static const CallContext context{&limits, nullptr};
  return context;
}

// Makes a view with a random selection of parts.
v1::View RandomView(v1::Viewer viewer, Random& random) {
  v1::View view;
  view.set_viewer(viewer);
  view.set_board(random.OneIn(2));
  constexpr const char* kLocales[] = {"", "th", "zh-CN"};
  view.set_locale(kLocales[random.Below(3)]);
  if (random.OneIn(2)) view.set_fen_style(v1::FEN_STYLE_PYCHESS);
  if (!random.OneIn(4)) view.set_moves(static_cast<v1::Detail>(random.Below(3)));
  if (!random.OneIn(4)) {
    v1::Picture& picture = *view.mutable_picture();
    picture.set_orientation(static_cast<v1::Color>(random.Below(3)));
    picture.set_format(static_cast<v1::Format>(random.Below(4)));
    picture.set_theme(static_cast<v1::Theme>(random.Below(3)));
    picture.set_coordinates(static_cast<v1::Coordinates>(random.Below(3)));
    picture.set_symbols(random.OneIn(2));
    if (random.OneIn(2)) picture.set_size(static_cast<uint32_t>(64 + random.Below(900)));
    if (random.OneIn(2)) picture.add_highlights("e4");
    if (random.OneIn(2)) {
      picture.add_arrows()->set_from("a1");
      picture.mutable_arrows(0)->set_to("b2");
    }
  }
  return view;
}

void CopyTo(const v1::View& view, auto* request) {
  request->set_viewer(view.viewer());
  request->set_locale(view.locale());
  request->set_fen_style(view.fen_style());
  request->set_board(view.board());
}

template <typename Response, typename Request>
Response Answer(Handler<Request> handler, const Request& request) {
  Response response;
  EXPECT_THAT(CallHandler(handler, Context(), request, &response), IsOk())
      << request.ShortDebugString();
  return response;
}

v1::Color ColorOf(v1::Viewer viewer) {
  return viewer == v1::VIEWER_WHITE   ? v1::COLOR_WHITE
         : viewer == v1::VIEWER_BLACK ? v1::COLOR_BLACK
                                      : v1::COLOR_UNSPECIFIED;
}

// Returns what LegalMoves lists for the viewer of a view, without what only the other player can
// do.
v1::LegalMovesResponse MovesFor(const v1::View& view, const v1::Position& position,
                                const v1::State& state) {
  v1::LegalMovesRequest request;
  *request.mutable_position() = position;
  request.set_viewer(view.viewer());
  request.set_detail(view.moves());
  auto moves = Answer<v1::LegalMovesResponse>(LegalMoves, request);
  const v1::Color color = ColorOf(view.viewer());
  if (color == v1::COLOR_UNSPECIFIED || state.turn() == v1::COLOR_UNSPECIFIED) return moves;
  if (state.turn() != color) {
    moves.clear_texts();
    moves.clear_moves();
  }
  auto* controls = moves.mutable_controls();
  controls->erase(std::remove_if(controls->begin(), controls->end(),
                                 [color](const auto& control) { return control.actor() != color; }),
                  controls->end());
  return moves;
}

v1::RenderBoardResponse PictureFor(const v1::View& view, const v1::Position& position,
                                   const std::string& last_move) {
  const v1::Picture& picture = view.picture();
  v1::RenderBoardRequest request;
  *request.mutable_position() = position;
  request.set_viewer(view.viewer());
  request.set_locale(view.locale());
  request.set_orientation(picture.orientation());
  *request.mutable_arrows() = picture.arrows();
  *request.mutable_highlights() = picture.highlights();
  request.set_format(picture.format());
  request.set_theme(picture.theme());
  request.set_coordinates(picture.coordinates());
  request.set_size(picture.size());
  request.set_symbols(picture.symbols());
  request.set_last_move(last_move);
  return Answer<v1::RenderBoardResponse>(RenderBoard, request);
}

// Expects the parts of a view of `position` to be those of the separate calls.
void ExpectParts(const v1::View& view, const v1::GameView& shown, const v1::Position& position,
                 const std::string& last_move) {
  v1::AdjudicateRequest adjudicate;
  *adjudicate.mutable_position() = position;
  CopyTo(view, &adjudicate);
  const auto state = Answer<v1::AdjudicateResponse>(Adjudicate, adjudicate).state();
  ASSERT_EQ(shown.viewer(), view.viewer());
  ASSERT_EQ(shown.state().SerializeAsString(), state.SerializeAsString());
  ASSERT_EQ(shown.has_moves(), view.has_moves());
  if (view.has_moves()) {
    ASSERT_EQ(shown.moves().SerializeAsString(),
              MovesFor(view, position, state).SerializeAsString());
  }
  ASSERT_EQ(shown.has_picture(), view.has_picture());
  if (view.has_picture()) {
    ASSERT_EQ(shown.picture().SerializeAsString(),
              PictureFor(view, position, last_move).SerializeAsString());
  }
}

v1::Position AtSnapshot(const Game& game) {
  v1::Position position;
  position.set_variant(std::string(game.variant().id));
  position.set_snapshot(game.Snapshot());
  return position;
}

class Views : public ::testing::TestWithParam<GameCase> {};

TEST_P(Views, H23_OfAPositionAreThoseOfSeparateCalls) {
  Random random(201);
  PlayGames(GetParam(), 8 / std::min(4, kSanitizerSlowdown), 80, random,
            [&](const Game& game, const std::vector<std::string>& actions) {
              v1::ViewGameRequest request;
              *request.mutable_position() = AtSnapshot(game);
              if (!actions.empty()) request.set_last_move(actions.back());
              for (const v1::Viewer viewer : kEveryViewer) {
                *request.add_views() = RandomView(viewer, random);
              }
              const auto response = Answer<v1::ViewGameResponse>(ViewGame, request);
              ASSERT_EQ(response.views_size(), request.views_size());
              for (int i = 0; i < request.views_size(); ++i) {
                ExpectParts(request.views(i), response.views(i), request.position(),
                            request.last_move());
              }
            });
}

TEST_P(Views, H23_OfActionsAreThoseOfSeparateCalls) {
  Random random(202);
  size_t compared = 0;
  std::string before;
  PlayGames(GetParam(), 12 / std::min(4, kSanitizerSlowdown), 80, random,
            [&](const Game& game, const std::vector<std::string>& actions) {
              const std::string previous = std::exchange(before, game.Snapshot());
              if (actions.empty()) return;
              v1::ApplyMovesRequest request;
              request.mutable_position()->set_variant(std::string(game.variant().id));
              request.mutable_position()->set_snapshot(previous);
              request.add_actions(actions.back());
              // The outcomes stand in the action.
              for (const v1::Viewer viewer : kEveryViewer) {
                *request.add_views() = RandomView(viewer, random);
              }
              const auto response = Answer<v1::ApplyMovesResponse>(ApplyMoves, request);
              v1::ApplyMovesRequest plain = request;
              plain.clear_views();
              v1::ApplyMovesResponse without_views = response;
              without_views.clear_views();
              ASSERT_EQ(without_views.SerializeAsString(),
                        Answer<v1::ApplyMovesResponse>(ApplyMoves, plain).SerializeAsString());
              const v1::Position after = AtSnapshot(game);
              const std::string last_move =
                  game.IsControl(actions.back()) ? "" : response.applied(0).text();
              for (int i = 0; i < request.views_size(); ++i) {
                const v1::View& view = request.views(i);
                const v1::GameView& shown = response.views(i);
                ExpectParts(view, shown, after, last_move);
                CopyTo(view, &plain);
                v1::ApplyMovesResponse alone;
                // A viewer from whom something is hidden may not propose every action.
                if (!CallHandler(ApplyMoves, Context(), plain, &alone).ok()) continue;
                ++compared;
                ASSERT_EQ(shown.state().SerializeAsString(), alone.state().SerializeAsString());
                ASSERT_EQ(shown.applied_size(), alone.applied_size());
                ASSERT_EQ(shown.applied(0).SerializeAsString(),
                          alone.applied(0).SerializeAsString());
              }
            });
  EXPECT_GT(compared, 100u);
}

INSTANTIATE_TEST_SUITE_P(EveryVariant, Views, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& test) { return test.param.Name(); });

// The views of a whole turn of Chakart: its player sees where the queen went, nobody else does.
TEST(GameViews, H23_AStealthMoveIsShownToItsPlayerAlone) {
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant("chakart");
  request.mutable_position()->set_fen("4k3/8/8/8/8/8/8/3QK3 w 0");
  request.add_actions("d1h5?");
  for (const v1::Viewer viewer : kEveryViewer) {
    v1::View& view = *request.add_views();
    view.set_viewer(viewer);
    view.set_moves(v1::DETAIL_TEXT);
    view.mutable_picture()->set_format(v1::FORMAT_TEXT);
  }
  const auto response = Answer<v1::ApplyMovesResponse>(ApplyMoves, request);
  for (const v1::GameView& view : response.views()) {
    const bool sees = view.viewer() == v1::VIEWER_ALL || view.viewer() == v1::VIEWER_WHITE;
    EXPECT_EQ(view.applied(0).text(), sees ? "d1h5?" : "d1??");
    EXPECT_EQ(view.state().chakart().hidden_square(), sees ? "h5" : "");
    EXPECT_EQ(view.picture().image().find("[~") != std::string::npos, false);
    EXPECT_EQ(view.moves().texts().empty(), view.viewer() == v1::VIEWER_WHITE);
  }
}

TEST(GameViews, TheFirstStateOfAGameHasViews) {
  v1::StartGameRequest request;
  request.set_variant("makruk");
  for (const v1::Viewer viewer : {v1::VIEWER_WHITE, v1::VIEWER_BLACK}) {
    request.add_views()->set_viewer(viewer);
    request.mutable_views()->rbegin()->set_moves(v1::DETAIL_TEXT);
  }
  const auto response = Answer<v1::StartGameResponse>(StartGame, request);
  ASSERT_EQ(response.views_size(), 2);
  EXPECT_EQ(response.views(0).moves().texts_size(), 23);
  EXPECT_THAT(response.views(1).moves().texts(), IsEmpty());
  EXPECT_THAT(response.views(1).applied(), IsEmpty());
  for (const v1::GameView& view : response.views()) {
    EXPECT_EQ(view.state().SerializeAsString(), response.state().SerializeAsString());
    const std::string prefix = view.viewer() == v1::VIEWER_WHITE ? "" : "black:";
    ASSERT_EQ(view.moves().controls_size(), 3);
    EXPECT_EQ(view.moves().controls(0).action(), prefix + "resign");
  }
}

TEST(GameViews, C7_TheLastMoveStaysMarkedAfterAControlAction) {
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant("makruk");
  for (const char* action : {"e3e4", "black:draw?", "draw-"}) request.add_actions(action);
  request.add_views()->mutable_picture()->set_format(v1::FORMAT_TEXT);
  const auto response = Answer<v1::ApplyMovesResponse>(ApplyMoves, request);
  EXPECT_NE(response.views(0).picture().image().find("[P]"), std::string::npos);
}

TEST(GameViews, P19_AMoveThatWasTakenBackIsNotMarked) {
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant("chpok");
  v1::ChpokOptions& options = *request.mutable_position()->mutable_options()->mutable_chpok();
  options.set_skip_bidding(true);
  options.mutable_features()->set_undo(1);
  for (const char* action : {"e2e4", "e7e5", "undo"}) request.add_actions(action);
  request.add_views()->mutable_picture()->set_format(v1::FORMAT_TEXT);
  const auto undone = Answer<v1::ApplyMovesResponse>(ApplyMoves, request);
  EXPECT_EQ(undone.views(0).picture().image().find('['), std::string::npos);
  request.add_actions("d2d4");
  const auto moved = Answer<v1::ApplyMovesResponse>(ApplyMoves, request);
  EXPECT_NE(moved.views(0).picture().image().find("[P]"), std::string::npos);
  // An undo that comes too late is not made (P24).
  request.mutable_actions()->RemoveLast();
  options.set_minutes(1);
  for (const int64_t elapsed : {0, 0, 60'001}) request.add_elapsed_ms(elapsed);
  const auto late = Answer<v1::ApplyMovesResponse>(ApplyMoves, request);
  EXPECT_NE(late.views(0).picture().image().find("[p]"), std::string::npos);
}

TEST(GameViews, AreRefusedAtTheirField) {
  const auto refusal = [](auto edit) {
    v1::ViewGameRequest request;
    request.mutable_position()->set_variant("chak");
    request.add_views();
    edit(request);
    v1::ViewGameResponse response;
    return CallHandler(ViewGame, Context(), request, &response);
  };
  const auto field = [&refusal](auto edit) { return FieldOf(refusal(edit)); };
  EXPECT_EQ(field([](auto& r) { r.mutable_views(0)->set_viewer(static_cast<v1::Viewer>(9)); }),
            "views[0].viewer");
  EXPECT_EQ(field([](auto& r) { r.add_views()->set_moves(static_cast<v1::Detail>(7)); }),
            "views[1].moves");
  EXPECT_EQ(field([](auto& r) { r.mutable_views(0)->mutable_picture()->add_highlights("k1"); }),
            "views[0].picture.highlights[0]");
  EXPECT_EQ(field([](auto& r) { r.mutable_views(0)->mutable_picture()->set_size(10); }),
            "views[0].picture.size");
  EXPECT_EQ(field([](auto& r) { r.set_last_move("no squares"); }), "last_move");
  EXPECT_THAT(refusal([](auto& r) {
                while (r.views_size() < 9) r.add_views();
              }),
              Fails(ErrorReason::kLimitExceeded, "the maximum is 8"));
  EXPECT_THAT(refusal([](auto& r) {
                while (r.views_size() < 8) r.add_views();
              }),
              IsOk());
}

// --- Non-interference: no view depends on where a queen stands that is hidden from its viewer.

v1::View FullView(v1::Viewer viewer, size_t number) {
  v1::View view;
  view.set_viewer(viewer);
  view.set_board(true);
  view.set_moves(number % 2 == 0 ? v1::DETAIL_TEXT : v1::DETAIL_FULL);
  view.mutable_picture()->set_format(number % 3 == 0 ? v1::FORMAT_SVG : v1::FORMAT_TEXT);
  return view;
}

// Returns the bytes of the only view in an answer.
std::string OnlyView(const auto& response) {
  EXPECT_EQ(response.views_size(), 1);
  return response.views(0).SerializeAsString();
}

TEST(HiddenViews, H23_ViewsOfAPositionAreEqual) {
  size_t pairs = 0;
  for (size_t i = 0; i < AllHiddenQueens().size(); ++i) {
    const HiddenQueen& queen = AllHiddenQueens()[i];
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t world) {
        v1::ViewGameRequest request;
        *request.mutable_position() = position;
        for (const size_t number : {i, i + 1}) *request.add_views() = FullView(viewer, number);
        if (!queen.moves.empty()) request.set_last_move(queen.moves[world]);
        pairs += 2;
        return Answer<v1::ViewGameResponse>(ViewGame, request).SerializeAsString();
      }));
    }
  }
  EXPECT_GT(pairs, 20'000u / (kSanitizerSlowdown * kSanitizerSlowdown));
  RecordProperty("pairs", std::to_string(pairs));
}

// The site applies the stealth move for a viewer who sees everything.
TEST(HiddenViews, H23_ViewsOfTheStealthMoveAreEqual) {
  for (size_t i = 0; i < AllHiddenQueens().size(); ++i) {
    const HiddenQueen& queen = AllHiddenQueens()[i];
    if (queen.moves.empty()) continue;
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position&, size_t world) {
        v1::ApplyMovesRequest request;
        *request.mutable_position() = queen.before;
        request.add_actions("draw?");
        request.add_actions(queen.moves[world]);
        request.add_actions("draw!");
        *request.add_views() = FullView(viewer, i);
        return OnlyView(Answer<v1::ApplyMovesResponse>(ApplyMoves, request));
      }));
    }
  }
}

// A control action of either player reveals nothing.
TEST(HiddenViews, H23_ViewsOfControlActionsAreEqual) {
  for (size_t i = 0; i < AllHiddenQueens().size(); ++i) {
    const HiddenQueen& queen = AllHiddenQueens()[i];
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const char* action : {"white:draw?", "black:resign"}) {
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
          v1::ApplyMovesRequest request;
          *request.mutable_position() = position;
          request.add_actions(action);
          *request.add_views() = FullView(viewer, i);
          return OnlyView(Answer<v1::ApplyMovesResponse>(ApplyMoves, request));
        }));
      }
    }
  }
}

// Moves in advance of the queen's own side do not include hers for other viewers.
TEST(HiddenViews, H23_MovesInAdvanceAreEqual) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const v1::Color side : {v1::COLOR_WHITE, v1::COLOR_BLACK}) {
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
          v1::LegalMovesRequest request;
          *request.mutable_position() = position;
          request.set_viewer(viewer);
          request.set_side(side);
          request.set_detail(v1::DETAIL_FULL);
          std::string moves = Ask(LegalMoves, request);
          EXPECT_TRUE(testing::IsAccepted(moves)) << moves;
          return moves;
        }));
      }
    }
  }
}

// What a view shows is not allowed to change what is accepted: with a view for everybody, an error
// says what it says without views.
TEST(HiddenViews, H23_ViewsDoNotAffectErrors) {
  Random random(204);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    v1::ApplyMovesRequest request =
        testing::ApplyRequest(queen.worlds[random.Below(queen.worlds.size())], "a1a1",
                              queen.OpponentsView(), kWorldsSeed);
    const std::string plain = Ask(ApplyMoves, request);
    ASSERT_FALSE(testing::IsAccepted(plain));
    for (const v1::Viewer viewer : kEveryViewer) *request.add_views() = FullView(viewer, 1);
    ASSERT_EQ(Ask(ApplyMoves, request), plain);
  }
}

}  // namespace
}  // namespace arbiter
