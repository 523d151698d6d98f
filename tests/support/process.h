#ifndef ARBITER_TESTS_SUPPORT_PROCESS_H_
#define ARBITER_TESTS_SUPPORT_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/net/fd.h"

namespace arbiter::testing {

// A program and its arguments. A program name without a slash is looked up in PATH.
using Command = std::vector<std::string>;

struct ProcessOptions {
  // The contents of the standard input of the process.
  std::string input = {};
  // The processor that the process runs on; std::nullopt for any that this thread may use.
  std::optional<int> processor = {};
  // The maximum number of open descriptors (RLIMIT_NOFILE); 0 for the limit of this process.
  int max_descriptors = 0;
  // Whether out() also contains the standard error of the process, in the order of writing.
  bool merge_output = false;
  // Whether the test exchanges lines with the process by Send() and WaitForLine(), instead of
  // `input` and out(). The process then writes to the standard error of the test.
  bool interactive = false;
  // Whether the process is in a process group of its own, so that Ctrl-C on the terminal interrupts
  // only its parent.
  bool own_process_group = false;
};

// A running program. It is killed when this object is destroyed and when the thread that started it
// ends.
class Process {
 public:
  // Throws if the process cannot be started. If the program does not exist, the exit code is 127.
  explicit Process(const Command& command, const ProcessOptions& options = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void Signal(int signal) const;
  bool Runs();
  // Waits for the process to end and returns its exit code; -1 if it was killed by a signal.
  int Wait();
  // Like Wait(), but returns std::nullopt if the process still runs after `time`.
  std::optional<int> WaitFor(std::chrono::milliseconds time);
  // Returns the CPU time that the process has used so far. Once it has been waited for, this
  // includes its own children.
  std::chrono::nanoseconds cpu_time() const;
  // Return what the process has written so far to standard output and standard error. Both are
  // empty if the process is interactive.
  std::string out() const;
  std::string errors() const;

  // The following functions require ProcessOptions::interactive.

  // Writes a line to the standard input of the process. Returns false if the process has closed it.
  bool Send(std::string_view line) const;
  void EndInput() const;
  enum class LineStatus { kLine, kTimeout, kEnd };
  // Waits until the process has printed a complete line or closed its standard output, or until the
  // deadline.
  LineStatus WaitForLine(std::chrono::steady_clock::time_point deadline);
  // Removes and returns the next line, without its newline. WaitForLine() must have returned kLine.
  std::string TakeLine();

 private:
  // Collects the process if it has ended; with `flags` of 0, waits until it has.
  void Collect(int flags);

  // Unnamed files that receive its standard output and standard error.
  Fd out_;
  Fd errors_;
  // Its standard input and output if it is interactive.
  Fd socket_;
  // Received from socket_, but not yet returned by TakeLine().
  std::string received_;
  pid_t pid_ = -1;
  std::optional<int> exit_code_;
  // Set together with exit_code_.
  std::chrono::nanoseconds cpu_time_{0};
};

struct ProgramResult {
  // -1 if the program was killed by a signal.
  int exit_code = -1;
  // What the program wrote to standard output and standard error.
  std::string out;
  std::string err;
  // The CPU time of the program and of its own children.
  std::chrono::nanoseconds cpu_time{0};
};

// Runs a program with `input` as its standard input and waits for it to end.
ProgramResult RunProgram(const Command& command, const std::string& input = "");

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_PROCESS_H_
