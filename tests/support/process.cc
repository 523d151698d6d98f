#include "tests/support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "tests/support/process_facts.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Creates an unnamed file that holds `text`, with its position at the beginning.
Fd UnnamedFile(const std::string& text = "") {
  std::string path = std::filesystem::temp_directory_path() / "arbiter_XXXXXX";
  Fd file(mkostemp(path.data(), O_CLOEXEC));
  unlink(path.c_str());
  if (!file ||
      pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("cannot write a temporary file");
  }
  return file;
}

// Reads a whole file without moving its position, which the writer shares.
std::string ReadAll(const Fd& file) {
  std::string text;
  char buffer[4096];
  ssize_t size = 0;
  while ((size = pread(file.get(), buffer, sizeof(buffer), static_cast<off_t>(text.size()))) > 0) {
    text.append(buffer, static_cast<size_t>(size));
  }
  return text;
}

// Applies the options in the child process, before exec.
void Apply(const ProcessOptions& options) {
  if (options.own_process_group) setpgid(0, 0);
  if (options.processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(*options.processor, &set);
    sched_setaffinity(0, sizeof(set), &set);
  }
  if (options.max_descriptors > 0) {
    const auto max = static_cast<rlim_t>(options.max_descriptors);
    const rlimit limit = {.rlim_cur = max, .rlim_max = max};
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

// Starts the program with these descriptors as its standard input, output and error.
pid_t Spawn(const Command& command, const ProcessOptions& options, int in, int out, int errors) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  // Unlike fork(), vfork() does not copy the page tables of this process, which takes milliseconds
  // and slows both processes afterwards. Until it calls exec, the child shares the memory of this
  // process, so it must not write to anything that is used later.
  const pid_t pid = vfork();  // NOLINT(clang-analyzer-security.insecureAPI.vfork)
  if (pid < 0) throw std::runtime_error("cannot start " + command.front());
  if (pid > 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  Apply(options);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

Process::Process(const Command& command, const ProcessOptions& options) {
  if (options.interactive) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      throw std::runtime_error("cannot create a socket for " + command.front());
    }
    socket_ = Fd(ends[0]);
    const Fd child_end(ends[1]);
    pid_ = Spawn(command, options, child_end.get(), child_end.get(), STDERR_FILENO);
  } else {
    const Fd in = UnnamedFile(options.input);
    out_ = UnnamedFile();
    errors_ = UnnamedFile();
    const Fd& errors = options.merge_output ? out_ : errors_;
    pid_ = Spawn(command, options, in.get(), out_.get(), errors.get());
  }
}

Process::~Process() {
  if (!Runs()) return;
  Signal(SIGKILL);
  Wait();
}

void Process::Signal(int signal) const {
  if (!exit_code_) kill(pid_, signal);
}

void Process::Collect(int flags) {
  int status = 0;
  rusage usage = {};
  if (exit_code_ || wait4(pid_, &status, flags, &usage) != pid_) return;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
    cpu_time_ += std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  }
}

bool Process::Runs() {
  Collect(WNOHANG);
  return !exit_code_;
}

int Process::Wait() {
  Collect(0);
  return exit_code_.value_or(-1);
}

std::optional<int> Process::WaitFor(milliseconds time) {
  const auto deadline = steady_clock::now() + time;
  while (Runs() && steady_clock::now() < deadline) std::this_thread::sleep_for(milliseconds(5));
  return exit_code_;
}

std::chrono::nanoseconds Process::cpu_time() const {
  return exit_code_ ? cpu_time_ : CpuTimeOf(pid_);
}

std::string Process::out() const { return ReadAll(out_); }

std::string Process::errors() const { return ReadAll(errors_); }

bool Process::Send(std::string_view line) const {
  const std::string text = std::string(line) + "\n";
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t size = send(socket_.get(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (size <= 0) return false;
    sent += static_cast<size_t>(size);
  }
  return true;
}

void Process::EndInput() const { shutdown(socket_.get(), SHUT_WR); }

Process::LineStatus Process::WaitForLine(steady_clock::time_point deadline) {
  while (received_.find('\n') == std::string::npos) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
    pollfd waiting = {socket_.get(), POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::max<int64_t>(left, 0))) == 0) {
      return LineStatus::kTimeout;
    }
    char buffer[4096];
    const ssize_t size = read(socket_.get(), buffer, sizeof(buffer));
    if (size <= 0) return LineStatus::kEnd;
    received_.append(buffer, static_cast<size_t>(size));
  }
  return LineStatus::kLine;
}

std::string Process::TakeLine() {
  const size_t end = received_.find('\n');
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

ProgramResult RunProgram(const Command& command, const std::string& input) {
  Process process(command, {.input = input});
  const int exit_code = process.Wait();
  return {exit_code, process.out(), process.errors(), process.cpu_time()};
}

}  // namespace arbiter::testing
