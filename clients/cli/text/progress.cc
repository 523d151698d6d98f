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

// The line appears only if the work takes at least this long.
constexpr milliseconds kInitialDelay{300};
// A line that changes more often would flicker.
constexpr milliseconds kMinInterval{100};
constexpr int kBarWidth = 24;
constexpr std::string_view kEraseLine = "\r\033[K";

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

void WriteError(std::string_view text) {
  // The work continues even if its progress cannot be shown.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

// Calls only functions that are safe in a signal handler.
void EraseAndExit(int signal) {
  WriteError(kEraseLine);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

// Replaces the signal handler `from` by `to`. Signals that have another handler or are ignored are
// left alone.
void ReplaceSignalHandler(void (*from)(int), void (*to)(int)) {
  for (const int signal : kSignals) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler != from) continue;
    now.sa_handler = to;
    sigaction(signal, &now, nullptr);
  }
}

// Returns the width to which the line is cut; a line that wraps could not be erased.
size_t MaxLineLength() {
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
  if (shown_) ReplaceSignalHandler(SIG_DFL, EraseAndExit);
}

Progress::~Progress() {
  Erase();
  if (shown_) ReplaceSignalHandler(EraseAndExit, SIG_DFL);
}

void Progress::Set(uint64_t done, uint64_t count) {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  done_ = done;
  count_ = count;
  const Clock::time_point now = Clock::now();
  if (now - begin_ < kInitialDelay || (visible_ && now - drawn_ < kMinInterval)) return;
  drawn_ = now;
  visible_ = true;
  // A single write over the old line avoids flicker.
  WriteError(absl::StrFormat("\r%s\033[K", Line(now).substr(0, MaxLineLength())));
}

void Progress::Erase() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(visible_, false)) WriteError(kEraseLine);
}

std::string Progress::Line(Clock::time_point now) const {
  const std::chrono::duration<double> elapsed = now - begin_;
  if (total_ == 0) {
    return absl::StrFormat("%d %s, %.0f a second", count_, unit_,
                           static_cast<double>(count_) / elapsed.count());
  }
  const double fraction = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const auto filled = static_cast<size_t>(fraction * kBarWidth);
  std::string line = absl::StrFormat("[%s%s] %3.0f%%  %d", std::string(filled, '#'),
                                     std::string(kBarWidth - filled, '-'), fraction * 100, count_);
  if (done_ == count_) absl::StrAppendFormat(&line, " of %d", total_);
  absl::StrAppendFormat(&line, " %s, %s", unit_, TimeText(elapsed));
  if (done_ > 0 && fraction < 1) {
    absl::StrAppendFormat(&line, ", %s left", TimeText(elapsed / fraction - elapsed));
  }
  return line;
}

}  // namespace arbiter::cli
