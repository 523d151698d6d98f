#ifndef ARBITER_TESTS_SUPPORT_SERVER_SERVER_PROCESS_H_
#define ARBITER_TESTS_SUPPORT_SERVER_SERVER_PROCESS_H_

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// The server to test: ARBITERD_TO_TEST of the environment, else the one built with the tests.
std::string ServerProgram();

// A running `arbiterd` on free ports of the loopback; killed at the end if it
// still runs.
class ServerProcess {
 public:
  // Waits until the server says that it serves; fails the test otherwise.
  explicit ServerProcess(std::vector<std::string> flags = {}, ProcessOptions options = {});

  // host:port of the gRPC port.
  const std::string& address() const { return address_; }
  const std::string& metrics_address() const { return metrics_address_; }

  pid_t pid() const { return process_.pid(); }
  void Signal(int signal) const { process_.Signal(signal); }
  // The exit code; waits for the end, which must come within a minute.
  int Wait();
  // All it has logged and printed; whole after Wait().
  std::string Log() const { return process_.out(); }
  // The lines of this message that it has logged.
  std::vector<std::string> LogLines(const std::string& message) const;

 private:
  Process process_;
  std::string address_;
  std::string metrics_address_;
};

// The body that http://`address``path` answers, its status line in front.
std::string HttpGet(const std::string& address, const std::string& path);

// What a gauge or counter of a server shows; -1 if there is none of this name and labels.
double MetricOf(const ServerProcess& server, const std::string& series);
// Analyses that run, and those that wait.
int Running(const ServerProcess& server);
int Waiting(const ServerProcess& server);

// Whether a server has logged this many lines of this message soon.
bool SoonLogs(const ServerProcess& server, const std::string& message, size_t count);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_SERVER_PROCESS_H_
