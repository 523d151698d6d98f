#ifndef ARBITER_CORE_RULES_PENDING_H_
#define ARBITER_CORE_RULES_PENDING_H_

#include <cstdint>
#include <string>

namespace arbiter {

// A choice that the player to move has to make before the turn passes. Same numbers
// as `arbiter.v1.PendingChoice.Kind`.
struct PendingChoice {
  enum class Kind : uint8_t { kSwap = 1, kDrop = 2, kAgain = 3, kPromotion = 4 };
  Kind kind = Kind::kSwap;
  // kDrop: the capital FEN letter of the piece to place; else 0.
  char piece = 0;
  // kPromotion: where the pawn stands.
  std::string square = {};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_PENDING_H_
