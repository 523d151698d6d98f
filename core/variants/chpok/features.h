#ifndef ARBITER_CORE_VARIANTS_CHPOK_FEATURES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_FEATURES_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace arbiter::chpok {

inline constexpr int kMinWidth = 6;
inline constexpr int kMaxWidth = 10;
inline constexpr int kMinMoves = 10;
inline constexpr int kMaxMoves = 888;
// The maximum number of undos and of castlings.
inline constexpr int kMaxRights = 5;
inline constexpr int kPieceKinds = 7;

// The extraordinary features that are on or off, in the order of P9.
enum class Switch : uint8_t {
  kHill,
  kRacing,
  kCruel,
  kSuperqueen,
  kCornerbishop,
  kBackpawn,
  kNewborn,
  kRemove,
  kSkip,
  kNopromoteking,
  kNoenpassant,
  kCount
};

// The extraordinary features of a game, each with its default (P9).
struct Features {
  // The move limit.
  uint16_t moves = kMaxMoves;
  // One bit for each Switch.
  uint16_t switches = 0;
  // The number of files of the board.
  uint8_t width = 8;
  // The numbers of undos and of castlings that each player has.
  uint8_t undo = 0;
  uint8_t castlings = 1;
  // The extra points for a move of P, R, N, B, D, Q and K, each from 0 to 9.
  std::array<uint8_t, kPieceKinds> points = {};

  constexpr bool Has(Switch feature) const { return (switches >> static_cast<int>(feature)) & 1; }
  constexpr void Set(Switch feature) { switches |= uint16_t(1 << static_cast<int>(feature)); }
  bool operator==(const Features&) const = default;
};

// Parses features in any order, for example `width=10,undo=2,hill`, or `-` for none. Returns
// INVALID_ARGUMENT if they are invalid, with a message that the caller puts into an error of its
// own.
absl::StatusOr<Features> ParseFeatures(std::string_view text);

// Write the features that differ from their defaults, in the order of P9. If there are none,
// FormatFeatures() returns `-`, and AppendFeatures() appends nothing.
void AppendFeatures(const Features& features, std::string* text);
std::string FormatFeatures(const Features& features);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_FEATURES_H_
