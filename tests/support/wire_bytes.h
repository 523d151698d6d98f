#ifndef ARBITER_TESTS_SUPPORT_WIRE_BYTES_H_
#define ARBITER_TESTS_SUPPORT_WIRE_BYTES_H_

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/measure/message_rules.h"

// Helpers that encode messages by hand.
namespace arbiter::testing {

inline std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

// Encodes the tag of a field: its number and wire type.
inline std::string Tag(int field, google::protobuf::internal::WireFormatLite::WireType type) {
  return Varint(google::protobuf::internal::WireFormatLite::MakeTag(field, type));
}

// Encodes a string, bytes or message field.
inline std::string Delimited(int field, std::string_view value) {
  return StrCat(Tag(field, google::protobuf::internal::WireFormatLite::WIRETYPE_LENGTH_DELIMITED),
                Varint(value.size()), value);
}

// Returns the request type of every method.
inline std::vector<const google::protobuf::Descriptor*> RequestTypes() {
  std::vector<const google::protobuf::Descriptor*> types;
  for (const google::protobuf::FileDescriptor* file :
       {v1::BatchRequest::descriptor()->file(), v1::AnalyzeRequest::descriptor()->file(),
        v1::Job::descriptor()->file()}) {
    for (int i = 0; i < file->service_count(); ++i) {
      for (int j = 0; j < file->service(i)->method_count(); ++j) {
        types.push_back(file->service(i)->method(j)->input_type());
      }
    }
  }
  return types;
}

// Returns the rule of a message, which must be a request or part of one.
inline const MessageRule& MessageRuleOf(const google::protobuf::Descriptor& type) {
  const MessageRule* const rule = FindMessageRule(type.name());
  assert(rule != nullptr);
  return *rule;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_WIRE_BYTES_H_
