#ifndef ARBITER_CORE_BOARD_BITBOARD_H_
#define ARBITER_CORE_BOARD_BITBOARD_H_

#include <array>
#include <bit>
#include <cstdint>

#include "core/board/geometry.h"

namespace arbiter {

// A set of squares of the geometry G, in one 64-bit word for up to 64 squares and in two for more.
// Iterates in the order a1, b1, …, a2, ….
template <typename G>
class Bitboard {
 public:
  static constexpr int kWords = (G::kSquares + 63) / 64;
  static_assert(kWords <= 2);

  constexpr Bitboard() = default;
  constexpr explicit Bitboard(Square<G> square) {
    const uint64_t bit = uint64_t{1} << Bit(square);
    if constexpr (kWords == 1) {
      words_[0] = bit;
    } else {
      // A word that is chosen by a variable index would make the compiler keep the set in memory.
      words_[0] = Word(square) == 0 ? bit : 0;
      words_[1] = Word(square) == 0 ? 0 : bit;
    }
  }

  constexpr bool empty() const {
    if constexpr (kWords == 1) {
      return words_[0] == 0;
    } else {
      return (words_[0] | words_[1]) == 0;
    }
  }
  constexpr explicit operator bool() const { return !empty(); }
  constexpr int size() const {
    int count = 0;
    for (uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  constexpr bool Has(Square<G> square) const { return (words_[Word(square)] >> Bit(square)) & 1; }
  constexpr void Set(Square<G> square) { words_[Word(square)] |= uint64_t{1} << Bit(square); }
  constexpr void Reset(Square<G> square) { words_[Word(square)] &= ~(uint64_t{1} << Bit(square)); }
  // Adds the square if it is absent, and removes it otherwise.
  constexpr void Flip(Square<G> square) { words_[Word(square)] ^= uint64_t{1} << Bit(square); }

  // The bits, numbered by Square::index().
  constexpr const std::array<uint64_t, kWords>& words() const { return words_; }

  // The squares with the lowest and the highest number; the set must not be empty.
  constexpr Square<G> First() const {
    if constexpr (kWords == 2) {
      if (words_[0] == 0) return Square<G>(64 + std::countr_zero(words_[1]));
    }
    return Square<G>(std::countr_zero(words_[0]));
  }
  constexpr Square<G> Last() const {
    if constexpr (kWords == 2) {
      if (words_[1] != 0) return Square<G>(127 - std::countl_zero(words_[1]));
    }
    return Square<G>(63 - std::countl_zero(words_[0]));
  }
  // Removes and returns First(); the set must not be empty.
  constexpr Square<G> PopFirst() {
    const Square<G> first = First();
    if constexpr (kWords == 2) words_[1] &= words_[1] - (words_[0] == 0 ? 1 : 0);
    words_[0] &= words_[0] - 1;
    return first;
  }

  constexpr Bitboard& operator|=(const Bitboard& other) {
    for (int i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr Bitboard& operator&=(const Bitboard& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr Bitboard& operator^=(const Bitboard& other) {
    for (int i = 0; i < kWords; ++i) words_[i] ^= other.words_[i];
    return *this;
  }
  // Removes the squares of `other`.
  constexpr Bitboard& operator-=(const Bitboard& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr Bitboard operator|(Bitboard a, const Bitboard& b) { return a |= b; }
  friend constexpr Bitboard operator&(Bitboard a, const Bitboard& b) { return a &= b; }
  friend constexpr Bitboard operator^(Bitboard a, const Bitboard& b) { return a ^= b; }
  friend constexpr Bitboard operator-(Bitboard a, const Bitboard& b) { return a -= b; }
  // Compares words. A comparison of the arrays would be one of memory, for which Clang stores sets
  // that are in registers.
  friend constexpr bool operator==(const Bitboard& a, const Bitboard& b) { return (a ^ b).empty(); }

  class Iterator {
   public:
    constexpr explicit Iterator(Bitboard rest) : rest_(rest) {}
    constexpr Square<G> operator*() const { return rest_.First(); }
    constexpr Iterator& operator++() {
      rest_.PopFirst();
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    Bitboard rest_;
  };
  constexpr Iterator begin() const { return Iterator(*this); }
  constexpr Iterator end() const { return Iterator(Bitboard()); }

 private:
  static constexpr int Word(Square<G> square) { return kWords == 1 ? 0 : square.index() >> 6; }
  static constexpr int Bit(Square<G> square) { return square.index() & 63; }

  std::array<uint64_t, kWords> words_{};
};

// Returns the squares that satisfy `predicate`; meant for tables built at compile time.
template <typename G, typename Predicate>
constexpr Bitboard<G> SquaresWhere(Predicate predicate) {
  Bitboard<G> squares;
  for (int i = 0; i < G::kSquares; ++i) {
    if (predicate(Square<G>(i))) squares.Set(Square<G>(i));
  }
  return squares;
}

template <typename G>
inline constexpr Bitboard<G> kAllSquares = SquaresWhere<G>([](Square<G>) { return true; });

// The squares of each file, file a first.
template <typename G>
inline constexpr std::array<Bitboard<G>, G::kFiles> kFileSquares = [] {
  std::array<Bitboard<G>, G::kFiles> files;
  for (int file = 0; file < G::kFiles; ++file) {
    files[static_cast<size_t>(file)] =
        SquaresWhere<G>([file](Square<G> square) { return square.file() == file; });
  }
  return files;
}();

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_BITBOARD_H_
