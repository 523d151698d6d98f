#ifndef ARBITER_TESTS_SERVICE_REDIS_H_
#define ARBITER_TESTS_SERVICE_REDIS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A running `redis-server` on a free port of the loopback, which keeps nothing on disk; killed at
// the end.
class RedisProcess {
 public:
  // Waits until it answers; fails the test otherwise.
  explicit RedisProcess(const std::vector<std::string>& flags = {});

  int port() const { return port_; }
  // What --analysis-cache takes.
  std::string url() const;

  void Signal(int signal) const { process_->Signal(signal); }
  // Ends it at once.
  void Kill() { process_.reset(); }

  // The answer to a command of inline protocol ("SET a b"), as it comes over the wire.
  std::string Ask(const std::string& command) const;
  // The names of all keys.
  std::vector<std::string> Keys() const;
  // Makes `value` the value of a key.
  void Set(const std::string& name, const std::string& value) const;

 private:
  const int port_;
  std::unique_ptr<Process> process_;
};

// Something that listens on a free port of the loopback, and answers what comes with the same
// bytes again and again, so many milliseconds after each other; ends with the object.
class FakeRedis {
 public:
  FakeRedis(std::string bytes, int pause_ms);
  ~FakeRedis();
  FakeRedis(const FakeRedis&) = delete;
  FakeRedis& operator=(const FakeRedis&) = delete;

  std::string url() const;

 private:
  int port_ = 0;
  pid_t pid_ = -1;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_REDIS_H_
