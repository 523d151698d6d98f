#ifndef ARBITER_TESTS_BENCH_PROCESS_H_
#define ARBITER_TESTS_BENCH_PROCESS_H_

#include <sched.h>
#include <stdio.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace arbiter::bench {

// A program with its arguments.
using Command = std::vector<std::string>;

// The processors that measurements use: what is measured runs on one, who measures it on another.
struct Processors {
  int server = 0;
  int client = 0;
};
// Ends the program where it may use only one.
Processors ChooseProcessors();
// While it lives, this thread and the programs that it starts run on one processor.
class OnProcessor {
 public:
  explicit OnProcessor(int processor);
  ~OnProcessor();
  OnProcessor(const OnProcessor&) = delete;
  OnProcessor& operator=(const OnProcessor&) = delete;

 private:
  cpu_set_t before_;
};

// A running program; it ends with this object, and with this program at the latest.
class Process {
 public:
  // Without a processor it runs on any that this thread may use.
  Process(const Command& command, std::optional<int> processor);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  bool Runs();
  // Waits for its end; answers its exit code, -1 if there is none.
  int Wait();
  // What it has printed so far.
  std::string out() const { return Read(out_.get()); }
  std::string errors() const { return Read(errors_.get()); }
  // Memory that it has in use now, in KiB.
  int64_t ResidentKib() const;

 private:
  struct Close {
    void operator()(FILE* file) const { fclose(file); }
  };
  using File = std::unique_ptr<FILE, Close>;
  static std::string Read(FILE* file);

  // Without a name.
  File out_;
  File errors_;
  pid_t pid_;
  std::optional<int> exit_code_;
};

// What a program prints. Ends this program unless it ends well.
std::string RunToEnd(const Command& command, std::optional<int> processor);

// A server on a free port of the loopback.
class ServerProcess {
 public:
  // `--listen` and the address are put behind the command. Waits until it serves.
  ServerProcess(Command command, std::optional<int> processor);

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  const Process& process() const { return process_; }

 private:
  const int port_;
  Process process_;
};

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_PROCESS_H_
