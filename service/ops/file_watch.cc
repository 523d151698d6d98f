#include "service/ops/file_watch.h"

#include <sys/stat.h>

#include <utility>

#include "absl/strings/str_cat.h"

namespace arbiter {
namespace {

// Returns a string that changes when one of the files is written to, replaced or removed.
std::string MakeStamp(const std::vector<std::string>& paths) {
  std::string stamp;
  for (const std::string& path : paths) {
    struct stat found = {};
    if (stat(path.c_str(), &found) != 0) {
      absl::StrAppend(&stamp, "none;");
      continue;
    }
    absl::StrAppend(&stamp, found.st_dev, " ", found.st_ino, " ", found.st_size, " ",
                    found.st_mtim.tv_sec, " ", found.st_mtim.tv_nsec, ";");
  }
  return stamp;
}

constexpr char kOk[] = "ok";
constexpr char kFailed[] = "failed";

}  // namespace

FileWatch::FileWatch(Report report, std::chrono::milliseconds interval)
    : report_(std::move(report)), interval_(interval) {}

void FileWatch::Start() {
  const std::lock_guard lock(mutex_);
  if (watched_.empty()) return;
  thread_ = std::thread([this] { Run(); });
}

FileWatch::~FileWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void FileWatch::Add(std::string what, std::vector<std::string> paths, Reload reload) {
  std::string stamp = MakeStamp(paths);
  const std::lock_guard lock(mutex_);
  watched_.push_back({std::move(what), std::move(paths), std::move(reload), std::move(stamp)});
}

void FileWatch::ReloadAll() {
  const std::lock_guard lock(mutex_);
  for (Watched& watched : watched_) {
    watched.stamp = MakeStamp(watched.paths);
    watched.state = Watched::kSuspect;
    Call(watched);
  }
}

void FileWatch::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, interval_, [this] { return stopping_; })) {
    for (Watched& watched : watched_) Check(watched);
  }
}

void FileWatch::Check(Watched& watched) {
  std::string stamp = MakeStamp(watched.paths);
  const bool changed = stamp != watched.stamp;
  if (!changed && watched.state == Watched::kGood) return;
  if (changed) watched.state = Watched::kGood;
  watched.stamp = std::move(stamp);
  Call(watched);
}

void FileWatch::Call(Watched& watched) {
  const absl::Status status = watched.reload();
  if (status.ok()) {
    watched.state = Watched::kGood;
    report_(watched.what, status);
  } else if (watched.state == Watched::kGood) {
    watched.state = Watched::kSuspect;
  } else if (watched.state == Watched::kSuspect) {
    watched.state = Watched::kBad;
    report_(watched.what, status);
  }
}

Reloads::Reloads(prometheus::Registry* registry, Logger* log)
    : total_(prometheus::BuildCounter()
                 .Name("arbiter_reload_total")
                 .Help("Reloads of files by result; after a failure, the old contents stay in use.")
                 .Register(*registry)),
      log_(log) {}

void Reloads::Expect(const std::string& what) {
  CounterOf(what, kOk);
  CounterOf(what, kFailed);
}

void Reloads::Report(const std::string& what, const absl::Status& status) {
  Count(what, status.ok());
  if (status.ok()) {
    log_->Write(LogLine(LogLevel::kInfo, "reloaded").Add("what", what));
  } else {
    log_->Write(LogLine(LogLevel::kError, "cannot reload; the old contents stay in use")
                    .Add("what", what)
                    .Add("cause", std::string(status.message())));
  }
}

void Reloads::Count(const std::string& what, bool ok) {
  CounterOf(what, ok ? kOk : kFailed).Increment();
}

prometheus::Counter& Reloads::CounterOf(const std::string& what, const char* result) {
  return total_.Add({{"what", what}, {"result", result}});
}

}  // namespace arbiter
