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

// What the evaluation and the search model of any deterministic variant promise. A test
// instantiates EvaluationOf for its rules.
namespace arbiter::testing {

// Where random games begin; specialised for rules that have no FEN to start from.
template <typename R>
struct FirstPositionOf {
  static typename R::Position In(const R& rules) { return *rules.ParseFen(R::Info().start_fen); }
};

// The same with colours swapped and ranks flipped.
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

  // Of random games that are not over.
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
};

TYPED_TEST_SUITE_P(EvaluationOf);

TYPED_TEST_P(EvaluationOf, IsTheSameForBothSides) {
  for (const auto& position : this->Positions(40)) {
    ASSERT_EQ(this->model_.Evaluate(position), this->model_.Evaluate(Mirrored(position)))
        << this->rules_.FormatFen(position, FenStyle::kStandard);
  }
}

TYPED_TEST_P(EvaluationOf, StaysFarFromProvenEnds) {
  for (const auto& position : this->Positions(40)) {
    ASSERT_LT(std::abs(this->model_.Evaluate(position)), kLeastWin / 2);
  }
}

// The parts that a search asks for are together the legal moves.
TYPED_TEST_P(EvaluationOf, NoisyAndQuietMovesThatPlayAreTheLegalOnes) {
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

TYPED_TEST_P(EvaluationOf, CodesOfMovesAreReadBackWhereTheMoveFits) {
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
      // Elsewhere it is that same move or none, and never one that crashes.
      const auto other = Model::Decode(positions[(i * 7 + 3) % positions.size()], code);
      if (other) {
        ASSERT_EQ(Model::FromIndex(*other), Model::FromIndex(move));
      }
    }
  }
}

// The value of the exchanges on a square, by looking at all of them: what the captures there win
// at best, where each side may stop.
template <typename R>
int BestExchange(const typename R::SearchModel& model, const typename R::Position& position,
                 int to) {
  int best = 0;
  model.VisitNoisy(position, [&](typename R::Move move) {
    if (R::SearchModel::ToIndex(move) != to || move.promotes) return;
    typename R::Position after;
    if (!model.Play(position, model.InCheck(position), move, &after)) return;
    best = std::max(best, model.GainOf(position, move) - BestExchange<R>(model, after, to));
  });
  return best;
}

// Pins and checks elsewhere are not seen by the quick way, so most, not all, agree.
template <typename R>
void ExpectExchangesMostlyRight(const R& rules,
                                const std::vector<typename R::Position>& positions) {
  const typename R::SearchModel model(rules);
  int looked_at = 0;
  int wrong = 0;
  for (const auto& position : positions) {
    model.VisitNoisy(position, [&](typename R::Move move) {
      typename R::Position after;
      if (move.promotes || !model.Play(position, model.InCheck(position), move, &after)) return;
      const int exact = model.GainOf(position, move) -
                        BestExchange<R>(model, after, R::SearchModel::ToIndex(move));
      ++looked_at;
      if (model.ExchangeGains(position, move, exact) != true ||
          model.ExchangeGains(position, move, exact + 1) != false) {
        ++wrong;
      }
    });
  }
  EXPECT_GT(looked_at, 1000);
  EXPECT_LT(wrong, looked_at / 20);
}

REGISTER_TYPED_TEST_SUITE_P(EvaluationOf, IsTheSameForBothSides, StaysFarFromProvenEnds,
                            NoisyAndQuietMovesThatPlayAreTheLegalOnes,
                            CodesOfMovesAreReadBackWhereTheMoveFits);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_EVALUATION_H_
