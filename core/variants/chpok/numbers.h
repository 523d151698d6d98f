#ifndef ARBITER_CORE_VARIANTS_CHPOK_NUMBERS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_NUMBERS_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter::chpok {

// The number that `text` is, without leading zeros (common.md, action text) and, unless `least`
// is below 0, without a sign; none where it is no number from `least` to `most`.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text, Number least, Number most) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < least || number > most) return std::nullopt;
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool zero = digits.starts_with('0');
  if (zero && (digits.size() > 1 || digits.size() < text.size())) return std::nullopt;
  return number;
}

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_NUMBERS_H_
