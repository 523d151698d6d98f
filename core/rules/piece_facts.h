#ifndef ARBITER_CORE_RULES_PIECE_FACTS_H_
#define ARBITER_CORE_RULES_PIECE_FACTS_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/board/attacks.h"
#include "core/rules/event.h"

namespace arbiter {

// What pieces and objects are, told to programs: the same that their descriptions tell to people. A
// game that leaves this out is played all the same. Enums have the numbers of their namesakes in
// `arbiter.v1`. Texts, steps and events have static storage duration.

// What a piece is in its game. Same numbers as `arbiter.v1.Piece.Role`.
enum class PieceRole : uint8_t {
  kNotTold = 0,
  // Must not be left in check, or the game ends when a side has none left.
  kRoyal = 1,
  // Has no letter in SAN.
  kPawn = 2,
  kOfficer = 3,
};

// One way in which a piece goes from one square to another, never onto a piece of its own side.
struct MovePattern {
  // Same numbers as `arbiter.v1.MovePattern.Kind`.
  enum class Kind : uint8_t {
    // Whatever stands between.
    kLeap = 1,
    // Again and again, over squares without a piece that its side sees and without an object that
    // blocks.
    kSlide = 2,
    // The same, but over exactly one piece, and only to squares beyond it.
    kHop = 3,
  };
  // Same numbers as `arbiter.v1.MovePattern.Purpose`.
  enum class Purpose : uint8_t {
    kMoveOrCapture = 1,
    // Only to squares without a piece.
    kMove = 2,
    // Only onto a piece of the other side, or onto an object.
    kCapture = 3,
  };
  Kind kind;
  // White's; Black's ranks are mirrored.
  std::span<const Step> steps;
  Purpose purpose = Purpose::kMoveOrCapture;
  // How many steps a slide has at most; 0 for any number.
  int max_steps = 0;
  // Ranks counted from the piece's own side, from 1; empty for all.
  std::vector<int> from_ranks = {};
  std::vector<int> to_ranks = {};
  // Whether only from the corners of the board.
  bool from_corners = false;
  // The feature that a game has to have; empty if every game has this.
  std::string_view feature = {};
};

// A piece may go wherever one of the patterns leads, unless that leaves its royal in check.
using Movement = std::vector<MovePattern>;

inline MovePattern Leap(std::span<const Step> steps,
                        MovePattern::Purpose purpose = MovePattern::Purpose::kMoveOrCapture) {
  return {.kind = MovePattern::Kind::kLeap, .steps = steps, .purpose = purpose};
}
inline MovePattern Slide(std::span<const Step> steps) {
  return {.kind = MovePattern::Kind::kSlide, .steps = steps};
}
inline MovePattern Hop(std::span<const Step> steps) {
  return {.kind = MovePattern::Kind::kHop, .steps = steps};
}

// What is told of a piece.
struct PieceFacts {
  PieceRole role = PieceRole::kNotTold;
  // Castling, captures en passant and powers are told in words alone. std::nullopt if no movement
  // is told.
  std::optional<Movement> movement = std::nullopt;
  // Capital letters of what it can become, the usual choice first, when it arrives on the rank
  // `promotion_rank`, counted from its own side from 1, or on one beyond; empty and 0 if it does
  // not promote.
  std::string_view promotes_to = {};
  int promotion_rank = 0;
};

// What an object does to a piece that arrives on it, which uses the object up.
struct ObjectEffect {
  // Capital letters of the pieces that set it off.
  std::string_view pieces;
  // Of several, one happens; all are equally likely.
  std::vector<const EventKind*> events;
  // It pushes the piece by one of these that stays on the board; all are equally likely.
  std::span<const Step> steps = {};
  // It carries the piece on by the step that the piece came by.
  bool repeats_step = false;
};

// What is told of an object.
struct ObjectFacts {
  // Whether pieces that slide can stop on it but not pass it.
  bool blocks = false;
  std::vector<ObjectEffect> effects = {};
  // Capital letters of the pieces that put one on the board by moving.
  std::string_view put_by = {};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_PIECE_FACTS_H_
