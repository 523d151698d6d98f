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

// Machine-readable facts about pieces and objects, which say the same as their descriptions for
// people. They are optional: a game works without them. Enums have the numbers of their namesakes
// in `arbiter.v1`. Texts, steps and events have static storage duration.

// The role of a piece in its game, with the numbers of `arbiter.v1.Piece.Role`.
enum class PieceRole : uint8_t {
  kUnspecified = 0,
  // A piece that must not be left in check, or without which a side has lost.
  kRoyal = 1,
  // A piece without a letter in SAN.
  kPawn = 2,
  // Any other piece.
  kOfficer = 3,
};

// One of the ways in which a piece moves, never onto a piece of its own side.
struct MovePattern {
  // The numbers are those of `arbiter.v1.MovePattern.Kind`.
  enum class Kind : uint8_t {
    // Takes one of the steps, whatever stands between.
    kLeap = 1,
    // Takes one of the steps repeatedly, over squares without a piece visible to its side and
    // without an object that blocks.
    kSlide = 2,
    // Takes one of the steps repeatedly, over exactly one piece, and only to squares beyond it.
    kHop = 3,
  };
  // The numbers are those of `arbiter.v1.MovePattern.Purpose`.
  enum class Purpose : uint8_t {
    kMoveOrCapture = 1,
    // Moves only to squares without a piece.
    kMove = 2,
    // Moves only onto a piece of the other side or onto an object.
    kCapture = 3,
  };
  Kind kind;
  // The steps of White's piece; Black's are mirrored.
  std::span<const Step> steps;
  Purpose purpose = Purpose::kMoveOrCapture;
  // The maximum number of steps of a slide; 0 if unlimited.
  int max_steps = 0;
  // The ranks that the move may start from and end on, counted from 1 at the piece's own side;
  // empty if every rank is allowed.
  std::vector<int> from_ranks = {};
  std::vector<int> to_ranks = {};
  // Whether the move may start only from a corner of the board.
  bool from_corners = false;
  // The feature that a game must have for this pattern; empty if the pattern is part of every game.
  std::string_view feature = {};
};

// The patterns of a piece. The piece may go wherever one of them leads, unless the move leaves its
// royal in check.
using Movement = std::vector<MovePattern>;

// Make the pattern of a kind (MovePattern::Kind) with these steps, which must outlive it.
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

// What the API tells about a kind of piece in addition to its name and description.
struct PieceFacts {
  PieceRole role = PieceRole::kUnspecified;
  // The movement without castling, captures en passant and powers, which only the description
  // mentions; std::nullopt if unspecified.
  std::optional<Movement> movement = std::nullopt;
  // The capital letters of the pieces to which it can promote, the usual choice first; empty if it
  // does not promote.
  std::string_view promotes_to = {};
  // The first rank on which it promotes, counted from 1 at its own side; 0 if it does not promote.
  int promotion_rank = 0;
};

// The effect of an object on a piece that arrives on it. The object is used up.
struct ObjectEffect {
  // The capital letters of the pieces that trigger the effect.
  std::string_view pieces;
  // The events of which one happens, all equally likely.
  std::vector<const EventKind*> events;
  // The steps by one of which the piece is pushed; those that stay on the board are equally likely.
  std::span<const Step> steps = {};
  // Whether the piece is carried on by the step with which it arrived.
  bool repeats_step = false;
};

struct ObjectFacts {
  // Whether sliding pieces can stop on the object but not pass it.
  bool blocks = false;
  std::vector<ObjectEffect> effects = {};
  // The capital letters of the pieces that put the object on the board by moving.
  std::string_view put_by = {};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_PIECE_FACTS_H_
