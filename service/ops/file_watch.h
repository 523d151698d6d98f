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

// Reloads files when they change. A thread checks their modification times and sizes once per
// interval. A reload that fails is retried at each check, because a file may be half written, or
// one of two files that belong together may still be missing. Thread-safe.
class FileWatch {
 public:
  // Reads the files. If it fails, the previous contents must stay in use.
  using Reload = std::function<absl::Status()>;
  // Receives the result of a reload; `what` is the name that was passed to Add(). Called for each
  // success, and once for a failure that persists at a second check.
  using Report = std::function<void(const std::string& what, const absl::Status& status)>;

  // Makes no checks before Start().
  explicit FileWatch(Report report, std::chrono::milliseconds interval = std::chrono::seconds(1));
  // Stops the thread, and waits for a reload that is running.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Watches the files at `paths`: when one of them has changed since this call, even before
  // Start(), the thread calls `reload`. `reload` is not called for the current contents. Only one
  // reload runs at a time.
  void Add(std::string what, std::vector<std::string> paths, Reload reload);

  // Starts the thread, unless there is nothing to watch. Must be called at most once, after all
  // calls of Add().
  void Start();

  // Calls and reports every reload now, on the calling thread, even if the files have not changed.
  void ReloadAll();

 private:
  struct Watched {
    std::string what;
    std::vector<std::string> paths;
    Reload reload;
    // The stamp of the files at the last check.
    std::string stamp;
    // The result of the last reload: suspect after a failure, bad after the failure was reported.
    enum { kGood, kSuspect, kBad } state = kGood;
  };

  void Run();
  // These functions require the lock.
  void Check(Watched& watched);
  void Call(Watched& watched);

  const Report report_;
  const std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::vector<Watched> watched_;
  bool stopping_ = false;
  std::thread thread_;
};

// Records the results of reloads: a line in the log, and arbiter_reload_total{what,result}.
// Thread-safe.
class Reloads {
 public:
  // Both arguments must outlive the object.
  Reloads(prometheus::Registry* registry, Logger* log);

  // Creates the series of `what` with the value 0, so that alerts notice the first failure.
  void Expect(const std::string& what);
  // Logs and counts a result.
  void Report(const std::string& what, const absl::Status& status);
  // Counts a result without logging it.
  void Count(const std::string& what, bool ok);

 private:
  prometheus::Counter& CounterOf(const std::string& what, const char* result);

  prometheus::Family<prometheus::Counter>& total_;
  Logger* log_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_FILE_WATCH_H_
