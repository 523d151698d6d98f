#ifndef ARBITER_TESTS_RELIABILITY_SECONDS_H_
#define ARBITER_TESTS_RELIABILITY_SECONDS_H_

#include <chrono>
#include <cstdlib>
#include <string>

namespace arbiter::testing {

// How long a test lasts: what the environment variable says, in seconds, or else `usual`.
inline std::chrono::seconds SecondsOf(const char* variable, int usual) {
  const char* value = std::getenv(variable);
  return std::chrono::seconds(value == nullptr ? usual : std::stoi(value));
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_SECONDS_H_
