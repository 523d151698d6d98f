#ifndef ARBITER_CORE_PGN_PGN_GAME_H_
#define ARBITER_CORE_PGN_PGN_GAME_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/variant.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"

namespace arbiter::pgn {

struct Tag {
  std::string name;
  std::string value;
};

// A game as PGN tells it, and as its caller keeps it.
struct PgnGame {
  // Null: of a game that was read, not known.
  const Variant* variant = nullptr;
  OptionMap options;
  // Empty: the variant's start.
  std::string start_fen;
  // Empty: none.
  std::string seed;
  // Action texts.
  std::vector<std::string> actions;
  // One an action in milliseconds, -1 where it is not reported; empty: none is.
  std::vector<int64_t> elapsed_ms;
  Result result = Result::kOngoing;
  // Those that are not said above.
  std::vector<Tag> tags;
};

// The tags that say what the other members of PgnGame hold.
inline constexpr std::string_view kVariantTag = "Variant";
inline constexpr std::string_view kOptionsTag = "VariantOptions";
inline constexpr std::string_view kSetUpTag = "SetUp";
inline constexpr std::string_view kFenTag = "FEN";
inline constexpr std::string_view kSeedTag = "Seed";
inline constexpr std::string_view kResultTag = "Result";

// `setup=symmetric; draw_policy=claim`: those that differ from the variant's defaults, and back.
// OPTION_OUT_OF_RANGE for a text that is no such list; names and values are not looked at.
std::string FormatOptions(const VariantInfo& info, const OptionMap& options);
absl::StatusOr<OptionMap> ParseOptions(std::string_view text);

// The seed that the tag `Seed` says, in hexadecimal digits; BAD_SEED, which never quotes it.
absl::StatusOr<std::string> ParseSeed(std::string_view digits);

// `1-0` and so on, `*` for a game that goes on. While the colours of a Chpok game are not known
// the Challenger stands for White.
std::string_view ResultText(Result result);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_PGN_GAME_H_
