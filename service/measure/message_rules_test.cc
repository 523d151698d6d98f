#include "service/measure/message_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/wire_format_lite.h"
#include "tests/support/wire_bytes.h"

namespace arbiter::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
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

TEST(MessageRules, LackMessagesThatNoRequestContains) {
  EXPECT_EQ(FindMessageRule("LegalMovesResponse"), nullptr);
  EXPECT_EQ(FindMessageRule(""), nullptr);
  EXPECT_EQ(FindMessageRule("~"), nullptr);
}

}  // namespace
}  // namespace arbiter::testing
