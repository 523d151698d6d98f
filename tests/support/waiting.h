#ifndef ARBITER_TESTS_SUPPORT_WAITING_H_
#define ARBITER_TESTS_SUPPORT_WAITING_H_

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

// How long tests wait, and how long they last.
namespace arbiter::testing {

// Whether a condition comes true within that time; it is asked again after each pause.
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

// Whether it comes true within ten seconds.
template <typename Condition>
bool Soon(const Condition& condition) {
  return Within(std::chrono::seconds(10), condition);
}

// How long a test lasts: what the environment variable says, in seconds, or else `usual`.
inline std::chrono::seconds SecondsOf(const char* variable, int usual) {
  const char* value = std::getenv(variable);
  return std::chrono::seconds(value == nullptr ? usual : std::stoi(value));
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_WAITING_H_
