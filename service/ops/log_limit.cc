#include "service/ops/log_limit.h"

namespace arbiter {
namespace {

constexpr TokenBucket::Size kLinesPerReason = {.rate = 10, .burst = 100};

}  // namespace

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

bool LogLimit::Takes(ErrorReason reason, Time now) {
  if (reason == ErrorReason::kUnspecified) return true;
  Reason& own = reasons_.at(static_cast<size_t>(reason));
  if (own.bucket.Take(kLinesPerReason, 1, now).count() == 0) return true;
  limited_.fetch_add(1, std::memory_order_relaxed);
  own.unreported.fetch_add(1);
  // Only the first line since the last report wakes the thread.
  if (!has_report_.load() && !has_report_.exchange(true)) {
    // With the lock, the thread cannot be between its test and its wait.
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
    // Before the counts are read: what comes later asks for another report.
    has_report_ = false;
    Report();
    lock.lock();
  }
}

void LogLimit::Report() {
  for (size_t reason = 0; reason < kReasonCount; ++reason) {
    const int64_t count = reasons_[reason].unreported.exchange(0);
    if (count == 0) continue;
    const auto named = static_cast<ErrorReason>(reason);
    // As the lines that it stands for.
    const LogLevel level = named == ErrorReason::kOverloaded ? LogLevel::kError : LogLevel::kInfo;
    log_.Write(
        LogLine(level, "calls not logged").Add("reason", ReasonName(named)).Add("count", count));
  }
}

}  // namespace arbiter
