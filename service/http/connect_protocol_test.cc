#include "service/http/connect_protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "service/convert/errors.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;
using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::StartsWith;

RpcStatus ErrorOf(const absl::Status& status) {
  const google::rpc::Status rpc = ToRpcStatus(status, "");
  return {.code = status.code(), .message = rpc.message(), .details = rpc.SerializeAsString()};
}

TEST(ConnectProtocol, ContentTypesAreThoseOfTheSpecification) {
  const auto expect = [](std::string_view text, bool is_json, bool is_stream) {
    const auto format = ParseContentType(text);
    ASSERT_TRUE(format) << text;
    EXPECT_EQ(*format, (MessageFormat{is_json, is_stream})) << text;
  };
  expect("application/json", true, false);
  expect("Application/JSON ; charset=UTF-8", true, false);
  expect("application/json;charset=\"utf-8\"", true, false);
  expect("application/proto", false, false);
  expect("application/connect+json", true, true);
  expect("application/connect+proto", false, true);
  for (const char* text : {"", "text/plain", "application/grpc", "application/jsonx",
                           "application/json; charset=latin1", "application/connect+xml"}) {
    EXPECT_FALSE(ParseContentType(text)) << text;
  }
}

TEST(ConnectProtocol, ATimeoutHasAtMostTenDigits) {
  EXPECT_EQ(ParseTimeout("1500")->count(), 1500);
  EXPECT_EQ(ParseTimeout("9999999999")->count(), 9'999'999'999);
  for (const char* text : {"", "-1", "1.5", "12345678901", "1s", " 1"}) {
    EXPECT_THAT(ParseTimeout(text), Fails(ErrorReason::kBadField, "at most ten digits")) << text;
  }
}

TEST(ConnectProtocol, EachCodeHasItsNameAndItsHttpStatus) {
  const std::tuple<absl::StatusCode, std::string_view, int> codes[] = {
      {absl::StatusCode::kCancelled, "canceled", 499},
      {absl::StatusCode::kUnknown, "unknown", 500},
      {absl::StatusCode::kInvalidArgument, "invalid_argument", 400},
      {absl::StatusCode::kDeadlineExceeded, "deadline_exceeded", 504},
      {absl::StatusCode::kNotFound, "not_found", 404},
      {absl::StatusCode::kAlreadyExists, "already_exists", 409},
      {absl::StatusCode::kPermissionDenied, "permission_denied", 403},
      {absl::StatusCode::kResourceExhausted, "resource_exhausted", 429},
      {absl::StatusCode::kFailedPrecondition, "failed_precondition", 400},
      {absl::StatusCode::kAborted, "aborted", 409},
      {absl::StatusCode::kOutOfRange, "out_of_range", 400},
      {absl::StatusCode::kUnimplemented, "unimplemented", 501},
      {absl::StatusCode::kInternal, "internal", 500},
      {absl::StatusCode::kUnavailable, "unavailable", 503},
      {absl::StatusCode::kDataLoss, "data_loss", 500},
      {absl::StatusCode::kUnauthenticated, "unauthenticated", 401}};
  for (const auto& [code, name, http_status] : codes) {
    EXPECT_EQ(HttpStatusOf(code), http_status);
    EXPECT_EQ(ErrorJson({.code = code}), StrCat(R"({"code":")", name, R"("})"));
  }
}

TEST(ConnectProtocol, AnErrorHasItsDetails) {
  const RpcStatus error =
      ErrorOf(AtField(MakeError(ErrorReason::kIllegalAction, "e2e5: no, K9"), "actions[0]"));
  const std::string json = ErrorJson(error);
  EXPECT_THAT(json, StartsWith(R"({"code":"failed_precondition","message":"e2e5: no, K9",)"));
  EXPECT_THAT(json, HasSubstr(R"({"type":"google.rpc.ErrorInfo","value":")"));
  EXPECT_THAT(json, HasSubstr(R"("debug":{"reason":"ILLEGAL_ACTION","domain":"arbiter.v1"}})"));
  EXPECT_THAT(json, HasSubstr(R"("fieldViolations":[{"field":"actions[0]")"));
  EXPECT_EQ(RetryAfterSeconds(error), std::nullopt);
  EXPECT_EQ(RetryAfterSeconds(ErrorOf(MakeError(ErrorReason::kOverloaded, "busy"))), 1);
}

TEST(ConnectProtocol, AStreamEndsWithItsErrorAndItsMetadata) {
  EXPECT_EQ(EndOfStreamJson({}, {}), "{}");
  EXPECT_EQ(EndOfStreamJson({}, {{"x-request-id", "7"}}), R"({"metadata":{"x-request-id":["7"]}})");
  EXPECT_EQ(EndOfStreamJson({.code = absl::StatusCode::kCancelled, .message = "gone"},
                            {{"x-request-id", "7"}}),
            R"({"error":{"code":"canceled","message":"gone"},"metadata":{"x-request-id":["7"]}})");
  EXPECT_EQ(EndOfStreamJson({}, {{"x-b", "1"}, {"x-a", "2"}, {"x-b", "3"}}),
            R"({"metadata":{"x-a":["2"],"x-b":["1","3"]}})");
}

TEST(ConnectProtocol, ABodyOfAStreamIsOneEnvelope) {
  const std::string envelope = EnvelopeHeader(EnvelopeFlag::kMessage, 2) + "{}";
  EXPECT_EQ(*OpenEnvelope(envelope), "{}");
  EXPECT_EQ(*OpenEnvelope(EnvelopeHeader(EnvelopeFlag::kMessage, 0)), "");
  EXPECT_THAT(OpenEnvelope("{\"a\":1}"),
              Fails(ErrorReason::kBadField, "not a message in an envelope"));
  EXPECT_THAT(OpenEnvelope(""), Fails(ErrorReason::kUnimplemented, "the body has none"));
  EXPECT_THAT(OpenEnvelope(envelope.substr(0, 6)),
              Fails(ErrorReason::kBadField, "ends before the end"));
  EXPECT_THAT(OpenEnvelope(envelope + envelope),
              Fails(ErrorReason::kUnimplemented, "takes one message"));
  EXPECT_EQ(OpenEnvelope(EnvelopeHeader(EnvelopeFlag::kCompressed, 2) + "{}").status().code(),
            absl::StatusCode::kInternal);
}

TEST(ConnectProtocol, AGetHasItsRequestInTheQuery) {
  const auto get = ParseGetQuery("connect=v1&encoding=json&message=%7B%22a%22%3A+1%7D");
  ASSERT_THAT(get, IsOk());
  EXPECT_EQ(get->message, R"({"a": 1})");
  EXPECT_TRUE(get->format.is_json);
  EXPECT_FALSE(get->is_raw);
  const auto binary = ParseGetQuery("message=AAE&base64=1&encoding=proto&raw=1");
  ASSERT_THAT(binary, IsOk());
  EXPECT_EQ(binary->message, std::string("\0\1", 2));
  EXPECT_FALSE(binary->format.is_json);
  EXPECT_TRUE(binary->is_raw);
  const std::pair<std::string_view, std::string> faults[] = {
      {"", "message is missing"},
      {"connect=v2&message=", "it must be v1"},
      {"encoding=xml&message=", "must be json or proto"},
      {"message=%7", "is not percent-encoded"},
      {"message=%zz", "is not percent-encoded"},
      {"message=a&message=b", "is repeated"},
      {"message=!&base64=1", "not valid base64"},
      {"message={}&massage=", "unknown parameter 'massage'"}};
  for (const auto& [query, why] : faults) {
    EXPECT_THAT(ParseGetQuery(query), Fails(ErrorReason::kBadField, why)) << query;
  }
  EXPECT_THAT(ParseGetQuery("message={}&compression=gzip"),
              Fails(ErrorReason::kUnimplemented, "supported: identity"));
}

}  // namespace
}  // namespace arbiter
