#include "service/ops/log.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"

namespace arbiter {
namespace {

constexpr size_t kMaxPendingBytes = 4 << 20;
// This much pending text is written without delay.
constexpr size_t kUrgentPendingBytes = 256 << 10;
constexpr int kPollMs = 100;
// How long to wait before the next attempt to report dropped lines.
constexpr std::chrono::seconds kRetryDelay(1);

std::string_view LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return "error";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kDebug:
      return "debug";
  }
  return "error";
}

// Whether a byte needs no escape in a JSON string.
constexpr std::array<bool, 256> kIsPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t byte = 0x20; byte < 0x7F; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

// Whether no byte of `text` needs an escape. Looks at eight bytes at a time.
bool IsPlain(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kTopBits = 0x80 * kOnes;
  // Sets the top bit of a byte that is zero, and possibly of higher ones, but of none if there is
  // no zero.
  const auto zeros = [](uint64_t word) { return (word - kOnes) & ~word; };
  for (; text.size() >= sizeof(uint64_t); text.remove_prefix(sizeof(uint64_t))) {
    uint64_t word;
    std::memcpy(&word, text.data(), sizeof(word));
    const uint64_t special = zeros(word ^ ('"' * kOnes)) | zeros(word ^ ('\\' * kOnes)) |
                             (word - 0x20 * kOnes) | (word + kOnes) | word;
    if ((special & kTopBits) != 0) return false;
  }
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return kIsPlain[static_cast<unsigned char>(c)]; });
}

// Appends the characters of a JSON string.
void AppendEscaped(std::string_view text, StringWriter* out) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (kIsPlain[byte]) {
      out->Append(c);
    } else if (c == '"' || c == '\\') {
      out->Append('\\');
      out->Append(c);
    } else if (byte < 0x20) {
      out->Append(absl::StrFormat("\\u%04x", byte));
    } else {
      out->Append("\\ufffd");
    }
  }
}

// Appends a number below 1,000 as three digits.
void AppendThreeDigits(int64_t number, StringWriter* out) {
  for (const int64_t unit : {100, 10, 1}) out->Append(static_cast<char>('0' + number / unit % 10));
}

// Appends a time such as `2026-01-31T23:59:59.999Z`. A thread formats each second once.
void AppendTime(std::chrono::system_clock::time_point time, StringWriter* out) {
  thread_local std::chrono::sys_seconds formatted_second;
  thread_local std::string formatted;
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  if (formatted.empty() || second != formatted_second) {
    formatted =
        absl::FormatTime("%Y-%m-%dT%H:%M:%S.", absl::FromChrono(second), absl::UTCTimeZone());
    formatted_second = second;
  }
  out->Append(formatted);
  AppendThreeDigits(std::chrono::floor<std::chrono::milliseconds>(time - second).count(), out);
  out->Append('Z');
}

// Returns as many complete lines as can be written to a pipe atomically. A line that is too long
// for that is returned on its own.
std::string_view NextChunk(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text;
  size_t end = text.rfind('\n', PIPE_BUF - 1);
  if (end == std::string_view::npos) end = text.find('\n');
  return text.substr(0, end + 1);
}

// FNV-1a, followed by the finalizer of MurmurHash3, which mixes in the last bytes as well.
uint64_t HashOf(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

constexpr TokenBucket::Size kLinesPerReason = {.rate = 10, .burst = 100};

}  // namespace

LogLine::LogLine(LogLevel level, std::string_view message) : level_(level) {
  out_.Append("{\"ts\":\"");
  AppendTime(std::chrono::system_clock::now(), &out_);
  out_.Append("\",\"level\":\"");
  out_.Append(LevelName(level));
  out_.Append('"');
  Add("msg", message);
}

LogLine& LogLine::Add(std::string_view key, std::string_view text) {
  AddKey(key);
  out_.Append('"');
  if (IsPlain(text)) {
    out_.Append(text);
  } else {
    AppendEscaped(text, &out_);
  }
  out_.Append('"');
  return *this;
}

LogLine& LogLine::Add(std::string_view key, int64_t number) {
  AddKey(key);
  out_.AppendNumber(number);
  return *this;
}

LogLine& LogLine::Add(std::string_view key, std::chrono::nanoseconds duration) {
  AddKey(key);
  const int64_t us = std::chrono::round<std::chrono::microseconds>(duration).count();
  out_.AppendNumber(us / 1000);
  out_.Append('.');
  AppendThreeDigits(us % 1000, &out_);
  return *this;
}

void LogLine::AddKey(std::string_view key) {
  out_.Append(",\"");
  out_.Append(key);
  out_.Append("\":");
}

Logger::Logger(int fd, LogLevel level) : fd_(fd), level_(level), thread_([this] { Run(); }) {}

Logger::~Logger() {
  Flush(std::chrono::seconds(1));
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Logger::Write(const LogLine& line) {
  if (!Enabled(line.level())) return;
  {
    const std::lock_guard lock(mutex_);
    const size_t pending_before = pending_.size();
    const bool was_urgent = urgent_;
    line.AppendTo(&pending_);
    if (pending_.size() > kMaxPendingBytes) {
      pending_.resize(pending_before);
      ++unreported_drops_;
      total_dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    urgent_ |= line.level() == LogLevel::kError || pending_.size() > kUrgentPendingBytes;
    if (writing_ || (pending_before > 0 && was_urgent == urgent_)) return;
  }
  changed_.notify_all();
}

void Logger::Flush(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  urgent_ = true;
  changed_.notify_all();
  changed_.wait_for(lock, timeout, [this] { return pending_.empty() && !writing_; });
}

void Logger::Run() {
  std::unique_lock lock(mutex_);
  const auto has_work = [this] { return stopping_ || !pending_.empty(); };
  for (;;) {
    if (unreported_drops_ > 0) {
      changed_.wait_for(lock, kRetryDelay, has_work);
    } else {
      changed_.wait(lock, has_work);
    }
    if (stopping_) return;
    changed_.wait_for(lock, kLogDelay, [this] { return stopping_ || urgent_; });
    urgent_ = false;
    std::string text;
    text.swap(pending_);
    const int64_t reported = std::exchange(unreported_drops_, 0);
    if (reported > 0) {
      LogLine(LogLevel::kError, "log lines dropped").Add("count", reported).AppendTo(&text);
    }
    writing_ = true;
    lock.unlock();
    int64_t lost = WriteLines(text);
    lock.lock();
    if (lost > 0) {
      // The report is the last line, so it was lost as well, but it does not count.
      if (reported > 0) --lost;
      total_dropped_.fetch_add(lost, std::memory_order_relaxed);
      unreported_drops_ += reported + lost;
    }
    writing_ = false;
    changed_.notify_all();
  }
}

int64_t Logger::WriteLines(std::string_view text) {
  std::string_view line_end = inside_line_ ? "\n" : "";
  if (!WriteAll(&line_end)) return std::count(text.begin(), text.end(), '\n');
  WriteAll(&text);
  return std::count(text.begin(), text.end(), '\n');
}

bool Logger::WriteAll(std::string_view* text) {
  while (!text->empty()) {
    pollfd ready = {.fd = fd_, .events = POLLOUT, .revents = 0};
    const int polled = poll(&ready, 1, kPollMs);
    if (polled == 0 || (polled < 0 && errno == EINTR)) {
      if (stopping()) return false;
      continue;
    }
    if (polled < 0) return false;
    const ssize_t written = write(fd_, text->data(), NextChunk(*text).size());
    if (written > 0) {
      inside_line_ = (*text)[written - 1] != '\n';
      text->remove_prefix(written);
    } else if (written == 0 || (errno != EINTR && errno != EAGAIN)) {
      return false;
    }
  }
  return true;
}

bool Logger::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

bool LogSample::Includes(std::string_view name) const {
  const uint64_t threshold = threshold_.load(std::memory_order_relaxed);
  if (threshold == kAll) return true;
  return (HashOf(name) & (kAll - 1)) < threshold;
}

LogLimit::LogLimit(Logger* log, std::chrono::milliseconds report_interval)
    : log_(*log), report_interval_(report_interval), thread_([this] { Run(); }) {}

LogLimit::~LogLimit() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
  Report();
}

bool LogLimit::Allows(ErrorReason reason, Time now) {
  if (reason == ErrorReason::kUnspecified) return true;
  Reason& entry = reasons_.at(static_cast<size_t>(reason));
  if (entry.bucket.Take(kLinesPerReason, 1, now).count() == 0) return true;
  limited_.fetch_add(1, std::memory_order_relaxed);
  entry.unreported.fetch_add(1);
  // Only the first line since the last report wakes the thread.
  if (!has_report_.load() && !has_report_.exchange(true)) {
    // Taking the lock ensures that the thread is not between its test and its wait.
    { const std::lock_guard lock(mutex_); }
    changed_.notify_all();
  }
  return false;
}

void LogLimit::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || has_report_.load(); });
    if (changed_.wait_for(lock, report_interval_, [this] { return stopping_; })) return;
    lock.unlock();
    // This must precede Report(), so that a line that is left out later triggers another report.
    has_report_ = false;
    Report();
    lock.lock();
  }
}

void LogLimit::Report() {
  for (size_t i = 0; i < kErrorReasonCount; ++i) {
    const int64_t count = reasons_[i].unreported.exchange(0);
    if (count == 0) continue;
    const auto reason = static_cast<ErrorReason>(i);
    // The report has the level of the lines that it stands for.
    const LogLevel level = reason == ErrorReason::kOverloaded ? LogLevel::kError : LogLevel::kInfo;
    log_.Write(
        LogLine(level, "calls not logged").Add("reason", ReasonName(reason)).Add("count", count));
  }
}

}  // namespace arbiter
