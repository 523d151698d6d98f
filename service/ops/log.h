#ifndef ARBITER_SERVICE_OPS_LOG_H_
#define ARBITER_SERVICE_OPS_LOG_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

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

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_LOG_H_
