#ifndef ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_
#define ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "core/rules/packed_text.h"

namespace arbiter {

// Appends messages in the Protobuf wire format to a string. It is meant for answers of many small
// fields, for which building a message would cost more than computing them. If fields are written
// in the order of their numbers, the bytes are the same as those of Protobuf's own serialisation.
// The string must outlive the writer.
class WireWriter {
 public:
  explicit WireWriter(std::string* bytes) : bytes_(*bytes) {}

  // Appends a string, which must be UTF-8, or a message that is already serialised.
  void Bytes(int field, std::string_view value) {
    Header(field, value.size());
    bytes_.append(value);
  }
  // Appends a repeated field of short ASCII strings. `field` must be below 16.
  void Texts(int field, std::span<const PackedText> texts) {
    assert(field < 16);
    constexpr size_t kMaxBytes = 2 + PackedText::kMaxSize;
    const size_t begin = bytes_.size();
    // Each text is copied with its padding, which the next one overwrites.
    bytes_.resize(begin + kMaxBytes * texts.size() + 1);
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

  // Appends an `optional` number, enum value or bool, whose presence counts even if it is 0.
  void OptionalNumber(int field, uint64_t value) {
    Varint(Tag(field, kVarint));
    Varint(value);
  }

  // The following functions append a field that Protobuf omits if it has its default, so they do
  // nothing then.

  // Appends a string, which must be UTF-8.
  void Text(int field, std::string_view value) {
    if (!value.empty()) Bytes(field, value);
  }
  // Appends a string of one ASCII character, or nothing for NUL.
  void Character(int field, char value) {
    if (value == '\0') return;
    Header(field, 1);
    bytes_.push_back(value);
  }
  // Appends a number or an enum value. A negative `int32` or `int64` must be converted to uint64_t.
  void Number(int field, uint64_t value) {
    if (value != 0) OptionalNumber(field, value);
  }
  // Appends a `sint32`.
  void Signed(int field, int32_t value) {
    const auto bits = static_cast<uint32_t>(value);
    Number(field, value < 0 ? ~(bits << 1) : bits << 1);
  }
  // Append a `double` and a `fixed64`.
  void Double(int field, double value) { Fixed64(field, std::bit_cast<uint64_t>(value)); }
  void Fixed64(int field, uint64_t value) {
    if (value == 0) return;
    Varint(Tag(field, kFixed64));
    char bytes[sizeof(value)];
    for (size_t i = 0; i < sizeof(value); ++i) bytes[i] = static_cast<char>(value >> (8 * i));
    bytes_.append(bytes, sizeof(bytes));
  }

  // Begin and end a message or string field, which consists of everything that is written in
  // between. End() takes the result of Begin(). This is fastest for fields of 128 bytes to 16 KiB.
  [[nodiscard]] size_t Begin(int field) {
    Header(field, kGuessedLength);
    return bytes_.size();
  }
  void End(size_t begin) { SetLength(begin, kGuessedVarintBytes); }
  // These are like Begin() and End(), but fastest for fields of less than 128 bytes.
  [[nodiscard]] size_t BeginShort(int field) {
    Header(field, 0);
    return bytes_.size();
  }
  void EndShort(size_t begin) { SetLength(begin, 1); }
  // The string to which the fields are appended.
  std::string* bytes() { return &bytes_; }
  // Writes a message with two fields at `out`: field 1 is a text of less than 100 bytes, and field
  // `second` is a number from 1 to 127. `field` and `second` must be below 16. Returns the end,
  // which is at most kMaxTextAndNumber bytes after `out`.
  static constexpr size_t kMaxTextAndNumber = 6 + 100;
  static char* TextAndNumber(int field, std::string_view text, int second, uint64_t number,
                             char* out) {
    assert(field < 16 && second < 16 && text.size() < 100 && number > 0 && number < 128);
    *out++ = static_cast<char>(Tag(field, kLengthDelimited));
    *out++ = static_cast<char>(text.size() + 4);
    *out++ = static_cast<char>(Tag(1, kLengthDelimited));
    *out++ = static_cast<char>(text.size());
    out += text.copy(out, text.size());
    *out++ = static_cast<char>(Tag(second, kVarint));
    *out++ = static_cast<char>(number);
    return out;
  }

 private:
  enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2 };
  // A placeholder whose varint has the size of most lengths.
  static constexpr size_t kGuessedLength = 128;
  static constexpr size_t kGuessedVarintBytes = 2;
  static constexpr size_t kMaxVarintBytes = 10;

  static uint64_t Tag(int field, WireType type) { return static_cast<uint64_t>(field) << 3 | type; }
  static size_t Encode(uint64_t value, char* out) {
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) out[size++] = static_cast<char>(value | 0x80);
    out[size++] = static_cast<char>(value);
    return size;
  }
  // Appends the tag and the length of a length-delimited field.
  void Header(int field, size_t length) {
    if (field < 16 && length < 0x80) {
      bytes_.push_back(static_cast<char>(Tag(field, kLengthDelimited)));
      bytes_.push_back(static_cast<char>(length));
      return;
    }
    char header[2 * kMaxVarintBytes];
    const size_t size = Encode(Tag(field, kLengthDelimited), header);
    bytes_.append(header, size + Encode(length, header + size));
  }
  // Writes the length of everything after `begin` into the `guessed_size` bytes before it.
  void SetLength(size_t begin, size_t guessed_size) {
    char varint[kMaxVarintBytes];
    const size_t size = Encode(bytes_.size() - begin, varint);
    if (size == guessed_size) {
      std::memcpy(bytes_.data() + begin - size, varint, size);
    } else {
      bytes_.replace(begin - guessed_size, guessed_size, varint, size);
    }
  }
  void Varint(uint64_t value) {
    if (value < 0x80) {
      bytes_.push_back(static_cast<char>(value));
      return;
    }
    char varint[kMaxVarintBytes];
    bytes_.append(varint, Encode(value, varint));
  }

  std::string& bytes_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_
