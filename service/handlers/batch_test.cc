// Tests bundles: many batch items in one message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "core/base/error.h"
#include "google/rpc/error_details.pb.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/process_facts.h"
#include "tests/support/wire_bytes.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;

v1::BatchResponse Ask(const v1::BatchRequest& request, const Limits& limits = {},
                      const Budget::StopTest& stop_test = nullptr) {
  return testing::AnswerItem({&limits, stop_test}, request);
}

std::string ReasonIn(const v1::BatchResponse& response) {
  google::rpc::ErrorInfo info;
  for (const google::protobuf::Any& detail : response.status().details()) {
    if (detail.UnpackTo(&info)) break;
  }
  return info.reason();
}

v1::BatchRequest* AddLegalMoves(const std::string& variant, v1::BatchRequest* request) {
  v1::BatchRequest* item = request->mutable_bundle()->add_items();
  item->set_id(variant);
  item->mutable_legal_moves()->mutable_position()->set_variant(variant);
  return item;
}

TEST(Bundle, IsAnsweredInOrderAndABadItemFailsAlone) {
  v1::BatchRequest request;
  request.set_id("all");
  AddLegalMoves("makruk", &request);
  AddLegalMoves("chess", &request);
  AddLegalMoves("chak", &request);
  request.mutable_bundle()->add_items();
  const v1::BatchResponse response = Ask(request);
  EXPECT_EQ(response.id(), "all");
  ASSERT_EQ(response.bundle().items_size(), 4);
  EXPECT_EQ(response.bundle().items(0).id(), "makruk");
  EXPECT_EQ(response.bundle().items(0).legal_moves().texts_size(), 23);
  EXPECT_EQ(response.bundle().items(1).id(), "chess");
  EXPECT_EQ(ReasonIn(response.bundle().items(1)), "UNKNOWN_VARIANT");
  EXPECT_EQ(response.bundle().items(2).id(), "chak");
  EXPECT_GT(response.bundle().items(2).legal_moves().texts_size(), 0);
  EXPECT_EQ(ReasonIn(response.bundle().items(3)), "BAD_FIELD");
}

// The time limit of a message applies to all items of a bundle together, so a bundle must not
// contain work without a bound.
TEST(Bundle, RefusesLongWork) {
  v1::BatchRequest request;
  AddLegalMoves("makruk", request.mutable_bundle()->add_items());
  v1::PerftRequest* perft = request.mutable_bundle()->add_items()->mutable_perft();
  perft->mutable_position()->set_variant("makruk");
  perft->set_depth(1);
  v1::EnumerateOutcomesRequest* enumerate =
      request.mutable_bundle()->add_items()->mutable_enumerate_outcomes();
  enumerate->mutable_position()->set_variant("chakart");
  enumerate->set_action("e2e4");
  const v1::BatchResponse response = Ask(request);
  ASSERT_EQ(response.bundle().items_size(), 3);
  for (const v1::BatchResponse& item : response.bundle().items()) {
    EXPECT_EQ(ReasonIn(item), "BAD_FIELD");
    EXPECT_THAT(item.status().message(), HasSubstr("a bundle cannot hold"));
  }
}

TEST(Bundle, NeedsTheMethodsAndTheCostOfAllItsItems) {
  v1::BatchRequest request;
  request.mutable_bundle()->add_items()->mutable_render_board();
  request.mutable_bundle()->add_items()->mutable_read_pgn();
  request.mutable_bundle()->add_items();
  const WorkNeeds needs = NeedsOf(request.SerializeAsString());
  EXPECT_EQ(needs.methods, MethodsNamed("RenderBoard") | MethodsNamed("ReadPgn"));
  EXPECT_DOUBLE_EQ(needs.cost, 2 + 5 + 1);
}

TEST(BatchItem, NeedsTheMethodOfItsField) {
  const auto* fields = v1::BatchRequest::descriptor()->FindOneofByName("request");
  for (int i = 0; i < fields->field_count(); ++i) {
    const auto* field = fields->field(i);
    v1::BatchRequest item;
    item.GetReflection()->MutableMessage(&item, field);
    std::string name = field->message_type()->name();
    if (item.has_bundle()) continue;
    name.resize(name.size() - std::string_view("Request").size());
    const WorkNeeds needs = NeedsOf(item.SerializeAsString());
    ASSERT_TRUE(FindMethod(name).has_value()) << name;
    EXPECT_EQ(needs.methods, MethodsNamed(name)) << name;
    EXPECT_DOUBLE_EQ(needs.cost, RuleOf(*FindMethod(name)).cost) << name;
  }
}

// Protocol Buffers allows the parts of a message to come in any order and several times.
TEST(BatchItem, MayBeInParts) {
  v1::BatchRequest item;
  item.set_id("first");
  v1::Position* position = item.mutable_legal_moves()->mutable_position();
  position->set_variant("makruk");
  const std::string variant = item.SerializeAsString();
  position->Clear();
  position->set_fen("8/8/8/3k4/8/8/1K6/7R b - 32 10 40");
  item.set_id("second");
  const std::string fen = item.SerializeAsString();
  item.Clear();
  item.mutable_perft()->set_depth(2);
  const std::string perft = item.SerializeAsString();
  item.Clear();
  item.mutable_bundle()->add_items()->mutable_legal_moves()->mutable_position()->set_variant(
      "chak");
  const std::string bundle = item.SerializeAsString();
  const std::string unknown = testing::Delimited(99, "x");

  const Limits limits;
  for (const std::string& wire :
       {variant + fen, fen + variant, variant + perft, perft + variant, variant + perft + fen,
        unknown + variant + unknown, variant + bundle, bundle + bundle, bundle + variant + bundle,
        testing::Delimited(
            v1::BatchRequest::kBundleFieldNumber,
            testing::Delimited(v1::BatchBundle::kItemsFieldNumber, variant + fen) + unknown)}) {
    v1::BatchRequest merged;
    ASSERT_TRUE(merged.ParseFromString(wire));
    std::string answer;
    AnswerBatchItem({&limits, nullptr}, wire, &answer);
    EXPECT_EQ(answer, Ask(merged).SerializeAsString()) << merged.ShortDebugString();
    EXPECT_EQ(NeedsOf(wire).methods, NeedsOf(merged.SerializeAsString()).methods);
    EXPECT_EQ(NeedsOf(wire).cost, NeedsOf(merged.SerializeAsString()).cost);
  }
}

// A message of the maximum size has room for half a million parts.
TEST(BatchItem, IsReadInLinearTimeIfItIsInParts) {
  const auto time_of = [](int parts) {
    v1::BatchRequest item;
    item.mutable_bundle()->add_items()->set_id("x");
    const std::string part = item.SerializeAsString();
    std::string wire;
    for (int i = 0; i < parts; ++i) wire += part;
    auto least = std::chrono::nanoseconds::max();
    for (int run = 0; run < 3; ++run) {
      const auto start = testing::CpuTimeOfThread();
      EXPECT_EQ(NeedsOf(wire).cost, parts);
      least = std::min(least, std::chrono::nanoseconds(testing::CpuTimeOfThread() - start));
    }
    return least;
  };
  EXPECT_LT(time_of(100'000), 8 * time_of(25'000));
}

// The answers can be much larger than the requests, so limiting the size of the bundle is not
// enough.
TEST(Bundle, AnswersMustFitIntoOneMessage) {
  v1::BatchRequest request;
  for (int i = 0; i < 20; ++i) AddLegalMoves("chak", &request);
  EXPECT_TRUE(Ask(request).has_bundle());
  Limits limits;
  limits.max_message_bytes = 2000;
  const v1::BatchResponse response = Ask(request, limits);
  EXPECT_EQ(ReasonIn(response), "LIMIT_EXCEEDED");
  EXPECT_FALSE(response.has_bundle());
}

TEST(Bundle, StopsWhenTheCallEnds) {
  v1::BatchRequest request;
  for (int i = 0; i < 1000; ++i) AddLegalMoves("chak", &request);
  const v1::BatchResponse response =
      Ask(request, {}, [] { return MakeError(ErrorReason::kCancelled, "gone"); });
  EXPECT_EQ(ReasonIn(response), "CANCELLED");
}

}  // namespace
}  // namespace arbiter
