#ifndef ARBITER_SERVICE_CONVERT_WIRE_READER_H_
#define ARBITER_SERVICE_CONVERT_WIRE_READER_H_

#include <cstdint>
#include <string_view>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/measure/varint.h"

namespace arbiter {

// Reads the fields of a message in the Protobuf wire format, in the order of its bytes, without
// building the message. If a field that is not repeated occurs several times, the last one counts;
// parts of a message are merged. The bytes must outlive the reader and what it returns.
class WireReader {
 public:
  // Return the tag of a field that is a string or a message, and of one that is an integer, an enum
  // value or a bool.
  static constexpr uint32_t BytesTag(int field) {
    return Format::MakeTag(field, Format::WIRETYPE_LENGTH_DELIMITED);
  }
  static constexpr uint32_t NumberTag(int field) {
    return Format::MakeTag(field, Format::WIRETYPE_VARINT);
  }

  explicit WireReader(std::string_view wire) : at_(wire.data()), end_(at_ + wire.size()) {}

  // Reads the next field. Returns false at the end, or if the bytes are not valid.
  bool Next() {
    if (at_ == end_) return false;
    const char* const begin = at_;
    at_ = ReadTag(at_, end_, &tag_);
    if (at_ == nullptr || field() == 0) return Fail();
    switch (Format::GetTagWireType(tag_)) {
      case Format::WIRETYPE_VARINT:
        at_ = ReadVarint<10>(at_, end_, &number_);
        return at_ != nullptr || Fail();
      case Format::WIRETYPE_LENGTH_DELIMITED: {
        uint64_t size = 0;
        at_ = ReadSize(at_, end_, &size);
        if (at_ == nullptr) return Fail();
        bytes_ = {at_, size};
        at_ += size;
        return true;
      }
      case Format::WIRETYPE_FIXED64:
        if (end_ - at_ < 8) return Fail();
        google::protobuf::io::CodedInputStream::ReadLittleEndian64FromArray(
            reinterpret_cast<const uint8_t*>(at_), &number_);
        at_ += 8;
        return true;
      default:
        return Skip(begin);
    }
  }

  // The field that has been read: its tag, its number, and its contents, depending on the kind of
  // tag. number() has the bits of a `double` or a `fixed64`.
  uint32_t tag() const { return tag_; }
  int field() const { return Format::GetTagFieldNumber(tag_); }
  std::string_view bytes() const { return bytes_; }
  uint64_t number() const { return number_; }

 private:
  using Format = google::protobuf::internal::WireFormatLite;

  bool Fail() {
    at_ = end_;
    return false;
  }

  // Skips the field that begins at `begin`.
  bool Skip(const char* begin) {
    google::protobuf::io::CodedInputStream input(reinterpret_cast<const uint8_t*>(begin),
                                                 static_cast<int>(end_ - begin));
    if (!Format::SkipField(&input, input.ReadTag())) return Fail();
    at_ = begin + input.CurrentPosition();
    return true;
  }

  // What has not been read yet.
  const char* at_;
  const char* end_;
  uint32_t tag_ = 0;
  std::string_view bytes_;
  uint64_t number_ = 0;
};

// Returns the value of a string field of a message; empty if it is not set.
inline std::string_view ReadStringField(std::string_view wire, int field) {
  std::string_view text;
  for (WireReader fields(wire); fields.Next();) {
    if (fields.tag() == WireReader::BytesTag(field)) text = fields.bytes();
  }
  return text;
}

// Returns the `locale` of a request of this type; empty if it has none.
inline std::string_view ReadLocale(const google::protobuf::Descriptor& type,
                                   std::string_view wire) {
  const google::protobuf::FieldDescriptor* const locale = type.FindFieldByName("locale");
  return locale == nullptr ? "" : ReadStringField(wire, locale->number());
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WIRE_READER_H_
