#ifndef ARBITER_CORE_RULES_ACTION_TEXT_H_
#define ARBITER_CORE_RULES_ACTION_TEXT_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

#include "core/base/packed_text.h"
#include "core/board/bitboard.h"
#include "core/board/geometry.h"

namespace arbiter {

// The action texts of moves, such as `e2e4`. Every one fits into a PackedText.

template <typename G>
inline constexpr auto kSquareTexts = [] {
  std::array<PackedText, G::kSquares> texts;
  for (int i = 0; i < G::kSquares; ++i) {
    for (const char byte : kSquareNames<G>[i]) texts[i].Add(byte);
  }
  return texts;
}();

// Returns the name of a square, such as `e4`.
template <typename G>
constexpr PackedText SquareText(Square<G> square) {
  return kSquareTexts<G>[square.index()];
}

// A collection of distinct action texts that is sorted by bytes (ruling C11). Texts that consist of
// two squares of the geometry G, as most do, are sorted without comparisons.
template <typename G>
class SortedTexts {
 public:
  // Adds the text of two squares, such as `e2e4`.
  void Add(Square<G> from, Square<G> to) {
    const Square<G> start = ByName(from);
    starts_.Set(start);
    targets_[start.index()].Set(ByName(to));
    ++size_;
  }
  // Adds a text that does not consist of two squares.
  void Add(PackedText text) {
    others_.push_back(text);
    ++size_;
  }

  // Returns the texts in order. Must be called only once.
  std::vector<PackedText> Take() {
    std::sort(others_.begin(), others_.end());
    std::vector<PackedText> texts(size_);
    auto out = texts.begin();
    auto other = others_.begin();
    for (const Square<G> from : starts_) {
      for (const Square<G> to : targets_[from.index()]) {
        PackedText text = kNames[from.index()];
        text.Add(kNames[to.index()]);
        while (other != others_.end() && *other < text) *out++ = *other++;
        *out++ = text;
      }
    }
    out = std::copy(other, others_.end(), out);
    assert(out == texts.end());
    return texts;
  }

 private:
  // Here, squares are numbered in the order of their names: a1, a2, …, b1, ….
  static constexpr Square<G> ByName(Square<G> square) { return kNumbers[square.index()]; }
  static constexpr auto kNumbers = [] {
    std::array<Square<G>, G::kSquares> numbers{};
    for (int i = 0; i < G::kSquares; ++i) {
      const Square<G> square(i);
      numbers[i] = Square<G>(square.file() * G::kRanks + square.rank());
    }
    return numbers;
  }();
  // The names of the squares, by these numbers.
  static constexpr auto kNames = [] {
    std::array<PackedText, G::kSquares> names;
    for (int i = 0; i < G::kSquares; ++i) names[kNumbers[i].index()] = SquareText(Square<G>(i));
    return names;
  }();

  Bitboard<G> starts_;
  // By start square.
  std::array<Bitboard<G>, G::kSquares> targets_;
  std::vector<PackedText> others_;
  size_t size_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ACTION_TEXT_H_
