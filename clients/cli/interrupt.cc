#include "clients/cli/interrupt.h"

#include <atomic>

namespace arbiter::cli {
namespace {

// A signal handler has no argument of its own.
std::atomic<StopToken*> interrupted = nullptr;

void StopInterrupted(int /*signal*/) {
  if (StopToken* stop = interrupted.load()) stop->Stop();
}

}  // namespace

InterruptStops::InterruptStops(StopToken* stop) {
  interrupted = stop;
  struct sigaction action = {};
  action.sa_handler = StopInterrupted;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &before_);
}

InterruptStops::~InterruptStops() {
  sigaction(SIGINT, &before_, nullptr);
  interrupted = nullptr;
}

}  // namespace arbiter::cli
