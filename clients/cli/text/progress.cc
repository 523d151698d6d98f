#include "clients/cli/text/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"

namespace arbiter::cli {
namespace {

using std::chrono::milliseconds;

// Work that ends sooner needs no bar; a bar that changes more often flickers.
constexpr milliseconds kFirst{300};
constexpr milliseconds kBetween{100};
constexpr int kBarWidth = 24;
constexpr std::string_view kEraseLine = "\r\033[K";

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

void WriteError(std::string_view text) {
  // If it cannot be shown, the work goes on without.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

// Does only what a signal handler may do.
void EraseAndDie(int signal) {
  WriteError(kEraseLine);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

// Leaves alone the signals that the program handles otherwise or ignores.
void HandleSignals(void (*from)(int), void (*to)(int)) {
  for (const int signal : kSignals) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler != from) continue;
    now.sa_handler = to;
    sigaction(signal, &now, nullptr);
  }
}

// A line that wraps could not be erased.
size_t LongestLine() {
  winsize size = {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1U : std::string::npos;
}

std::string TimeText(std::chrono::duration<double> time) {
  const auto seconds = static_cast<int64_t>(time.count());
  return absl::StrFormat("%d:%02d", seconds / 60, seconds % 60);
}

}  // namespace

Progress::Progress(bool shown, std::string unit, uint64_t total)
    : shown_(shown), unit_(std::move(unit)), total_(total), drawn_(begin_) {
  if (shown_) HandleSignals(SIG_DFL, EraseAndDie);
}

Progress::~Progress() {
  Erase();
  if (shown_) HandleSignals(EraseAndDie, SIG_DFL);
}

void Progress::Set(uint64_t done, uint64_t count) {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  done_ = done;
  count_ = count;
  const Clock::time_point now = Clock::now();
  if (now - begin_ < kFirst || (visible_ && now - drawn_ < kBetween)) return;
  drawn_ = now;
  visible_ = true;
  // In one write, and over the old line, so that it never blinks.
  WriteError(absl::StrFormat("\r%s\033[K", Line(now).substr(0, LongestLine())));
}

void Progress::Erase() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(visible_, false)) WriteError(kEraseLine);
}

std::string Progress::Line(Clock::time_point now) const {
  const std::chrono::duration<double> passed = now - begin_;
  if (total_ == 0) {
    return absl::StrFormat("%d %s, %.0f a second", count_, unit_,
                           static_cast<double>(count_) / passed.count());
  }
  const double part = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const auto filled = static_cast<size_t>(part * kBarWidth);
  std::string line = absl::StrFormat("[%s%s] %3.0f%%  %d", std::string(filled, '#'),
                                     std::string(kBarWidth - filled, '-'), part * 100, count_);
  if (done_ == count_) absl::StrAppendFormat(&line, " of %d", total_);
  absl::StrAppendFormat(&line, " %s, %s", unit_, TimeText(passed));
  if (done_ > 0 && part < 1) {
    absl::StrAppendFormat(&line, ", %s left", TimeText(passed / part - passed));
  }
  return line;
}

}  // namespace arbiter::cli
