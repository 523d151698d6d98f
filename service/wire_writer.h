#ifndef ARBITER_SERVICE_WIRE_WRITER_H_
#define ARBITER_SERVICE_WIRE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// Appends messages in Protobuf's wire format to a string: for answers of many small fields, which
// cost more to keep as a message than to find. The bytes are those of Protobuf's own
// serialisation where fields come in the order of their numbers.
class WireWriter {
 public:
  explicit WireWriter(std::string* bytes) : bytes_(*bytes) {}

  // A text, which has to be UTF-8, or a message that is serialised already.
  void Bytes(int field, std::string_view value) {
    Varint(Tag(field, kLengthDelimited));
    Varint(value.size());
    bytes_.append(value);
  }
  // A number or an enum value that is not negative. Like Protobuf, callers leave out zeros.
  void Number(int field, uint64_t value) {
    Varint(Tag(field, kVarint));
    Varint(value);
  }
  // A message: what is written between Begin() and End(), which takes Begin()'s answer.
  [[nodiscard]] size_t Begin(int field) {
    Varint(Tag(field, kLengthDelimited));
    bytes_.append(kLengthGuess, '\0');
    return bytes_.size();
  }
  void End(size_t begin) {
    const size_t length = bytes_.size() - begin;
    char varint[kLongestVarint];
    const size_t size = Encode(length, varint);
    bytes_.replace(begin - kLengthGuess, kLengthGuess, varint, size);
  }

 private:
  enum WireType : uint8_t { kVarint = 0, kLengthDelimited = 2 };
  // Bytes that the length of a message is expected to take; others cost a move of its bytes.
  static constexpr size_t kLengthGuess = 2;
  static constexpr size_t kLongestVarint = 10;

  static uint64_t Tag(int field, WireType type) { return static_cast<uint64_t>(field) << 3 | type; }
  static size_t Encode(uint64_t value, char* out) {
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) out[size++] = static_cast<char>(value | 0x80);
    out[size++] = static_cast<char>(value);
    return size;
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

#endif  // ARBITER_SERVICE_WIRE_WRITER_H_
