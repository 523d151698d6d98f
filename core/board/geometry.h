#ifndef ARBITER_CORE_BOARD_GEOMETRY_H_
#define ARBITER_CORE_BOARD_GEOMETRY_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/board/color.h"

namespace arbiter {

// The size of a board, known at compile time. Squares are numbered a1, b1, …, a2, ….
template <int Files, int Ranks>
struct Geometry {
  static_assert(Files >= 1 && Files <= 26 && Ranks >= 1 && Ranks <= 9);
  static constexpr int kFiles = Files;
  static constexpr int kRanks = Ranks;
  static constexpr int kSquares = Files * Ranks;

  static constexpr bool Contains(int file, int rank) {
    return file >= 0 && file < Files && rank >= 0 && rank < Ranks;
  }
};

// A square of the geometry G, always on the board. An absent square is a std::nullopt.
template <typename G>
class Square {
 public:
  // Leaves the square uninitialized, so that creating a list of moves costs nothing.
  Square() = default;
  constexpr explicit Square(int index) : index_(static_cast<uint8_t>(index)) {}
  constexpr Square(int file, int rank) : Square(rank * G::kFiles + file) {}

  constexpr int index() const { return index_; }
  // The file from 0 (a-file) and the rank from 0 (rank 1).
  constexpr int file() const { return index_ % G::kFiles; }
  constexpr int rank() const { return index_ / G::kFiles; }
  // The rank seen from the side of `color`, whose own first rank is 0.
  constexpr int rank_for(Color color) const {
    return color == Color::kWhite ? rank() : G::kRanks - 1 - rank();
  }
  // The square on the same file and the mirrored rank.
  constexpr Square flipped() const { return Square(file(), G::kRanks - 1 - rank()); }

  constexpr bool operator==(const Square&) const = default;

 private:
  uint8_t index_;
};

// Returns the number of king steps between two squares.
template <typename G>
constexpr int Distance(Square<G> a, Square<G> b) {
  const int files = a.file() > b.file() ? a.file() - b.file() : b.file() - a.file();
  const int ranks = a.rank() > b.rank() ? a.rank() - b.rank() : b.rank() - a.rank();
  return std::max(files, ranks);
}

// The file letter and the rank digit of each square, for example `e4`.
template <typename G>
inline constexpr auto kSquareNames = [] {
  std::array<std::array<char, 2>, G::kSquares> names{};
  for (int i = 0; i < G::kSquares; ++i) {
    names[i] = {static_cast<char>('a' + i % G::kFiles), static_cast<char>('1' + i / G::kFiles)};
  }
  return names;
}();

// Returns the name of the square, which has static storage duration.
template <typename G>
constexpr std::string_view NameOf(Square<G> square) {
  const std::array<char, 2>& name = kSquareNames<G>[square.index()];
  return {name.data(), name.size()};
}

template <typename G>
std::string ToString(Square<G> square) {
  return std::string(NameOf(square));
}

// Parses a square such as `e4`; returns std::nullopt if `text` is not the name of a square of G.
template <typename G>
constexpr std::optional<Square<G>> ParseSquare(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const int file = text[0] - 'a';
  const int rank = text[1] - '1';
  if (!G::Contains(file, rank)) return std::nullopt;
  return Square<G>(file, rank);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_GEOMETRY_H_
