// Tests that no answer for the other side or a spectator depends on where a hidden queen stands
// (ruling H23): for each square on which she can be, the same request has the same answer, byte for
// byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::AllAnswersAreEqual;
using testing::AllHiddenQueens;
using testing::ApplyRequest;
using testing::Ask;
using testing::HiddenQueen;
using testing::IsAccepted;
using testing::kHiddenPositions;
using testing::kSanitizerSlowdown;
using testing::kWorldsSeed;
using testing::LegalFor;
using testing::OtherViewers;

TEST(HiddenInformation, H23_ThereAreEnoughPositions) {
  EXPECT_GE(AllHiddenQueens().size(), kHiddenPositions + 50 / kSanitizerSlowdown);
  size_t white = 0, worlds = 0;
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    white += queen.owner == Color::kWhite ? 1 : 0;
    worlds += queen.worlds.size();
  }
  EXPECT_GT(white, AllHiddenQueens().size() / 4);
  EXPECT_LT(white, AllHiddenQueens().size() * 3 / 4);
  RecordProperty("positions", StrCat(AllHiddenQueens().size()));
  RecordProperty("worlds", StrCat(worlds));
  EXPECT_GT(worlds, 5 * AllHiddenQueens().size());
}

TEST(HiddenInformation, H23_LegalMovesAreEqual) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const v1::Detail detail : {v1::DETAIL_TEXT, v1::DETAIL_FULL}) {
        v1::LegalMovesRequest request;
        request.set_viewer(viewer);
        request.set_detail(detail);
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
          *request.mutable_position() = position;
          std::string moves = Ask(LegalMoves, request);
          EXPECT_TRUE(IsAccepted(moves)) << moves;
          return moves;
        }));
      }
    }
  }
}

TEST(HiddenInformation, H23_LegalMovesFromOneSquareAreEqual) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (int square = 0; square <= 64; ++square) {
      v1::LegalMovesRequest request;
      // The last value is not a square.
      request.set_from({static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)});
      for (const v1::Viewer viewer : OtherViewers(queen)) {
        for (const v1::Detail detail : {v1::DETAIL_TEXT, v1::DETAIL_FULL}) {
          request.set_viewer(viewer);
          request.set_detail(detail);
          ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
            *request.mutable_position() = position;
            return Ask(LegalMoves, request);
          }));
        }
      }
    }
  }
}

// Whether Adjudicate accepts the event.
bool IsAcceptedEvent(const std::string& text) {
  return text.empty() || text.ends_with("draw?") || text.ends_with("resign") || text == "timeout";
}

TEST(HiddenInformation, H23_StatesAreEqual) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const char* event : {"", "draw?", "resign", "timeout", "claim draw", "claim win", "e2e4",
                                "white:resign", "black:draw?"}) {
        v1::AdjudicateRequest request;
        request.set_viewer(viewer);
        request.set_event(event);
        request.set_board(true);
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
          *request.mutable_position() = position;
          std::string state = Ask(Adjudicate, request);
          EXPECT_EQ(IsAccepted(state), IsAcceptedEvent(event)) << event << ": " << state;
          return state;
        })) << event;
      }
    }
  }
}

TEST(HiddenInformation, H23_PicturesAreEqual) {
  for (size_t i = 0; i < AllHiddenQueens().size(); ++i) {
    const HiddenQueen& queen = AllHiddenQueens()[i];
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const v1::Format format : {v1::FORMAT_SVG, v1::FORMAT_TEXT, v1::FORMAT_ANSI}) {
        v1::RenderBoardRequest request;
        request.set_viewer(viewer);
        request.set_format(format);
        request.set_theme(i % 2 == 0 ? v1::THEME_LIGHT : v1::THEME_DARK);
        request.set_orientation(i % 3 == 0 ? v1::COLOR_BLACK : v1::COLOR_WHITE);
        request.add_highlights("e4");
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
          *request.mutable_position() = position;
          std::string picture = Ask(RenderBoard, request);
          EXPECT_TRUE(IsAccepted(picture)) << picture;
          return picture;
        }));
      }
    }
  }
}

// A picture with the last move does not show where a hidden queen went.
TEST(HiddenInformation, H23_PicturesOfTheStealthMoveAreEqual) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    if (queen.moves.empty()) continue;
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t i) {
        v1::RenderBoardRequest request;
        *request.mutable_position() = position;
        request.set_viewer(viewer);
        request.set_format(v1::FORMAT_TEXT);
        request.set_last_move(queen.moves[i]);
        return Ask(RenderBoard, request);
      }));
    }
  }
}

// Checks the whole answer to the queen's own move: text, SAN, events, state and snapshot.
TEST(HiddenInformation, H23_AnswersToTheStealthMoveAreEqual) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    if (queen.moves.empty()) continue;
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const std::string_view seed : {std::string_view(), kWorldsSeed}) {
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position&, size_t i) {
          std::string answer =
              Ask(ApplyMoves, ApplyRequest(queen.before, queen.moves[i], viewer, seed));
          EXPECT_TRUE(IsAccepted(answer)) << answer;
          return answer;
        }));
      }
      v1::EnumerateOutcomesRequest outcomes;
      *outcomes.mutable_position() = queen.before;
      outcomes.set_viewer(viewer);
      outcomes.set_board(true);
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position&, size_t i) {
        outcomes.set_action(queen.moves[i]);
        std::string answer = Ask(EnumerateOutcomes, outcomes);
        // The queen's own side can face another hidden queen, which is hidden from it.
        EXPECT_TRUE(IsAccepted(answer) || answer.find("HIDDEN") != std::string::npos) << answer;
        return answer;
      }));
    }
  }
}

TEST(HiddenInformation, H23_OutcomesAreRefused) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const std::string& action : {legal.front(), legal.back(), std::string("a1a1")}) {
        v1::EnumerateOutcomesRequest request;
        request.set_viewer(viewer);
        request.set_action(action);
        request.set_board(true);
        ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
          *request.mutable_position() = position;
          const std::string answer = Ask(EnumerateOutcomes, request);
          EXPECT_FALSE(IsAccepted(answer));
          return answer;
        }));
      }
    }
  }
}

}  // namespace
}  // namespace arbiter
