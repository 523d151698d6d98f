#include "service/calls/wire_buffer.h"

#include <grpc/byte_buffer_reader.h>
#include <grpc/slice.h>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"

namespace arbiter {

WireBytes::WireBytes(grpc_byte_buffer* buffer) : buffer_(buffer) {
  if (buffer->data.raw.slice_buffer.count <= 1) return;
  grpc_byte_buffer_reader reader;
  grpc_byte_buffer_reader_init(&reader, buffer);
  grpc_slice copy = grpc_byte_buffer_reader_readall(&reader);
  grpc_byte_buffer_reader_destroy(&reader);
  buffer_.reset(grpc_raw_byte_buffer_create(&copy, 1));
  grpc_slice_unref(copy);
}

std::string_view WireBytes::view() const {
  const grpc_slice_buffer& slices = buffer_->data.raw.slice_buffer;
  if (slices.count == 0) return {};
  const grpc_slice& bytes = slices.slices[0];
  return {reinterpret_cast<const char*>(GRPC_SLICE_START_PTR(bytes)), GRPC_SLICE_LENGTH(bytes)};
}

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
