#ifndef ARBITER_CORE_VARIANTS_CHAKART_POSITION_H_
#define ARBITER_CORE_VARIANTS_CHAKART_POSITION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
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

// Capital FEN letters, in the order of Kind, of free and of immobilised pieces.
inline constexpr char kLetters[] = "KQRBNP";
inline constexpr char kImmobilisedLetters[] = "LTUCOS";
// The FEN letter of a queen that her opponent does not see (H23).
inline constexpr char kHiddenLetter = 'I';

constexpr char CapitalLetter(Kind kind) { return kLetters[static_cast<int>(kind)]; }
constexpr char SmallLetter(char capital) { return static_cast<char>(capital - 'A' + 'a'); }
constexpr char SmallLetter(Kind kind) { return SmallLetter(CapitalLetter(kind)); }

// What a pawn can become (H5) and Toadette can bring, in the order of the candidates (H13).
inline constexpr int kOfficerCount = 5;
inline constexpr Kind kOfficers[kOfficerCount] = {Kind::kQueen, Kind::kRook, Kind::kKnight,
                                                  Kind::kBishop, Kind::kKing};
// The one of them with this small letter.
constexpr std::optional<Kind> OfficerOf(char small_letter) {
  for (const Kind kind : kOfficers) {
    if (SmallLetter(kind) == small_letter) return kind;
  }
  return std::nullopt;
}

using ChakartBoard = Board<Geo, Kind>;

// What can lie on a square without a piece.
enum class Object : uint8_t { kMushroom, kBanana, kBomb, kEgg, kCount };
inline constexpr int kObjects = static_cast<int>(Object::kCount);
inline constexpr char kObjectLetters[] = "mdwe";
constexpr char LetterOf(Object object) { return kObjectLetters[static_cast<int>(object)]; }

// What a side may do once a game (H6, H7).
enum class Power : uint8_t { kShell, kStealth };

// An extra choice of the player to move (H13).
enum class Bonus : uint8_t { kNone, kSwap, kDrop, kAgain };

// The choices due before the turn passes; a promotion comes first (H15).
struct Pending {
  // The square of the pawn.
  std::optional<Sq> promotion;
  Bonus bonus = Bonus::kNone;
  // The piece of kDrop.
  Kind piece = Kind::kQueen;

  bool empty() const { return !promotion && bonus == Bonus::kNone; }
  bool operator==(const Pending&) const = default;
};

// The most turns that a given FEN may count, so that no two turns share random numbers (H22).
inline constexpr uint32_t kMaxGivenTurns = 20'000;

// A position without its history. Objects lie only on squares without a piece.
struct Position {
  using Geo = chakart::Geo;

  // All pieces, a hidden queen and the immobilised among them.
  ChakartBoard board;
  std::array<Squares, kObjects> objects;
  Squares immobilised;
  // Those of the player to move that become free again when the turn ends (H13, bowser).
  Squares released;
  // By colour and power: whether it is unused.
  std::array<std::array<bool, 2>, 2> powers = {{{true, true}, {true, true}}};
  Pending pending;
  // Forced passes in a row, at most 2 (H18).
  uint32_t passes = 0;
  // Turns since the start of the game (H16).
  uint32_t turns = 0;
  // Actions made in this turn (H22).
  uint32_t action = 0;
  Color turn = Color::kWhite;
  // The queen of the side that is not to move, while that side alone sees her (H23).
  std::optional<Sq> hidden;
  // The square that she left, where it is known.
  std::optional<Sq> left;
  // Whether this is what somebody sees who may not see the hidden queen: she is
  // off the board.
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
  // What the player to move sees as pieces (H3).
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
  // Equal positions have equal keys, and unequal ones practically never.
  uint64_t key() const;
};

// What a player can do.
enum class ActionKind : uint8_t { kMove, kStealth, kShell, kSwap, kPlace, kPromote, kPass };

// One action. Squares that its kind does not have are a1.
struct Action {
  ActionKind kind;
  // kMove, kStealth, kShell (the king), kSwap (the lower one).
  Sq from;
  // All but kPass; of kPromote the pawn's.
  Sq to;
  // What a pawn becomes by kMove or kPromote, or what kPlace places; kPawn: nothing.
  Kind piece;

  bool operator==(const Action&) const = default;
  bool HasFrom() const { return kind <= ActionKind::kSwap; }
  // Whether a player who takes up the piece on `square` may mean this action.
  bool Starts(Sq square) const {
    return (HasFrom() && from == square) ||
           ((kind == ActionKind::kSwap || kind == ActionKind::kPromote) && to == square);
  }
};

// What a Chakart state has beside the pieces.
struct Detail {
  // Rights that are unused, by colour (H6, H7).
  bool shell[2] = {};
  bool stealth[2] = {};
  // Forced passes in a row (H18).
  uint32_t passes = 0;
  // Actions made in this turn (H22).
  uint32_t action = 0;
  // Squares and FEN letters of the objects, in the order a1, b1, ….
  std::vector<std::pair<std::string, char>> objects;
  // Squares of the immobilised pieces, in the same order.
  std::vector<std::string> immobilised;
  // Whose queen is hidden (H23).
  std::optional<Color> hidden;
  // Where she stands; empty for those who may not know.
  std::string hidden_square;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_POSITION_H_
