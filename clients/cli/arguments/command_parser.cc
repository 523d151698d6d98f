#include "clients/cli/arguments/command_parser.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "core/base/strings.h"

namespace arbiter::cli {

Argument Argument::Type(const std::string& name) const {
  return Argument(option_->type_name(name));
}

Argument Argument::Required() const { return Argument(option_->required()); }

Argument Argument::Environment(const std::string& variable) const {
  return Argument(option_->envname(variable));
}

Argument Argument::OneOf(const std::vector<std::string>& words) const {
  const auto check = [words](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) != words.end()) return std::string();
    return StrCat("unknown value ", Quoted(word),
                  KnownNames(word, std::vector<std::string_view>(words.begin(), words.end())));
  };
  return Argument(
      option_->check(CLI::Validator(check, StrCat("{", absl::StrJoin(words, ","), "}"))));
}

Argument Argument::Rewrite(const std::function<std::string(std::string&)>& rewrite,
                           const std::string& form) const {
  return Argument(option_->transform(CLI::Validator(rewrite, form)));
}

Argument Argument::Positive() const {
  const auto check = [](const std::string& number) {
    const bool is_zero = number.find_first_not_of("+-0") == std::string::npos;
    return is_zero ? std::string("0 is too small; give at least 1") : std::string();
  };
  return Argument(option_->check(CLI::Validator(check, "")));
}

Argument Argument::Time(const std::string& default_unit) const {
  const auto rewrite = [default_unit](std::string& time) {
    const size_t end = std::min(time.find_first_not_of("0123456789."), time.size());
    const std::string written = LowerCase(time.substr(end));
    const std::string unit = written.empty() ? default_unit : written;
    const double factor = unit == "ms"                   ? 1
                          : unit == "s"                  ? 1'000
                          : unit == "min" || unit == "m" ? 60'000
                                                         : 0;
    double value = 0;
    const bool is_time = absl::SimpleAtod(time.substr(0, end), &value) && value * factor >= 1 &&
                         value * factor <= UINT32_MAX;
    if (!is_time) {
      return StrCat(Quoted(time),
                    " is not a time; give a number with ms, s or min, such as 500ms "
                    "or 1.5s (",
                    default_unit, " without a unit)");
    }
    time = StrCat(static_cast<uint32_t>(value * factor));
    return std::string();
  };
  return Argument(option_->transform(CLI::Validator(rewrite, "")));
}

Argument Argument::SeparatedBy(char delimiter) const {
  return Argument(option_->delimiter(delimiter));
}

Argument Argument::OneValueEach() const { return Argument(option_->allow_extra_args(false)); }

Argument Argument::OptionalValue() const { return Argument(option_->expected(0, 1)); }

Argument Argument::Needs(Argument other) const { return Argument(option_->needs(other.option_)); }

Argument Argument::Excludes(Argument other) const {
  return Argument(option_->excludes(other.option_));
}

bool Argument::is_given() const { return option_->count() > 0; }

template <typename Value>
Argument CommandParser::Add(const std::string& name, Value* value, const std::string& help) const {
  return Argument(app_->add_option(name, *value, help));
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be in parentheses.
#define ARBITER_INSTANTIATE(Value)                                            \
  template Argument CommandParser::Add(const std::string& name, Value* value, \
                                       const std::string& help) const
// NOLINTEND(bugprone-macro-parentheses)
ARBITER_INSTANTIATE(std::string);
ARBITER_INSTANTIATE(uint32_t);
ARBITER_INSTANTIATE(uint64_t);
ARBITER_INSTANTIATE(std::optional<std::string>);
ARBITER_INSTANTIATE(std::optional<uint32_t>);
ARBITER_INSTANTIATE(std::optional<uint64_t>);
ARBITER_INSTANTIATE(std::optional<double>);
ARBITER_INSTANTIATE(std::vector<std::string>);
ARBITER_INSTANTIATE(std::vector<int64_t>);
#undef ARBITER_INSTANTIATE

Argument CommandParser::AddSetter(const std::string& name,
                                  const std::function<void(const std::string&)>& set,
                                  const std::string& help) const {
  return Argument(app_->add_option_function<std::string>(name, set, help));
}

Argument CommandParser::AddFlag(const std::string& name, bool* value,
                                const std::string& help) const {
  return Argument(app_->add_flag(name, *value, help));
}

CommandParser CommandParser::AddCommand(const std::string& name, const std::string& description,
                                        const std::string& footer,
                                        std::function<void()> selected) const {
  CLI::App* command = app_->add_subcommand(name, description);
  command->footer(footer);
  if (selected != nullptr) command->callback(std::move(selected));
  return CommandParser(command);
}

void CommandParser::RequireCommand() const { app_->require_subcommand(1); }

}  // namespace arbiter::cli
