#ifndef ARBITER_CORE_RULES_MOVE_INFO_H_
#define ARBITER_CORE_RULES_MOVE_INFO_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// A kind of move, with the numbers of `arbiter.v1.Move.Kind`.
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

// The description of a legal move.
struct MoveInfo {
  // The action text.
  std::string text;
  std::string san;
  // The names of squares, which have static storage duration; empty if the move has none.
  std::string_view from;
  std::string_view to;
  // Capital FEN letters; 0 if there is none. `captured` is the piece captured by the move itself,
  // not by the effects that follow it.
  char piece = 0;
  char captured = 0;
  char promotion = 0;
  MoveKind kind = MoveKind::kQuiet;
  bool gives_check = false;
  // Whether the move makes random draws.
  bool random = false;
};

// A choice that the side to move has to make before the turn can end.
struct PendingChoice {
  // The numbers are those of `arbiter.v1.PendingChoice.Kind`.
  enum class Kind : uint8_t { kSwap = 1, kDrop = 2, kAgain = 3, kPromotion = 4 };
  Kind kind = Kind::kSwap;
  // The capital FEN letter of the piece to place (kDrop); 0 for other kinds.
  char piece = 0;
  // The name of the square of the pawn to promote (kPromotion), which has static storage duration;
  // empty for other kinds.
  std::string_view square = {};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_MOVE_INFO_H_
