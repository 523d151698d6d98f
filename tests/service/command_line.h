#ifndef ARBITER_TESTS_SERVICE_COMMAND_LINE_H_
#define ARBITER_TESTS_SERVICE_COMMAND_LINE_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// Runs `arbiter` with these arguments and with `input` as its standard input.
inline ProgramResult Arbiter(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), ARBITER_CLI);
  return RunProgram(arguments, input);
}

// Runs `arbiter` and returns its standard output. Fails the test unless it exits with 0.
inline std::string Out(const std::vector<std::string>& arguments, const std::string& input = "") {
  const ProgramResult finished = Arbiter(arguments, input);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  return finished.out;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_COMMAND_LINE_H_
