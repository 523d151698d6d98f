#include "core/search/correction_history.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

// The least of a search model that a correction history needs.
struct Model {
  struct Position {
    uint64_t pawns = 0;
    uint64_t material = 0;
    Color turn = Color::kWhite;
  };
  struct Move {};
  static constexpr int kSquares = 64;
  static constexpr int kKinds = 6;
  static constexpr int kPieceSquares = kSquares * kKinds;
  static uint64_t PawnKey(const Position& position) { return position.pawns; }
  static uint64_t MaterialKey(const Position& position) { return position.material; }
  static constexpr SearchParameters kParameters = {
      .correction_pawns = 32, .correction_material = 16, .correction_moves = 8};
  static constexpr const SearchParameters& parameters() { return kParameters; }
};
using Corrections = CorrectionHistory<Model>;

constexpr Model::Position kLearned = {.pawns = 1, .material = 2};
constexpr Corrections::PreviousMoves kMoves = {Model::kPieceSquares - 1, 6, 7};
constexpr Corrections::PreviousMoves kOtherMoves = {Model::kPieceSquares - 1, 7, 7};

Corrections Learned(Value difference) {
  Corrections corrections;
  for (int i = 0; i < 1000; ++i) corrections.Add(kLearned, kMoves, difference, 10);
  return corrections;
}

TEST(CorrectionHistory, CorrectsNothingAtFirst) {
  EXPECT_EQ(Corrections().Correct(kLearned, kMoves, 123), 123);
}

TEST(CorrectionHistory, MovesEvaluationsTowardsTheValuesOfSearches) {
  // The full corrections by pawns, by material and by moves.
  EXPECT_NEAR(Learned(500).Correct(kLearned, kMoves, 100), 156, 2);
  EXPECT_NEAR(Learned(-500).Correct(kLearned, kMoves, 100), 44, 2);
}

TEST(CorrectionHistory, ConcernsPositionsWithTheSamePawnsOrMaterialOrMoves) {
  const Corrections learned = Learned(500);
  EXPECT_NEAR(learned.Correct({.pawns = 1, .material = 3}, kOtherMoves, 0), 32, 2);
  EXPECT_NEAR(learned.Correct({.pawns = 4, .material = 2}, kOtherMoves, 0), 16, 2);
  EXPECT_NEAR(learned.Correct({.pawns = 4, .material = 3}, kMoves, 0), 8, 2);
  EXPECT_EQ(learned.Correct({.pawns = 4, .material = 3}, kOtherMoves, 0), 0);
  EXPECT_EQ(learned.Correct({.pawns = 1, .material = 2, .turn = Color::kBlack}, kMoves, 0), 0);
}

TEST(CorrectionHistory, NeverProvesAnything) {
  EXPECT_EQ(Learned(500).Correct(kLearned, kMoves, kMaxEval), kMaxEval);
}

}  // namespace
}  // namespace arbiter
