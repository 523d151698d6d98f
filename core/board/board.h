#ifndef ARBITER_CORE_BOARD_BOARD_H_
#define ARBITER_CORE_BOARD_BOARD_H_

#include <array>
#include <cstdint>
#include <optional>

#include "core/board/bitboard.h"
#include "core/board/color.h"
#include "core/board/geometry.h"

namespace arbiter {

// A variant's piece: its own kind (an enum that ends in kCount) and a colour.
template <typename Kind>
struct Piece {
  Kind kind;
  Color color;
  constexpr bool operator==(const Piece&) const = default;
};

// A well mixed 64-bit value for each counter value (SplitMix64).
constexpr uint64_t Mix64(uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

// What stands where: a mailbox and sets by colour and kind, kept in step, with
// a Zobrist key of the whole. Trivially copyable.
template <typename G, typename Kind>
class Board {
 public:
  static constexpr int kKinds = static_cast<int>(Kind::kCount);

  std::optional<Piece<Kind>> At(Square<G> square) const {
    const uint8_t cell = cells_[square.index()];
    if (cell == 0) return std::nullopt;
    return Piece<Kind>{static_cast<Kind>((cell - 1) % kKinds),
                       static_cast<Color>((cell - 1) / kKinds)};
  }
  // The kind on a square that is known to be occupied.
  Kind KindAt(Square<G> square) const {
    return static_cast<Kind>((cells_[square.index()] - 1) % kKinds);
  }
  bool IsEmpty(Square<G> square) const { return cells_[square.index()] == 0; }

  const Bitboard<G>& Of(Color color) const { return by_color_[Index(color)]; }
  const Bitboard<G>& Of(Kind kind) const { return by_kind_[static_cast<int>(kind)]; }
  Bitboard<G> Of(Color color, Kind kind) const { return Of(color) & Of(kind); }
  Bitboard<G> Occupied() const { return by_color_[0] | by_color_[1]; }
  // Equal boards have equal keys, and unequal ones practically never.
  uint64_t key() const { return key_; }

  // `square` must be empty.
  void Put(Square<G> square, Piece<Kind> piece) {
    const int cell = 1 + Index(piece.color) * kKinds + static_cast<int>(piece.kind);
    cells_[square.index()] = static_cast<uint8_t>(cell);
    by_color_[Index(piece.color)].Set(square);
    by_kind_[static_cast<int>(piece.kind)].Set(square);
    key_ ^= kKeys[cell - 1][square.index()];
  }
  // `square` must be occupied.
  void Remove(Square<G> square) {
    const int cell = cells_[square.index()];
    cells_[square.index()] = 0;
    by_color_[(cell - 1) / kKinds].Reset(square);
    by_kind_[(cell - 1) % kKinds].Reset(square);
    key_ ^= kKeys[cell - 1][square.index()];
  }

  bool operator==(const Board& other) const { return cells_ == other.cells_; }

 private:
  static constexpr auto kKeys = [] {
    std::array<std::array<uint64_t, G::kSquares>, 2 * kKinds> keys{};
    uint64_t counter = 0;
    for (auto& squares : keys) {
      for (uint64_t& key : squares) key = Mix64(counter++);
    }
    return keys;
  }();

  std::array<uint8_t, G::kSquares> cells_{};  // 0: empty, else 1 + color * kKinds + kind
  std::array<Bitboard<G>, 2> by_color_{};
  std::array<Bitboard<G>, kKinds> by_kind_{};
  uint64_t key_ = 0;
};

// Mixed into the key of a position when Black is to move.
inline constexpr uint64_t kBlackToMoveKey = Mix64(0xb1acc);

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_BOARD_H_
