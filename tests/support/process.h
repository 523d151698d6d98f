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

// A program with its arguments. It is looked for in PATH unless it is a path.
using Command = std::vector<std::string>;

struct ProcessOptions {
  // All that its standard input has.
  std::string input = {};
  // The processor that it runs on; none: any that this thread may use.
  std::optional<int> processor = {};
  // How many descriptors it may ever have; 0: as many as this process.
  int descriptors = 0;
  // Whether out() has its standard error too, as both were written.
  bool one_output = false;
  // Whether it is spoken with in lines: Send() and Listen() instead of `input` and out(). Its
  // standard error is ours.
  bool in_lines = false;
  // Whether Ctrl-C is for us alone.
  bool own_group = false;
};

// A running program. It is killed when this object goes, and when the thread that has started it
// ends.
class Process {
 public:
  // Throws where it cannot be started. A program that does not exist exits with 127.
  explicit Process(const Command& command, const ProcessOptions& options = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void Signal(int signal) const;
  bool Runs();
  // Waits for its end and returns its exit code; -1 if a signal has ended it.
  int Wait();
  // The same, but std::nullopt if it still runs after that time.
  std::optional<int> WaitFor(std::chrono::milliseconds time);
  // What it has printed so far.
  std::string out() const;
  std::string errors() const;

  // The rest is for a program that is spoken with.

  // Writes a line to its standard input; false if it reads no more.
  bool Send(std::string_view line) const;
  void EndInput() const;
  enum class Heard { kLine, kSilence, kEnd };
  // Waits for a line of its standard output until the deadline.
  Heard Listen(std::chrono::steady_clock::time_point deadline);
  // The line that was heard, without its end.
  std::string TakeLine();

 private:
  // Without names.
  Fd out_;
  Fd errors_;
  // Its standard input and output where it is spoken with.
  Fd socket_;
  // Read from there, and not yet taken.
  std::string heard_;
  pid_t pid_ = -1;
  std::optional<int> exit_code_;
};

// What a program printed, and how it ended.
struct Finished {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// Runs a program to its end, with `input` on its standard input.
Finished RunProgram(const Command& command, const std::string& input = "");

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_PROCESS_H_
