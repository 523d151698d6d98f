#include "core/rules/packed_text.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

namespace arbiter {
namespace {

// The bits that all texts of two squares, such as `e2e4`, have in common: the high nibbles of the
// letters and digits, and the size.
constexpr uint64_t kCommonMask = 0xf0f0'f0f0'ffff'ffff;
constexpr uint64_t kCommonBits = 0x6030'6030'0000'0004;

// Squares here are numbered by the low nibbles of their letter and digit. Unlike those of a board,
// they are in the order of their names.
constexpr unsigned kSquares = 256;

// Convert between the two bytes of a name and the number of the square.
constexpr unsigned NumberOf(uint64_t name) { return (name >> 4 & 0xf0) | (name & 0x0f); }
constexpr uint64_t LowNibblesOf(uint64_t number) { return (number & 0xf0) << 4 | (number & 0x0f); }

// A set of squares that visits them in the order of their names.
struct NamedSquares {
  std::array<uint64_t, kSquares / 64> words;

  bool Has(unsigned square) const { return words[square / 64] >> (square % 64) & 1; }
  void Set(unsigned square) { words[square / 64] |= uint64_t{1} << (square % 64); }

  template <typename Visitor>
  void Visit(Visitor visit) const {
    for (unsigned i = 0; i < words.size(); ++i) {
      for (uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        visit(64 * i + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }
};

}  // namespace

void SortTexts(std::span<PackedText> texts) {
  NamedSquares starts = {};
  // Indexed by start square. Only the entries of the squares in `starts` are initialized.
  std::array<NamedSquares, kSquares> targets;
  std::vector<PackedText> others;
  for (const PackedText text : texts) {
    if ((text.value_ & kCommonMask) != kCommonBits) {
      others.push_back(text);
      continue;
    }
    const unsigned from = NumberOf(text.value_ >> 48);
    if (!starts.Has(from)) {
      starts.Set(from);
      targets[from] = {};
    }
    targets[from].Set(NumberOf(text.value_ >> 32 & 0xffff));
  }
  std::sort(others.begin(), others.end());
  auto out = texts.begin();
  auto other = others.begin();
  starts.Visit([&](unsigned from) {
    const uint64_t begin = kCommonBits | LowNibblesOf(from) << 48;
    targets[from].Visit([&](unsigned to) {
      PackedText text;
      text.value_ = begin | LowNibblesOf(to) << 32;
      while (other != others.end() && *other < text) *out++ = *other++;
      *out++ = text;
    });
  });
  out = std::copy(other, others.end(), out);
  assert(out == texts.end());
}

}  // namespace arbiter
