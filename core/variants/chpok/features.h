#ifndef ARBITER_CORE_VARIANTS_CHPOK_FEATURES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_FEATURES_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace arbiter::chpok {

inline constexpr int kLeastWidth = 6;
inline constexpr int kMostWidth = 10;
inline constexpr int kLeastMoves = 10;
inline constexpr int kMostMoves = 888;
// Of undos and of castlings.
inline constexpr int kMostRights = 5;
inline constexpr int kPieceKinds = 7;

// Extraordinary features that are on or off, in the order of P9.
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

// The extraordinary features of a game (P9), by default off.
struct Features {
  uint16_t moves = kMostMoves;
  uint16_t switches = 0;
  uint8_t width = 8;
  uint8_t undo = 0;
  uint8_t castlings = 1;
  // 0–9 each, for P, R, N, B, D, Q, K.
  std::array<uint8_t, kPieceKinds> points = {};

  constexpr bool Has(Switch feature) const { return (switches >> static_cast<int>(feature)) & 1; }
  constexpr void Set(Switch feature) { switches |= uint16_t(1 << static_cast<int>(feature)); }
  bool operator==(const Features&) const = default;
};

// Reads `width=10,undo=2,hill`, in any order, or `-` for none. The error is a bare sentence
// (INVALID_ARGUMENT) about what is wrong.
absl::StatusOr<Features> ParseFeatures(std::string_view text);

// In the order of P9, defaults left out; `-` where nothing is left. AppendFeatures() adds nothing
// then.
void AppendFeatures(const Features& features, std::string* text);
std::string FormatFeatures(const Features& features);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_FEATURES_H_
