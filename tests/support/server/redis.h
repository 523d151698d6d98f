#ifndef ARBITER_TESTS_SUPPORT_SERVER_REDIS_H_
#define ARBITER_TESTS_SUPPORT_SERVER_REDIS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A running `redis-server` on a free loopback port, which stores nothing on disk. It is killed when
// this object is destroyed.
class RedisProcess {
 public:
  // Waits until the server answers. Fails the test if that takes longer than kPatience.
  explicit RedisProcess(const std::vector<std::string>& flags = {});

  int port() const { return port_; }
  // Returns the value of --analysis-cache for this server.
  std::string url() const;

  void Signal(int signal) const { process_->Signal(signal); }
  // Kills the server.
  void Kill() { process_.reset(); }

  // Sends an inline command ("SET a b") and returns the bytes of the answer.
  std::string Ask(const std::string& command) const;
  // Returns the names of all keys.
  std::vector<std::string> Keys() const;
  // Sets a key to `value`, which may be any bytes.
  void Set(const std::string& name, const std::string& value) const;

 private:
  const int port_;
  std::unique_ptr<Process> process_;
};

// A server on a free loopback port that answers anything with the same bytes again and again, with
// a pause before each time. It is killed when this object is destroyed.
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

#endif  // ARBITER_TESTS_SUPPORT_SERVER_REDIS_H_
