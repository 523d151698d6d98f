#include "service/cache/redis_store.h"

#include <signal.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/cache/stored_analysis.h"

namespace arbiter {
namespace {

constexpr size_t kMaxQueuedBytes = 1 << 20;
constexpr size_t kWriteOverhead = 128;
// 30 days.
constexpr std::string_view kTtlSeconds = "2592000";

// Stores ARGV[1] for ARGV[4] seconds, unless the current value begins with ARGV[2], followed by a
// depth above ARGV[3]. Any other value is replaced.
constexpr std::string_view kStoreIfDeeperScript = R"(
local size = string.len(ARGV[2])
local old = redis.pcall('GETRANGE', KEYS[1], 0, size)
if type(old) == 'string' and string.len(old) == size + 1 and string.sub(old, 1, size) == ARGV[2]
    and string.byte(old, size + 1) > tonumber(ARGV[3]) then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[4])
return 1
)";

}  // namespace

RedisStore::RedisStore(RedisAddress address, std::chrono::milliseconds timeout,
                       const AnalysisMac* mac, Report report)
    : address_(std::move(address)),
      timeout_(timeout),
      mac_(mac),
      report_(std::move(report)),
      thread_([this] { Run(); }) {}

RedisStore::~RedisStore() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_added_.notify_all();
  thread_.join();
}

std::string RedisStore::RedisKey(std::string_view key) const {
  return StrCat(
      "arbiter:analysis:", mac_ == nullptr ? "" : "hmac:", absl::BytesToHexString(ForAbsl(key)));
}

absl::StatusOr<std::string> RedisStore::Get(const std::string& key) {
  const auto read = std::make_shared<Read>(Read{.redis_key = RedisKey(key)});
  Lock lock(mutex_);
  if (breaker_.IsOpen(Clock::now())) {
    return absl::UnavailableError("Redis failed recently and is not used for a while");
  }
  reads_.push_back(read);
  work_added_.notify_one();
  if (replied_.wait_for(lock, timeout_, [&] { return read->reply.has_value(); })) {
    lock.unlock();
    ARBITER_ASSIGN_OR_RETURN(std::string value, *std::move(read->reply));
    return RemoveTag(key, std::move(value));
  }
  read->timed_out = true;
  absl::Status timeout = absl::UnavailableError("Redis did not reply in time");
  RecordResult(timeout);
  return timeout;
}

absl::StatusOr<std::string> RedisStore::RemoveTag(const std::string& key, std::string value) const {
  if (mac_ == nullptr) return value;
  const std::string_view all = value;
  const size_t size = all.size() - std::min(all.size(), AnalysisMac::kTagBytes);
  if (!mac_->Verify(key, all.substr(0, size), all.substr(size))) {
    return absl::DataLossError("no server with one of these keys has stored the value");
  }
  value.resize(size);
  return value;
}

void RedisStore::Put(const std::string& key, int depth, std::string value) {
  if (mac_ != nullptr) value += mac_->Tag(key, value);
  Enqueue({.redis_key = RedisKey(key), .depth = depth, .value = std::move(value)});
}

void RedisStore::Remove(const std::string& key) { Enqueue({.redis_key = RedisKey(key)}); }

void RedisStore::Enqueue(Write write) {
  const size_t bytes = write.value.size() + kWriteOverhead;
  const std::lock_guard lock(mutex_);
  if (breaker_.IsOpen(Clock::now()) || write_bytes_ + bytes > kMaxQueuedBytes) return;
  write_bytes_ += bytes;
  writes_.push_back(std::move(write));
  work_added_.notify_one();
}

void RedisStore::Run() {
  // Writing to a connection that Redis has closed must not kill the process.
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  Lock lock(mutex_);
  for (;;) {
    work_added_.wait(lock, [this] { return stopping_ || !reads_.empty() || !writes_.empty(); });
    if (stopping_) return;
    if (!reads_.empty()) {
      PerformRead(&lock);
    } else {
      PerformWrite(&lock);
    }
  }
}

void RedisStore::PerformRead(Lock* lock) {
  const std::shared_ptr<Read> read = std::move(reads_.front());
  reads_.pop_front();
  if (read->timed_out) return;
  lock->unlock();
  // No valid value is longer, and the rest of an invalid one is not needed.
  absl::StatusOr<std::string> reply =
      Call({"GETRANGE", read->redis_key, "0", StrCat(kMaxStoredBytes + AnalysisMac::kTagBytes)});
  // GETRANGE returns an empty string for a missing key.
  if (reply.ok() && reply->empty()) {
    reply = absl::NotFoundError("no analysis is stored under this key");
  }
  lock->lock();
  if (read->timed_out) return;
  RecordResult(reply.status());
  if (absl::StartsWith(reply.status().message(), "WRONGTYPE")) {
    reply = absl::DataLossError("the value is not a string");
  }
  read->reply = std::move(reply);
  replied_.notify_all();
}

void RedisStore::PerformWrite(Lock* lock) {
  const Write write = std::move(writes_.front());
  writes_.pop_front();
  write_bytes_ -= write.value.size() + kWriteOverhead;
  if (breaker_.IsOpen(Clock::now())) return;
  lock->unlock();
  const absl::Status status =
      write.value.empty() ? Call({"DEL", write.redis_key}).status()
                          : Call({"EVAL", kStoreIfDeeperScript, "1", write.redis_key, write.value,
                                  StoredPrefix(), StrCat(write.depth), kTtlSeconds})
                                .status();
  lock->lock();
  RecordResult(status);
}

absl::StatusOr<std::string> RedisStore::Call(const std::vector<std::string_view>& command) {
  if (!connection_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(RedisConnection connected,
                             RedisConnection::Connect(address_, timeout_));
    connection_ = std::move(connected);
  }
  absl::StatusOr<std::string> reply = connection_->Call(command);
  if (absl::IsUnavailable(reply.status())) connection_.reset();
  return reply;
}

void RedisStore::RecordResult(const absl::Status& status) {
  if (!absl::IsUnavailable(status)) {
    breaker_.Succeed();
  } else if (breaker_.Fail(Clock::now()) && report_) {
    report_(status);
  }
}

}  // namespace arbiter
