#include "service/measure/message_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/options.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/message.h"
#include "google/protobuf/wire_format_lite.h"
#include "tests/support/wire_bytes.h"

namespace arbiter::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::MessageFactory;
using google::protobuf::internal::WireFormatLite;

// Compares the rules of a message, and of the messages that it contains, with their descriptors.
void ExpectDescribed(const Descriptor& type, std::set<const Descriptor*>* seen) {
  if (!seen->insert(&type).second) return;
  SCOPED_TRACE(type.name());
  const MessageRule* const rule = FindMessageRule(type.name());
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->bytes, MessageFactory::generated_factory()->GetPrototype(&type)->SpaceUsedLong());
  for (size_t number = 0; number < rule->fields.size(); ++number) {
    if (type.FindFieldByNumber(static_cast<int>(number)) != nullptr) continue;
    EXPECT_EQ(rule->fields[number].wire_type, FieldRule::kUnknown) << number;
  }
  size_t repeated = 0;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    SCOPED_TRACE(field.name());
    ASSERT_LT(static_cast<size_t>(field.number()), rule->fields.size());
    const FieldRule& found = rule->fields[static_cast<size_t>(field.number())];
    EXPECT_EQ(found.name, field.name());
    EXPECT_EQ(found.wire_type, WireFormatLite::WireTypeForFieldType(
                                   static_cast<WireFormatLite::FieldType>(field.type())));
    EXPECT_EQ(found.repeated, field.is_repeated());
    if (field.is_repeated()) {
      EXPECT_EQ(found.counter, repeated++);
    }
    const auto& options = field.options();
    EXPECT_EQ(found.role, options.GetExtension(v1::role));
    EXPECT_EQ(found.limit, options.GetExtension(v1::limit));
    const bool has_max_items = options.HasExtension(v1::max_items);
    EXPECT_EQ(found.max_items, has_max_items ? options.GetExtension(v1::max_items) : UINT32_MAX);
    EXPECT_TRUE(field.is_repeated() || !(has_max_items || options.HasExtension(v1::limit)));
    const bool has_max_bytes = options.HasExtension(v1::max_bytes);
    EXPECT_EQ(found.max_bytes, has_max_bytes ? options.GetExtension(v1::max_bytes) : UINT32_MAX);
    EXPECT_TRUE(field.cpp_type() == FieldDescriptor::CPPTYPE_STRING || !has_max_bytes);
    const Descriptor* inner = field.message_type();
    EXPECT_EQ(found.message, inner == nullptr ? nullptr : FindMessageRule(inner->name()));
    if (inner == nullptr) continue;
    ExpectDescribed(*inner, seen);
    EXPECT_EQ(found.bytes, found.message->bytes);
  }
}

TEST(MessageRules, DescribeTheMessagesOfEveryRequest) {
  std::set<const Descriptor*> seen;
  for (const Descriptor* type : RequestTypes()) ExpectDescribed(*type, &seen);
  EXPECT_EQ(seen.size(), MessageRules().size());
}

TEST(MessageRules, KnowTheMethodOfEachItemOfABatch) {
  const Descriptor& item = *v1::BatchRequest::descriptor();
  std::ptrdiff_t methods = 0;
  for (int i = 0; i < item.field_count(); ++i) {
    const Descriptor* request = item.field(i)->message_type();
    if (request == nullptr || request == v1::BatchBundle::descriptor()) continue;
    EXPECT_EQ(FindMessageRule(request->name())->method, item.field(i)->number());
    ++methods;
  }
  EXPECT_EQ(std::ranges::count_if(MessageRules(),
                                  [](const MessageRule& rule) {
                                    return rule.method != v1::BatchRequest::REQUEST_NOT_SET;
                                  }),
            methods);
}

TEST(MessageRules, KnowTheOptionsOfFields) {
  const FieldRule& arrows =
      RuleOfField("RenderBoardRequest", v1::RenderBoardRequest::kArrowsFieldNumber);
  EXPECT_EQ(arrows.role, v1::ROLE_MARK);
  EXPECT_EQ(arrows.limit, v1::LIMIT_UNSPECIFIED);
  EXPECT_EQ(arrows.max_items, 100U);
  const FieldRule& actions = RuleOfField("Record", v1::Record::kActionsFieldNumber);
  EXPECT_EQ(actions.role, v1::ROLE_RECORD_ACTION);
  EXPECT_EQ(actions.limit, v1::LIMIT_RECORD_ACTIONS);
  EXPECT_EQ(actions.max_items, UINT32_MAX);
  EXPECT_EQ(RuleOfField("BatchRequest", v1::BatchRequest::kIdFieldNumber).max_bytes, 128U);
}

// An option in an answer would have no effect.
TEST(MessageRules, OnlyFieldsOfRequestsHaveOptions) {
  for (const FileDescriptor* file :
       {v1::Record::descriptor()->file(), v1::BatchRequest::descriptor()->file(),
        v1::AnalyzeRequest::descriptor()->file()}) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      const Descriptor& type = *file->message_type(i);
      if (FindMessageRule(type.name()) != nullptr) continue;
      for (int j = 0; j < type.field_count(); ++j) {
        EXPECT_EQ(type.field(j)->options().ByteSizeLong(), 0U) << type.field(j)->full_name();
      }
    }
  }
}

TEST(MessageRules, LackMessagesThatNoRequestContains) {
  EXPECT_EQ(FindMessageRule("LegalMovesResponse"), nullptr);
  EXPECT_EQ(FindMessageRule(""), nullptr);
  EXPECT_EQ(FindMessageRule("~"), nullptr);
}

}  // namespace
}  // namespace arbiter::testing
