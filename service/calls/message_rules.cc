#include "service/calls/message_rules.h"

#include <algorithm>
#include <memory>

#include "absl/container/flat_hash_map.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "google/protobuf/message.h"
#include "google/protobuf/wire_format_lite.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using Method = v1::BatchRequest::RequestCase;

// The maximum number of array slots for each element of a repeated number, including the slots that
// are left behind when the array grows.
constexpr size_t kMaxSlotsPerElement = 4;

template <typename Message>
const FieldDescriptor* Field(int number) {
  return Message::descriptor()->FindFieldByNumber(number);
}

struct FieldMeaning {
  Role role;
  CountLimit limit;
};

const absl::flat_hash_map<const FieldDescriptor*, FieldMeaning>& FieldMeanings() {
  using Apply = v1::ApplyMovesRequest;
  using Render = v1::RenderBoardRequest;
  static const auto& meanings = *new absl::flat_hash_map<const FieldDescriptor*, FieldMeaning>{
      {Field<v1::Record>(v1::Record::kActionsFieldNumber),
       {Role::kRecordAction, CountLimit::kRecordActions}},
      {Field<v1::Record>(v1::Record::kElapsedMsFieldNumber),
       {Role::kNone, CountLimit::kRecordActions}},
      {Field<v1::Record>(v1::Record::kSeedFieldNumber), {Role::kRecordSeed, CountLimit::kNone}},
      {Field<v1::Position>(v1::Position::kSnapshotFieldNumber),
       {Role::kSnapshot, CountLimit::kNone}},
      {Field<Apply>(Apply::kActionsFieldNumber), {Role::kAction, CountLimit::kActions}},
      {Field<Apply>(Apply::kElapsedMsFieldNumber), {Role::kNone, CountLimit::kActions}},
      {Field<v1::ConvertMovesRequest>(v1::ConvertMovesRequest::kTextsFieldNumber),
       {Role::kAction, CountLimit::kActions}},
      {Field<v1::ConvertMovesRequest>(v1::ConvertMovesRequest::kFromFieldNumber),
       {Role::kFromNotation, CountLimit::kNone}},
      {Field<v1::LegalMovesRequest>(v1::LegalMovesRequest::kDetailFieldNumber),
       {Role::kDetail, CountLimit::kNone}},
      {Field<Render>(Render::kArrowsFieldNumber), {Role::kMark, CountLimit::kMarks}},
      {Field<Render>(Render::kHighlightsFieldNumber), {Role::kMark, CountLimit::kMarks}},
      {Field<Render>(Render::kFormatFieldNumber), {Role::kFormat, CountLimit::kNone}},
      {Field<v1::ReadPgnRequest>(v1::ReadPgnRequest::kPgnFieldNumber),
       {Role::kPgn, CountLimit::kNone}},
      {Field<v1::AnalyzeRequest>(v1::AnalyzeRequest::kSearchMovesFieldNumber),
       {Role::kNone, CountLimit::kSearchMoves}},
  };
  return meanings;
}

size_t ScalarBytes(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return 8;
    case FieldDescriptor::CPPTYPE_BOOL:
      return 1;
    default:
      return 4;
  }
}

// The rules of all messages that can be part of a request.
class RuleTable {
 public:
  static const RuleTable& Get() {
    static const auto& table = *new RuleTable();
    return table;
  }

  // Returns the rule of a message; nullptr if it is not in the table.
  const MessageRule* Find(const Descriptor& type) const {
    const auto found = rules_.find(&type);
    return found == rules_.end() ? nullptr : found->second.get();
  }

 private:
  RuleTable() {
    const Descriptor& item = *v1::BatchRequest::descriptor();
    for (const auto* file : {item.file(), v1::AnalyzeRequest::descriptor()->file()}) {
      for (int i = 0; i < file->message_type_count(); ++i) Add(*file->message_type(i));
    }
    for (int i = 0; i < item.field_count(); ++i) {
      const FieldDescriptor& field = *item.field(i);
      const bool is_request = field.message_type() != nullptr && field.number() != Method::kBundle;
      if (is_request) Add(*field.message_type()).method = static_cast<Method>(field.number());
    }
    Add(item).kind = RequestKind::kBatch;
    Add(*v1::BatchBundle::descriptor()).kind = RequestKind::kBatch;
    Add(*v1::AnalyzeRequest::descriptor()).kind = RequestKind::kAnalysis;
    Add(*v1::ReviewGameRequest::descriptor()).kind = RequestKind::kReview;
  }

  MessageRule& Add(const Descriptor& type) {
    std::unique_ptr<MessageRule>& slot = rules_[&type];
    if (slot != nullptr) return *slot;
    slot = std::make_unique<MessageRule>();
    // `slot` becomes invalid when further rules are added.
    MessageRule& rule = *slot;
    rule.bytes =
        google::protobuf::MessageFactory::generated_factory()->GetPrototype(&type)->SpaceUsedLong();
    size_t counters = 0;
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const auto number = static_cast<size_t>(field.number());
      if (rule.fields.size() <= number) rule.fields.resize(number + 1);
      rule.fields[number] = MakeFieldRule(field);
      if (!field.is_repeated()) continue;
      rule.fields[number].counter =
          static_cast<uint8_t>(std::min(counters++, kMaxCountedFields - 1));
    }
    return rule;
  }

  FieldRule MakeFieldRule(const FieldDescriptor& field) {
    FieldRule rule = {.wire_type = static_cast<uint8_t>(WireFormatLite::WireTypeForFieldType(
                          static_cast<WireFormatLite::FieldType>(field.type()))),
                      .repeated = field.is_repeated(),
                      .descriptor = &field};
    if (const Descriptor* type = field.message_type()) {
      rule.message = &Add(*type);
      rule.bytes = static_cast<uint32_t>(rule.message->bytes);
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      rule.bytes = kStringBytes;
    } else if (field.is_repeated()) {
      rule.bytes = static_cast<uint32_t>(ScalarBytes(field) * kMaxSlotsPerElement);
    }
    if (const auto found = FieldMeanings().find(&field); found != FieldMeanings().end()) {
      rule.role = found->second.role;
      rule.limit = found->second.limit;
    }
    return rule;
  }

  absl::flat_hash_map<const Descriptor*, std::unique_ptr<MessageRule>> rules_;
};

}  // namespace

const MessageRule* FindMessageRule(const Descriptor& type) { return RuleTable::Get().Find(type); }

}  // namespace arbiter
