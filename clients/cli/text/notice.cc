#include "clients/cli/text/notice.h"

#include <unistd.h>

#include <atomic>

#include "clients/cli/text/terminal.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

std::string NoticeLine(std::string_view text) {
  return StrCat(SupportsProgress() ? kEraseLine : "", "arbiter: ", text, "\n");
}

void WriteError(std::string_view text) {
  // Nothing can be done if a notice cannot be written.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

// The notice that Ctrl-C prints. It is global because a signal handler takes no other arguments.
std::atomic<const std::string*> interrupt_notice = nullptr;

// Calls only functions that are safe in a signal handler.
void PrintAndExit(int signal) {
  if (const std::string* notice = interrupt_notice.load()) WriteError(*notice);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

void PrintNotice(std::string_view text) { WriteError(NoticeLine(text)); }

InterruptNotice::InterruptNotice(std::string_view text) : notice_(NoticeLine(text)) {
  interrupt_notice = &notice_;
  sigaction(SIGINT, nullptr, &previous_);
  if (previous_.sa_handler != SIG_DFL) return;
  struct sigaction action = {};
  action.sa_handler = PrintAndExit;
  sigaction(SIGINT, &action, nullptr);
}

InterruptNotice::~InterruptNotice() {
  sigaction(SIGINT, &previous_, nullptr);
  interrupt_notice = nullptr;
}

}  // namespace arbiter::cli
