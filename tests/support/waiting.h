#ifndef ARBITER_TESTS_SUPPORT_WAITING_H_
#define ARBITER_TESTS_SUPPORT_WAITING_H_

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

// Helpers that wait for conditions, and the duration of tests.
namespace arbiter::testing {

// How long a test waits for something that must happen. It only keeps a test from hanging, so it is
// far longer than anything takes, also on a busy or slow machine.
inline constexpr std::chrono::seconds kPatience(120);

// Waits until a condition is true, and returns false if that takes longer than `time`. The
// condition is evaluated again after each `pause`.
template <typename Condition>
bool Within(std::chrono::milliseconds time, const Condition& condition,
            std::chrono::milliseconds pause = std::chrono::milliseconds(2)) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

// Waits until a condition is true, at most kPatience, and returns whether it is.
template <typename Condition>
bool Eventually(const Condition& condition) {
  return Within(kPatience, condition);
}

// Returns the duration of a test: the environment variable, in seconds, or `default_seconds` if it
// is not set.
inline std::chrono::seconds SecondsFromEnvironment(const char* variable, int default_seconds) {
  const char* value = std::getenv(variable);
  return std::chrono::seconds(value == nullptr ? default_seconds : std::stoi(value));
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_WAITING_H_
