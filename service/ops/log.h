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

#include "core/base/error.h"
#include "core/base/string_writer.h"
#include "service/access/token_bucket.h"

namespace arbiter {

enum class LogLevel {
  // Problems that need an operator: overload and faults of the server.
  kError,
  // Also calls, as --log-sample and --log-slow-ms choose them, and the start and end of the server.
  kInfo,
  // Also the messages of gRPC and Protobuf.
  kDebug,
};

// One JSON object on one line: `ts` (UTC, RFC 3339, with milliseconds), `level` and `msg`, followed
// by the fields that are added. Their keys must not contain characters that JSON escapes.
class LogLine {
 public:
  LogLine(LogLevel level, std::string_view message);

  // Adds a text. Bytes outside ASCII become U+FFFD, so that the line is always valid JSON.
  LogLine& Add(std::string_view key, std::string_view text);
  LogLine& Add(std::string_view key, int64_t number);
  // Adds a duration, in milliseconds with three decimals.
  LogLine& Add(std::string_view key, std::chrono::nanoseconds duration);

  LogLevel level() const { return level_; }
  // Appends the line and a line feed.
  void AppendTo(std::string* text) const { text->append(out_.view()).append("}\n"); }

 private:
  void AddKey(std::string_view key);

  LogLevel level_;
  std::string text_;
  StringWriter out_{&text_};
};

// How long a line may wait so that others are written with it.
inline constexpr std::chrono::milliseconds kLogDelay(20);

// Writes lines to a file descriptor on a separate thread, so that a slow reader never delays a
// call.
//
// Lines are dropped if more than 4 MiB of text are pending, or if they cannot be written, for
// example to a full disk or a closed pipe. Another line reports how many were dropped as soon as
// writing works again, which is tried once a second. Errors are written at once; other lines wait
// for kLogDelay, so that many are written together. Thread-safe.
class Logger {
 public:
  // Ignores lines whose level is more verbose than `level`. The caller keeps ownership of `fd`.
  Logger(int fd, LogLevel level);
  // Waits up to a second until everything is written.
  ~Logger();
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  bool Enabled(LogLevel level) const { return level <= level_.load(std::memory_order_relaxed); }
  void set_level(LogLevel level) { level_.store(level, std::memory_order_relaxed); }
  void Write(const LogLine& line);
  // The number of lines dropped so far, for either reason.
  int64_t dropped() const { return total_dropped_.load(std::memory_order_relaxed); }
  // Waits until everything is written, but at most for `timeout`.
  void Flush(std::chrono::milliseconds timeout);

 private:
  void Run();
  // Writes lines. Returns how many of them were not written completely.
  int64_t WriteLines(std::string_view text);
  // Writes as much of `text` as possible, and removes that part. Returns false if something is
  // left.
  bool WriteAll(std::string_view* text);
  bool stopping();

  const int fd_;
  std::atomic<LogLevel> level_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string pending_;
  // The number of dropped lines that have not been reported.
  int64_t unreported_drops_ = 0;
  std::atomic<int64_t> total_dropped_ = 0;
  bool writing_ = false;
  // Whether the last write ended inside a line. Only `thread_` uses it.
  bool inside_line_ = false;
  // Whether the pending lines must not wait for more.
  bool urgent_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

// Chooses the successful calls that are logged: a share of all calls, and the slow ones. A name
// that one replica chooses is also chosen by every replica with the same share or a larger one.
// Thread-safe.
class LogSample {
 public:
  // `share` is from 0 to 1. A call is slow if it takes at least `slow`.
  explicit LogSample(double share,
                     std::chrono::milliseconds slow = std::chrono::milliseconds::max()) {
    Set(share, slow);
  }

  void Set(double share, std::chrono::milliseconds slow) {
    threshold_.store(static_cast<uint64_t>(share * kAll), std::memory_order_relaxed);
    slow_.store(slow, std::memory_order_relaxed);
  }

  // Whether the call with this name, which is its trace id or its request id, is logged.
  bool Includes(std::string_view name) const;
  // Whether a call that took this long is logged.
  bool IncludesSlow(std::chrono::nanoseconds duration) const {
    return duration / std::chrono::milliseconds(1) >= slow_.load(std::memory_order_relaxed).count();
  }

 private:
  static constexpr uint64_t kAll = uint64_t{1} << 32;

  std::atomic<uint64_t> threshold_;
  std::atomic<std::chrono::milliseconds> slow_;
};

// Limits the log lines of refused calls, so that a flood of them cannot fill the log. Each reason
// has its own limit, so that a flood of one does not hide the others: a burst of 100 lines, then 10
// lines per second. Once a second, one line per reason reports how many were left out:
// `"msg":"calls not logged"` with `reason` and `count`. Thread-safe.
class LogLimit {
 public:
  using Time = TokenBucket::Time;

  // `log` must outlive the object. A report follows `report_interval` after the first line that is
  // left out.
  explicit LogLimit(Logger* log,
                    std::chrono::milliseconds report_interval = std::chrono::seconds(1));
  // Calls Report().
  ~LogLimit();
  LogLimit(const LogLimit&) = delete;
  LogLimit& operator=(const LogLimit&) = delete;

  // Whether a call that ended for this reason may be logged. If not, it is counted. Always true for
  // kUnspecified, because such an error is the server's own fault.
  bool Allows(ErrorReason reason, Time now);

  // Reports at once how many lines were left out since the last report.
  void Report();

  // The number of lines left out so far.
  int64_t limited() const { return limited_.load(std::memory_order_relaxed); }

 private:
  struct Reason {
    TokenBucket bucket;
    // The number of lines that were left out and not reported yet.
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
