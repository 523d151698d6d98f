#ifndef ARBITER_CORE_BOARD_BOARD_H_
#define ARBITER_CORE_BOARD_BOARD_H_

#include <array>
#include <cstdint>
#include <optional>

#include "core/board/bitboard.h"
#include "core/board/color.h"
#include "core/board/geometry.h"

namespace arbiter {

// A piece of a variant. `Kind` is the variant's enum of piece kinds, whose last entry is kCount.
template <typename Kind>
struct Piece {
  Kind kind;
  Color color;
  constexpr bool operator==(const Piece&) const = default;
};

// Returns a pseudo-random 64-bit value for each counter value (SplitMix64).
constexpr uint64_t Mix64(uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

// The pieces on a board: a mailbox, bitboards by colour and kind, and a Zobrist key, all kept
// consistent. Trivially copyable.
template <typename G, typename Kind>
class Board {
 public:
  static constexpr int kKinds = static_cast<int>(Kind::kCount);

  std::optional<Piece<Kind>> At(Square<G> square) const {
    const uint8_t cell = cells_[square.index()];
    if (cell == 0) return std::nullopt;
    return Piece<Kind>{KindOf(cell), ColorOf(cell)};
  }
  // The kind of the piece on `square`, which must be occupied.
  Kind KindAt(Square<G> square) const { return KindOf(cells_[square.index()]); }
  bool IsEmpty(Square<G> square) const { return cells_[square.index()] == 0; }

  const Bitboard<G>& Of(Color color) const { return by_color_[Index(color)]; }
  const Bitboard<G>& Of(Kind kind) const { return by_kind_[static_cast<int>(kind)]; }
  Bitboard<G> Of(Color color, Kind kind) const { return Of(color) & Of(kind); }
  Bitboard<G> Occupied() const { return by_color_[0] | by_color_[1]; }
  // The contents of all squares: 0 for an empty one, otherwise 1 + the number of the piece's kind,
  // plus 16 for a piece of Black.
  const std::array<uint8_t, G::kSquares>& cells() const { return cells_; }
  // The Zobrist key: equal boards have equal keys, and different boards almost never do.
  uint64_t key() const { return key_; }
  // Returns the key after Move(from, to, kind).
  uint64_t KeyAfterMove(Square<G> from, Square<G> to, Kind kind) const {
    const uint8_t cell = cells_[from.index()];
    const uint8_t captured = cells_[to.index()];
    const uint64_t key = key_ ^ KeyOf(from, cell) ^ KeyOf(to, CellOf(kind, ColorOf(cell)));
    return captured == 0 ? key : key ^ KeyOf(to, captured);
  }

  // Puts a piece on `square`, which must be empty.
  void Put(Square<G> square, Piece<Kind> piece) {
    cells_[square.index()] = CellOf(piece.kind, piece.color);
    Toggle(square, piece.kind, piece.color);
  }
  // Removes the piece on `square`, which must be occupied.
  void Remove(Square<G> square) {
    const uint8_t cell = cells_[square.index()];
    cells_[square.index()] = 0;
    Toggle(square, KindOf(cell), ColorOf(cell));
  }
  // Moves the piece on `from` to `to`, where it becomes a `kind`, and captures any piece there.
  // `from` must be occupied and must not be `to`.
  void Move(Square<G> from, Square<G> to, Kind kind) {
    if (!IsEmpty(to)) Remove(to);
    const uint8_t cell = cells_[from.index()];
    Remove(from);
    Put(to, {kind, ColorOf(cell)});
  }

  bool operator==(const Board& other) const { return cells_ == other.cells_; }

 private:
  static_assert(kKinds < 16);
  static constexpr auto kKeys = [] {
    std::array<std::array<std::array<uint64_t, G::kSquares>, kKinds>, 2> keys{};
    uint64_t counter = 0;
    for (auto& kinds : keys) {
      for (auto& squares : kinds) {
        for (uint64_t& key : squares) key = Mix64(counter++);
      }
    }
    return keys;
  }();

  static constexpr uint8_t CellOf(Kind kind, Color color) {
    return static_cast<uint8_t>(1 + static_cast<int>(kind) + 16 * Index(color));
  }
  static constexpr Kind KindOf(uint8_t cell) { return static_cast<Kind>((cell & 15) - 1); }
  static constexpr Color ColorOf(uint8_t cell) { return static_cast<Color>(cell >> 4); }

  static uint64_t KeyOf(Square<G> square, uint8_t cell) {
    return kKeys[Index(ColorOf(cell))][static_cast<int>(KindOf(cell))][square.index()];
  }

  // Adds a piece to the bitboards and the key, or removes it from them.
  void Toggle(Square<G> square, Kind kind, Color color) {
    by_color_[Index(color)].Flip(square);
    by_kind_[static_cast<int>(kind)].Flip(square);
    key_ ^= kKeys[Index(color)][static_cast<int>(kind)][square.index()];
  }

  std::array<uint8_t, G::kSquares> cells_{};
  std::array<Bitboard<G>, 2> by_color_{};
  std::array<Bitboard<G>, kKinds> by_kind_{};
  uint64_t key_ = 0;
};

// Returns a hash of the squares of the white and of the black pieces of one kind.
template <typename G, typename Kind>
uint64_t PlacementKey(const Board<G, Kind>& board, Kind kind) {
  uint64_t key = 0;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const Bitboard<G> squares = board.Of(color, kind);
    for (const uint64_t word : squares.words()) key = Mix64(key ^ word);
  }
  return key;
}
// Returns a hash of the numbers of pieces by colour and kind.
template <typename G, typename Kind>
uint64_t MaterialKey(const Board<G, Kind>& board) {
  uint64_t numbers = 0;
  for (int i = 0; i < Board<G, Kind>::kKinds; ++i) {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      numbers = 31 * numbers + static_cast<uint64_t>(board.Of(color, static_cast<Kind>(i)).size());
    }
  }
  return Mix64(numbers);
}

// XORed into the Zobrist key of a position when Black is to move.
inline constexpr uint64_t kBlackToMoveKey = Mix64(0xb1acc);

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_BOARD_H_
