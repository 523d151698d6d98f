#ifndef ARBITER_CORE_VARIANTS_CHAKART_POSITION_H_
#define ARBITER_CORE_VARIANTS_CHAKART_POSITION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"

namespace arbiter::chakart {

using Geo = Geometry<8, 8>;
using Sq = Square<Geo>;
using Squares = Bitboard<Geo>;

enum class Kind : uint8_t { kKing, kQueen, kRook, kBishop, kKnight, kPawn, kCount };

// The capital FEN letters of free and of immobilised pieces, in the order of Kind.
inline constexpr char kLetters[] = "KQRBNP";
inline constexpr char kImmobilisedLetters[] = "LTUCOS";
// The FEN letter of a hidden queen (H23).
inline constexpr char kHiddenLetter = 'I';

constexpr char CapitalLetter(Kind kind) { return kLetters[static_cast<int>(kind)]; }
constexpr char SmallLetter(char capital) { return static_cast<char>(capital - 'A' + 'a'); }
constexpr char SmallLetter(Kind kind) { return SmallLetter(CapitalLetter(kind)); }

// The pieces that a pawn can become (H5) and that Toadette can bring, in the order of the
// candidates (H13).
inline constexpr int kOfficerCount = 5;
inline constexpr Kind kOfficers[kOfficerCount] = {Kind::kQueen, Kind::kRook, Kind::kKnight,
                                                  Kind::kBishop, Kind::kKing};
// Returns the officer with this lower-case letter; std::nullopt if there is none.
constexpr std::optional<Kind> OfficerOf(char small_letter) {
  for (const Kind kind : kOfficers) {
    if (SmallLetter(kind) == small_letter) return kind;
  }
  return std::nullopt;
}

using ChakartBoard = Board<Geo, Kind>;

// The objects that can lie on a square without a piece.
enum class Object : uint8_t { kMushroom, kBanana, kBomb, kEgg, kCount };
inline constexpr int kObjects = static_cast<int>(Object::kCount);
inline constexpr char kObjectLetters[] = "mdwe";
constexpr char LetterOf(Object object) { return kObjectLetters[static_cast<int>(object)]; }

// The powers that a side may use once per game (H6, H7).
enum class Power : uint8_t { kShell, kStealth };

// A choice that an egg gives the player to move (H13).
enum class Bonus : uint8_t { kNone, kSwap, kDrop, kAgain };

// The choices that the player to move must make before the turn can end. A promotion comes first
// (H15).
struct Pending {
  // The square of the pawn to promote.
  std::optional<Sq> promotion;
  Bonus bonus = Bonus::kNone;
  // The piece to place if `bonus` is kDrop.
  Kind piece = Kind::kQueen;

  bool empty() const { return !promotion && bonus == Bonus::kNone; }
  bool operator==(const Pending&) const = default;
};

// The maximum ply count of a FEN. The limit keeps turns from sharing random numbers (H22).
inline constexpr uint32_t kMaxFenTurns = 20'000;

// A position without its history. Objects lie only on squares without a piece.
struct Position {
  using Geo = chakart::Geo;

  // All pieces, including a hidden queen and the immobilised pieces.
  ChakartBoard board;
  std::array<Squares, kObjects> objects;
  Squares immobilised;
  // The immobilised pieces of the player to move that become free at the end of the turn (H13,
  // bowser).
  Squares released;
  // Whether a power is unused, by colour and Power.
  std::array<std::array<bool, 2>, 2> powers = {{{true, true}, {true, true}}};
  Pending pending;
  // The number of forced passes in a row, at most 2 (H18).
  uint32_t passes = 0;
  // The number of turns since the start of the game (H16).
  uint32_t turns = 0;
  // The number of actions made in this turn (H22).
  uint32_t action = 0;
  Color turn = Color::kWhite;
  // The square of the hidden queen. She belongs to the side that is not to move (H23).
  std::optional<Sq> hidden;
  // The square from which the hidden queen made her stealth move; std::nullopt if it is not known.
  std::optional<Sq> stealth_origin;
  // Whether this is the position as seen by a viewer from whom the queen is hidden. She is not on
  // the board then.
  bool redacted = false;

  bool HasPower(Color color, Power power) const {
    return powers[Index(color)][static_cast<int>(power)];
  }
  void SetPower(Color color, Power power, bool unused) {
    powers[Index(color)][static_cast<int>(power)] = unused;
  }
  Squares Of(Object object) const { return objects[static_cast<int>(object)]; }
  std::optional<Object> ObjectAt(Sq square) const {
    for (int i = 0; i < kObjects; ++i) {
      if (objects[i].Has(square)) return static_cast<Object>(i);
    }
    return std::nullopt;
  }
  void PutObject(Sq square, Object object) {
    ClearObject(square);
    objects[static_cast<int>(object)].Set(square);
  }
  void ClearObject(Sq square) {
    for (Squares& squares : objects) squares.Reset(square);
  }
  // Returns the squares of the pieces that the player to move sees (H3).
  Squares Visible() const {
    Squares visible = board.Occupied();
    if (hidden) visible.Reset(*hidden);
    return visible;
  }
  bool HasKing(Color color) const { return !board.Of(color, Kind::kKing).empty(); }
  bool BothHaveKings() const { return HasKing(Color::kWhite) && HasKing(Color::kBlack); }
  bool IsOver() const { return !BothHaveKings() || passes == 2; }

  uint32_t ply() const { return turns; }
  bool operator==(const Position&) const = default;
  // Returns a hash of the position. Different positions practically never have the same key.
  uint64_t key() const;
};

enum class ActionKind : uint8_t { kMove, kStealth, kShell, kSwap, kPlace, kPromote, kPass };

// An action. Squares that its kind does not use are a1.
struct Action {
  ActionKind kind;
  // The origin of kMove and kStealth, the king of kShell, or the lower square of kSwap.
  Sq from;
  // The target, which all kinds but kPass have; the square of the pawn of kPromote.
  Sq to;
  // The piece that a pawn becomes by kMove or kPromote, or that kPlace places; kPawn if there is no
  // such piece.
  Kind piece;

  bool operator==(const Action&) const = default;
  bool HasFrom() const { return kind <= ActionKind::kSwap; }
  // Returns whether a player who picks up the piece on `square` may mean this action.
  bool StartsOn(Sq square) const {
    return (HasFrom() && from == square) ||
           ((kind == ActionKind::kSwap || kind == ActionKind::kPromote) && to == square);
  }
  // Returns whether the action text consists of the two squares.
  bool IsFromTo() const { return kind == ActionKind::kMove && piece == Kind::kPawn; }
};

// The part of a Chakart state beyond the placement of its pieces. The names of squares have static
// storage duration.
struct Detail {
  // Whether a power is unused, by colour (H6, H7).
  bool shell[2] = {};
  bool stealth[2] = {};
  // The number of forced passes in a row (H18).
  uint32_t passes = 0;
  // The number of actions made in this turn (H22).
  uint32_t action = 0;
  // The squares and FEN letters of the objects, in the order a1, b1, ….
  std::vector<std::pair<std::string_view, char>> objects;
  // The squares of the immobilised pieces, in the same order.
  std::vector<std::string_view> immobilised;
  // The side whose queen is hidden (H23); std::nullopt if no queen is hidden.
  std::optional<Color> hidden;
  // The square of the hidden queen; empty if the viewer is not allowed to see it.
  std::string_view hidden_square;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_POSITION_H_
