#ifndef ARBITER_CORE_BASE_PACKED_TEXT_H_
#define ARBITER_CORE_BASE_PACKED_TEXT_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// A text of at most 7 bytes without NUL, packed into one number that compares as the bytes do.
class PackedText {
 public:
  static constexpr size_t kMaxSize = 7;
  using Bytes = std::array<char, kMaxSize + 1>;

  constexpr PackedText() = default;
  constexpr explicit PackedText(std::string_view text) {
    assert(text.size() <= kMaxSize);
    for (const char byte : text) Add(byte);
  }

  constexpr PackedText& Add(char byte) {
    assert(size() < kMaxSize);
    value_ += uint64_t{static_cast<uint8_t>(byte)} << (56 - 8 * size()) | 1;
    return *this;
  }
  constexpr PackedText& Add(PackedText text) {
    assert(size() + text.size() <= kMaxSize);
    value_ += (text.value_ >> 8 << 8 >> 8 * size()) + text.size();
    return *this;
  }

  constexpr size_t size() const { return value_ & 0xff; }
  // The byte at `i` < kMaxSize; NUL beyond the end of the text.
  constexpr char operator[](size_t i) const { return static_cast<char>(value_ >> (56 - 8 * i)); }
  // The text, padded with NULs up to kMaxSize; the value of the last byte is unspecified.
  constexpr Bytes bytes() const {
    Bytes bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (*this)[i];
    return bytes;
  }
  std::string ToString() const { return {bytes().data(), size()}; }

  constexpr bool operator==(const PackedText&) const = default;
  constexpr bool operator<(const PackedText& other) const { return value_ < other.value_; }

 private:
  // The bytes of the text, from the highest byte down, and its size in the lowest byte.
  uint64_t value_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_PACKED_TEXT_H_
