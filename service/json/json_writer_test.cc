#include "service/json/json_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/error_details.pb.h"
#include "service/json/json_reader.h"
#include "tests/support/call_handler.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::IsOk;
using testing::Random;

std::string ToJson(const google::protobuf::Message& message) {
  return WriteString([&](StringWriter* json) {
    WriteJson(*message.GetDescriptor(), message.SerializeAsString(), json);
  });
}

std::string Quote(std::string_view text) {
  return WriteString([text](StringWriter* json) { WriteJsonString(text, json); });
}

// Reads the JSON with Protobuf's own parser, which knows nothing of ours.
template <typename Message>
Message ParseWithProtobuf(const std::string& json) {
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
  EXPECT_TRUE(status.ok()) << status.ToString() << "\n" << json;
  return message;
}

template <typename Message>
void ExpectRoundTrips(const Message& message) {
  const std::string json = ToJson(message);
  EXPECT_EQ(ParseWithProtobuf<Message>(json).SerializeAsString(), message.SerializeAsString())
      << json;
}

TEST(JsonWriter, WritesWhatProtobufReads) {
  Random random(301);
  const Limits limits;
  int answers = 0;
  for (const testing::GameCase& game_case : testing::AllGameCases()) {
    std::vector<v1::BatchRequest> requests;
    testing::AddRequestsOf(game_case, random, &requests);
    for (const v1::BatchRequest& request : requests) {
      ExpectRoundTrips(request);
      if (request.has_perft() || ++answers % 5 != 0) continue;
      ExpectRoundTrips(testing::AnswerItem({&limits, nullptr}, request));
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(answers, 1'000);
}

TEST(JsonWriter, WritesEveryKindOfValue) {
  v1::Draw draw;
  draw.set_purpose("push");
  draw.add_candidates("a1");
  draw.add_candidates("b\"1");
  draw.set_index(1);
  draw.set_word(std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(
      ToJson(draw),
      R"({"purpose":"push","candidates":["a1","b\"1"],"index":1,"word":"18446744073709551615"})");
  v1::Record record;
  record.add_elapsed_ms(-1);
  record.add_elapsed_ms(0);
  record.set_seed(std::string("\0\xff", 2));
  EXPECT_EQ(ToJson(record), R"({"seed":"AP8=","elapsedMs":["-1","0"]})");
  v1::LegalMovesRequest request;
  request.set_detail(v1::DETAIL_FULL);
  request.set_viewer(static_cast<v1::Viewer>(77));
  request.mutable_position()->set_play_on(true);
  EXPECT_EQ(ToJson(request), R"({"position":{"playOn":true},"viewer":77,"detail":"DETAIL_FULL"})");
  EXPECT_EQ(ToJson(v1::LegalMovesRequest()), "{}");
}

TEST(JsonWriter, EscapesTexts) {
  EXPECT_EQ(Quote("ม้า \"x\" \\ / \n\r\t\b\f\x01\x1f"), R"("ม้า \"x\" \\ / \n\r\t\b\f\u0001\u001f")");
  EXPECT_EQ(Quote(""), R"("")");
}

TEST(JsonReader, ReadsWhatProtobufWrites) {
  Random random(302);
  for (const testing::GameCase& game_case : testing::AllGameCases()) {
    std::vector<v1::BatchRequest> requests;
    testing::AddRequestsOf(game_case, random, &requests);
    for (const v1::BatchRequest& request : requests) {
      std::string json;
      ASSERT_TRUE(google::protobuf::util::MessageToJsonString(request, &json).ok());
      std::string wire;
      ASSERT_THAT(JsonToWire(json, *request.GetDescriptor(), &wire), IsOk()) << json;
      v1::BatchRequest read;
      ASSERT_TRUE(read.ParseFromString(wire));
      ASSERT_EQ(read.SerializeAsString(), request.SerializeAsString()) << json;
    }
  }
}

absl::Status ReadError(std::string_view json) {
  std::string wire;
  return JsonToWire(json, *v1::ApplyMovesRequest::descriptor(), &wire);
}

TEST(JsonReader, ErrorsHaveThePathOfTheirField) {
  const std::tuple<std::string_view, std::string_view, std::string> cases[] = {
      {R"({"positon":{}})", "positon", "unknown field (did you mean position?"},
      {R"({"position":{"varaint":"chak"}})", "position.varaint", "did you mean variant?"},
      {R"({"actions":["a"],"actions":["b"]})", "actions", "the field is repeated"},
      {R"({"fenStyle":"x"})", "fen_style", "unknown value 'x'"},
      {R"({"fenStyle":1,"fen_style":1})", "fen_style", "the field is repeated"},
      {R"({"position":{"record":{},"fen":"x"}})", "position.fen", "give only one of them"},
      {R"({"actions":"e2e4"})", "actions", "must be an array"},
      {R"({"elapsedMs":["1","1.5"]})", "elapsed_ms[1]", "must be an integer"},
      {R"({"views":[{},{"moves":true}]})", "views[1].moves", "must be the name or the number"},
      {R"({"actions":[{}]})", "actions[0]", "must be a string"},
      {R"({"position":[]})", "position", "must be an object"},
  };
  for (const auto& [json, field, why] : cases) {
    const absl::Status status = ReadError(json);
    EXPECT_THAT(status, Fails(ErrorReason::kBadField, why)) << json;
    EXPECT_EQ(FieldOf(status), field) << json;
  }
  EXPECT_THAT(ReadError(R"({"actions":["a",]})"),
              Fails(ErrorReason::kBadField, "not JSON: line 1"));
  EXPECT_THAT(ReadError("[]"), Fails(ErrorReason::kBadField, "not a JSON object"));
  EXPECT_THAT(ReadError("{} {}"), Fails(ErrorReason::kBadField, "expected the end"));
  EXPECT_THAT(ReadError("\xff"), Fails(ErrorReason::kBadField, "not UTF-8"));
}

TEST(JsonReader, NullStandsForAFieldThatIsNotGiven) {
  std::string wire;
  EXPECT_THAT(JsonToWire(R"({"position":null,"actions":null,"viewer":null})",
                         *v1::ApplyMovesRequest::descriptor(), &wire),
              IsOk());
  EXPECT_EQ(wire, "");
  EXPECT_THAT(ReadError(R"({"position":{"record":null,"fen":"x"}})"), IsOk());
}

TEST(JsonReader, TheNestingIsLimited) {
  std::string json;
  for (int i = 0; i < 200; ++i) json += R"({"x":)";
  EXPECT_THAT(ReadError(json), Fails(ErrorReason::kBadField, "levels of nesting"));
}

}  // namespace
}  // namespace arbiter
