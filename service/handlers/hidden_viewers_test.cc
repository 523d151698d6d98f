// Tests who sees a queen after a stealth move, and until when (ruling H23).
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::AllHiddenQueens;
using testing::ApplyRequest;
using testing::Ask;
using testing::CallHandler;
using testing::Fails;
using testing::HiddenQueen;
using testing::IsAccepted;
using testing::IsOk;
using testing::kWorldsSeed;
using testing::LegalFor;
using testing::OtherViewers;
using testing::Random;

constexpr v1::Viewer kAllViewers[] = {v1::VIEWER_ALL, v1::VIEWER_WHITE, v1::VIEWER_BLACK,
                                      v1::VIEWER_SPECTATOR};

const CallContext& Context() {
  static const Limits limits;
  static const CallContext context{&limits, nullptr};
  return context;
}

v1::State StateFor(const v1::Position& position, v1::Viewer viewer) {
  v1::AdjudicateRequest request;
  *request.mutable_position() = position;
  request.set_viewer(viewer);
  v1::AdjudicateResponse response;
  EXPECT_THAT(CallHandler(Adjudicate, Context(), request, &response), IsOk());
  return response.state();
}

v1::ApplyMovesResponse ApplyFor(const v1::Position& position, const std::string& action,
                                v1::Viewer viewer) {
  v1::ApplyMovesResponse response;
  EXPECT_THAT(CallHandler(ApplyMoves, Context(),
                          ApplyRequest(position, action, viewer, kWorldsSeed), &response),
              IsOk())
      << action << " in " << position.ShortDebugString();
  return response;
}

v1::Position AtSnapshot(const std::string& snapshot) {
  v1::Position position;
  position.set_variant("chakart");
  position.set_snapshot(snapshot);
  return position;
}

std::string Board(const std::string& fen) { return fen.substr(0, fen.find(' ')); }

v1::Color ToWire(Color color) { return color == Color::kWhite ? v1::COLOR_WHITE : v1::COLOR_BLACK; }

// Counts the queens of a colour on the board of a FEN, immobilised or not.
int CountQueens(const std::string& fen, Color color) {
  const std::string board = Board(fen);
  const std::string letters = color == Color::kWhite ? "QTI" : "qti";
  return static_cast<int>(std::count_if(board.begin(), board.end(), [&](char letter) {
    return letters.find(letter) != std::string::npos;
  }));
}

TEST(HiddenViewers, H23_TheOwnerAndAllSeeTheQueen) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (size_t i = 0; i < queen.worlds.size(); ++i) {
      const v1::State all = StateFor(queen.worlds[i], v1::VIEWER_ALL);
      ASSERT_EQ(all.chakart().hidden_square(), queen.squares[i]);
      ASSERT_EQ(all.chakart().hidden(), ToWire(queen.owner));
      ASSERT_NE(Board(all.fen()).find(queen.owner == Color::kWhite ? 'I' : 'i'), std::string::npos);
      for (const v1::Viewer viewer : {queen.OwnersView(), v1::VIEWER_UNSPECIFIED}) {
        ASSERT_EQ(StateFor(queen.worlds[i], viewer).SerializeAsString(), all.SerializeAsString());
      }
      for (const v1::Viewer viewer : OtherViewers(queen)) {
        const v1::State seen = StateFor(queen.worlds[i], viewer);
        ASSERT_EQ(seen.chakart().hidden_square(), "");
        ASSERT_EQ(seen.chakart().hidden(), ToWire(queen.owner));
        ASSERT_EQ(Board(seen.fen()).find_first_of("Ii"), std::string::npos) << seen.fen();
        ASSERT_EQ(CountQueens(seen.fen(), queen.owner), CountQueens(all.fen(), queen.owner) - 1);
        ASSERT_NE(seen.fen().find('?'), std::string::npos) << seen.fen();
      }
    }
  }
}

TEST(HiddenViewers, H23_TheOwnersPictureShowsTheQueen) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::Format format : {v1::FORMAT_SVG, v1::FORMAT_TEXT, v1::FORMAT_ANSI}) {
      v1::RenderBoardRequest request;
      request.set_format(format);
      std::string last;
      for (const v1::Position& position : queen.worlds) {
        *request.mutable_position() = position;
        request.set_viewer(queen.OwnersView());
        std::string picture = Ask(RenderBoard, request);
        ASSERT_TRUE(IsAccepted(picture));
        ASSERT_NE(picture, last);
        request.set_viewer(v1::VIEWER_ALL);
        ASSERT_EQ(Ask(RenderBoard, request), picture);
        request.set_viewer(v1::VIEWER_SPECTATOR);
        ASSERT_NE(Ask(RenderBoard, request), picture);
        last = std::move(picture);
      }
    }
  }
}

TEST(HiddenViewers, H23_OnlyTheOwnerAndAllSeeTheStealthMove) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (size_t i = 0; i < queen.moves.size(); ++i) {
      const std::string& move = queen.moves[i];
      for (const v1::Viewer viewer : {v1::VIEWER_ALL, queen.OwnersView()}) {
        const v1::Applied applied = ApplyFor(queen.before, move, viewer).applied(0);
        ASSERT_EQ(applied.text(), move);
        ASSERT_TRUE(applied.san().starts_with('Q') && applied.san().ends_with(move.substr(2)));
        ASSERT_EQ(applied.events(0).kind(), v1::Event::KIND_STEALTH);
        ASSERT_EQ(applied.events(0).to(), queen.squares[i]);
      }
      for (const v1::Viewer viewer : OtherViewers(queen)) {
        const v1::Applied applied = ApplyFor(queen.before, move, viewer).applied(0);
        ASSERT_EQ(applied.text(), move.substr(0, 2) + "??");
        ASSERT_EQ(applied.san(), "Q??");
        ASSERT_EQ(applied.events(0).kind(), v1::Event::KIND_STEALTH);
        ASSERT_EQ(applied.events(0).to(), "");
      }
    }
  }
}

TEST(HiddenViewers, H23_OutcomesAreOnlyForViewersWhoSeeTheQueen) {
  Random random(81);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const size_t world = random.Below(queen.worlds.size());
    v1::EnumerateOutcomesRequest request;
    *request.mutable_position() = queen.worlds[world];
    const std::vector<std::string> legal = LegalFor(queen.worlds[world], v1::VIEWER_ALL);
    request.set_action(legal[random.Below(legal.size())]);
    request.set_max_outcomes(3);
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      request.set_viewer(viewer);
      v1::EnumerateOutcomesResponse response;
      const absl::Status status = CallHandler(EnumerateOutcomes, Context(), request, &response);
      ASSERT_THAT(status, Fails(ErrorReason::kHiddenInformation, "H23"));
      ASSERT_EQ(FieldOf(status), "viewer");
    }
    for (const v1::Viewer viewer : {v1::VIEWER_ALL, queen.OwnersView()}) {
      request.set_viewer(viewer);
      ASSERT_TRUE(IsAccepted(Ask(EnumerateOutcomes, request))) << request.ShortDebugString();
    }
  }
}

TEST(HiddenViewers, H23_ARedactedStateIsRefusedAsInput) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      const v1::State seen = StateFor(queen.worlds[0], viewer);
      v1::AdjudicateRequest request;
      v1::AdjudicateResponse response;
      v1::Position& position = *request.mutable_position();
      position.set_variant("chakart");
      position.set_fen(seen.fen());
      absl::Status status = CallHandler(Adjudicate, Context(), request, &response);
      ASSERT_THAT(status, Fails(ErrorReason::kBadFen, "one viewer"));
      ASSERT_EQ(FieldOf(status), "position.fen");
      position.mutable_record()->set_start_fen(seen.fen());
      status = CallHandler(Adjudicate, Context(), request, &response);
      ASSERT_THAT(status, Fails(ErrorReason::kBadFen, "one viewer"));
      ASSERT_EQ(FieldOf(status), "position.record.start_fen");
      position.set_snapshot(seen.snapshot());
      status = CallHandler(Adjudicate, Context(), request, &response);
      ASSERT_THAT(status, Fails(ErrorReason::kBadSnapshot, "one viewer"));
      ASSERT_EQ(FieldOf(status), "position.snapshot");
    }
  }
}

// The redacted text of an action is not a valid action either.
TEST(HiddenViewers, H23_ARedactedActionIsRefusedAsInput) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    if (queen.moves.empty()) continue;
    const std::string shown = queen.moves[0].substr(0, 2) + "??";
    v1::ApplyMovesResponse response;
    ASSERT_THAT(CallHandler(ApplyMoves, Context(),
                            ApplyRequest(queen.before, shown, v1::VIEWER_ALL, ""), &response),
                Fails(ErrorReason::kBadActionText, "one viewer"));
  }
}

TEST(HiddenViewers, H23_TheNextActionRevealsTheQueenToAll) {
  Random random(82);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const size_t world = random.Below(queen.worlds.size());
    const v1::Position& position = queen.worlds[world];
    const std::vector<std::string> legal = LegalFor(position, queen.OpponentsView());
    const std::string& action = legal[random.Below(legal.size())];
    const v1::ApplyMovesResponse all = ApplyFor(position, action, v1::VIEWER_ALL);
    const auto& events = all.applied(0).events();
    ASSERT_TRUE(std::any_of(events.begin(), events.end(), [&](const v1::Event& event) {
      const bool captured =
          event.kind() == v1::Event::KIND_CAPTURE && event.to() == queen.squares[world];
      return captured || event.kind() == v1::Event::KIND_REVEALED;
    })) << all.ShortDebugString();
    const bool is_stealth = action.ends_with('?');
    const v1::Position after = AtSnapshot(all.state().snapshot());
    for (const v1::Viewer viewer : kAllViewers) {
      const v1::ApplyMovesResponse seen = ApplyFor(position, action, viewer);
      ASSERT_EQ(CountQueens(seen.state().fen(), queen.owner),
                CountQueens(all.state().fen(), queen.owner));
      // If the action is a stealth move, the other side's queen is hidden now, from this queen's
      // owner and from spectators.
      if (is_stealth && viewer != v1::VIEWER_ALL && viewer != queen.OpponentsView()) continue;
      ASSERT_EQ(seen.SerializeAsString(), all.SerializeAsString()) << action;
      v1::EnumerateOutcomesRequest outcomes;
      *outcomes.mutable_position() = after;
      outcomes.set_viewer(viewer);
      const std::vector<std::string> next = LegalFor(after, viewer);
      if (next.empty() || all.state().phase() == v1::PHASE_FINISHED) continue;
      outcomes.set_action(next[random.Below(next.size())]);
      outcomes.set_max_outcomes(3);
      const std::string answer = Ask(EnumerateOutcomes, outcomes);
      ASSERT_TRUE(IsAccepted(answer)) << answer;
    }
  }
}

TEST(HiddenViewers, H23_ControlActionsDoNotRevealTheQueen) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const char* action : {"draw?", "resign", "timeout"}) {
      const v1::State state = ApplyFor(queen.worlds[0], action, queen.OpponentsView()).state();
      ASSERT_EQ(state.chakart().hidden(), ToWire(queen.owner));
      ASSERT_EQ(state.chakart().hidden_square(), "");
      ASSERT_EQ(Board(state.fen()).find_first_of("Ii"), std::string::npos);
    }
  }
}

TEST(HiddenViewers, H6_AStealthMoveOntoAHiddenQueenCapturesHer) {
  int captures = 0;
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    for (size_t i = 0; i < queen.worlds.size(); ++i) {
      const auto onto_her = std::find_if(legal.begin(), legal.end(), [&](const std::string& text) {
        return text.ends_with('?') && text.substr(2, 2) == queen.squares[i];
      });
      if (onto_her == legal.end()) continue;
      ++captures;
      const std::vector<std::string> open = LegalFor(queen.worlds[i], v1::VIEWER_ALL);
      EXPECT_EQ(std::find(open.begin(), open.end(), *onto_her), open.end());
      const v1::State before = StateFor(queen.worlds[i], v1::VIEWER_ALL);
      const v1::ApplyMovesResponse after =
          ApplyFor(queen.worlds[i], *onto_her, queen.OpponentsView());
      ASSERT_EQ(after.applied(0).text(), *onto_her);
      ASSERT_EQ(after.state().chakart().hidden(), ToWire(!queen.owner));
      ASSERT_EQ(after.state().chakart().hidden_square(), queen.squares[i]);
      ASSERT_EQ(CountQueens(after.state().fen(), queen.owner),
                CountQueens(before.fen(), queen.owner) - 1);
      ASSERT_EQ(CountQueens(after.state().fen(), !queen.owner),
                CountQueens(before.fen(), !queen.owner));
      // All viewers see the capture, and with it where the capturing queen stands.
      for (const v1::Viewer viewer : {queen.OwnersView(), v1::VIEWER_SPECTATOR}) {
        const v1::Applied applied = ApplyFor(queen.worlds[i], *onto_her, viewer).applied(0);
        ASSERT_EQ(applied.text(), *onto_her);
        ASSERT_TRUE(std::any_of(applied.events().begin(), applied.events().end(),
                                [&](const auto& event) {
                                  return event.kind() == v1::Event::KIND_CAPTURE &&
                                         event.to() == queen.squares[i];
                                }))
            << applied.ShortDebugString();
      }
    }
  }
  EXPECT_GT(captures, static_cast<int>(AllHiddenQueens().size() / 20));
}

}  // namespace
}  // namespace arbiter
