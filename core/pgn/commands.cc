#include "core/pgn/commands.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/strings/str_format.h"
#include "core/rules/strings.h"

namespace arbiter::pgn {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
// Of one number.
constexpr size_t kMostDigits = 18;
constexpr int64_t kMostMs = std::numeric_limits<int64_t>::max();

std::string WithSingleBlanks(std::string_view text) {
  std::string result;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return result;
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    StrAppend(&result, result.empty() ? "" : " ", word);
    text.remove_prefix(word.size());
  }
}

// Takes digits off the front; nullopt where there are none, or too many.
std::optional<int64_t> TakeNumber(std::string_view* text) {
  const size_t digits = std::min(text->find_first_not_of("0123456789"), text->size());
  if (digits == 0 || digits > kMostDigits) return std::nullopt;
  int64_t number = 0;
  for (const char digit : text->substr(0, digits)) number = number * 10 + (digit - '0');
  text->remove_prefix(digits);
  return number;
}

}  // namespace

std::vector<Command> CommandsIn(std::string_view comment) {
  std::vector<Command> commands;
  while (true) {
    const size_t start = comment.find("[%");
    const size_t end = comment.find(']', std::min(start, comment.size()));
    if (end == std::string_view::npos) return commands;
    const std::string_view inside = comment.substr(start + 2, end - start - 2);
    const std::string_view name = inside.substr(0, inside.find_first_of(kBlanks));
    commands.push_back({name, WithSingleBlanks(inside.substr(name.size()))});
    comment.remove_prefix(end + 1);
  }
}

std::string CommandText(std::string_view name, std::string_view value) {
  return StrCat("[%", name, " ", value, "]");
}

std::string TimeText(int64_t ms) {
  const int64_t seconds = ms / 1000;
  std::string text = absl::StrFormat("%d:%02d:%02d.%03d", seconds / 3600, seconds / 60 % 60,
                                     seconds % 60, ms % 1000);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::optional<int64_t> ParseTime(std::string_view text) {
  int64_t seconds = 0;
  for (int part = 0; part < 3; ++part) {
    const std::optional<int64_t> number = TakeNumber(&text);
    if (!number) return std::nullopt;
    if (seconds > (kMostMs / 1000 - *number) / 60) return std::nullopt;
    seconds = seconds * 60 + *number;
    if (!ConsumePrefix(&text, ":")) break;
    // A colon wants a number behind it.
    if (part == 2) return std::nullopt;
  }
  int64_t ms = seconds * 1000;
  if (ConsumePrefix(&text, ".")) {
    const size_t decimals = text.size();
    const std::optional<int64_t> number = TakeNumber(&text);
    if (!number) return std::nullopt;
    int64_t fraction = *number;
    for (size_t i = decimals; i < 3; ++i) fraction *= 10;
    for (size_t i = 3; i < decimals; ++i) fraction /= 10;
    if (ms > kMostMs - fraction) return std::nullopt;
    ms += fraction;
  }
  if (!text.empty()) return std::nullopt;
  return ms;
}

}  // namespace arbiter::pgn
