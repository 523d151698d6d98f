#include "service/measure/request_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstdint>
#include <string>
#include <utility>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/strings.h"
#include "google/protobuf/stubs/common.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/measure/message_rules.h"
#include "service/measure/varint.h"
#include "service/measure/work_estimate.h"

namespace arbiter {
namespace {

using google::protobuf::internal::WireFormatLite;
using Method = v1::BatchRequest::RequestCase;

// The maximum nesting depth of messages and groups, as in Protocol Buffers.
constexpr int kMaxDepth = 100;

// The allowed memory, in bytes, for each byte that a message may have on the wire. Of all sensible
// requests, complete games as text have the highest ratio: a move such as "e2e4" has 6 bytes on the
// wire and takes 67 to 81 bytes of memory.
constexpr size_t kMemoryPerMessageByte = 14;
constexpr size_t kMinRequestMemory = size_t{4} << 20;

// About one in this many bytes of an arena's blocks stays unused.
constexpr size_t kUnusedBlockPart = 32;

// The memory of an unknown field, of the set that holds it, and of its string or group, in bytes.
constexpr size_t kUnknownFieldBytes = 160;

// The cost of a view, and of its picture in addition, in tokens.
constexpr double kViewTokens = 1;
constexpr double kPictureTokens = 1;

// The length of the longest move without outcomes of random draws, in bytes.
constexpr uint64_t kMaxPlainActionBytes = 7;

// The numbers of elements of a message's repeated fields. The index is FieldRule::counter.
using Counts = std::array<uint32_t, kMaxCountedFields>;

size_t UsableBytes(size_t bytes) { return bytes / (kUnusedBlockPart + 1) * kUnusedBlockPart; }

bool IsUtf8(std::string_view text) {
  // Nearly every text is ASCII, which takes a fraction of the time of a full check.
  uint8_t bits = 0;
  for (const char next : text) bits |= static_cast<uint8_t>(next);
  return bits < 0x80 || google::protobuf::internal::IsStructurallyValidUTF8(
                            text.data(), static_cast<int>(text.size()));
}

// One pass over the bytes of a request.
class WireScanner {
 public:
  WireScanner(const Limits& limits, const MessageRule& rule)
      : rule_(rule),
        max_memory_(UsableBytes(MaxRequestMemory(limits))),
        max_record_actions_(static_cast<uint32_t>(rule.kind == RequestKind::kReview
                                                      ? limits.max_review_actions
                                                      : limits.max_record_actions)),
        checks_utf8_(rule.kind == RequestKind::kBatch) {
    shape_.memory = rule.bytes;
  }

  absl::StatusOr<RequestShape> Scan(std::string_view wire) {
    const char* const end = wire.data() + wire.size();
    const bool fits = wire.size() <= INT_MAX || FailMalformed();
    if (!fits || !ScanMessage(rule_, wire.data(), end, kMaxDepth)) return std::move(error_);
    shape_.memory += shape_.memory / kUnusedBlockPart;
    // Parsing takes about a nanosecond for each byte that it fills.
    shape_.work += std::chrono::nanoseconds(shape_.memory);
    return shape_;
  }

 private:
  // The following return false, with the reason in `error_`, if the request must be refused.

  bool ScanMessage(const MessageRule& rule, const char* from, const char* end, int depth) {
    Counts counts{};
    if (rule.method != Method::REQUEST_NOT_SET) factors_ = WorkFactors();
    while (from != end) {
      uint32_t tag = 0;
      from = ReadTag(from, end, &tag);
      if (from == nullptr) return FailMalformed();
      const uint32_t number = WireFormatLite::GetTagFieldNumber(tag);
      if (number == 0) return FailMalformed();
      static constexpr FieldRule kUnknownField;
      const FieldRule& field = number < rule.fields.size() ? rule.fields[number] : kUnknownField;
      const bool expected = field.wire_type == (tag & WireFormatLite::kTagTypeMask);
      switch (tag & WireFormatLite::kTagTypeMask) {
        case WireFormatLite::WIRETYPE_VARINT: {
          uint64_t value = 0;
          from = ReadVarint<10>(from, end, &value);
          if (from == nullptr) return FailMalformed();
          if (expected && field.role != v1::ROLE_UNSPECIFIED) RecordFactor(field.role, value);
          if (!(expected ? CountScalars(field, 1, counts) : CountUnknown(0))) return false;
          break;
        }
        case WireFormatLite::WIRETYPE_FIXED32:
        case WireFormatLite::WIRETYPE_FIXED64: {
          const bool is_32 =
              (tag & WireFormatLite::kTagTypeMask) == WireFormatLite::WIRETYPE_FIXED32;
          const ptrdiff_t bytes = is_32 ? 4 : 8;
          if (end - from < bytes) return FailMalformed();
          from += bytes;
          if (!(expected ? CountScalars(field, 1, counts) : CountUnknown(0))) return false;
          break;
        }
        case WireFormatLite::WIRETYPE_LENGTH_DELIMITED: {
          uint64_t size = 0;
          from = ReadSize(from, end, &size);
          if (from == nullptr) return FailMalformed();
          const char* const begin = from;
          from += size;
          if (!ScanDelimited(field, begin, from, depth, counts)) return false;
          const bool has_short_tag = tag < 0x80;
          if (field.repeated && field.message == nullptr && expected && has_short_tag) {
            from = SkipShortTexts(field, tag, from, end, counts[field.counter]);
          }
          break;
        }
        case WireFormatLite::WIRETYPE_START_GROUP:
          if (!CountUnknown(0) || !SkipGroup(number, &from, end, depth - 1)) return false;
          break;
        default:
          return FailMalformed();
      }
    }
    if (rule.method != Method::REQUEST_NOT_SET) {
      shape_.work += EstimateWork(rule.method, factors_);
    } else if (rule.kind == RequestKind::kAnalysis || rule.kind == RequestKind::kReview) {
      shape_.work += kUnboundedWork;
    }
    return true;
  }

  bool ScanDelimited(const FieldRule& field, const char* from, const char* end, int depth,
                     Counts& counts) {
    const auto size = static_cast<size_t>(end - from);
    if (field.wire_type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (field.repeated && !CountElements(field, 1, counts)) return false;
      if (field.role != v1::ROLE_UNSPECIFIED) RecordFactor(field.role, size);
      const bool is_text = field.message == nullptr;
      if (checks_utf8_ && field.utf8 && !IsUtf8({from, size})) return FailMalformed();
      const size_t text = is_text && size > kMaxInlineText ? size + kTextOverhead : 0;
      const bool fits = AddMemory(field.bytes + text) &&
                        (is_text || (depth > 0 ? ScanMessage(*field.message, from, end, depth - 1)
                                               : FailMalformed()));
      return fits || FailAtField(field, counts);
    }
    if (field.wire_type == FieldRule::kUnknown || !field.repeated) return CountUnknown(size);
    return ScanPacked(field, from, end, counts);
  }

  // Scans further elements of a repeated text whose tag has one byte, which most of the bytes of
  // long records are, and returns the end of the last one. Stops at an element of 128 bytes or
  // more, and at one that exceeds a limit or makes the array grow.
  const char* SkipShortTexts(const FieldRule& field, uint32_t tag, const char* from,
                             const char* end, uint32_t& count) {
    const uint32_t max_count = std::min(MaxItems(field), std::bit_ceil(count));
    size_t memory = shape_.memory;
    for (; end - from >= 2 && static_cast<uint8_t>(from[0]) == tag && count < max_count; ++count) {
      const auto size = static_cast<uint8_t>(from[1]);
      if (size >= 0x80 || size > end - from - 2) break;
      if (checks_utf8_ && field.utf8 && !IsUtf8({from + 2, size})) break;
      const size_t text = size > kMaxInlineText ? size + kTextOverhead : 0;
      if (memory + field.bytes + text > max_memory_) break;
      memory += field.bytes + text;
      if (field.role != v1::ROLE_UNSPECIFIED) RecordFactor(field.role, size);
      from += 2 + size;
    }
    shape_.memory = memory;
    return from;
  }

  // Scans the elements of a packed field.
  bool ScanPacked(const FieldRule& field, const char* from, const char* end, Counts& counts) {
    if (field.wire_type != WireFormatLite::WIRETYPE_VARINT) {
      const ptrdiff_t bytes = field.wire_type == WireFormatLite::WIRETYPE_FIXED32 ? 4 : 8;
      if ((end - from) % bytes != 0) return FailMalformed();
      return CountScalars(field, static_cast<size_t>((end - from) / bytes), counts);
    }
    while (from != end) {
      uint64_t value = 0;
      from = ReadVarint<10>(from, end, &value);
      if (from == nullptr) return FailMalformed();
      if (!CountScalars(field, 1, counts)) return false;
    }
    return true;
  }

  // Skips an unknown group, whose start tag has been read.
  bool SkipGroup(uint32_t number, const char** from, const char* end, int depth) {
    if (depth < 0) return FailMalformed();
    while (*from != end) {
      uint32_t tag = 0;
      *from = ReadTag(*from, end, &tag);
      if (*from == nullptr) return FailMalformed();
      const uint32_t inner = WireFormatLite::GetTagFieldNumber(tag);
      if (inner == 0) return FailMalformed();
      uint64_t value = 0;
      switch (tag & WireFormatLite::kTagTypeMask) {
        case WireFormatLite::WIRETYPE_VARINT:
          *from = ReadVarint<10>(*from, end, &value);
          if (*from == nullptr) return FailMalformed();
          value = 0;
          break;
        case WireFormatLite::WIRETYPE_FIXED64:
          value = 8;
          break;
        case WireFormatLite::WIRETYPE_FIXED32:
          value = 4;
          break;
        case WireFormatLite::WIRETYPE_LENGTH_DELIMITED:
          *from = ReadVarint<5>(*from, end, &value);
          if (*from == nullptr) return FailMalformed();
          break;
        case WireFormatLite::WIRETYPE_START_GROUP:
          if (!SkipGroup(inner, from, end, depth - 1)) return false;
          break;
        case WireFormatLite::WIRETYPE_END_GROUP:
          return inner == number || FailMalformed();
        default:
          return FailMalformed();
      }
      if (value > static_cast<uint64_t>(end - *from)) return FailMalformed();
      *from += value;
      if (!CountUnknown(value)) return false;
    }
    return FailMalformed();
  }

  bool CountScalars(const FieldRule& field, size_t elements, Counts& counts) {
    if (!field.repeated) return true;
    return CountElements(field, elements, counts) &&
           (AddMemory(field.bytes * elements) || FailAtField(field, counts));
  }

  bool CountUnknown(size_t bytes) { return AddMemory(kUnknownFieldBytes + bytes); }

  // Counts elements of a repeated field.
  bool CountElements(const FieldRule& field, size_t elements, Counts& counts) {
    uint32_t& count = counts[field.counter];
    const bool holds_pointers = field.wire_type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
    if (count == 0) {
      shape_.memory += kArrayHeaderBytes + kMinArrayElements * sizeof(void*);
    } else if (holds_pointers && count >= kMinArrayElements && std::has_single_bit(count)) {
      shape_.memory += kArrayHeaderBytes + 2 * count * sizeof(void*);
    }
    count += static_cast<uint32_t>(elements);
    const uint32_t max = MaxItems(field);
    if (count <= max) return true;
    error_ = AtField(MakeError(ErrorReason::kLimitExceeded,
                               StrCat("there are more than ", max, " ", field.name)),
                     field.name);
    return false;
  }

  // Returns the maximum number of elements of a repeated field.
  uint32_t MaxItems(const FieldRule& field) const {
    // The handlers check the items of a batch.
    if (rule_.kind == RequestKind::kBatch) return UINT32_MAX;
    static_assert(v1::Limit_MAX == v1::LIMIT_RECORD_ACTIONS);
    return field.limit == v1::LIMIT_RECORD_ACTIONS ? max_record_actions_ : field.max_items;
  }

  // Updates the WorkFactors. `value` is the number or the length of the text in a field.
  void RecordFactor(v1::Role role, uint64_t value) {
    switch (role) {
      case v1::ROLE_RECORD_ACTION:
        ++factors_.record_actions;
        if (value > kMaxPlainActionBytes) ++factors_.record_actions_with_outcomes;
        break;
      case v1::ROLE_RECORD_SEED:
        factors_.has_record_seed = value > 0;
        break;
      case v1::ROLE_ACTION:
        ++factors_.actions;
        break;
      case v1::ROLE_SNAPSHOT:
        factors_.snapshot_bytes = value;
        break;
      case v1::ROLE_PGN:
        factors_.pgn_bytes = value;
        break;
      case v1::ROLE_MARK:
        ++factors_.marks;
        break;
      case v1::ROLE_DETAIL:
        factors_.detail = value;
        break;
      case v1::ROLE_FROM_NOTATION:
        factors_.from_notation = value;
        break;
      case v1::ROLE_FORMAT:
        factors_.format = value;
        break;
      case v1::ROLE_ON_ILLEGAL:
        factors_.skips_illegal = value == v1::ON_ILLEGAL_SKIP;
        break;
      case v1::ROLE_SIDE:
        factors_.names_side = value != v1::COLOR_UNSPECIFIED;
        break;
      case v1::ROLE_VIEW:
        ++factors_.views;
        shape_.view_tokens += kViewTokens;
        break;
      case v1::ROLE_VIEW_MOVES:
        ++(value == v1::DETAIL_FULL ? factors_.full_view_moves : factors_.short_view_moves);
        break;
      case v1::ROLE_VIEW_PICTURE:
        ++factors_.view_pictures;
        shape_.view_tokens += kPictureTokens;
        break;
      default:
        break;
    }
  }

  bool AddMemory(size_t bytes) {
    shape_.memory += bytes;
    if (shape_.memory <= max_memory_) return true;
    error_ = MakeError(ErrorReason::kLimitExceeded,
                       StrCat("the request would take more than ", max_memory_,
                              " bytes of memory; send its contents in several requests"));
    return false;
  }

  bool FailMalformed() {
    error_ = MakeError(ErrorReason::kBadField, StrCat("the message is not a valid ", rule_.name));
    return false;
  }

  // Prepends the field to the path in `error_` if a limit was exceeded. Returns false.
  bool FailAtField(const FieldRule& field, const Counts& counts) {
    if (ReasonOf(error_) != ErrorReason::kLimitExceeded) return false;
    const std::string index =
        field.repeated ? StrCat("[", counts[field.counter] - 1, "]") : std::string();
    error_ = AtField(std::move(error_), StrCat(field.name, index));
    return false;
  }

  const MessageRule& rule_;
  const size_t max_memory_;
  const uint32_t max_record_actions_;
  const bool checks_utf8_;
  WorkFactors factors_;
  RequestShape shape_;
  absl::Status error_;
};

}  // namespace

size_t MaxRequestMemory(const Limits& limits) {
  return std::max(kMinRequestMemory,
                  kMemoryPerMessageByte * static_cast<size_t>(limits.max_message_bytes));
}

absl::StatusOr<RequestShape> MeasureRequest(const Limits& limits, const MessageRule& rule,
                                            std::string_view wire) {
  return WireScanner(limits, rule).Scan(wire);
}

}  // namespace arbiter
