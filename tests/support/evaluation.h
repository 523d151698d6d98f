#ifndef ARBITER_TESTS_SUPPORT_EVALUATION_H_
#define ARBITER_TESTS_SUPPORT_EVALUATION_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/search/model.h"
#include "core/search/score.h"
#include "tests/support/random_play.h"

// The contract of the evaluation and the search model of a deterministic variant. A test
// instantiates EvaluationOf for its rules.
namespace arbiter::testing {

// The position in which random games begin; specialised for rules without a starting FEN.
template <typename R>
struct FirstPositionOf {
  static typename R::Position In(const R& rules) { return *rules.ParseFen(R::Info().start_fen); }
};

// Returns the position with colours swapped and ranks flipped.
template <typename Position>
Position Mirrored(const Position& position) {
  Position mirrored = position;
  for (const auto square : position.board.Occupied()) mirrored.board.Remove(square);
  for (const auto square : position.board.Occupied()) {
    const auto piece = *position.board.At(square);
    mirrored.board.Put(square.flipped(), {piece.kind, !piece.color});
  }
  mirrored.turn = !position.turn;
  if constexpr (requires { mirrored.history; }) {
    std::swap(mirrored.sources[0], mirrored.sources[1]);
    mirrored.history = {};
    for (int back = position.history.size() - 1; back >= 0; --back) {
      mirrored.history.Push(-position.history.Back(back));
    }
  }
  return mirrored;
}

template <typename R>
class EvaluationOf : public ::testing::Test {
 protected:
  using Position = typename R::Position;
  using Model = typename R::SearchModel;
  static_assert(SearchModel<Model>);

  // Returns positions from random games that are not over.
  std::vector<Position> Positions(int games) {
    Random random(5);
    std::vector<Position> positions;
    for (int game = 0; game < games; ++game) {
      Position position = FirstPositionOf<R>::In(rules_);
      for (int ply = 0; ply < 150; ++ply) {
        typename R::Moves moves;
        rules_.GenerateMoves(position, &moves);
        if (moves.size() == 0 || model_.FindEnd(position)) break;
        positions.push_back(position);
        const size_t i = random.Below(static_cast<size_t>(moves.size()));
        rules_.Apply(&position, moves[static_cast<int>(i)]);
      }
    }
    return positions;
  }

  const R rules_ = *R::Create({});
  const Model model_{rules_};
  typename Model::Evaluator evaluator_;
};

TYPED_TEST_SUITE_P(EvaluationOf);

TYPED_TEST_P(EvaluationOf, MirroredPositionsHaveTheSameScore) {
  for (const auto& position : this->Positions(40)) {
    ASSERT_EQ(this->evaluator_.Evaluate(position, 0),
              this->evaluator_.Evaluate(Mirrored(position), 0))
        << this->rules_.FormatFen(position, FenStyle::kStandard);
  }
}

TYPED_TEST_P(EvaluationOf, StaysFarFromProvenScores) {
  for (const auto& position : this->Positions(40)) {
    ASSERT_LT(std::abs(this->evaluator_.Evaluate(position, 0)), kMinWin / 2);
  }
}

// The search generates noisy and quiet moves separately; together they must be the legal moves.
TYPED_TEST_P(EvaluationOf, NoisyAndQuietMovesAreTogetherTheLegalMoves) {
  using R = TypeParam;
  for (const auto& position : this->Positions(15)) {
    const auto& model = this->model_;
    const bool in_check = model.InCheck(position);
    std::vector<std::string> texts;
    const auto add = [&](bool noisy) {
      return [&, noisy](typename R::Move move) {
        EXPECT_EQ(model.IsNoisy(position, move), noisy);
        typename R::Position after;
        if (model.Play(position, in_check, move, &after)) {
          texts.push_back(this->rules_.FormatMove(move));
        }
      };
    };
    model.VisitNoisy(position, add(true));
    model.VisitQuiet(position, add(false));
    std::sort(texts.begin(), texts.end());
    typename R::Moves moves;
    this->rules_.GenerateMoves(position, &moves);
    std::vector<std::string> legal;
    for (const auto& move : moves) legal.push_back(this->rules_.FormatMove(move));
    std::sort(legal.begin(), legal.end());
    ASSERT_EQ(texts, legal) << this->rules_.FormatFen(position, FenStyle::kStandard);
  }
}

TYPED_TEST_P(EvaluationOf, MoveCodesDecodeOnlyToTheirOwnMove) {
  using R = TypeParam;
  using Model = typename R::SearchModel;
  const auto positions = this->Positions(10);
  for (size_t i = 0; i < positions.size(); ++i) {
    typename R::Moves moves;
    this->rules_.GenerateMoves(positions[i], &moves);
    for (const auto& move : moves) {
      const uint32_t code = Model::Code(move);
      ASSERT_NE(code, 0u);
      ASSERT_LT(code, 1u << 20);
      ASSERT_TRUE(Model::Decode(positions[i], code) == move);
      // In another position, the code decodes to the same move or is invalid.
      const auto other = Model::Decode(positions[(i * 7 + 3) % positions.size()], code);
      if (other) {
        ASSERT_EQ(Model::FromIndex(*other), Model::FromIndex(move));
      }
    }
  }
}

// They only save time, so they may be wrong where a count changes.
TYPED_TEST_P(EvaluationOf, LikelyKeysAreMostlyThoseAfterTheMove) {
  using R = TypeParam;
  const auto& model = this->model_;
  int examined = 0;
  int right = 0;
  for (const auto& position : this->Positions(15)) {
    typename R::Moves moves;
    this->rules_.GenerateMoves(position, &moves);
    for (const auto& move : moves) {
      if constexpr (requires { model.LikelyKeyAfter(position, move); }) {
        auto after = position;
        this->rules_.Apply(&after, move);
        ++examined;
        if (model.LikelyKeyAfter(position, move) == model.TableKey(after)) ++right;
      }
    }
  }
  EXPECT_GE(right, examined * 9 / 10);
}

// Returns the exact value of the exchange on square `to`: the most that the side to move can win by
// captures there, when either side may stop capturing.
template <typename R>
int ExhaustiveSee(const typename R::SearchModel& model, const typename R::Position& position,
                  int to) {
  int best = 0;
  model.VisitNoisy(position, [&](typename R::Move move) {
    if (R::SearchModel::ToIndex(move) != to || move.promotes) return;
    typename R::Position after;
    if (!model.Play(position, model.InCheck(position), move, &after)) return;
    best = std::max(best, model.CaptureValue(position, move) - ExhaustiveSee<R>(model, after, to));
  });
  return best;
}

// Expects SeeAtLeast to agree with the exhaustive exchange for more than 95 % of the captures. It
// ignores some pins and checks, so it cannot always be exact.
template <typename R>
void ExpectSeeMostlyExact(const R& rules, const std::vector<typename R::Position>& positions) {
  const typename R::SearchModel model(rules);
  int examined = 0;
  int wrong = 0;
  for (const auto& position : positions) {
    model.VisitNoisy(position, [&](typename R::Move move) {
      typename R::Position after;
      if (move.promotes || !model.Play(position, model.InCheck(position), move, &after)) return;
      const int exact = model.CaptureValue(position, move) -
                        ExhaustiveSee<R>(model, after, R::SearchModel::ToIndex(move));
      ++examined;
      if (model.SeeAtLeast(position, move, exact) != true ||
          model.SeeAtLeast(position, move, exact + 1) != false) {
        ++wrong;
      }
    });
  }
  EXPECT_GT(examined, 1000);
  EXPECT_LT(wrong, examined / 20);
}

REGISTER_TYPED_TEST_SUITE_P(EvaluationOf, MirroredPositionsHaveTheSameScore,
                            StaysFarFromProvenScores, NoisyAndQuietMovesAreTogetherTheLegalMoves,
                            MoveCodesDecodeOnlyToTheirOwnMove,
                            LikelyKeysAreMostlyThoseAfterTheMove);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_EVALUATION_H_
