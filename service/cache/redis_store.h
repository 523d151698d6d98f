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
#include "service/cache/analysis_store.h"
#include "service/cache/circuit_breaker.h"
#include "service/cache/redis_connection.h"

namespace arbiter {

// In a Redis that replicas share, for 30 days. One thread of the store speaks to Redis. Get() waits
// for it up to the timeout; Put() and Remove() leave what they want in a bounded queue, which is
// worked off when nobody waits for an answer. Once Redis has failed, which includes being late, it
// is left alone for a while (CircuitBreaker): Get() fails at once then, and nothing is kept.
class RedisStore final : public AnalysisStore {
 public:
  // Told why Redis has failed, each time that it is left alone for it; by any thread.
  using Report = std::function<void(const absl::Status&)>;

  RedisStore(RedisAddress address, std::chrono::milliseconds timeout, Report report);
  // Drops what is still to be kept.
  ~RedisStore() override;

  absl::StatusOr<std::string> Get(const std::string& key) override;
  void Put(const std::string& key, int depth, std::string value) override;
  void Remove(const std::string& key) override;

  // Where Redis has the value of a key.
  static std::string NameOf(std::string_view key);

 private:
  using Clock = CircuitBreaker::Clock;
  using Lock = std::unique_lock<std::mutex>;

  // Somebody waits for it until it is answered, or no longer.
  struct Question {
    std::string name;
    std::optional<absl::StatusOr<std::string>> answer = {};
    bool abandoned = false;
  };
  // Without a value: to be removed.
  struct Change {
    std::string name;
    int depth = 0;
    std::string value = {};
  };

  void Run();
  // The next thing to do, with the lock held on entry and exit.
  void Answer(Lock* lock);
  void MakeChange(Lock* lock);
  void Add(Change change);
  // Calls Redis, connecting first where there is no connection. Without the lock.
  absl::StatusOr<std::string> Call(const std::vector<std::string_view>& command);
  // Redis has answered, or failed to. With the lock.
  void Note(const absl::Status& status);

  const RedisAddress address_;
  const std::chrono::milliseconds timeout_;
  const Report report_;
  // The thread's own.
  std::optional<RedisConnection> connection_;

  std::mutex mutex_;
  // There is something to do, and something was answered.
  std::condition_variable asked_;
  std::condition_variable answered_;
  CircuitBreaker breaker_;
  std::deque<std::shared_ptr<Question>> questions_;
  std::deque<Change> changes_;
  size_t change_bytes_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_REDIS_STORE_H_
