#ifndef ARBITER_CORE_BASE_FRACTION_H_
#define ARBITER_CORE_BASE_FRACTION_H_

#include <cstdint>
#include <numeric>
#include <optional>

namespace arbiter {

// An exact non-negative fraction of two 64-bit numbers, always reduced. Operations return
// std::nullopt if the result does not fit, so that a rounded number is never taken for an exact
// one.
class Fraction {
 public:
  // Makes the fraction 0.
  constexpr Fraction() = default;
  constexpr explicit Fraction(uint64_t whole) : numerator_(whole) {}

  constexpr uint64_t numerator() const { return numerator_; }
  constexpr uint64_t denominator() const { return denominator_; }
  constexpr double ToDouble() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }

  // Returns this fraction divided by `parts` >= 1.
  constexpr std::optional<Fraction> DividedBy(uint64_t parts) const {
    const uint64_t common = std::gcd(numerator_, parts);
    const Wide denominator = Wide{denominator_} * (parts / common);
    if (denominator > UINT64_MAX) return std::nullopt;
    return Fraction(numerator_ / common, static_cast<uint64_t>(denominator));
  }

  friend constexpr std::optional<Fraction> Sum(Fraction a, Fraction b) {
    const uint64_t common = std::gcd(a.denominator_, b.denominator_);
    const uint64_t scale = b.denominator_ / common;
    Wide denominator = Wide{a.denominator_} * scale;
    const Wide left = Wide{a.numerator_} * scale;
    const Wide right = Wide{b.numerator_} * (a.denominator_ / common);
    Wide numerator = left + right;
    if (numerator < left) return std::nullopt;
    // The numerator and the denominator can only share factors of `common`.
    const uint64_t shared = std::gcd(static_cast<uint64_t>(numerator % common), common);
    numerator /= shared;
    denominator /= shared;
    if (numerator > UINT64_MAX || denominator > UINT64_MAX) return std::nullopt;
    return Fraction(static_cast<uint64_t>(numerator), static_cast<uint64_t>(denominator));
  }

  constexpr bool operator==(const Fraction&) const = default;

 private:
  __extension__ using Wide = unsigned __int128;

  constexpr Fraction(uint64_t numerator, uint64_t denominator)
      : numerator_(numerator), denominator_(denominator) {}

  uint64_t numerator_ = 0;
  uint64_t denominator_ = 1;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_FRACTION_H_
