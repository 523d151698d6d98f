#ifndef ARBITER_CLIENTS_CLI_TEXT_PROGRESS_H_
#define ARBITER_CLIENTS_CLI_TEXT_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace arbiter::cli {

// Formats a time: `1:05`, or `2:01:05` from an hour on.
std::string TimeText(std::chrono::duration<double> time);

// Shows the progress of long work in the last line of the terminal, on standard error: a bar with a
// percentage if the total is known, otherwise a count and a rate. The line appears once the work
// has taken a moment, and disappears with this object or when a signal ends the program. Only one
// may exist at a time. Thread-safe.
class Progress {
 public:
  // Writes nothing unless `shown`. `unit` is a plural noun, such as `moves`. `total` is 0 if it is
  // unknown.
  Progress(bool shown, std::string unit, uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Sets how much of the total is done. The line shows `count`, which may be in another unit: a
  // batch is measured in bytes read and counted in answers.
  void Set(uint64_t done) { Set(done, done); }
  void Set(uint64_t done, uint64_t count);

  // Says that this much of the total was done before this object was created, so that the time that
  // is left is computed from the rest.
  void Continue(uint64_t done);

  // Shows at once how much of a total is done, followed by `details`. For work of which others know
  // the rate.
  void Show(uint64_t done, uint64_t total, std::string_view details);

  // Erases the line until the next Set() or Show(), so that standard output can use it.
  void Erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::string Line(Clock::time_point now) const;
  void Draw(Clock::time_point now, const std::string& line);

  const bool shown_;
  const std::string unit_;
  const uint64_t total_;
  const Clock::time_point begin_ = Clock::now();

  std::mutex mutex_;
  uint64_t done_before_ = 0;
  uint64_t done_ = 0;
  uint64_t count_ = 0;
  Clock::time_point drawn_;
  bool visible_ = false;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_PROGRESS_H_
