#include "core/variants/chakart/evaluate.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "core/variants/chakart/search_model.h"
#include "tests/support/chakart_play.h"

namespace arbiter::chakart {
namespace {

using testing::ChakartAt;
using testing::DefaultChakartRules;
using testing::PlayRandomActions;
using testing::Random;
using testing::SparseChakart;

// Calls `visit` with positions of random games and with random sparse positions.
template <typename Visitor>
void VisitPositions(int count, uint64_t seed, Visitor visit) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Position start = ChakartAt(ChakartRules::Info().start_fen);
    visit(PlayRandomActions(start, static_cast<int>(random.Below(80)), random));
    visit(PlayRandomActions(SparseChakart(12, 12, random), static_cast<int>(random.Below(3)),
                            random));
  }
}

std::string FenOf(const Position& position) {
  return DefaultChakartRules().FormatFen(position, FenStyle::kStandard);
}

// Returns the position with colours exchanged and ranks mirrored.
Position Mirrored(const Position& position) {
  Position mirrored;
  const auto flip = [](const Squares& squares) {
    Squares flipped;
    for (const Sq square : squares) flipped.Set(square.flipped());
    return flipped;
  };
  for (const Sq square : position.board.Occupied()) {
    const Piece<Kind> piece = *position.board.At(square);
    mirrored.board.Put(square.flipped(), {piece.kind, !piece.color});
  }
  for (int i = 0; i < kObjects; ++i) mirrored.objects[i] = flip(position.objects[i]);
  mirrored.immobilised = flip(position.immobilised);
  mirrored.released = flip(position.released);
  mirrored.powers = {position.powers[1], position.powers[0]};
  mirrored.pending = position.pending;
  if (position.pending.promotion) {
    mirrored.pending.promotion = position.pending.promotion->flipped();
  }
  if (position.hidden) mirrored.hidden = position.hidden->flipped();
  mirrored.turn = !position.turn;
  return mirrored;
}

TEST(ChakartEvaluation, IsTheSameForBothColours) {
  VisitPositions(300, 31, [](const Position& position) {
    EXPECT_EQ(Evaluate(position), Evaluate(Mirrored(position))) << FenOf(position);
  });
}

constexpr const char* kFlags = R"( {"flags":"0000"})";
int ValueAt(const std::string& board_side_ply, const std::string& braces = kFlags) {
  return Evaluate(ChakartAt(board_side_ply + braces));
}

TEST(ChakartEvaluation, MoreMaterialIsBetter) {
  const int even = ValueAt("4k3/pppp4/8/8/8/8/PPPP4/4K3 w 0");
  for (const char* better : {
           "4k3/pppp4/8/8/8/8/PPPP4/N3K3 w 0",
           "4k3/pppp4/8/8/8/8/PPPP4/Q3K3 w 0",
           "4k3/pppp4/8/8/8/8/PPPP4/K3K3 w 0",
           "4k3/ppp5/8/8/8/8/PPPP4/4K3 w 0",
       }) {
    EXPECT_GT(ValueAt(better), even + 30) << better;
  }
}

TEST(ChakartEvaluation, CountsPowersChoicesAndImmobilisedPieces) {
  // Unused powers count for each side.
  const std::string queens = "q3k3/pppp4/8/8/8/8/PPPP4/Q3K3 w 0";
  EXPECT_GT(ValueAt(queens, R"( {"flags":"1000"})"), ValueAt(queens));
  EXPECT_GT(ValueAt(queens, R"( {"flags":"0100"})"), ValueAt(queens));
  EXPECT_LT(ValueAt(queens, R"( {"flags":"0010"})"), ValueAt(queens));
  EXPECT_LT(ValueAt(queens, R"( {"flags":"0001"})"), ValueAt(queens));
  // A pending choice counts.
  const std::string pawns = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w 4";
  for (const char* pending : {"swap", "again", "drop:q"}) {
    EXPECT_GT(ValueAt(pawns, R"( {"flags":"0000","pending":")" + std::string(pending) + "\"}"),
              ValueAt(pawns))
        << pending;
  }
  // An immobilised rook counts less.
  EXPECT_LT(ValueAt("4k3/pppp4/8/8/8/8/PPPP4/U3K3 b 0"), 1000);
  EXPECT_GT(ValueAt("4k3/pppp4/8/8/8/8/PPPP4/U3K3 b 0"),
            ValueAt("4k3/pppp4/8/8/8/8/PPPP4/R3K3 b 0"));
  // An attack on the last king of the side to move counts against that side.
  EXPECT_LT(ValueAt("4k3/pppp4/8/8/8/8/PPPP4/r3K3 w 0"),
            ValueAt("4k3/pppp4/8/8/8/8/PPPP3r/4K3 w 0"));
}

// The rules are the reference: the side to move wins at once if some capture or shell throw without
// a random draw ends the game in its favour.
TEST(ChakartModel, WinsAtOnceIfSomeMoveCertainlyDoes) {
  int wins = 0;
  VisitPositions(1500, 32, [&wins](const Position& position) {
    const auto actions = std::make_unique<Actions>();
    GenerateActions(position, actions.get());
    bool found = false;
    for (const Action& action : *actions) {
      const Resolution resolution = DefaultChakartRules().Resolve(position, action, nullptr);
      if (resolution.candidates() > 0) continue;
      const auto end = DefaultChakartRules().FindEnd(resolution.after(), 1);
      const bool by_capture =
          action.kind == ActionKind::kShell || !position.board.IsEmpty(action.to);
      found = found || (by_capture && end && WinnerOf(end->result) == position.turn);
    }
    EXPECT_EQ(SearchModel::WinsAtOnce(position), found) << FenOf(position);
    if (found) ++wins;
  });
  EXPECT_GT(wins, 100);
}

TEST(ChakartModel, IsThreatenedIfTheOtherSideCouldWinAtOnce) {
  int threats = 0;
  VisitPositions(500, 33, [&threats](const Position& position) {
    if (!SearchModel::MovesFreely(position)) return;
    Position passed = position;
    passed.pending = {};
    passed.hidden.reset();
    passed.turn = !position.turn;
    EXPECT_EQ(SearchModel::IsThreatened(position), SearchModel::WinsAtOnce(passed))
        << FenOf(position);
    if (SearchModel::IsThreatened(position)) ++threats;
  });
  EXPECT_GT(threats, 50);
}

TEST(ChakartModel, DifferentMovesHaveDifferentCodes) {
  VisitPositions(150, 34, [](const Position& position) {
    const auto actions = std::make_unique<Actions>();
    GenerateActions(position, actions.get());
    std::set<uint32_t> codes;
    for (const Action& action : *actions) {
      const uint32_t code = SearchModel::Code(action);
      EXPECT_NE(code, 0);
      EXPECT_LT(code, 1U << 20);
      EXPECT_TRUE(codes.insert(code).second) << FenOf(position);
    }
  });
}

TEST(ChakartModel, CapturesAreLegalMovesOntoEnemies) {
  int total = 0;
  VisitPositions(200, 35, [&total](const Position& position) {
    const auto actions = std::make_unique<Actions>();
    GenerateActions(position, actions.get());
    const auto captures = std::make_unique<Actions>();
    SearchModel::GenerateCaptures(position, captures.get());
    for (const Action& action : *captures) {
      ++total;
      EXPECT_NE(std::find(actions->begin(), actions->end(), action), actions->end())
          << FenOf(position);
      EXPECT_TRUE(position.board.Of(!position.turn).Has(action.to));
      EXPECT_GT(SearchModel::CaptureValue(position, action), 0);
    }
  });
  EXPECT_GT(total, 100);
}

TEST(ChakartModel, CapturesThatLoseMaterialAreLeftOut) {
  const auto count = [](const std::string& fen) {
    const auto captures = std::make_unique<Actions>();
    SearchModel::GenerateCaptures(ChakartAt(fen + kFlags), captures.get());
    return captures->size();
  };
  EXPECT_EQ(count("4k3/8/4p3/3p4/8/8/8/3Q2K1 w 0"), 0);
  EXPECT_EQ(count("4k3/8/8/3p4/8/8/8/3Q2K1 w 0"), 1);
  EXPECT_EQ(count("4k3/8/4p3/3q4/8/8/8/3Q2K1 w 0"), 1);
  // A king does not capture a defended piece.
  EXPECT_EQ(count("4k3/8/4p3/3q4/3K4/8/8/8 w 0"), 0);
}

}  // namespace
}  // namespace arbiter::chakart
