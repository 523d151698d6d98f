#include "service/jobs/chunk_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status.h"

namespace arbiter::testing {
namespace {

TEST(ChunkRequests, ComeBackAsTheyWere) {
  const std::vector<std::string> requests = {"a", "", std::string(300, 'x'), std::string("\0", 1)};
  EXPECT_EQ(*UnpackRequests(PackRequests(requests)), requests);
  EXPECT_EQ(*UnpackRequests(PackRequests({})), std::vector<std::string>());
}

TEST(ChunkRequests, DamagedBytesAreRefused) {
  const std::string packed = PackRequests(std::vector<std::string>{"request"});
  for (size_t size = 1; size < packed.size(); ++size) {
    EXPECT_FALSE(UnpackRequests(packed.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(UnpackRequests(std::string(12, '\xff')).ok());
}

}  // namespace
}  // namespace arbiter::testing
