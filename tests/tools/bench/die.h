#ifndef ARBITER_TESTS_TOOLS_BENCH_DIE_H_
#define ARBITER_TESTS_TOOLS_BENCH_DIE_H_

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arbiter::bench {

// Prints an error and ends the program. Measurements never continue after an error because a
// partial result is worthless.
[[noreturn]] inline void Die(std::string_view message) {
  std::cerr << "error: " << message << std::endl;
  std::exit(1);
}

// Ends the program with the message of the status unless it is OK.
inline void OrDie(const absl::Status& status) {
  if (!status.ok()) Die(std::string(status.message()));
}

// Returns the value, or ends the program with the message of the error.
template <typename Value>
Value OrDie(absl::StatusOr<Value> value) {
  OrDie(value.status());
  return *std::move(value);
}

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_DIE_H_
