#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_CLAIMS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_CLAIMS_H_

#include <optional>
#include <string>

#include "core/rules/outcome.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// Claims by the points of the last moves (P18), judged on d up to Black's last move.

// Moves that Black has made.
inline int BlackMoves(const Position& position) {
  return static_cast<int>(position.move_number) - 1;
}
// Whether every d(k) that a claim can need is known.
bool KnowsHistory(const Position& position);

// None where the claim is not rightful.
std::optional<End> DrawClaim(const Position& position);
std::optional<End> WinClaim(const Position& position, Color player);
// Why not, with the d(k) that refutes it.
std::string WhyNoDraw(const Position& position);
std::string WhyNoWin(const Position& position, Color player);

// How many more moves Black has to make until a draw or a win of `player` is rightful, if
// nobody scores from now on; none: never.
std::optional<int> DrawClaimIn(const Position& position);
std::optional<int> WinClaimIn(const Position& position, Color player);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_CLAIMS_H_
