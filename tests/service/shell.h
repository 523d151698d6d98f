#ifndef ARBITER_TESTS_SERVICE_SHELL_H_
#define ARBITER_TESTS_SERVICE_SHELL_H_

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// bash in a folder of its own, which knows `arbiter` and no settings of the person who tests.
class Shell {
 public:
  Shell();
  ~Shell();
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  void Write(const std::string& name, const std::string& text) const;
  std::string Read(const std::string& name) const;

  // At most a minute; then the exit code is 124.
  Finished Run(const std::string& line, const std::string& input = "") const;
  // The same on a terminal of 100 columns, whose whole output is `out`.
  Finished RunOnTerminal(const std::string& line, const std::string& input = "") const;

 private:
  std::vector<std::string> Command(const std::string& line) const;

  std::string folder_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_SHELL_H_
