#ifndef ARBITER_CORE_PGN_PGN_GAME_H_
#define ARBITER_CORE_PGN_PGN_GAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/clocks.h"
#include "core/game/variant.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"

namespace arbiter::pgn {

// A tag pair, such as `[Event "Casual game"]`.
struct Tag {
  std::string name;
  std::string value;
};

// A game that was read from PGN or is to be written as PGN.
struct PgnGame {
  // Null only if the game was read from PGN and its variant is unknown.
  const Variant* variant = nullptr;
  OptionMap options;
  // Empty for the start position of the variant.
  std::string start_fen;
  // The bytes of the seed; empty if there is none.
  std::string seed;
  // The action texts.
  std::vector<std::string> actions;
  // The time used for each action, in milliseconds, or -1 if it is not reported. The list is empty
  // if no time is reported, as in a game without clocks (ruling C17).
  std::vector<int64_t> elapsed_ms;
  Result result = Result::kOngoing;
  // The tags that the other members do not contain.
  std::vector<Tag> tags;
};

// The tags that the other members of PgnGame contain.
inline constexpr std::string_view kVariantTag = "Variant";
inline constexpr std::string_view kOptionsTag = "VariantOptions";
inline constexpr std::string_view kSetUpTag = "SetUp";
inline constexpr std::string_view kFenTag = "FEN";
inline constexpr std::string_view kSeedTag = "Seed";
inline constexpr std::string_view kResultTag = "Result";
// The tags that say which clocks a game has, unless its variant has clocks of its own: the first if
// both players have the same time, and otherwise the other two, as Cute Chess writes them. The
// option `clock` contains them. If it is not set, they are tags like others.
inline constexpr std::string_view kTimeControlTag = "TimeControl";
inline constexpr std::string_view kWhiteTimeControlTag = "WhiteTimeControl";
inline constexpr std::string_view kBlackTimeControlTag = "BlackTimeControl";
inline bool IsTimeControlTag(std::string_view name) {
  return name == kTimeControlTag || name == kWhiteTimeControlTag || name == kBlackTimeControlTag;
}
// Returns the time control that these tags name; std::nullopt if they name none that the option
// `clock` can have.
std::optional<TimeControl> TimeControlOf(const std::vector<Tag>& tags);
// Returns whether clocks are an option of the variant.
bool HasClockOption(const Variant& variant);

// Returns the FEN in the standard style, or in the pychess style if that contains more information
// (ruling M13).
std::string LosslessFen(const Variant& variant, const OptionMap& options, const Game& game);

// Formats the options that differ from the variant's defaults, for example as
// `setup=symmetric; draw_policy=claim`.
std::string FormatOptions(const VariantInfo& info, const OptionMap& options);
// Parses the output of FormatOptions. Returns OPTION_OUT_OF_RANGE if `text` does not have this form
// or gives an option twice. Names and values are not checked.
absl::StatusOr<OptionMap> ParseOptions(std::string_view text);

// Returns `1-0`, `0-1`, `1/2-1/2`, or `*` for an ongoing game. As long as the colours of a Chpok
// game are not known, the Challenger stands for White.
std::string_view FormatResult(Result result);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_PGN_GAME_H_
