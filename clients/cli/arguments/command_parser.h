#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_COMMAND_PARSER_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_COMMAND_PARSER_H_

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// What commands need of CLI11. That library consists of headers, and a file that includes them
// takes several times as long to compile as one that does not.
namespace arbiter::cli {

// An option, flag or positional argument of a command. Refers to the command's parser, which must
// outlive this object; cheap to copy. Each setter returns the argument itself, for chaining.
class Argument {
 public:
  Argument() = default;
  explicit Argument(CLI::Option* option) : option_(option) {}

  // Sets the name of the value's type in help texts, such as `FILE`.
  Argument Type(const std::string& name) const;
  Argument Required() const;
  // Reads the value from an environment variable if the command line does not give one.
  Argument Environment(const std::string& variable) const;
  // Accepts only these words.
  Argument OneOf(const std::vector<std::string>& words) const;
  // Rewrites the value before it is stored. `rewrite` returns an error message, or an empty string
  // if the value is valid; `form` describes the valid values in help texts.
  Argument Rewrite(const std::function<std::string(std::string&)>& rewrite,
                   const std::string& form) const;
  // Accepts only numbers above 0.
  Argument Positive() const;
  // Accepts times such as `500ms`, `1.5s` or `2min`, and stores milliseconds. A number alone is in
  // `default_unit`.
  Argument Time(const std::string& default_unit) const;
  // Splits each value at `delimiter`.
  Argument SeparatedBy(char delimiter) const;
  // Makes a list take one value each time it is given, so that others may follow it.
  Argument OneValueEach() const;
  // Makes the value optional.
  Argument OptionalValue() const;
  // Refuses a command line that has this argument without the other, or together with it.
  Argument Needs(Argument other) const;
  Argument Excludes(Argument other) const;

  // Whether the parsed command line has this argument.
  bool is_given() const;

 private:
  CLI::Option* option_ = nullptr;
};

// The parser of the program or of one of its commands. Refers to a CLI::App, which must outlive
// this object; cheap to copy.
class CommandParser {
 public:
  explicit CommandParser(CLI::App* app) : app_(app) {}

  // Adds an option, if `name` begins with `--`, or else a positional argument. Parsing stores its
  // value in `*value`, which must outlive the parser. A vector takes one value or more.
  //
  // `Value` is std::string, uint32_t or uint64_t, an std::optional of these or of double, or an
  // std::vector of std::string or int64_t.
  template <typename Value>
  Argument Add(const std::string& name, Value* value, const std::string& help) const;
  // Like Add(), but passes the value to `set`.
  Argument AddSetter(const std::string& name, const std::function<void(const std::string&)>& set,
                     const std::string& help) const;
  // Adds an option without a value, which sets `*value` to true.
  Argument AddFlag(const std::string& name, bool* value, const std::string& help) const;

  // Adds a command. `footer` ends its help text. `selected` is called if the command line names the
  // command, after its arguments are parsed.
  CommandParser AddCommand(const std::string& name, const std::string& description,
                           const std::string& footer,
                           std::function<void()> selected = nullptr) const;
  // Refuses a command line that does not name one of the commands that were added.
  void RequireCommand() const;

 private:
  CLI::App* app_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_COMMAND_PARSER_H_
