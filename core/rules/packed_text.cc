#include "core/rules/packed_text.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

namespace arbiter {
namespace {

// Squares here have the files a to j and the ranks 1 to 9, and are numbered in the order of their
// names, unlike those of a board.
constexpr unsigned kFiles = 10;
constexpr unsigned kRanks = 9;
constexpr unsigned kSquares = kFiles * kRanks;

// Returns the number of the square that the two bytes at `i` name, or kSquares if they name none.
unsigned NamedSquare(PackedText text, size_t i) {
  const unsigned file = static_cast<unsigned char>(text[i]) - unsigned{'a'};
  const unsigned rank = static_cast<unsigned char>(text[i + 1]) - unsigned{'1'};
  return file < kFiles && rank < kRanks ? file * kRanks + rank : kSquares;
}

constexpr std::array<PackedText, kSquares> kNames = [] {
  std::array<PackedText, kSquares> names;
  for (unsigned i = 0; i < kSquares; ++i) {
    names[i].Add(static_cast<char>('a' + i / kRanks)).Add(static_cast<char>('1' + i % kRanks));
  }
  return names;
}();

// A set of squares that visits them in the order of their names.
struct NamedSquares {
  std::array<uint64_t, 2> words;

  bool Has(unsigned square) const { return words[square / 64] >> (square % 64) & 1; }
  void Set(unsigned square) { words[square / 64] |= uint64_t{1} << (square % 64); }

  template <typename Visitor>
  void Visit(Visitor visit) const {
    for (unsigned i = 0; i < 2; ++i) {
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
    const unsigned from = NamedSquare(text, 0);
    const unsigned to = NamedSquare(text, 2);
    if (text.size() != 4 || from >= kSquares || to >= kSquares) {
      others.push_back(text);
      continue;
    }
    if (!starts.Has(from)) {
      starts.Set(from);
      targets[from] = {};
    }
    targets[from].Set(to);
  }
  std::sort(others.begin(), others.end());
  auto out = texts.begin();
  auto other = others.begin();
  starts.Visit([&](unsigned from) {
    targets[from].Visit([&](unsigned to) {
      PackedText text = kNames[from];
      text.Add(kNames[to]);
      while (other != others.end() && *other < text) *out++ = *other++;
      *out++ = text;
    });
  });
  out = std::copy(other, others.end(), out);
  assert(out == texts.end());
}

}  // namespace arbiter
