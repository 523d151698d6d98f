#include "tests/tools/match/uci_process.h"

#include <stdexcept>

#include "core/base/strings.h"

namespace arbiter::match {

using testing::Process;

absl::StatusOr<std::unique_ptr<UciProcess>> UciProcess::Start(const std::string& command) {
  try {
    return std::unique_ptr<UciProcess>(new UciProcess(command));
  } catch (const std::runtime_error& error) {
    return absl::InternalError(error.what());
  }
}

UciProcess::UciProcess(const std::string& command)
    : process_({"/bin/sh", "-c", StrCat("exec ", command)},
               {.interactive = true, .own_process_group = true}) {}

UciProcess::~UciProcess() {
  Send("quit").IgnoreError();
  process_.WaitFor(std::chrono::seconds(1));
}

absl::Status UciProcess::Send(std::string_view line) const {
  if (!process_.Send(line)) return absl::UnavailableError("the program has exited");
  return absl::OkStatus();
}

absl::StatusOr<std::string> UciProcess::ReadLine(Clock::time_point deadline) {
  switch (process_.WaitForLine(deadline)) {
    case Process::LineStatus::kTimeout:
      return absl::UnavailableError("the program did not respond in time");
    case Process::LineStatus::kEnd:
      return absl::UnavailableError("the program has exited");
    case Process::LineStatus::kLine:
      break;
  }
  std::string line = process_.TakeLine();
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

absl::StatusOr<std::string> UciProcess::ReadUntil(std::string_view word,
                                                  Clock::time_point deadline) {
  for (;;) {
    auto line = ReadLine(deadline);
    if (!line.ok() || line->starts_with(word)) return line;
  }
}

}  // namespace arbiter::match
