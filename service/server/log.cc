#include "service/server/log.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace arbiter {
namespace {

constexpr size_t kMaxPendingBytes = 4 << 20;
constexpr int kPollMs = 100;

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

void AppendQuoted(std::string_view text, std::string* out) {
  out->push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (byte < 0x20) {
      absl::StrAppendFormat(out, "\\u%04x", byte);
    } else if (byte < 0x7F) {
      out->push_back(c);
    } else {
      out->append("\\ufffd");
    }
  }
  out->push_back('"');
}

// The most whole lines that one write to a pipe takes at once; a longer line goes alone.
std::string_view NextChunk(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text;
  size_t end = text.rfind('\n', PIPE_BUF - 1);
  if (end == std::string_view::npos) end = text.find('\n');
  return text.substr(0, end + 1);
}

}  // namespace

LogLine::LogLine(LogLevel level, std::string_view message) : level_(level), text_("{") {
  Add("ts", absl::FormatTime("%Y-%m-%d%ET%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone()));
  Add("level", LevelName(level));
  Add("msg", message);
}

LogLine& LogLine::Add(std::string_view key, std::string_view text) {
  AddKey(key);
  AppendQuoted(text, &text_);
  return *this;
}

LogLine& LogLine::Add(std::string_view key, int64_t number) {
  AddKey(key);
  absl::StrAppend(&text_, number);
  return *this;
}

LogLine& LogLine::Add(std::string_view key, std::chrono::nanoseconds duration) {
  AddKey(key);
  absl::StrAppendFormat(&text_, "%.3f",
                        std::chrono::duration<double, std::milli>(duration).count());
  return *this;
}

void LogLine::AddKey(std::string_view key) {
  if (text_.size() > 1) text_.push_back(',');
  AppendQuoted(key, &text_);
  text_.push_back(':');
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
  const std::string text = line.Text();
  {
    const std::lock_guard lock(mutex_);
    if (pending_.size() + text.size() > kMaxPendingBytes) {
      ++dropped_;
      return;
    }
    pending_ += text;
    if (writing_) return;
  }
  changed_.notify_all();
}

void Logger::Flush(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, timeout, [this] { return pending_.empty() && !writing_; });
}

void Logger::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !pending_.empty(); });
    if (stopping_) return;
    std::string text;
    text.swap(pending_);
    if (dropped_ > 0) {
      text += LogLine(LogLevel::kError, "log lines dropped").Add("count", dropped_).Text();
      dropped_ = 0;
    }
    writing_ = true;
    lock.unlock();
    WriteOut(text);
    lock.lock();
    writing_ = false;
    changed_.notify_all();
  }
}

void Logger::WriteOut(std::string_view text) {
  while (!text.empty()) {
    pollfd ready = {.fd = fd_, .events = POLLOUT, .revents = 0};
    const int polled = poll(&ready, 1, kPollMs);
    if (polled <= 0) {
      if (stopping()) return;
      continue;
    }
    const ssize_t written = write(fd_, text.data(), NextChunk(text).size());
    if (written > 0) {
      text.remove_prefix(written);
    } else if (errno != EINTR && errno != EAGAIN) {
      return;
    }
  }
}

bool Logger::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

}  // namespace arbiter
