#ifndef ARBITER_SERVICE_MEASURE_MESSAGE_RULES_H_
#define ARBITER_SERVICE_MEASURE_MESSAGE_RULES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "arbiter/v1/options.pb.h"
#include "arbiter/v1/rules_service.pb.h"

// The wire format of the API's messages, and the memory and the meaning of their fields.
namespace arbiter {

// The memory that Protocol Buffers 3.21 allocates on an arena, in bytes. A string takes
// kStringBytes: the object and the entry that destroys it. A text of more than kMaxInlineText bytes
// does not fit into the object, and takes kTextOverhead in addition to its size. Arrays grow by
// doubling and leave their old slots behind on the arena.
inline constexpr size_t kStringBytes = 48;
inline constexpr size_t kMaxInlineText = 15;
inline constexpr size_t kTextOverhead = 32;
inline constexpr uint32_t kMinArrayElements = 4;
inline constexpr size_t kArrayHeaderBytes = 8;

// The maximum number of repeated fields in a message.
inline constexpr size_t kMaxCountedFields = 8;

struct MessageRule;

// The rule of a field. The default values are those of an unknown field.
struct FieldRule {
  static constexpr uint8_t kUnknown = UINT8_MAX;

  std::string_view name;
  uint8_t wire_type = kUnknown;
  bool repeated = false;
  // Whether this is a `string`, which must be UTF-8, in contrast to `bytes`.
  bool utf8 = false;
  // The index of the counter of a repeated field.
  uint8_t counter = 0;
  // The memory of one element or value, in bytes, without the text of a string.
  uint32_t bytes = 0;
  // The options of options.proto. UINT32_MAX if the field does not have a maximum.
  v1::Role role = v1::ROLE_UNSPECIFIED;
  v1::Limit limit = v1::LIMIT_UNSPECIFIED;
  uint32_t max_items = UINT32_MAX;
  uint32_t max_bytes = UINT32_MAX;
  // nullptr if the field is not a message.
  const MessageRule* message = nullptr;
};

// The kind of a message that is not a request of a RulesService method: items of a batch, or a
// request to analyse a position or review a game.
enum class RequestKind : uint8_t { kOther, kBatch, kAnalysis, kReview };

// The rule of a message.
struct MessageRule {
  // The name of the message without its package.
  std::string_view name;
  // REQUEST_NOT_SET if the message is not a request of a RulesService method.
  v1::BatchRequest::RequestCase method = v1::BatchRequest::REQUEST_NOT_SET;
  RequestKind kind = RequestKind::kOther;
  // The memory of an empty message, in bytes.
  size_t bytes = 0;
  // The index is the number of the field.
  std::span<const FieldRule> fields;
};

// Returns the rules of all requests and of the messages that they contain, sorted by name. The
// table is generated at build time (see message_rules_generator.cc), because making it from the
// descriptors of Protocol Buffers would take milliseconds and 400 KB.
std::span<const MessageRule> MessageRules();

// Returns the rule of a message; nullptr if the message is neither a request nor part of one.
inline const MessageRule* FindMessageRule(std::string_view name) {
  const std::span<const MessageRule> rules = MessageRules();
  const auto found = std::lower_bound(
      rules.begin(), rules.end(), name,
      [](const MessageRule& rule, std::string_view key) { return rule.name < key; });
  return found != rules.end() && found->name == name ? &*found : nullptr;
}

// Returns the rule of a field of a request or of a message in one.
inline const FieldRule& RuleOfField(std::string_view message, int number) {
  return FindMessageRule(message)->fields[static_cast<size_t>(number)];
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_MEASURE_MESSAGE_RULES_H_
