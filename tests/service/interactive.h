#ifndef ARBITER_TESTS_SERVICE_INTERACTIVE_H_
#define ARBITER_TESTS_SERVICE_INTERACTIVE_H_

#include <chrono>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A running program that is spoken to a line at a time; killed at the end if it still runs.
class InteractiveProgram {
 public:
  explicit InteractiveProgram(const std::vector<std::string>& command);

  void Send(const std::string& line) const;
  // Ends its standard input.
  void EndInput() const;
  void Signal(int signal) const;

  // The next line of its standard output that begins so, which must come within a minute; those
  // before it are in passed(). Fails the test and answers "" otherwise.
  std::string Await(const std::string& beginning);
  const std::vector<std::string>& passed() const { return passed_; }
  // Whether it prints a line within that time; the line is kept.
  bool Speaks(std::chrono::milliseconds within);
  // The exit code; it must end within a minute.
  int Wait();

 private:
  Process process_;
  std::vector<std::string> passed_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_INTERACTIVE_H_
