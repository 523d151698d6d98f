#ifndef ARBITER_TESTS_SUPPORT_SERVER_SERVER_PROCESS_H_
#define ARBITER_TESTS_SUPPORT_SERVER_SERVER_PROCESS_H_

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// Returns the path of the server under test: the environment variable ARBITERD_TO_TEST or, if it is
// not set, the server built with the tests.
std::string ServerProgram();

// A running `arbiterd` on free loopback ports. It is killed when this object is destroyed.
class ServerProcess {
 public:
  // Waits until the server logs that it is serving. Fails the test if that takes longer than
  // kPatience.
  explicit ServerProcess(const std::vector<std::string>& flags = {}, ProcessOptions options = {});

  // The HOST:PORT of gRPC, of calls through HTTP (empty without the flag --http-listen), and of the
  // metrics.
  const std::string& address() const { return address_; }
  const std::string& http_address() const { return http_address_; }
  const std::string& metrics_address() const { return metrics_address_; }

  pid_t pid() const { return process_.pid(); }
  void Signal(int signal) const { process_.Signal(signal); }
  // Waits for the server to end, which it must within kPatience, and returns its exit code.
  int Wait();
  // Returns everything that the server has logged and printed so far. It is complete after Wait().
  std::string Log() const { return process_.out(); }
  // Returns the log lines with this message.
  std::vector<std::string> LogLines(const std::string& message) const;

 private:
  Process process_;
  std::string address_;
  std::string http_address_;
  std::string metrics_address_;
};

// Sends GET http://`address``path` and returns the whole response, including its status line and
// headers.
std::string HttpGet(const std::string& address, const std::string& path);

// Returns the value of a gauge or counter; -1 if the server does not export `series`, which is its
// name with its labels.
double MetricOf(const ServerProcess& server, const std::string& series);
// Return the number of analyses that are running, and that are queued.
int RunningAnalyses(const ServerProcess& server);
int QueuedAnalyses(const ServerProcess& server);
// Waits until no analysis is running, at most kPatience, and returns whether that is so. It asks so
// seldom that the server hardly needs processor time for its answers.
bool EventuallyIdle(const ServerProcess& server);

// Waits until a server has logged this message `count` times; returns false if that takes longer
// than kPatience.
bool EventuallyLogs(const ServerProcess& server, const std::string& message, size_t count);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_SERVER_PROCESS_H_
