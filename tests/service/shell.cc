#include "tests/service/shell.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

// Returns everything that is written to a terminal until its programs have ended.
std::string ReadTerminal(int terminal) {
  using std::chrono::steady_clock;
  const auto deadline = steady_clock::now() + kPatience;
  std::string text;
  while (steady_clock::now() < deadline) {
    pollfd source = {terminal, POLLIN, 0};
    if (poll(&source, 1, 100) == 0) continue;
    char bytes[4096];
    const ssize_t count = read(terminal, bytes, sizeof(bytes));
    if (count <= 0) return text;
    text.append(bytes, static_cast<size_t>(count));
  }
  ADD_FAILURE() << "the terminal is still in use; so far it shows: " << text;
  return text;
}

}  // namespace

Shell::Shell() : folder_(::testing::TempDir() + "arbiter_XXXXXX") {
  EXPECT_NE(mkdtemp(folder_.data()), nullptr);
}

Shell::~Shell() { std::filesystem::remove_all(folder_); }

void Shell::Write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ + "/" + name) << text;
}

std::string Shell::Read(const std::string& name) const { return ReadFile(folder_ + "/" + name); }

std::vector<std::string> Shell::Command(const std::string& line) const {
  const std::string programs = std::filesystem::path(ARBITER_CLI).parent_path();
  return {"/usr/bin/env",
          "--ignore-environment",
          "--default-signal",
          "--chdir",
          folder_,
          "HOME=" + folder_,
          "PATH=" + programs + ":/usr/local/bin:/usr/bin:/bin",
          "TERM=xterm",
          "LANG=C.UTF-8",
          "/usr/bin/timeout",
          "--foreground",
          std::to_string(kPatience.count()),
          "/bin/bash",
          "-c",
          line};
}

ProgramResult Shell::Run(const std::string& line, const std::string& input) const {
  return RunProgram(Command(line), input);
}

ProgramResult Shell::RunAndInterrupt(const std::string& command) const {
  ProgramResult finished;
  for (int seconds = 1; seconds < kPatience.count(); seconds *= 4) {
    finished = Run("timeout --foreground --preserve-status --signal INT " +
                   std::to_string(seconds) + " " + command);
    if (!finished.out.empty()) break;
  }
  return finished;
}

ProgramResult Shell::RunOnTerminal(const std::string& line, const std::string& input) const {
  std::vector<std::string> command = Command(line);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  winsize size = {.ws_row = 40, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) {
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  EXPECT_EQ(write(terminal, input.data(), input.size()), static_cast<ssize_t>(input.size()));
  ProgramResult finished;
  finished.out = ReadTerminal(terminal);
  close(terminal);
  kill(pid, SIGKILL);
  int status = 0;
  waitpid(pid, &status, 0);
  finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return finished;
}

}  // namespace arbiter::testing
