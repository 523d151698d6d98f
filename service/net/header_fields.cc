#include "service/net/header_fields.h"

#include <algorithm>

namespace arbiter {
namespace {

// A bit that says that a number has further bytes.
constexpr uint8_t kMore = 0x80;
// The bits of the first byte of a text's length.
constexpr uint8_t kLengthBits = 0x7f;
// No text that gRPC accepts has a length of more bits. A longer one is not a text.
constexpr int kMaxLengthShift = 28;

}  // namespace

void HeaderFieldCounter::Read(std::string_view bytes) {
  while (!bytes.empty()) {
    if (part_ == Part::kText) {
      const auto skipped = static_cast<size_t>(std::min<uint64_t>(length_, bytes.size()));
      bytes.remove_prefix(skipped);
      length_ -= skipped;
      if (length_ == 0) EndText();
      continue;
    }
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    switch (part_) {
      case Part::kField:
        BeginField(byte);
        break;
      case Part::kIndex:
        if ((byte & kMore) == 0) part_ = Part::kField;
        break;
      case Part::kNameIndex:
        if ((byte & kMore) == 0) part_ = Part::kLength;
        break;
      case Part::kLength:
        // The highest bit says whether the text is compressed.
        length_ = byte & kLengthBits;
        shift_ = 0;
        if (length_ == kLengthBits) {
          part_ = Part::kLongLength;
        } else {
          BeginText();
        }
        break;
      case Part::kLongLength:
        AddToLength(byte);
        break;
      case Part::kText:
        break;
    }
  }
}

void HeaderFieldCounter::BeginField(uint8_t byte) {
  ++fields_;
  // The index of a field or name that is in the table has 7, 6, 5 or 4 bits in this byte. If all of
  // them are set, it has further bytes.
  const bool has_texts = (byte & 0x80) == 0 && (byte & 0x60) != 0x20;
  const uint8_t index_bits = (byte & 0x80) != 0   ? 0x7f
                             : (byte & 0x40) != 0 ? 0x3f
                             : (byte & 0x20) != 0 ? 0x1f
                                                  : 0x0f;
  const uint8_t index = byte & index_bits;
  if (!has_texts) {
    part_ = index == index_bits ? Part::kIndex : Part::kField;
    return;
  }
  is_name_ = index == 0;
  part_ = index == index_bits ? Part::kNameIndex : Part::kLength;
}

void HeaderFieldCounter::AddToLength(uint8_t byte) {
  if (shift_ <= kMaxLengthShift) length_ += static_cast<uint64_t>(byte & kLengthBits) << shift_;
  shift_ = std::min(shift_ + 7, kMaxLengthShift + 1);
  if ((byte & kMore) == 0) BeginText();
}

void HeaderFieldCounter::BeginText() {
  part_ = Part::kText;
  if (length_ == 0) EndText();
}

void HeaderFieldCounter::EndText() {
  // A name is followed by a value.
  part_ = is_name_ ? Part::kLength : Part::kField;
  is_name_ = false;
}

}  // namespace arbiter
