#include "service/calls/received_message.h"

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"

namespace arbiter {

std::string ReadStringField(std::string_view wire, int field) {
  using google::protobuf::internal::WireFormatLite;
  google::protobuf::io::CodedInputStream input(reinterpret_cast<const uint8_t*>(wire.data()),
                                               static_cast<int>(wire.size()));
  const uint32_t field_tag =
      WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  std::string text;
  for (uint32_t tag = input.ReadTag(); tag != 0; tag = input.ReadTag()) {
    const bool read = tag == field_tag ? WireFormatLite::ReadBytes(&input, &text)
                                       : WireFormatLite::SkipField(&input, tag);
    if (!read) break;
  }
  return text;
}

}  // namespace arbiter
