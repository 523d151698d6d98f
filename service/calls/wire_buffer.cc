#include "service/calls/wire_buffer.h"

#include <utility>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"

namespace arbiter {
namespace {

// Called by gRPC, from any thread, once it has sent the bytes.
void DeleteSentBytes(void* bytes) { delete static_cast<std::string*>(bytes); }

}  // namespace

grpc::ByteBuffer ToBuffer(std::string bytes) {
  // Up to this size, copying is cheaper than transferring ownership.
  constexpr size_t kMaxCopied = 2048;
  if (bytes.size() <= kMaxCopied) {
    const grpc::Slice slice(bytes);
    return {&slice, 1};
  }
  auto* owned = new std::string(std::move(bytes));
  const grpc::Slice slice(owned->data(), owned->size(), &DeleteSentBytes, owned);
  return {&slice, 1};
}

WireBytes::WireBytes(grpc::ByteBuffer* buffer) {
  if (!buffer->TrySingleSlice(&slice_).ok()) {
    // This fails only for an invalid buffer, which is treated as empty.
    static_cast<void>(buffer->DumpToSingleSlice(&slice_).ok());
  }
  buffer->Clear();
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
