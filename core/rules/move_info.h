#ifndef ARBITER_CORE_RULES_MOVE_INFO_H_
#define ARBITER_CORE_RULES_MOVE_INFO_H_

#include <cstdint>
#include <string>

namespace arbiter {

// What sort of action a move is. Same numbers as `arbiter.v1.Move.Kind`.
enum class MoveKind : uint8_t {
  kQuiet = 1,
  kCapture = 2,
  kStealth = 3,
  kShell = 4,
  kSwap = 5,
  kPlace = 6,
  kPromotion = 7,
  kPass = 8,
  kCastling = 9,
  kRemove = 10,
};

// A legal move, described.
struct MoveInfo {
  std::string text;
  std::string san;
  // Empty where the move has none.
  std::string from;
  std::string to;
  // Capital FEN letters; 0 where there is none. What is captured on `to` before any
  // effect.
  char piece = 0;
  char captured = 0;
  char promotion = 0;
  MoveKind kind = MoveKind::kQuiet;
  bool gives_check = false;
  // Whether it draws at random.
  bool random = false;
};

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

#endif  // ARBITER_CORE_RULES_MOVE_INFO_H_
