#ifndef ARBITER_TESTS_TOOLS_MATCH_UCI_PROCESS_H_
#define ARBITER_TESTS_TOOLS_MATCH_UCI_PROCESS_H_

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/support/process.h"

namespace arbiter::match {

// A program that exchanges lines over its standard input and output. It shares our standard error
// and is ended when this object is destroyed.
class UciProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // Runs a shell command. INTERNAL if no process could be created.
  static absl::StatusOr<std::unique_ptr<UciProcess>> Start(const std::string& command);
  ~UciProcess();
  UciProcess(const UciProcess&) = delete;
  UciProcess& operator=(const UciProcess&) = delete;

  // These functions return UNAVAILABLE if the program has exited or does not respond before the
  // deadline.
  absl::Status Send(std::string_view line) const;
  absl::StatusOr<std::string> ReadLine(Clock::time_point deadline);
  // Reads lines up to the first one that begins with `word`, and returns that line.
  absl::StatusOr<std::string> ReadUntil(std::string_view word, Clock::time_point deadline);

 private:
  explicit UciProcess(const std::string& command);

  testing::Process process_;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_UCI_PROCESS_H_
