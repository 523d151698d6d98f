#ifndef ARBITER_TESTS_SERVICE_REASON_CASE_H_
#define ARBITER_TESTS_SERVICE_REASON_CASE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/status_codes.h"

namespace arbiter::testing {

// A batch item that is refused, and the expected error.
struct ReasonCase {
  const char* reason;
  int code;
  const char* field;
  // A substring of the message.
  const char* message;
  // The item in proto JSON.
  const char* item;
};

// Sends the item to its unary method and expects this error, with exactly one field violation.
inline void ExpectRefused(Client& client, const ReasonCase& expected) {
  const google::rpc::Status status = client.Call(Item(expected.item)).status();
  EXPECT_EQ(status.code(), expected.code) << expected.item << status.DebugString();
  EXPECT_THAT(status.message(), ::testing::HasSubstr(expected.message)) << expected.item;
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  EXPECT_EQ(info.reason(), expected.reason) << expected.item;
  EXPECT_EQ(info.domain(), "arbiter.v1");
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  ASSERT_EQ(bad_request.field_violations_size(), 1) << expected.item;
  EXPECT_EQ(bad_request.field_violations(0).field(), expected.field) << expected.item;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_REASON_CASE_H_
