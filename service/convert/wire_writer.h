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

#include "core/base/packed_text.h"
#include "core/base/string_writer.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/message_lite.h"

namespace arbiter {

// Appends messages in the Protobuf wire format to a string. It is meant for answers of many small
// fields, for which building a message would cost more than computing them. If fields are written
// in the order of their numbers, the bytes are the same as those of Protobuf's own serialisation.
// The string must outlive the writer, and see StringWriter for how it may be used.
class WireWriter {
 public:
  explicit WireWriter(std::string* bytes) : out_(bytes) {}

  // Appends a string, which must be UTF-8.
  void Bytes(int field, std::string_view value) {
    char* const out = PutHeader(field, value.size(), out_.Reserve(kMaxHeaderBytes + value.size()));
    out_.Commit(CopyText(value, out));
  }
  // Appends a repeated field of short ASCII strings.
  void Texts(int field, std::span<const PackedText> texts) {
    // Each text is copied with its padding, which the next one overwrites.
    char* out = out_.Reserve((kMaxTagBytes + 1 + PackedText::kMaxSize) * texts.size() + 1);
    for (const PackedText text : texts) {
      out = PutTag(field, kLengthDelimited, out);
      *out++ = static_cast<char>(text.size());
      const PackedText::Bytes bytes = text.bytes();
      std::memcpy(out, bytes.data(), bytes.size());
      out += text.size();
    }
    out_.Commit(out);
  }

  // Appends a message, which must have less than 2 GiB.
  void Message(int field, const google::protobuf::MessageLite& message) {
    const size_t size = message.ByteSizeLong();
    char* const out = PutHeader(field, size, out_.Reserve(kMaxHeaderBytes + size));
    message.SerializeWithCachedSizesToArray(reinterpret_cast<uint8_t*>(out));
    out_.Commit(out + size);
  }

  // Appends a message with two fields: field 1 is a text of less than 100 bytes, and field `second`
  // is a number from 1 to 127. `field` and `second` must be below 16.
  void TextAndNumber(int field, std::string_view text, int second, uint64_t number) {
    assert(field < 16 && second < 16 && text.size() < 100 && number > 0 && number < 128);
    char* out = out_.Reserve(6 + text.size());
    out = PutShort(field, kLengthDelimited, text.size() + 4, out);
    out = CopyText(text, PutShort(1, kLengthDelimited, text.size(), out));
    out_.Commit(PutShort(second, kVarint, number, out));
  }

  // Appends an `optional` number, enum value or bool, whose presence counts even if it is 0.
  void OptionalNumber(int field, uint64_t value) {
    char* const out = PutTag(field, kVarint, out_.Reserve(kMaxTagBytes + kMaxVarintBytes));
    out_.Commit(PutVarint(value, out));
  }

  // The following functions append a field that Protobuf omits if it has its default, so they do
  // nothing then.

  // Appends a string, which must be UTF-8.
  void Text(int field, std::string_view value) {
    if (!value.empty()) Bytes(field, value);
  }
  // Appends a string of one ASCII character, or nothing for NUL.
  void Character(int field, char value) {
    if (value != '\0') Bytes(field, {&value, 1});
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
    char* out = PutTag(field, kFixed64, out_.Reserve(kMaxTagBytes + sizeof(value)));
    for (size_t i = 0; i < sizeof(value); ++i) *out++ = static_cast<char>(value >> (8 * i));
    out_.Commit(out);
  }

  // Begin and end a message or string field, which consists of everything that is written in
  // between. End() takes the result of Begin(). This is fastest for fields of 128 bytes to 16 KiB.
  [[nodiscard]] size_t Begin(int field) { return BeginWith(field, kGuessedLength); }
  void End(size_t begin) { SetLength(begin, kGuessedVarintBytes); }
  // These are like Begin() and End(), but fastest for fields of less than 128 bytes.
  [[nodiscard]] size_t BeginShort(int field) { return BeginWith(field, 0); }
  void EndShort(size_t begin) { SetLength(begin, 1); }

  // The writer of the string, to write the contents of a field that has been begun.
  StringWriter* contents() { return &out_; }
  // The size of the string.
  size_t size() const { return out_.size(); }
  // Removes the fields from this index of the string on.
  void Truncate(size_t size) { out_.Truncate(size); }

 private:
  enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2 };
  // A placeholder whose varint has the size of most lengths.
  static constexpr size_t kGuessedLength = 128;
  static constexpr size_t kGuessedVarintBytes = 2;
  static constexpr size_t kMaxVarintBytes = 10;
  // The size of the tags of all fields below 2048.
  static constexpr size_t kMaxTagBytes = 2;
  static constexpr size_t kMaxHeaderBytes = kMaxTagBytes + kMaxVarintBytes;

  // The following write to a place with enough room and return the end of what they wrote.
  static char* PutVarint(uint64_t value, char* out) {
    for (; value >= 0x80; value >>= 7) *out++ = static_cast<char>(value | 0x80);
    *out++ = static_cast<char>(value);
    return out;
  }
  static char* PutTag(int field, WireType type, char* out) {
    assert(field > 0 && field < 2048);
    const int tag = field << 3 | type;
    if (field < 16) {
      *out = static_cast<char>(tag);
      return out + 1;
    }
    out[0] = static_cast<char>(tag | 0x80);
    out[1] = static_cast<char>(tag >> 7);
    return out + 2;
  }
  // Writes the tag of a field below 16 and a number below 128.
  static char* PutShort(int field, WireType type, uint64_t number, char* out) {
    out[0] = static_cast<char>(field << 3 | type);
    out[1] = static_cast<char>(number);
    return out + 2;
  }
  // Writes the tag and the length of a length-delimited field.
  static char* PutHeader(int field, size_t length, char* out) {
    return PutVarint(length, PutTag(field, kLengthDelimited, out));
  }

  size_t BeginWith(int field, size_t length) {
    out_.Commit(PutHeader(field, length, out_.Reserve(kMaxHeaderBytes)));
    return out_.size();
  }
  // Writes the length of everything after `begin` into the `guessed_size` bytes before it.
  void SetLength(size_t begin, size_t guessed_size) {
    const size_t length = out_.size() - begin;
    const size_t size = google::protobuf::io::CodedOutputStream::VarintSize64(length);
    const size_t at = begin - guessed_size;
    if (size != guessed_size) {
      out_.Reserve(size);
      std::memmove(out_.At(at + size), out_.At(begin), length);
      out_.Commit(out_.At(at + size + length));
    }
    PutVarint(length, out_.At(at));
  }

  StringWriter out_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WIRE_WRITER_H_
