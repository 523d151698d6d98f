#include "clients/cli/text/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "clients/cli/text/terminal.h"

namespace arbiter::cli {
namespace {

using std::chrono::milliseconds;

// The line appears only if the work takes at least this long.
constexpr milliseconds kInitialDelay{300};
// A line that changes more often would flicker.
constexpr milliseconds kMinInterval{100};
constexpr int kBarWidth = 24;

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

// Returns a bar with a percentage, such as `[######----]  60%`.
std::string BarText(double fraction) {
  const auto filled = static_cast<size_t>(fraction * kBarWidth);
  return absl::StrFormat("[%s%s] %3.0f%%", std::string(filled, '#'),
                         std::string(kBarWidth - filled, '-'), fraction * 100);
}

double Fraction(uint64_t done, uint64_t total) {
  return total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
}

}  // namespace

std::string TimeText(std::chrono::duration<double> time) {
  const auto seconds = static_cast<int64_t>(time.count());
  const int64_t hours = seconds / 3600;
  return hours == 0 ? absl::StrFormat("%d:%02d", seconds / 60, seconds % 60)
                    : absl::StrFormat("%d:%02d:%02d", hours, seconds / 60 % 60, seconds % 60);
}

Progress::Progress(bool shown, std::string unit, uint64_t total)
    : shown_(shown), unit_(std::move(unit)), total_(total), drawn_(begin_) {
  if (shown_) ReplaceSignalHandler(SIG_DFL, EraseAndExit);
}

Progress::~Progress() {
  Erase();
  if (shown_) ReplaceSignalHandler(EraseAndExit, SIG_DFL);
}

void Progress::Continue(uint64_t done) {
  const std::lock_guard lock(mutex_);
  done_before_ = done;
}

void Progress::Set(uint64_t done, uint64_t count) {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  done_ = done;
  count_ = count;
  const Clock::time_point now = Clock::now();
  if (now - begin_ < kInitialDelay || (visible_ && now - drawn_ < kMinInterval)) return;
  Draw(now, Line(now));
}

void Progress::Show(uint64_t done, uint64_t total, std::string_view details) {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  Draw(Clock::now(), absl::StrFormat("%s  %d of %d %s%s", BarText(Fraction(done, total)), done,
                                     total, unit_, details));
}

void Progress::Draw(Clock::time_point now, const std::string& line) {
  drawn_ = now;
  visible_ = true;
  // A single write over the old line avoids flicker.
  WriteError(absl::StrFormat("\r%s\033[K", line.substr(0, MaxLineLength())));
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
  const double fraction = Fraction(done_, total_);
  std::string line = absl::StrFormat("%s  %d", BarText(fraction), count_);
  if (done_ == count_) absl::StrAppendFormat(&line, " of %d", total_);
  absl::StrAppendFormat(&line, " %s, %s", unit_, TimeText(elapsed));
  if (done_ > done_before_ && fraction < 1) {
    const double since_begin = fraction - Fraction(done_before_, total_);
    absl::StrAppendFormat(&line, ", %s left", TimeText(elapsed / since_begin * (1 - fraction)));
  }
  return line;
}

}  // namespace arbiter::cli
