#ifndef ARBITER_SERVICE_MEASURE_VARINT_H_
#define ARBITER_SERVICE_MEASURE_VARINT_H_

#include <cstdint>

// The numbers of the Protobuf wire format.
namespace arbiter {

// Reads a varint of at most `max_bytes` bytes. Returns its end; nullptr if there is no valid one.
template <int max_bytes>
const char* ReadVarint(const char* from, const char* end, uint64_t* value) {
  *value = 0;
  for (int i = 0; i < max_bytes && from != end; ++i) {
    const auto next = static_cast<uint8_t>(*from++);
    *value |= uint64_t{next & 0x7FU} << (7 * i);
    if (next < 0x80) return from;
  }
  return nullptr;
}

// Reads the tag of a field, which may be invalid. Returns its end, or nullptr like ReadVarint().
inline const char* ReadTag(const char* from, const char* end, uint32_t* tag) {
  uint64_t value = 0;
  from = ReadVarint<5>(from, end, &value);
  // The parser also accepts 5 bytes and drops all bits above 32.
  *tag = static_cast<uint32_t>(value);
  return from;
}

// Reads the size of a field whose contents follow. Returns where they begin; nullptr if they do not
// end before `end`.
inline const char* ReadSize(const char* from, const char* end, uint64_t* size) {
  from = ReadVarint<5>(from, end, size);
  return from != nullptr && *size <= static_cast<uint64_t>(end - from) ? from : nullptr;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_MEASURE_VARINT_H_
