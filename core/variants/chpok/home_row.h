#ifndef ARBITER_CORE_VARIANTS_CHPOK_HOME_ROW_H_
#define ARBITER_CORE_VARIANTS_CHPOK_HOME_ROW_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/bitboard.h"
#include "core/board/geometry.h"
#include "core/variants/chpok/features.h"

namespace arbiter::chpok {

// The geometry of the widest board. A narrower board uses the files from `a` on, and the other
// files stay empty.
using Geo = Geometry<kMaxWidth, 8>;
using Sq = Square<Geo>;
using Squares = Bitboard<Geo>;

enum class Kind : uint8_t { kKing, kQueen, kRook, kBishop, kDragon, kKnight, kPawn, kCount };

// The capital FEN letters, in the order of Kind.
inline constexpr char kLetters[] = "KQRBDNP";
constexpr char CapitalLetter(Kind kind) { return kLetters[static_cast<int>(kind)]; }
constexpr char SmallLetter(Kind kind) { return static_cast<char>(CapitalLetter(kind) - 'A' + 'a'); }

// Returns the index of a kind in Features::points.
constexpr int PointsIndex(Kind kind) {
  constexpr int kIndices[] = {6, 5, 1, 3, 4, 2, 0};
  return kIndices[static_cast<int>(kind)];
}

// The kinds of the pieces on a side's first row, from file a on (P7, P11).
class HomeRow {
 public:
  // Returns the default row for a width from kMinWidth to kMaxWidth.
  static HomeRow DefaultFor(int width);
  // Parses kMinWidth to kMaxWidth letters, each K, Q, R, B, D, N or P, at least one of them a K.
  // Returns INVALID_ARGUMENT if the row is invalid, with a message that the caller puts into an
  // error of its own.
  static absl::StatusOr<HomeRow> Parse(std::string_view text);

  int size() const { return size_; }
  Kind operator[](int file) const { return kinds_[static_cast<size_t>(file)]; }
  std::string ToString() const;

  bool operator==(const HomeRow& other) const {
    return size_ == other.size_ &&
           std::equal(kinds_.begin(), kinds_.begin() + size_, other.kinds_.begin());
  }

 private:
  std::array<Kind, kMaxWidth> kinds_ = {};
  uint8_t size_ = 0;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_HOME_ROW_H_
