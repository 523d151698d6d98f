#ifndef ARBITER_TESTS_SUPPORT_SHIFTED_CLOCK_H_
#define ARBITER_TESTS_SUPPORT_SHIFTED_CLOCK_H_

#include <sys/stat.h>

#include <chrono>
#include <cstdint>
#include <fstream>

#include "tests/support/scoped_variable.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {

// A clock that some programs have instead of that of the machine. It goes right until it is
// shifted. See preload/shifted_clock.cc.
class ShiftedClock {
 public:
  // `library` is the path of the library that shifts the clock.
  explicit ShiftedClock(const char* library) : library_(library) {
    // PostgreSQL runs as another user.
    chmod(file_.path().c_str(), 0644);
    Shift(std::chrono::hours(0));
  }

  // Returns what `start` returns. The programs that it starts have this clock.
  template <typename Function>
  auto Start(const Function& start) const {
    const ScopedVariable preload("LD_PRELOAD", library_);
    const ScopedVariable variable("ARBITER_CLOCK_SHIFT", file_.path().c_str());
    return start();
  }

  // Lets the clock be wrong by `shift` from now on.
  void Shift(std::chrono::nanoseconds shift) const {
    const int64_t count = shift.count();
    // The programs have mapped the file, which therefore must stay the same.
    std::fstream file(file_.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.write(reinterpret_cast<const char*>(&count), sizeof(count));
  }

 private:
  const char* const library_;
  const TemporaryFile file_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SHIFTED_CLOCK_H_
