#include "tests/service/interactive.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

}  // namespace

InteractiveProgram::InteractiveProgram(const std::vector<std::string>& command)
    : process_(command, {.interactive = true}) {}

void InteractiveProgram::Send(const std::string& line) const { EXPECT_TRUE(process_.Send(line)); }

void InteractiveProgram::EndInput() const { process_.EndInput(); }

void InteractiveProgram::Signal(int signal) const { process_.Signal(signal); }

std::string InteractiveProgram::Await(const std::string& beginning) {
  passed_.clear();
  const auto deadline = steady_clock::now() + kPatience;
  while (process_.WaitForLine(deadline) == Process::LineStatus::kLine) {
    std::string line = process_.TakeLine();
    if (line.starts_with(beginning)) return line;
    passed_.push_back(std::move(line));
  }
  ADD_FAILURE() << "no line begins with " << beginning << "; the last of " << passed_.size()
                << " lines is " << (passed_.empty() ? "" : passed_.back());
  return "";
}

bool InteractiveProgram::HasOutput(milliseconds within) {
  return process_.WaitForLine(steady_clock::now() + within) == Process::LineStatus::kLine;
}

int InteractiveProgram::Wait() {
  const std::optional<int> exit_code = process_.WaitFor(kPatience);
  if (!exit_code) ADD_FAILURE() << "the program did not end";
  return exit_code.value_or(-1);
}

}  // namespace arbiter::testing
