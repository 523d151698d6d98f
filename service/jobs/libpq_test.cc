// Loading libpq.
#include "service/jobs/libpq.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status.h"

namespace arbiter::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kAdvice = "--jobs needs libpq, which Debian has in the package libpq5: ";

TEST(LibpqTest, TheLibraryOfTheSystemIsLoadedOnce) {
  EXPECT_THAT(SystemLibpq(), IsOk());
  EXPECT_EQ(&SystemLibpq(), &SystemLibpq());
}

TEST(LibpqTest, AMissingLibraryIsReported) {
  const absl::Status status = LoadLibpq("libpq_nowhere.so.5").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(status), AllOf(StartsWith(kAdvice), HasSubstr("libpq_nowhere.so.5")));
}

TEST(LibpqTest, AMissingFunctionIsReported) {
  const absl::Status status = LoadLibpq("libc.so.6").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(status), AllOf(StartsWith(kAdvice), HasSubstr("PQclear")));
}

}  // namespace
}  // namespace arbiter::testing
