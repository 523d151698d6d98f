#ifndef ARBITER_TESTS_RELIABILITY_STRICT_TIMES_H_
#define ARBITER_TESTS_RELIABILITY_STRICT_TIMES_H_

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>

namespace arbiter::testing {

// Whether tests also check times and rates that only a machine without other work can keep. `./dev
// soak` sets the variable; all other runs of the tests leave these checks out.
inline bool HasStrictTimes() { return std::getenv("ARBITER_STRICT_TIMES") != nullptr; }

// Expects a time to be below `limit`, if HasStrictTimes().
inline void ExpectStrictly(const std::string& what, std::chrono::milliseconds time,
                           std::chrono::milliseconds limit) {
  if (!HasStrictTimes()) return;
  EXPECT_LT(time.count(), limit.count()) << "milliseconds: " << what;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_STRICT_TIMES_H_
