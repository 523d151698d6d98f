#ifndef ARBITER_TESTS_SUPPORT_SCOPED_VARIABLE_H_
#define ARBITER_TESTS_SUPPORT_SCOPED_VARIABLE_H_

#include <cstdlib>
#include <string>

namespace arbiter::testing {

// Sets an environment variable for the processes that start during its lifetime.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* before = getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~ScopedVariable() {
    if (before_.empty()) {
      unsetenv(name_);
    } else {
      setenv(name_, before_.c_str(), 1);
    }
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* const name_;
  std::string before_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SCOPED_VARIABLE_H_
