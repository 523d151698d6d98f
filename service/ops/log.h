#ifndef ARBITER_SERVICE_OPS_LOG_H_
#define ARBITER_SERVICE_OPS_LOG_H_

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "core/rules/error.h"
#include "service/access/token_bucket.h"

namespace arbiter {

enum class LogLevel {
  // What an operator must look at: overload, faults of the server itself.
  kError,
  // Also one line a call, start and end of the server.
  kInfo,
  // Also what gRPC and Protobuf have to say.
  kDebug,
};

// One JSON object on one line: `ts` (UTC, RFC 3339, milliseconds), `level`,
// `msg`, then what is added.
class LogLine {
 public:
  LogLine(LogLevel level, std::string_view message);

  // Bytes outside ASCII become U+FFFD, so that a line is always valid JSON.
  LogLine& Add(std::string_view key, std::string_view text);
  LogLine& Add(std::string_view key, int64_t number);
  // In milliseconds with three decimals.
  LogLine& Add(std::string_view key, std::chrono::nanoseconds duration);

  LogLevel level() const { return level_; }
  // Appends the line with its line feed.
  void AppendTo(std::string* text) const { text->append(text_).append("}\n"); }

 private:
  void AddKey(std::string_view key);

  LogLevel level_;
  std::string text_;
};

inline constexpr std::chrono::milliseconds kLogDelay(20);

// Writes lines to a file descriptor from a thread of its own, so that a reader
// who does not read never holds up a call: beyond 4 MiB of unwritten text,
// lines are dropped. Lines whose write fails, on a full disk or a closed pipe, are dropped too.
// A line says how many as soon as one can be written again, which is tried once a second.
// Errors are written at once; other lines wait for kLogDelay, so that many are written
// together. Thread-safe.
class Logger {
 public:
  // Lines above `level` are dropped. `fd` stays the caller's.
  Logger(int fd, LogLevel level);
  // Flush() for up to a second.
  ~Logger();
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  bool Enabled(LogLevel level) const { return level <= level_.load(std::memory_order_relaxed); }
  void set_level(LogLevel level) { level_.store(level, std::memory_order_relaxed); }
  void Write(const LogLine& line);
  // Lines dropped so far, for either reason.
  int64_t dropped() const { return all_dropped_.load(std::memory_order_relaxed); }
  // Waits until everything is written, `timeout` at most.
  void Flush(std::chrono::milliseconds timeout);

 private:
  void Run();
  // Returns how many lines were not written.
  int64_t WriteOut(std::string_view text);
  // Removes from `text` what could be written; returns false if that is not all.
  bool WriteAll(std::string_view* text);
  bool stopping();

  const int fd_;
  std::atomic<LogLevel> level_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string pending_;
  // Not said yet.
  int64_t dropped_ = 0;
  std::atomic<int64_t> all_dropped_ = 0;
  bool writing_ = false;
  // A failed write ended inside a line. Of the log's thread alone.
  bool inside_line_ = false;
  // What is pending is not to wait for more.
  bool urgent_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

// Chooses the calls whose lines are logged where not all are. The same name is chosen by every
// replica that has the same share, or a larger one. Thread-safe.
class LogSample {
 public:
  // 0 to 1.
  explicit LogSample(double share) { set_share(share); }

  void set_share(double share) {
    threshold_.store(static_cast<uint64_t>(share * kAll), std::memory_order_relaxed);
  }

  // Whether a call of this name, its trace's or its own, is logged.
  bool Takes(std::string_view name) const;

 private:
  static constexpr uint64_t kAll = uint64_t{1} << 32;

  std::atomic<uint64_t> threshold_;
};

// Bounds what refused calls write to the log, so that a flood of them cannot fill it. Each reason
// has its own bound, so that a flood of one does not hide the others: a burst of 100 lines, and 10
// lines a second. What is left out is reported once a second, by one line for each reason:
// `"msg":"calls not logged"` with `reason` and `count`. Thread-safe.
class LogLimit {
 public:
  using Time = TokenBucket::Time;

  // `log` outlives it. Reports go out `report_interval` after the first line that is left out.
  explicit LogLimit(Logger* log,
                    std::chrono::milliseconds report_interval = std::chrono::seconds(1));
  // Reports what has not been reported yet.
  ~LogLimit();
  LogLimit(const LogLimit&) = delete;
  LogLimit& operator=(const LogLimit&) = delete;

  // Returns whether a call that ended for this reason may be logged; if not, it is counted. Always
  // true for kUnspecified: such an error is the server's own fault.
  bool Takes(ErrorReason reason, Time now);

  // Reports now what has not been reported yet.
  void Report();

  // The lines left out so far.
  int64_t limited() const { return limited_.load(std::memory_order_relaxed); }

 private:
  struct Reason {
    TokenBucket bucket;
    // Left out and not reported yet.
    std::atomic<int64_t> unreported = 0;
  };

  void Run();

  Logger& log_;
  const std::chrono::milliseconds report_interval_;
  std::array<Reason, kErrorReasonCount> reasons_;
  std::atomic<int64_t> limited_ = 0;
  std::atomic<bool> has_report_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_LOG_H_
