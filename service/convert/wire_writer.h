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
  // Appends a number or an enum value that is not negative. Callers should omit zeros, as Protobuf
  // does.
  void Number(int field, uint64_t value) {
    Varint(Tag(field, kVarint));
    Varint(value);
  }
  // Begin a message field, which consists of everything that is written until End(). End() takes
  // the result of Begin(). Fastest for messages of 128 bytes to 16 KiB.
  [[nodiscard]] size_t Begin(int field) {
    Header(field, kGuessedLength);
    return bytes_.size();
  }
  void End(size_t begin) {
    const size_t length = bytes_.size() - begin;
    char varint[kMaxVarintBytes];
    const size_t size = Encode(length, varint);
    if (size == kGuessedVarintBytes) {
      std::memcpy(bytes_.data() + begin - size, varint, size);
    } else {
      bytes_.replace(begin - kGuessedVarintBytes, kGuessedVarintBytes, varint, size);
    }
  }
  // Appends a message with two fields: field 1 is a text of less than 100 bytes, and field `second`
  // is a number from 1 to 127. `field` and `second` must be below 16.
  void TextAndNumber(int field, std::string_view text, int second, uint64_t number) {
    assert(field < 16 && second < 16 && text.size() < 100 && number > 0 && number < 128);
    char message[6 + 100];
    char* out = message;
    *out++ = static_cast<char>(Tag(field, kLengthDelimited));
    *out++ = static_cast<char>(text.size() + 4);
    *out++ = static_cast<char>(Tag(1, kLengthDelimited));
    *out++ = static_cast<char>(text.size());
    out += text.copy(out, text.size());
    *out++ = static_cast<char>(Tag(second, kVarint));
    *out++ = static_cast<char>(number);
    bytes_.append(message, out);
  }

 private:
  enum WireType : uint8_t { kVarint = 0, kLengthDelimited = 2 };
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
    char header[2 * kMaxVarintBytes];
    const size_t size = Encode(Tag(field, kLengthDelimited), header);
    bytes_.append(header, size + Encode(length, header + size));
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
