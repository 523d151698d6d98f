#ifndef ARBITER_CORE_RULES_PACKED_TEXT_H_
#define ARBITER_CORE_RULES_PACKED_TEXT_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/bitboard.h"
#include "core/board/geometry.h"

namespace arbiter {

// A text of at most 7 bytes without NUL, packed into one number that compares as the bytes do.
// The action text of every move fits.
class PackedText {
 public:
  static constexpr size_t kMaxSize = 7;
  using Bytes = std::array<char, kMaxSize + 1>;

  constexpr PackedText() = default;
  constexpr explicit PackedText(std::string_view text) {
    assert(text.size() <= kMaxSize);
    for (const char byte : text) Add(byte);
  }

  constexpr PackedText& Add(char byte) {
    assert(size() < kMaxSize);
    value_ += uint64_t{static_cast<uint8_t>(byte)} << (56 - 8 * size()) | 1;
    return *this;
  }
  template <typename G>
  constexpr PackedText& Add(Square<G> square) {
    return Add(kNames<G>[square.index()]);
  }

  constexpr PackedText& Add(PackedText text) {
    assert(size() + text.size() <= kMaxSize);
    value_ += (text.value_ >> 8 << 8 >> 8 * size()) + text.size();
    return *this;
  }

  constexpr size_t size() const { return value_ & 0xff; }
  // The byte at `i` < kMaxSize; NUL beyond the end of the text.
  constexpr char operator[](size_t i) const { return static_cast<char>(value_ >> (56 - 8 * i)); }
  // The text, padded with NULs up to kMaxSize; the value of the last byte is unspecified.
  constexpr Bytes bytes() const {
    Bytes bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (*this)[i];
    return bytes;
  }
  std::string ToString() const { return {bytes().data(), size()}; }

  constexpr bool operator==(const PackedText&) const = default;
  constexpr bool operator<(const PackedText& other) const { return value_ < other.value_; }

 private:
  // The names of the squares.
  template <typename G>
  static const std::array<PackedText, G::kSquares> kNames;

  // The bytes of the text, from the highest byte down, and its size in the lowest byte.
  uint64_t value_ = 0;
};

template <typename G>
inline constexpr std::array<PackedText, G::kSquares> PackedText::kNames = [] {
  std::array<PackedText, G::kSquares> names;
  for (int i = 0; i < G::kSquares; ++i) {
    for (const char byte : kSquareNames<G>[i]) names[i].Add(byte);
  }
  return names;
}();

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
    for (int i = 0; i < G::kSquares; ++i) {
      for (const char byte : kSquareNames<G>[i]) names[kNumbers[i].index()].Add(byte);
    }
    return names;
  }();

  Bitboard<G> starts_;
  // By start square.
  std::array<Bitboard<G>, G::kSquares> targets_;
  std::vector<PackedText> others_;
  size_t size_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_PACKED_TEXT_H_
