#ifndef ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_
#define ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "core/rules/packed_text.h"

namespace arbiter {

// Appends messages in Protobuf's wire format to a string: for answers of many small fields, which
// cost more to keep as a message than to find. The bytes are those of Protobuf's own
// serialisation where fields come in the order of their numbers.
class WireWriter {
 public:
  explicit WireWriter(std::string* bytes) : bytes_(*bytes) {}

  // A text, which has to be UTF-8, or a message that is serialised already.
  void Bytes(int field, std::string_view value) {
    Header(field, value.size());
    bytes_.append(value);
  }
  // A field of short texts in ASCII; `field` is below 16.
  void Texts(int field, std::span<const PackedText> texts) {
    assert(field < 16);
    constexpr size_t kMostBytes = 2 + PackedText::kLongest;
    const size_t begin = bytes_.size();
    // Each is written with what is behind it, which the next one overwrites.
    bytes_.resize(begin + kMostBytes * texts.size() + 1);
    char* out = bytes_.data() + begin;
    for (const PackedText text : texts) {
      *out++ = static_cast<char>(Tag(field, kLengthDelimited));
      *out++ = static_cast<char>(text.size());
      const PackedText::Bytes bytes = text.bytes();
      std::memcpy(out, bytes.data(), bytes.size());
      out += text.size();
    }
    bytes_.resize(static_cast<size_t>(out - bytes_.data()));
  }
  // A number or an enum value that is not negative. Like Protobuf, callers leave out zeros.
  void Number(int field, uint64_t value) {
    Varint(Tag(field, kVarint));
    Varint(value);
  }
  // A message: what is written between Begin() and End(), which takes Begin()'s answer. Cheapest
  // where it has 128 bytes to 16 KiB.
  [[nodiscard]] size_t Begin(int field) {
    Header(field, kGuessedLength);
    return bytes_.size();
  }
  void End(size_t begin) {
    const size_t length = bytes_.size() - begin;
    char varint[kLongestVarint];
    const size_t size = Encode(length, varint);
    if (size == kGuessedSize) {
      std::memcpy(bytes_.data() + begin - size, varint, size);
    } else {
      bytes_.replace(begin - kGuessedSize, kGuessedSize, varint, size);
    }
  }
  // A message of two fields with the numbers 1 and `second`, a text of less than 100 bytes and a
  // number from 1 to 127; both field numbers are below 16.
  void TextAndNumber(int field, std::string_view text, int second, uint64_t number) {
    assert(field < 16 && second < 16 && text.size() < 100 && number > 0 && number < 128);
    const char header[] = {
        static_cast<char>(Tag(field, kLengthDelimited)), static_cast<char>(text.size() + 4),
        static_cast<char>(Tag(1, kLengthDelimited)), static_cast<char>(text.size())};
    const char trailer[] = {static_cast<char>(Tag(second, kVarint)), static_cast<char>(number)};
    bytes_.append(header, sizeof(header)).append(text).append(trailer, sizeof(trailer));
  }

 private:
  enum WireType : uint8_t { kVarint = 0, kLengthDelimited = 2 };
  // A length that takes as many bytes as that of most messages.
  static constexpr size_t kGuessedLength = 128;
  static constexpr size_t kGuessedSize = 2;
  static constexpr size_t kLongestVarint = 10;

  static uint64_t Tag(int field, WireType type) { return static_cast<uint64_t>(field) << 3 | type; }
  static size_t Encode(uint64_t value, char* out) {
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) out[size++] = static_cast<char>(value | 0x80);
    out[size++] = static_cast<char>(value);
    return size;
  }
  // Of a field that has a length.
  void Header(int field, size_t length) {
    char header[2 * kLongestVarint];
    const size_t size = Encode(Tag(field, kLengthDelimited), header);
    bytes_.append(header, size + Encode(length, header + size));
  }
  void Varint(uint64_t value) {
    if (value < 0x80) {
      bytes_.push_back(static_cast<char>(value));
      return;
    }
    char varint[kLongestVarint];
    bytes_.append(varint, Encode(value, varint));
  }

  std::string& bytes_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_
