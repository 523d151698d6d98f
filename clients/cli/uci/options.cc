#include "clients/cli/uci/options.h"

#include <algorithm>
#include <vector>

#include "absl/strings/numbers.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/text/failure.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/strength_level.h"
#include "core/search/limits.h"

namespace arbiter::cli {
namespace {

constexpr std::string_view kVariantOption = "UCI_Variant";
// GUIs expect these options; their values have no effect.
constexpr std::string_view kIgnoredChecks[] = {"Ponder", "UCI_AnalyseMode"};
constexpr std::string_view kLimitStrength = "UCI_LimitStrength";
constexpr std::string_view kEmpty = "<empty>";
constexpr uint32_t kMaxOverheadMs = 5000;

std::string ComboType(std::string_view initial, const std::vector<std::string>& values) {
  std::string words = StrCat("combo default ", initial);
  for (const std::string& value : values) StrAppend(&words, " var ", value);
  return words;
}

// Returns the UCI type of an option: `check default false`, `spin default 15 min 0 max 99` and so
// on.
std::string OptionType(const v1::Option& option) {
  const std::vector<std::string> values(option.values().begin(), option.values().end());
  const std::string& initial = option.default_value();
  if (values == std::vector<std::string>{"false", "true"}) return StrCat("check default ", initial);
  if (!values.empty()) return ComboType(initial, values);
  if (option.maximum() > 0 && !initial.empty()) {
    return StrCat("spin default ", initial, " min ", option.minimum(), " max ", option.maximum());
  }
  return StrCat("string default ", initial.empty() ? kEmpty : initial);
}

}  // namespace

// An integer option with its range.
struct UciOptions::Spin {
  std::string_view name;
  uint32_t UciOptions::*value;
  uint32_t min;
  uint32_t max;
};

const std::vector<UciOptions::Spin>& UciOptions::Spins() {
  static const auto& spins = *new std::vector<Spin>{
      {"Threads", &UciOptions::threads_, 1, kMaxThreads},
      {"Hash", &UciOptions::hash_mb_, 1, kMaxHashMb},
      {"MultiPV", &UciOptions::multi_pv_, 1, kMaxSearchLines},
      {"Move Overhead", &UciOptions::overhead_ms_, 0, kMaxOverheadMs},
      {"UCI_Elo", &UciOptions::elo_, kMinElo, kMaxElo},
  };
  return spins;
}

absl::Status UciOptions::Begin(const std::string& variant, Session& session) {
  ARBITER_ASSIGN_OR_RETURN(const auto response,
                           session.Call<v1::ListVariantsResponse>(v1::ListVariantsRequest()));
  if (response.variants().empty()) return IncompleteAnswerError("ListVariants");
  variants_.assign(response.variants().begin(), response.variants().end());
  return SetVariant(variant.empty() ? variants_.front().id() : variant);
}

std::vector<std::string> UciOptions::Lines() const {
  std::vector<std::string> lines;
  const auto add = [&lines](std::string_view name, std::string_view type) {
    lines.push_back(StrCat("option name ", name, " type ", type));
  };
  std::vector<std::string> ids;
  for (const v1::Variant& variant : variants_) ids.push_back(variant.id());
  add(kVariantOption, ComboType(variant_, ids));
  for (const Spin& spin : Spins()) {
    add(spin.name,
        StrCat("spin default ", this->*spin.value, " min ", spin.min, " max ", spin.max));
  }
  add(kClearHash, "button");
  add(kLimitStrength, "check default false");
  for (const std::string_view check : kIgnoredChecks) add(check, "check default false");
  for (const v1::Variant& variant : variants_) {
    for (const v1::Option& option : variant.options()) {
      add(StrCat(variant.id(), ".", option.name()), OptionType(option));
    }
  }
  return lines;
}

absl::Status UciOptions::Set(std::string_view name, const std::string& value) {
  const auto named = [&](std::string_view option) { return LowerCase(name) == LowerCase(option); };
  if (named(kVariantOption)) return SetVariant(value);
  if (named(kLimitStrength)) {
    const std::string lower = LowerCase(value);
    if (lower != "true" && lower != "false") {
      return UsageError(StrCat(kLimitStrength, " must be true or false"));
    }
    limit_strength_ = lower == "true";
    return absl::OkStatus();
  }
  if (std::any_of(std::begin(kIgnoredChecks), std::end(kIgnoredChecks), named)) {
    return absl::OkStatus();
  }
  for (const Spin& spin : Spins()) {
    if (named(spin.name)) return SetSpin(spin, value);
  }
  return SetVariantOption(name, value);
}

absl::Status UciOptions::SetVariant(const std::string& value) {
  std::vector<std::string_view> known;
  for (const v1::Variant& variant : variants_) {
    known.push_back(variant.id());
    if (variant.id() != LowerCase(value)) continue;
    variant_ = variant.id();
    return absl::OkStatus();
  }
  return UsageError(StrCat("unknown variant ", Quoted(value), KnownNames(value, known)));
}

absl::Status UciOptions::SetSpin(const Spin& spin, const std::string& value) {
  uint32_t number = 0;
  if (!absl::SimpleAtoi(value, &number) || number < spin.min || number > spin.max) {
    return UsageError(StrCat(spin.name, " must be a number from ", spin.min, " to ", spin.max));
  }
  this->*spin.value = number;
  return absl::OkStatus();
}

absl::Status UciOptions::SetVariantOption(std::string_view name, const std::string& value) {
  const std::string lower = LowerCase(name);
  std::vector<std::string> names = {std::string(kVariantOption), std::string(kClearHash),
                                    std::string(kLimitStrength)};
  names.insert(names.end(), std::begin(kIgnoredChecks), std::end(kIgnoredChecks));
  for (const Spin& spin : Spins()) names.emplace_back(spin.name);
  for (const v1::Variant& variant : variants_) {
    for (const v1::Option& option : variant.options()) {
      names.push_back(StrCat(variant.id(), ".", option.name()));
      if (lower != names.back()) continue;
      if (value.empty() || value == kEmpty || value == option.default_value()) {
        values_[variant.id()].erase(option.name());
        return absl::OkStatus();
      }
      v1::GameOptions parsed;
      const absl::Status status =
          SetGameOption(variant.id(), StrCat(option.name(), "=", value), &parsed);
      if (status.ok()) values_[variant.id()][option.name()] = value;
      return status;
    }
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  return UsageError(StrCat("unknown option ", Quoted(name), KnownNames(name, known)));
}

uint32_t UciOptions::strength() const {
  if (!limit_strength_) return 0;
  constexpr uint32_t kStep = (kMaxElo - kMinElo) / (kMaxStrength - 1);
  return 1 + (elo_ - kMinElo + kStep / 2) / kStep;
}

v1::GameOptions UciOptions::GameOptions() const {
  v1::GameOptions options;
  const auto set = values_.find(variant_);
  if (set == values_.end()) return options;
  for (const auto& [name, value] : set->second) {
    // SetVariantOption() has checked the value.
    SetGameOption(variant_, StrCat(name, "=", value), &options).IgnoreError();
  }
  return options;
}

}  // namespace arbiter::cli
