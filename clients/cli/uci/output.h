#ifndef ARBITER_CLIENTS_CLI_UCI_OUTPUT_H_
#define ARBITER_CLIENTS_CLI_UCI_OUTPUT_H_

#include <iostream>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "clients/cli/failure.h"
#include "core/rules/strings.h"

namespace arbiter::cli {

// Standard output, a line at a time and none held back; for several threads.
class UciOutput {
 public:
  void Line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    std::cout << text << std::endl;
  }
  // For the eyes of a person.
  void Note(std::string_view text) {
    Line(StrCat("info string ", ReplaceAll(text, {{"\n", " "}, {"\r", " "}})));
  }
  // What went wrong at `what`; nothing where nothing did.
  void Tell(std::string_view what, const absl::Status& status) {
    if (!status.ok()) Note(StrCat(what, ": ", Describe(status)));
  }

 private:
  std::mutex mutex_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_OUTPUT_H_
