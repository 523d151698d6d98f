// Runs the example in README.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file.h"
#include "tests/support/process.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

TEST(Readme, ContainsAnExampleThatRuns) {
  ServerProcess server;
  const ProgramResult example = RunProgram({README_EXAMPLE, server.address()});
  EXPECT_EQ(example.exit_code, 0) << example.err;
  EXPECT_THAT(example.out, HasSubstr("e3e4\n"));
  EXPECT_THAT(ReadFile(ARBITER_SOURCE_DIR "/README.md"),
              HasSubstr(ReadFile(ARBITER_SOURCE_DIR "/tests/readme/example.cc")));
}

}  // namespace
}  // namespace arbiter::testing
