#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_CLAIMS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_CLAIMS_H_

#include <optional>
#include <string>

#include "core/rules/outcome.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// Claims of a draw or a win (P18). They depend on the values d(k) after Black's last moves, which
// PointHistory contains.

// Returns the number of moves that Black has made.
inline int BlackMoves(const Position& position) {
  return static_cast<int>(position.move_number) - 1;
}
// Returns whether every d(k) on which a claim can depend is known.
bool KnowsHistory(const Position& position);

// Return the end that a claim would bring; std::nullopt if the claim is not rightful.
std::optional<End> DrawClaim(const Position& position);
std::optional<End> WinClaim(const Position& position, Color player);
// Return why a claim is not rightful, with the d(k) that refutes it.
std::string DrawRefusal(const Position& position);
std::string WinRefusal(const Position& position, Color player);

// Return the number of moves that Black has to make until a draw, or a win by `player`, can be
// claimed if nobody scores any more; std::nullopt if it never can.
std::optional<int> DrawClaimIn(const Position& position);
std::optional<int> WinClaimIn(const Position& position, Color player);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_CLAIMS_H_
