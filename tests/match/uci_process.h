#ifndef ARBITER_TESTS_MATCH_UCI_PROCESS_H_
#define ARBITER_TESTS_MATCH_UCI_PROCESS_H_

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/support/process.h"

namespace arbiter::match {

// A program that is spoken with in lines over its standard input and output. Its standard error
// is ours. It is ended with this object.
class UciProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // Runs a command line of the shell. INTERNAL if no process could be made.
  static absl::StatusOr<std::unique_ptr<UciProcess>> Start(const std::string& command);
  ~UciProcess();
  UciProcess(const UciProcess&) = delete;
  UciProcess& operator=(const UciProcess&) = delete;

  // UNAVAILABLE (here and below): the program has ended, or is silent past the deadline.
  absl::Status Send(std::string_view line) const;
  absl::StatusOr<std::string> ReadLine(Clock::time_point deadline);
  // The first line that begins with the word.
  absl::StatusOr<std::string> ReadUntil(std::string_view word, Clock::time_point deadline);

 private:
  explicit UciProcess(const std::string& command);

  testing::Process process_;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_UCI_PROCESS_H_
