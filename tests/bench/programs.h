#ifndef ARBITER_TESTS_BENCH_PROGRAMS_H_
#define ARBITER_TESTS_BENCH_PROGRAMS_H_

#include <sched.h>
#include <sys/types.h>

#include <optional>
#include <string>

#include "tests/support/process.h"

namespace arbiter::bench {

using testing::Command;
using testing::Process;

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

// What a program prints. Ends this program unless it ends well.
std::string RunToEnd(const Command& command, std::optional<int> processor);

// A server on a free port of the loopback.
class Server {
 public:
  // `--listen` and the address are put behind the command. Waits until it serves.
  Server(Command command, std::optional<int> processor);

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  pid_t pid() const { return process_.pid(); }
  // Memory that it has in use now, in KiB.
  double ResidentKib() const;

 private:
  const int port_;
  Process process_;
};

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_PROGRAMS_H_
