#include "tests/service/interactive.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLongest{60'000};

}  // namespace

InteractiveProgram::InteractiveProgram(const std::vector<std::string>& command)
    : process_(command, {.in_lines = true}) {}

void InteractiveProgram::Send(const std::string& line) const { EXPECT_TRUE(process_.Send(line)); }

void InteractiveProgram::EndInput() const { process_.EndInput(); }

void InteractiveProgram::Signal(int signal) const { process_.Signal(signal); }

std::string InteractiveProgram::Await(const std::string& beginning) {
  passed_.clear();
  const auto deadline = steady_clock::now() + kLongest;
  while (process_.Listen(deadline) == Process::Heard::kLine) {
    std::string line = process_.TakeLine();
    if (line.starts_with(beginning)) return line;
    passed_.push_back(std::move(line));
  }
  ADD_FAILURE() << "no line with " << beginning << "; the last of " << passed_.size() << " was "
                << (passed_.empty() ? "" : passed_.back());
  return "";
}

bool InteractiveProgram::Speaks(milliseconds within) {
  return process_.Listen(steady_clock::now() + within) == Process::Heard::kLine;
}

int InteractiveProgram::Wait() {
  const std::optional<int> exit_code = process_.WaitFor(kLongest);
  if (!exit_code) ADD_FAILURE() << "the program did not end";
  return exit_code.value_or(-1);
}

}  // namespace arbiter::testing
