#ifndef ARBITER_TESTS_SERVICE_SHELL_H_
#define ARBITER_TESTS_SERVICE_SHELL_H_

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A bash shell in its own folder. `arbiter` is in its PATH, and no settings of the user apply.
class Shell {
 public:
  Shell();
  ~Shell();
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  // Write and read a file in the folder of the shell.
  void Write(const std::string& name, const std::string& text) const;
  std::string Read(const std::string& name) const;

  // Runs a command line. A command that runs longer than kPatience is ended with exit code 124.
  ProgramResult Run(const std::string& line, const std::string& input = "") const;
  // Runs a command, which prints something, and interrupts it after a second, like Ctrl-C. On a
  // slow machine, it may print nothing by then; it is then run again for longer.
  ProgramResult RunAndInterrupt(const std::string& command) const;
  // Runs a command line on a terminal with 100 columns. All its output is in `out`.
  ProgramResult RunOnTerminal(const std::string& line, const std::string& input = "") const;

 private:
  std::vector<std::string> Command(const std::string& line) const;

  std::string folder_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_SHELL_H_
