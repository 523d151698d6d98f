#ifndef ARBITER_CORE_VARIANTS_CHPOK_NUMBERS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_NUMBERS_H_

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::chpok {

// Takes the number, without leading zeros (common.md, action text) and, unless `least` is below 0,
// without a sign, from the front of `text`; none where there is none from `least` to `most`.
template <typename Number>
std::optional<Number> TakeNumber(std::string_view* text, Number least, Number most) {
  const auto is_digit = [text](size_t i) {
    return i < text->size() && (*text)[i] >= '0' && (*text)[i] <= '9';
  };
  Number number{};
  if (is_digit(0) && !is_digit(1)) {
    // As most are.
    number = static_cast<Number>(text->front() - '0');
    text->remove_prefix(1);
  } else {
    const char* begin = text->data();
    const auto [end, error] = std::from_chars(begin, begin + text->size(), number);
    if (error != std::errc() || begin[*begin == '-' ? 1 : 0] == '0') return std::nullopt;
    text->remove_prefix(static_cast<size_t>(end - begin));
  }
  return number >= least && number <= most ? std::optional(number) : std::nullopt;
}

// The number that `text` is, as TakeNumber() reads it.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text, Number least, Number most) {
  const std::optional<Number> number = TakeNumber(&text, least, most);
  return text.empty() ? number : std::nullopt;
}

// The two numbers that `text` is, with a comma between.
template <typename Number>
std::optional<std::array<Number, 2>> ParsePair(std::string_view text, Number least, Number most) {
  const std::optional<Number> first = TakeNumber(&text, least, most);
  if (!first || !text.starts_with(',')) return std::nullopt;
  const std::optional<Number> second = ParseNumber(text.substr(1), least, most);
  if (!second) return std::nullopt;
  return std::array{*first, *second};
}

// Adds the decimal digits of a number.
template <typename Number>
void AppendNumber(Number number, std::string* text) {
  if (number >= 0 && number < 10) return text->push_back(static_cast<char>('0' + number));
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text->append(digits.data(), end);
}

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_NUMBERS_H_
