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
  static uint64_t PawnKey(const Position& position) { return position.pawns; }
  static uint64_t MaterialKey(const Position& position) { return position.material; }
};
using Corrections = CorrectionHistory<Model>;

constexpr Model::Position kLearned = {.pawns = 1, .material = 2};

Corrections Learned(Value difference) {
  Corrections corrections;
  for (int i = 0; i < 1000; ++i) corrections.Add(kLearned, difference, 10);
  return corrections;
}

TEST(CorrectionHistory, CorrectsNothingAtFirst) {
  EXPECT_EQ(Corrections().Correct(kLearned, 123), 123);
}

TEST(CorrectionHistory, MovesEvaluationsTowardsTheValuesOfSearches) {
  // The full corrections by pawns and by material.
  EXPECT_NEAR(Learned(500).Correct(kLearned, 100), 148, 2);
  EXPECT_NEAR(Learned(-500).Correct(kLearned, 100), 52, 2);
}

TEST(CorrectionHistory, ConcernsPositionsWithTheSamePawnsOrMaterial) {
  const Corrections learned = Learned(500);
  EXPECT_NEAR(learned.Correct({.pawns = 1, .material = 3}, 0), 32, 2);
  EXPECT_NEAR(learned.Correct({.pawns = 4, .material = 2}, 0), 16, 2);
  EXPECT_EQ(learned.Correct({.pawns = 4, .material = 3}, 0), 0);
  EXPECT_EQ(learned.Correct({.pawns = 1, .material = 2, .turn = Color::kBlack}, 0), 0);
}

TEST(CorrectionHistory, NeverProvesAnything) {
  EXPECT_EQ(Learned(500).Correct(kLearned, kMaxEval), kMaxEval);
}

}  // namespace
}  // namespace arbiter
