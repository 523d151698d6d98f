#ifndef ARBITER_SERVICE_CACHE_REDIS_STORE_H_
#define ARBITER_SERVICE_CACHE_REDIS_STORE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "absl/status/status.h"
#include "service/cache/analysis_mac.h"
#include "service/cache/analysis_store.h"
#include "service/cache/circuit_breaker.h"
#include "service/cache/redis_connection.h"

namespace arbiter {

// A store in a Redis that replicas share. Values expire after 30 days. One thread of the store
// talks to Redis. Get() waits for it up to the timeout. Put() and Remove() append to a bounded
// queue, which the thread processes while no Get() is waiting. After Redis fails, which includes a
// timeout, it is not used for a while (see CircuitBreaker). During that time, Get() fails at once,
// and nothing is stored.
class RedisStore final : public AnalysisStore {
 public:
  // Called with the error whenever a failure opens the circuit breaker. It runs on any thread,
  // while the lock of the store is held, so it must not use the store.
  using Report = std::function<void(const absl::Status&)>;

  // If `mac` is not nullptr, each value is stored with its tag, and values without a valid one are
  // refused. Otherwise, whoever can write to Redis can store values. `mac` must outlive the store.
  RedisStore(RedisAddress address, std::chrono::milliseconds timeout, const AnalysisMac* mac,
             Report report);
  // Drops all queued writes.
  ~RedisStore() override;

  absl::StatusOr<std::string> Get(const std::string& key) override;
  void Put(const std::string& key, int depth, std::string value) override;
  void Remove(const std::string& key) override;

  // Returns the Redis key under which the value of `key` is stored. Values with and without tags
  // have different ones, so that servers with and without keys do not remove each other's.
  std::string RedisKey(std::string_view key) const;

 private:
  using Clock = CircuitBreaker::Clock;
  using Lock = std::unique_lock<std::mutex>;

  // A Get() that waits for its reply, unless it has timed out.
  struct Read {
    std::string redis_key;
    std::optional<absl::StatusOr<std::string>> reply = {};
    bool timed_out = false;
  };
  // A queued Put(), or a Remove() if `value` is empty.
  struct Write {
    std::string redis_key;
    int depth = 0;
    std::string value = {};
  };

  void Run();
  // Perform the next read or write. The lock is held on entry and exit, but not while calling
  // Redis.
  void PerformRead(Lock* lock);
  void PerformWrite(Lock* lock);
  void Enqueue(Write write);
  // Returns the value without its tag; DATA_LOSS if the tag is not valid.
  absl::StatusOr<std::string> RemoveTag(const std::string& key, std::string value) const;
  // Calls Redis, and connects first if there is no connection. Called without the lock.
  absl::StatusOr<std::string> Call(const std::vector<std::string_view>& command);
  // Records whether Redis has replied or failed. Requires the lock.
  void RecordResult(const absl::Status& status);

  const RedisAddress address_;
  const std::chrono::milliseconds timeout_;
  const AnalysisMac* const mac_;
  const Report report_;
  // Used by thread_ only.
  std::optional<RedisConnection> connection_;

  std::mutex mutex_;
  // Signalled when there is work for thread_, and when a read has its reply.
  std::condition_variable work_added_;
  std::condition_variable replied_;
  CircuitBreaker breaker_;
  std::deque<std::shared_ptr<Read>> reads_;
  std::deque<Write> writes_;
  size_t write_bytes_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_REDIS_STORE_H_
