#include "tests/service/interactive.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLongest{60'000};

}  // namespace

InteractiveProgram::InteractiveProgram(const std::vector<std::string>& command) {
  int in[2] = {-1, -1};
  int out[2] = {-1, -1};
  EXPECT_EQ(pipe2(in, O_CLOEXEC), 0);
  EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  in_ = in[1];
  out_ = out[0];
}

InteractiveProgram::~InteractiveProgram() {
  EndInput();
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(out_);
}

void InteractiveProgram::Send(const std::string& line) const {
  const std::string text = line + "\n";
  EXPECT_EQ(write(in_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

void InteractiveProgram::EndInput() {
  if (in_ >= 0) close(in_);
  in_ = -1;
}

void InteractiveProgram::Signal(int signal) const { kill(pid_, signal); }

std::string InteractiveProgram::Await(const std::string& beginning) {
  passed_.clear();
  const auto deadline = steady_clock::now() + kLongest;
  while (HasLine(deadline)) {
    const size_t end = buffer_.find('\n');
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    if (line.compare(0, beginning.size(), beginning) == 0) return line;
    passed_.push_back(std::move(line));
  }
  ADD_FAILURE() << "no line with " << beginning << "; the last of " << passed_.size() << " was "
                << (passed_.empty() ? "" : passed_.back());
  return "";
}

bool InteractiveProgram::Speaks(milliseconds within) {
  return HasLine(steady_clock::now() + within);
}

int InteractiveProgram::Wait() {
  const auto deadline = steady_clock::now() + kLongest;
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (steady_clock::now() > deadline) {
      ADD_FAILURE() << "the program did not end";
      return -1;
    }
    std::this_thread::sleep_for(milliseconds(2));
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool InteractiveProgram::HasLine(steady_clock::time_point deadline) {
  while (buffer_.find('\n') == std::string::npos) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
    pollfd source = {out_, POLLIN, 0};
    if (poll(&source, 1, static_cast<int>(std::max<int64_t>(left.count(), 0))) <= 0) return false;
    char bytes[4096];
    const ssize_t count = read(out_, bytes, sizeof(bytes));
    if (count <= 0) return false;
    buffer_.append(bytes, static_cast<size_t>(count));
  }
  return true;
}

}  // namespace arbiter::testing
