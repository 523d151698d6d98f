#ifndef ARBITER_CLIENTS_CLI_TEXT_NOTICE_H_
#define ARBITER_CLIENTS_CLI_TEXT_NOTICE_H_

#include <csignal>
#include <string>
#include <string_view>

namespace arbiter::cli {

// Prints `arbiter: `, a text and a newline on standard error. On a terminal, they replace the line
// of a Progress (text/progress.h), which then appears again below.
void PrintNotice(std::string_view text);

// While this object lives, Ctrl-C prints a notice before it ends the program. Only one may exist at
// a time, and it must be created before a Progress. Ctrl-C stays ignored if it was.
class InterruptNotice {
 public:
  explicit InterruptNotice(std::string_view text);
  ~InterruptNotice();
  InterruptNotice(const InterruptNotice&) = delete;
  InterruptNotice& operator=(const InterruptNotice&) = delete;

 private:
  // The bytes to print, which the signal handler reads.
  const std::string notice_;
  struct sigaction previous_ = {};
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_NOTICE_H_
