#ifndef ARBITER_TESTS_SERVICE_PROCESS_H_
#define ARBITER_TESTS_SERVICE_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace arbiter::testing {

// What a program printed, and how it ended.
struct Finished {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// Runs a program to its end, with `input` on its standard input.
Finished RunProgram(const std::vector<std::string>& command, const std::string& input = "");

// The server to test: ARBITERD_TO_TEST of the environment, else the one built with the tests.
std::string ServerProgram();

// What a program is started with.
struct ProcessLimits {
  // Descriptors that it may have, for good; 0: as many as this process.
  int descriptors = 0;
};

// A running `arbiterd` on free ports of the loopback; killed at the end if it
// still runs.
class ServerProcess {
 public:
  // Waits until the server says that it serves; fails the test otherwise.
  explicit ServerProcess(std::vector<std::string> flags = {}, ProcessLimits limits = {});
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // host:port of the gRPC port.
  const std::string& address() const { return address_; }
  const std::string& metrics_address() const { return metrics_address_; }

  pid_t pid() const { return pid_; }
  void Signal(int signal) const;
  // Time of the processors that it has taken.
  std::chrono::milliseconds CpuTime() const;
  // Its resident memory, in bytes.
  size_t Memory() const;
  // The exit code; waits for the end, which must come within a minute.
  int Wait();
  // All it has logged and printed; whole after Wait().
  std::string Log() const;

 private:
  pid_t pid_ = -1;
  std::string log_path_;
  std::string address_;
  std::string metrics_address_;
};

// The body that http://`address``path` answers, its status line in front.
std::string HttpGet(const std::string& address, const std::string& path);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_PROCESS_H_
