#ifndef ARBITER_CLIENTS_CLI_INTERRUPT_H_
#define ARBITER_CLIENTS_CLI_INTERRUPT_H_

#include <csignal>

#include "core/search/limits.h"

namespace arbiter::cli {

// While it lives, Ctrl-C tells `stop` to stop; a second one ends the program as ever. One at a
// time.
class InterruptStops {
 public:
  explicit InterruptStops(StopToken* stop);
  ~InterruptStops();
  InterruptStops(const InterruptStops&) = delete;
  InterruptStops& operator=(const InterruptStops&) = delete;

 private:
  struct sigaction before_ = {};
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_INTERRUPT_H_
