#ifndef ARBITER_CLIENTS_CLI_TEXT_PROGRESS_H_
#define ARBITER_CLIENTS_CLI_TEXT_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace arbiter::cli {

// Shows how far long work is, in the last line of the terminal, on standard error: as a bar with
// per cent if the whole is known, else as a count and a rate. The line appears once the work has
// lasted a moment, and goes away with this object, also when a signal ends the program. There may
// be one at a time; it is thread-safe.
class Progress {
 public:
  // Writes nothing unless `shown`. `unit` names what is counted, in the plural; `total` is 0 if it
  // is not known.
  Progress(bool shown, std::string unit, uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Says how many of the whole are done by now. `count` is what the line shows, if that differs:
  // a batch is measured in bytes read and counted in answers.
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

#endif  // ARBITER_CLIENTS_CLI_TEXT_PROGRESS_H_
