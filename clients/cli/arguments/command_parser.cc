#include "clients/cli/arguments/command_parser.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "CLI/CLI.hpp"

namespace arbiter::cli {

Argument Argument::Type(const std::string& name) const {
  return Argument(option_->type_name(name));
}

Argument Argument::Required() const { return Argument(option_->required()); }

Argument Argument::Environment(const std::string& variable) const {
  return Argument(option_->envname(variable));
}

Argument Argument::OneOf(const std::vector<std::string>& words) const {
  return Argument(option_->check(CLI::IsMember(words)));
}

Argument Argument::Rewrite(const std::function<std::string(std::string&)>& rewrite,
                           const std::string& form) const {
  return Argument(option_->transform(CLI::Validator(rewrite, form)));
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
