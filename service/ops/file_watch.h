#ifndef ARBITER_SERVICE_OPS_FILE_WATCH_H_
#define ARBITER_SERVICE_OPS_FILE_WATCH_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/registry.h"
#include "service/ops/log.h"

namespace arbiter {

// Reads files again when they have changed: looks once a second at their times and sizes, from a
// thread of its own. Files that can't be read are tried again each second: they may be half
// written, or one of two that belong together still missing. Thread-safe.
class FileWatch {
 public:
  // Reads the files; where it fails, what was read before stays in use.
  using Reload = std::function<absl::Status()>;
  // Told what came of it, `what` as given to Add(): each success, and a failure once it has lasted
  // two looks.
  using Report = std::function<void(const std::string& what, const absl::Status& status)>;

  // Looks at nothing before Start().
  explicit FileWatch(Report report, std::chrono::milliseconds interval = std::chrono::seconds(1));
  // Ends the thread; waits for a reload under way.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // `reload` is called, by the thread of the watch, when one of `paths` has changed from now on,
  // also before Start(). It is not called for what the files hold now. Reloads are never called at
  // the same time.
  void Add(std::string what, std::vector<std::string> paths, Reload reload);

  // Once.
  void Start();

  // Calls every reload now, whether its files have changed or not, and reports it.
  void ReloadAll();

 private:
  struct Watched {
    std::string what;
    std::vector<std::string> paths;
    Reload reload;
    std::string seen;
    // Whether it could be read: suspect once it failed, bad once that is reported.
    enum { kGood, kSuspect, kBad } state = kGood;
  };

  void Run();
  // Both with the lock held.
  void Look(Watched& watched);
  void Call(Watched& watched);

  const Report report_;
  const std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::vector<Watched> watched_;
  bool stopping_ = false;
  std::thread thread_;
};

// What came of files that were read again: a line in the log, and
// arbiter_reload_total{what,result}. Thread-safe.
class Reloads {
 public:
  // Both outlive it.
  Reloads(prometheus::Registry* registry, Logger* log);

  // Makes the series of `what`, at 0, so that alerts see the first failure.
  void Expect(const std::string& what);
  void Report(const std::string& what, const absl::Status& status);
  // Without the line.
  void Count(const std::string& what, bool ok);

 private:
  prometheus::Counter& CounterOf(const std::string& what, const char* result);

  prometheus::Family<prometheus::Counter>& total_;
  Logger* log_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_FILE_WATCH_H_
