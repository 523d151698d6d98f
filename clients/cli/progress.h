#ifndef ARBITER_CLIENTS_CLI_PROGRESS_H_
#define ARBITER_CLIENTS_CLI_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace arbiter::cli {

// The last line of a terminal, on standard error: how far long work is, as a bar with per cent
// where the whole is known, else as a count and a rate. Not before the work has lasted a moment,
// and gone when this is, also where a signal ends the program. One at a time; thread-safe.
class Progress {
 public:
  // `shown` false: nothing is ever written. `unit` names what is counted, in the plural. `total`:
  // 0 where it is not known.
  Progress(bool shown, std::string unit, uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // So many of the whole are done by now; `count` is what is told where that is something else
  // (bytes are read, requests counted).
  void Set(uint64_t done) { Set(done, done); }
  void Set(uint64_t done, uint64_t count);

  // Removes the line until the next Set(), so that standard output can go on there.
  void Erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::string Line(Clock::time_point now) const;

  const bool shown_;
  const std::string unit_;
  const uint64_t total_;
  const Clock::time_point begin_ = Clock::now();

  std::mutex mutex_;
  uint64_t done_ = 0;
  uint64_t count_ = 0;
  Clock::time_point drawn_;
  bool visible_ = false;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PROGRESS_H_
