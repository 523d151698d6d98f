#ifndef ARBITER_TESTS_TOOLS_BENCH_PROGRAMS_H_
#define ARBITER_TESTS_TOOLS_BENCH_PROGRAMS_H_

#include <sched.h>
#include <sys/types.h>

#include <optional>
#include <string>

#include "tests/support/process.h"
#include "tests/support/server/raw_connection.h"

namespace arbiter::bench {

using testing::Command;
using testing::Process;

// The processors of a measurement: the measured program runs on one, its client on the other.
struct Processors {
  int server = 0;
  int client = 0;
};
// Ends the program if it is allowed to use only one processor.
Processors ChooseProcessors();
// Pins this thread and the programs that it starts to one processor for the lifetime of the object.
class ProcessorPin {
 public:
  explicit ProcessorPin(int processor);
  ~ProcessorPin();
  ProcessorPin(const ProcessorPin&) = delete;
  ProcessorPin& operator=(const ProcessorPin&) = delete;

 private:
  cpu_set_t before_;
};

// The API key of the measurements, and a key file that allows it everything. The key has no quota,
// because a quota would charge for the time of valgrind too.
inline constexpr char kApiKey[] = "the-key-of-the-benchmark";
std::string ApiKeyFile();

// Runs a program on this processor, or on any for std::nullopt, and returns its standard output.
// Ends this program if the other one fails.
std::string RunToEnd(const Command& command, std::optional<int> processor);

// Return the commands that start arbiterd, and the empty server for a workload. `programs` is the
// folder of both programs.
Command ArbiterCommand(const std::string& programs);
Command EmptyCommand(const std::string& programs, const std::string& workload);

// A server on a free port of the loopback interface.
class Server {
 public:
  // Appends `--listen` with the address to the command, and waits until the server accepts a
  // connection, which is moved to `first`, or closed if `first` is nullptr. Ends this program if
  // the server exits before.
  Server(Command command, std::optional<int> processor,
         std::optional<testing::RawConnection>* first = nullptr);

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  pid_t pid() const { return process_.pid(); }
  // Returns the resident memory of the server, in KiB.
  double ResidentKib() const;
  // Asks the server to shut down, waits until it has ended, and returns what it wrote to its
  // standard error. Ends this program if the server fails.
  std::string Stop();

 private:
  const int port_;
  Process process_;
};

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_PROGRAMS_H_
