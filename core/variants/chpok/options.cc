#include "core/variants/chpok/options.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/variants/chpok/info.h"

namespace arbiter::chpok {
namespace {

// The options that apply only to the bidding phase, and those that apply only to a game that skips
// it.
constexpr std::string_view kBiddingOptions[] = {"chips", "minutes_max", "bonus_max",
                                                "move_limit_min"};
constexpr std::string_view kBoardOptions[] = {"white", "minutes", "bonus", "home_row", "features"};

absl::Status OutOfRange(std::string_view name, std::string_view why) {
  return AtField(MakeError(ErrorReason::kOptionOutOfRange, StrCat("option ", name, ": ", why)),
                 name);
}

// Reads the option `name`, a number, into `value`, which stays unchanged if the option is absent.
absl::Status ReadNumber(const OptionMap& map, std::string_view name, int* value) {
  const auto entry = map.find(name);
  if (entry == map.end()) return absl::OkStatus();
  const auto& options = ChpokInfo().options;
  const auto option = std::find_if(options.begin(), options.end(),
                                   [name](const OptionInfo& known) { return known.name == name; });
  const auto number = ParseNumber<int>(entry->second, option->minimum, option->maximum);
  if (!number) {
    return OutOfRange(name, StrCat(Quoted(entry->second), " is not a number from ", option->minimum,
                                   " to ", option->maximum));
  }
  *value = *number;
  return absl::OkStatus();
}

absl::Status ReadSwitch(const OptionMap& map, std::string_view name, bool* value) {
  ARBITER_ASSIGN_OR_RETURN(const std::string_view text, OptionValue(ChpokInfo(), map, name));
  *value = text == "true";
  return absl::OkStatus();
}

absl::Status ReadWhite(const OptionMap& map, Options* options) {
  if (!map.contains("white")) return absl::OkStatus();
  ARBITER_ASSIGN_OR_RETURN(const std::string_view white, OptionValue(ChpokInfo(), map, "white"));
  if (white != "unknown") {
    options->challenger = white == "challenger" ? Color::kWhite : Color::kBlack;
  }
  return absl::OkStatus();
}

absl::Status ReadTime(const OptionMap& map, Options* options) {
  int minutes = 0;
  int bonus = 0;
  ARBITER_RETURN_IF_ERROR(ReadNumber(map, "minutes", &minutes));
  ARBITER_RETURN_IF_ERROR(ReadNumber(map, "bonus", &bonus));
  if (minutes > 0) {
    options->time_control =
        TimeControl{static_cast<uint16_t>(minutes), static_cast<uint16_t>(bonus)};
  } else if (map.contains("bonus")) {
    return OutOfRange("bonus", "a bonus needs minutes to be added to; set the option minutes, too");
  } else if (options->track_clocks) {
    return OutOfRange("track_clocks", "clocks need minutes; set the option minutes, too (P24)");
  }
  return absl::OkStatus();
}

absl::Status ReadBoard(const OptionMap& map, Options* options) {
  if (const auto entry = map.find("features"); entry != map.end()) {
    const absl::StatusOr<Features> features = ParseFeatures(entry->second);
    if (!features.ok()) {
      return OutOfRange("features", StrCat(std::string(features.status().message()), " (P9)"));
    }
    options->features = *features;
  }
  if (const auto entry = map.find("home_row"); entry != map.end()) {
    const absl::StatusOr<HomeRow> row = HomeRow::Parse(entry->second);
    if (!row.ok()) return OutOfRange("home_row", std::string(row.status().message()));
    if (row->size() != options->features.width) {
      return OutOfRange(
          "home_row", StrCat(row->ToString(), " has ", row->size(), " letters, but the board has ",
                             options->features.width, " files (P8)"));
    }
    options->home_row = *row;
  }
  ARBITER_RETURN_IF_ERROR(ReadWhite(map, options));
  return ReadTime(map, options);
}

}  // namespace

absl::StatusOr<Options> ReadOptions(const OptionMap& map) {
  // In most requests every option has its default.
  if (map.empty()) return Options();
  ARBITER_RETURN_IF_ERROR(CheckOptionNames(ChpokInfo(), map));
  Options options;
  ARBITER_ASSIGN_OR_RETURN(options.draw_policy, ParseDrawPolicy(ChpokInfo(), map));
  for (const auto& [name, value] :
       {std::pair("chips", &options.chips), std::pair("minutes_max", &options.limits.minutes),
        std::pair("bonus_max", &options.limits.bonus),
        std::pair("move_limit_min", &options.limits.min_moves)}) {
    ARBITER_RETURN_IF_ERROR(ReadNumber(map, name, value));
  }
  for (const auto& [name, value] : {std::pair("track_clocks", &options.track_clocks),
                                    std::pair("skip_bidding", &options.skip_bidding)}) {
    ARBITER_RETURN_IF_ERROR(ReadSwitch(map, name, value));
  }
  if (options.skip_bidding) {
    for (const std::string_view name : kBiddingOptions) {
      if (map.contains(name)) {
        return OutOfRange(name,
                          "this option is for the bidding phase, which skip_bidding leaves out");
      }
    }
    ARBITER_RETURN_IF_ERROR(ReadBoard(map, &options));
    return options;
  }
  for (const std::string_view name : kBoardOptions) {
    if (map.contains(name)) {
      return OutOfRange(name,
                        "the bidding decides this; the option is only for games with skip_bidding");
    }
  }
  return options;
}

}  // namespace arbiter::chpok
