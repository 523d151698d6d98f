#ifndef ARBITER_CORE_VARIANTS_MAKRUK_SEARCH_MODEL_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_SEARCH_MODEL_H_

#include <optional>

#include "core/rules/outcome.h"
#include "core/search/royal_search_model.h"
#include "core/variants/makruk/evaluate.h"
#include "core/variants/makruk/movement.h"
#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

// Returns the value of a piece in exchanges, in centipawns.
constexpr int PieceValue(Kind kind) {
  constexpr int kValues[] = {5000, 190, 290, 380, 640, 90};
  return kValues[static_cast<int>(kind)];
}

// The search model of Makruk (core/search/model.h) with the evaluator E.
template <typename R, typename E = Evaluator>
class MakrukModel : public RoyalSearchModel<R> {
 public:
  using Evaluator = E;
  using RoyalSearchModel<R>::RoyalSearchModel;

  // The value of a position depends on the running count as well (M7). If fewer than 64 plies
  // remain, the key contains their exact number; otherwise it contains the number in steps of
  // eight.
  static uint64_t TableKey(const Position& position) {
    uint64_t key = position.key();
    if (position.limit > 0) {
      const uint32_t left = position.clock > position.limit ? 0 : position.limit - position.clock;
      key ^= Mix64(uint64_t{position.limit} << 32 | (left < 64 ? left : 64 + left / 8));
    }
    return key;
  }

  // A side with few officers may be in zugzwang, where passing would be its best move.
  static bool AllowsNullMove(const Position& position) {
    const MakrukBoard& board = position.board;
    const Squares officers = board.Of(position.turn) &
                             (board.Of(Kind::kRuea) | board.Of(Kind::kMa) | board.Of(Kind::kKhon));
    return officers.size() >= 2 && board.Of(!position.turn).size() > 1;
  }

  static std::optional<Verdict> FindEnd(const Position& position) {
    // A mate takes precedence (C13); NoMovesResult() handles it.
    if (position.limit > 0 && position.clock > position.limit && HasLegalMove(position)) {
      return Verdict::kDraw;
    }
    if (IsDead(position.board)) return Verdict::kDraw;
    return std::nullopt;
  }
  Verdict NoMovesResult(const Position& position, bool in_check) const {
    if (!in_check) return Verdict::kDraw;
    const auto end = this->rules().FindEnd(position, 1);
    return end && end->result == Result::kDraw ? Verdict::kDraw : Verdict::kLoss;
  }

  // Fitted to self-play (docs/engine.md).
  static constexpr WinScale kWinScale = {.margin = 400, .slope = 200};
};

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_SEARCH_MODEL_H_
