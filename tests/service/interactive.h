#ifndef ARBITER_TESTS_SERVICE_INTERACTIVE_H_
#define ARBITER_TESTS_SERVICE_INTERACTIVE_H_

#include <chrono>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A running program with which a test exchanges lines. The destructor kills the program if it still
// runs.
class InteractiveProgram {
 public:
  explicit InteractiveProgram(const std::vector<std::string>& command);

  // Sends a line to the standard input of the program. Fails the test if the program has closed it.
  void Send(const std::string& line) const;
  // Closes the standard input of the program.
  void EndInput() const;
  void Signal(int signal) const;
  // Returns the CPU time that the program has used so far.
  std::chrono::nanoseconds cpu_time() const { return process_.cpu_time(); }

  // Waits for a line of standard output that begins with `beginning`, and returns it. Fails the
  // test and returns "" if no such line comes within kPatience.
  std::string Await(const std::string& beginning);
  // Returns the lines that the last call of Await() has read before the line that it returned.
  const std::vector<std::string>& passed() const { return passed_; }
  // Returns whether the program prints a line within this time. The line is not consumed.
  bool HasOutput(std::chrono::milliseconds within);
  // Waits for the end of the program and returns its exit code. Fails the test after kPatience.
  int Wait();

 private:
  Process process_;
  std::vector<std::string> passed_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_INTERACTIVE_H_
