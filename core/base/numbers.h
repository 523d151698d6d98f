#ifndef ARBITER_CORE_BASE_NUMBERS_H_
#define ARBITER_CORE_BASE_NUMBERS_H_

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

// Consumes a number from `min` to `max` from the front of `text` and returns it. A number has no
// leading zeros and no `+`. Returns std::nullopt if `text` does not begin with such a number; some
// digits may have been consumed even so.
template <typename Number>
std::optional<Number> ConsumeNumber(std::string_view* text, Number min, Number max) {
  const auto is_digit = [text](size_t i) {
    return i < text->size() && (*text)[i] >= '0' && (*text)[i] <= '9';
  };
  Number number{};
  if (is_digit(0) && !is_digit(1)) {
    // Most numbers have one digit.
    number = static_cast<Number>(text->front() - '0');
    text->remove_prefix(1);
  } else {
    const char* begin = text->data();
    const auto [end, error] = std::from_chars(begin, begin + text->size(), number);
    if (error != std::errc() || begin[*begin == '-' ? 1 : 0] == '0') return std::nullopt;
    text->remove_prefix(static_cast<size_t>(end - begin));
  }
  return number >= min && number <= max ? std::optional(number) : std::nullopt;
}

// Parses `text` as a number in the form of ConsumeNumber(); std::nullopt if it is anything else.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text, Number min, Number max) {
  const std::optional<Number> number = ConsumeNumber(&text, min, max);
  return text.empty() ? number : std::nullopt;
}

// Parses `text` as two such numbers separated by a comma; std::nullopt if it is anything else.
template <typename Number>
std::optional<std::array<Number, 2>> ParsePair(std::string_view text, Number min, Number max) {
  const std::optional<Number> first = ConsumeNumber(&text, min, max);
  if (!first || !text.starts_with(',')) return std::nullopt;
  const std::optional<Number> second = ParseNumber(text.substr(1), min, max);
  if (!second) return std::nullopt;
  return std::array{*first, *second};
}

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_NUMBERS_H_
