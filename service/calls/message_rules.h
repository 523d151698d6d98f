#ifndef ARBITER_SERVICE_CALLS_MESSAGE_RULES_H_
#define ARBITER_SERVICE_CALLS_MESSAGE_RULES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/descriptor.h"

// How the messages of the API are read on the wire, and what their fields cost and mean.
namespace arbiter {

// What Protocol Buffers 3.21 allocates on an arena, in bytes: a string object with the entry that
// destroys it, the allocation of a text that does not fit into the object, and what is left unused
// at its end; an array grows by doubling and leaves its old places behind.
inline constexpr size_t kStringBytes = 48;
inline constexpr size_t kMaxInlineText = 15;
inline constexpr size_t kTextOverhead = 32;
inline constexpr uint32_t kMinArrayElements = 4;
inline constexpr size_t kArrayHeaderBytes = 8;

// The fields that tell what a handler has to do.
enum class Role : uint8_t {
  kNone,
  kRecordAction,
  kRecordSeed,
  kAction,
  kSnapshot,
  kPgn,
  kMark,
  kDetail,
  kFromNotation,
  kFormat
};

// The limits of the numbers of elements.
enum class CountLimit : uint8_t { kNone, kRecordActions, kActions, kSearchMoves, kMarks };
inline constexpr size_t kCountLimits = 5;

// Repeated fields of one message that are counted each by itself. Those beyond are counted together
// and must not have a CountLimit.
inline constexpr size_t kCountedFields = 8;

struct MessageRule;

// How a field is read; as default-constructed, one that is unknown.
struct FieldRule {
  static constexpr uint8_t kUnknown = UINT8_MAX;

  uint8_t wire_type = kUnknown;
  bool repeated = false;
  Role role = Role::kNone;
  CountLimit limit = CountLimit::kNone;
  // Index in Counts.
  uint8_t counter = 0;
  // Of one element or value, beside the text of a string.
  uint32_t bytes = 0;
  // Null for all but messages.
  const MessageRule* message = nullptr;
  const google::protobuf::FieldDescriptor* descriptor = nullptr;
};

// What a message is, if it is no request of a RulesService method: items of a batch, or a request
// for an analysis of a position or a game.
enum class RequestKind : uint8_t { kOther, kBatch, kAnalysis, kReview };

// How a message is read.
struct MessageRule {
  // REQUEST_NOT_SET for what is no request of a RulesService method.
  v1::BatchRequest::RequestCase method = v1::BatchRequest::REQUEST_NOT_SET;
  RequestKind kind = RequestKind::kOther;
  // Of an empty message, in memory.
  size_t bytes = 0;
  // By number.
  std::vector<FieldRule> fields;
};

// The rule of a message that rules_service.proto or analysis_service.proto declares or that one of
// theirs holds; null for any other. The rules are made by the first call and live as long as the
// process. Thread-safe.
const MessageRule* FindMessageRule(const google::protobuf::Descriptor& type);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_MESSAGE_RULES_H_
