#ifndef ARBITER_CORE_VARIANTS_CHAK_SEARCH_MODEL_H_
#define ARBITER_CORE_VARIANTS_CHAK_SEARCH_MODEL_H_

#include <optional>

#include "core/rules/outcome.h"
#include "core/search/royal_search_model.h"
#include "core/variants/chak/evaluate.h"
#include "core/variants/chak/movement.h"
#include "core/variants/chak/position.h"

namespace arbiter::chak {

// Returns the value of a piece in exchanges, in centipawns.
constexpr int PieceValue(Kind kind) {
  constexpr int kValues[] = {5000, 5000, 720, 600, 260, 330, 540, 100, 230, 120};
  return kValues[static_cast<int>(kind)];
}

// The search model of Chak (core/search/model.h) with the evaluator E.
template <typename R, typename E = Evaluator>
class ChakModel : public RoyalSearchModel<R> {
 public:
  using Evaluator = E;
  using RoyalSearchModel<R>::RoyalSearchModel;

  // Near the draw by claim (K16) the value depends on the remaining plies as well.
  static uint64_t TableKey(const Position& position) {
    const uint32_t quiet = position.clock;
    return quiet < 50 ? position.key() : position.key() ^ Mix64(quiet);
  }

  static bool AllowsNullMove(const Position& position) {
    const ChakBoard& board = position.board;
    const Squares slow = board.Of(Kind::kKing) | board.Of(Kind::kDivineKing) |
                         board.Of(Kind::kPawn) | board.Of(Kind::kWarrior) |
                         board.Of(Kind::kOffering);
    return (board.Of(position.turn) - slow).size() >= 2;
  }

  static std::optional<Verdict> FindEnd(const Position& position) {
    if (HasAltarMate(position.board, !position.turn)) return Verdict::kLoss;
    if (HasAltarMate(position.board, position.turn)) return Verdict::kWin;
    // Either player may claim the draw (K16) unless the side to move is mated.
    if (position.clock >= kClaimAfterPlies && HasLegalMove(position)) return Verdict::kDraw;
    return std::nullopt;
  }

  // Fitted to self-play (docs/engine.md).
  static constexpr WinScale kWinScale = {.margin = 45, .slope = 250};
};

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_SEARCH_MODEL_H_
