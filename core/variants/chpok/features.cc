#include "core/variants/chpok/features.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::chpok {
namespace {

// The names of the switches, in the order of Switch.
constexpr std::string_view kSwitchNames[] = {
    "hill",    "racing", "cruel", "superqueen",    "cornerbishop", "backpawn",
    "newborn", "remove", "skip",  "nopromoteking", "noenpassant"};
static_assert(std::size(kSwitchNames) == static_cast<size_t>(Switch::kCount));

// A feature whose value is a number.
struct NumberFeature {
  std::string_view name;
  int min;
  int max;
  int (*get)(const Features&);
  void (*set)(Features*, int);
};

constexpr NumberFeature kWidth = {
    "width", kMinWidth, kMaxWidth, [](const Features& features) -> int { return features.width; },
    [](Features* features, int value) { features->width = static_cast<uint8_t>(value); }};
constexpr NumberFeature kMoves = {
    "moves", kMinMoves, kMaxMoves, [](const Features& features) -> int { return features.moves; },
    [](Features* features, int value) { features->moves = static_cast<uint16_t>(value); }};
constexpr NumberFeature kUndo = {
    "undo", 0, kMaxRights, [](const Features& features) -> int { return features.undo; },
    [](Features* features, int value) { features->undo = static_cast<uint8_t>(value); }};
constexpr NumberFeature kCastlings = {
    "castlings", 0, kMaxRights, [](const Features& features) -> int { return features.castlings; },
    [](Features* features, int value) { features->castlings = static_cast<uint8_t>(value); }};

template <typename... Parts>
absl::Status Invalid(const Parts&... parts) {
  return absl::InvalidArgumentError(StrCat(parts...));
}

absl::Status ReadNumber(const NumberFeature& feature, std::string_view value, Features* features) {
  const std::optional<int> number = ParseNumber(value, feature.min, feature.max);
  if (!number) {
    return Invalid(feature.name, " is ", Quoted(value), "; it must be a number from ", feature.min,
                   " to ", feature.max);
  }
  feature.set(features, *number);
  return absl::OkStatus();
}

absl::Status ReadPoints(std::string_view value, Features* features) {
  const auto is_digit = [](char digit) { return digit >= '0' && digit <= '9'; };
  if (value.size() != kPieceKinds || !std::all_of(value.begin(), value.end(), is_digit)) {
    return Invalid("points is ", Quoted(value),
                   "; it must be seven digits, for P, R, N, B, D, Q and K");
  }
  for (size_t i = 0; i < kPieceKinds; ++i) {
    features->points[i] = static_cast<uint8_t>(value[i] - '0');
  }
  return absl::OkStatus();
}

// A feature that has a value.
struct ValueFeature {
  std::string_view name;
  absl::Status (*read)(std::string_view value, Features*);
};

template <const NumberFeature& feature>
absl::Status Read(std::string_view value, Features* features) {
  return ReadNumber(feature, value, features);
}

constexpr ValueFeature kValueFeatures[] = {{kWidth.name, Read<kWidth>},
                                           {kMoves.name, Read<kMoves>},
                                           {kUndo.name, Read<kUndo>},
                                           {"points", ReadPoints},
                                           {kCastlings.name, Read<kCastlings>}};

static_assert(std::size(kSwitchNames) + std::size(kValueFeatures) <= 32, "a bit for each");

absl::Status UnknownFeature(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ValueFeature& feature : kValueFeatures) names.push_back(feature.name);
  names.insert(names.end(), std::begin(kSwitchNames), std::end(kSwitchNames));
  return Invalid("unknown feature ", Quoted(name), KnownNames(name, names));
}

// Reads an item and sets the bit of its feature in `seen`.
absl::Status ReadFeature(std::string_view item, Features* features, uint32_t* seen) {
  const size_t equals = std::min(item.find('='), item.size());
  const std::string_view name = item.substr(0, equals);
  const bool has_value = equals < item.size();
  size_t index = 0;
  const auto* found = std::find(std::begin(kSwitchNames), std::end(kSwitchNames), name);
  if (found != std::end(kSwitchNames)) {
    if (has_value) return Invalid(name, " must not have a value; naming it turns it on");
    index = static_cast<size_t>(found - kSwitchNames);
    features->Set(static_cast<Switch>(index));
  } else {
    const auto* feature =
        std::find_if(std::begin(kValueFeatures), std::end(kValueFeatures),
                     [name](const ValueFeature& known) { return known.name == name; });
    if (feature == std::end(kValueFeatures)) return UnknownFeature(name);
    const auto value = has_value ? item.substr(equals + 1) : std::string_view();
    ARBITER_RETURN_IF_ERROR(feature->read(value, features));
    index = std::size(kSwitchNames) + static_cast<size_t>(feature - kValueFeatures);
  }
  if ((*seen >> index & 1) != 0) return Invalid("the feature ", name, " occurs twice");
  *seen |= uint32_t{1} << index;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Features> ParseFeatures(std::string_view text) {
  Features features;
  if (text == "-") return features;
  uint32_t seen = 0;
  while (true) {
    const size_t end = std::min(text.find(','), text.size());
    ARBITER_RETURN_IF_ERROR(ReadFeature(text.substr(0, end), &features, &seen));
    if (end == text.size()) return features;
    text.remove_prefix(end + 1);
  }
}

void AppendFeatures(const Features& features, std::string* text) {
  std::string_view separator;
  const auto add = [&](std::string_view item) {
    text->append(separator).append(item);
    separator = ",";
  };
  const auto add_number = [&](const NumberFeature& feature) {
    const int value = feature.get(features);
    if (value == feature.get(Features())) return;
    add(feature.name);
    text->push_back('=');
    AppendNumber(value, text);
  };
  add_number(kWidth);
  add_number(kMoves);
  add_number(kUndo);
  if (features.points != Features().points) {
    add("points=");
    for (const uint8_t points : features.points) text->push_back(static_cast<char>('0' + points));
  }
  add_number(kCastlings);
  for (size_t i = 0; i < std::size(kSwitchNames); ++i) {
    if (features.Has(static_cast<Switch>(i))) add(kSwitchNames[i]);
  }
}

std::string FormatFeatures(const Features& features) {
  std::string text;
  AppendFeatures(features, &text);
  return text.empty() ? "-" : text;
}

}  // namespace arbiter::chpok
