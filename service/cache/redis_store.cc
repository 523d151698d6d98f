#include "service/cache/redis_store.h"

#include <signal.h>

#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "service/cache/stored_analysis.h"

namespace arbiter {
namespace {

constexpr size_t kMostChangeBytes = 1 << 20;
constexpr size_t kChangeOverhead = 128;
constexpr std::string_view kSecondsKept = "2592000";

// Keeps ARGV[1] for ARGV[4] seconds, unless what is there begins with ARGV[2] and is of a depth
// above ARGV[3]. Whatever else is there is replaced.
constexpr std::string_view kKeepDeepest = R"(
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

RedisStore::RedisStore(RedisAddress address, std::chrono::milliseconds timeout, Report report)
    : address_(std::move(address)),
      timeout_(timeout),
      report_(std::move(report)),
      thread_([this] { Run(); }) {}

RedisStore::~RedisStore() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  asked_.notify_all();
  thread_.join();
}

std::string RedisStore::NameOf(std::string_view key) {
  return StrCat("arbiter:analysis:", absl::BytesToHexString(ForAbsl(key)));
}

absl::StatusOr<std::string> RedisStore::Get(const std::string& key) {
  const auto question = std::make_shared<Question>(Question{.name = NameOf(key)});
  Lock lock(mutex_);
  if (breaker_.IsOpen(Clock::now())) return absl::UnavailableError("Redis has failed just now");
  questions_.push_back(question);
  asked_.notify_one();
  if (answered_.wait_for(lock, timeout_, [&] { return question->answer.has_value(); })) {
    return *std::move(question->answer);
  }
  question->abandoned = true;
  absl::Status late = absl::UnavailableError("Redis does not answer in time");
  Note(late);
  return late;
}

void RedisStore::Put(const std::string& key, int depth, std::string value) {
  Add({.name = NameOf(key), .depth = depth, .value = std::move(value)});
}

void RedisStore::Remove(const std::string& key) { Add({.name = NameOf(key)}); }

void RedisStore::Add(Change change) {
  const size_t bytes = change.value.size() + kChangeOverhead;
  const std::lock_guard lock(mutex_);
  if (breaker_.IsOpen(Clock::now()) || change_bytes_ + bytes > kMostChangeBytes) return;
  change_bytes_ += bytes;
  changes_.push_back(std::move(change));
  asked_.notify_one();
}

void RedisStore::Run() {
  // A connection that Redis has closed must not end the process.
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  Lock lock(mutex_);
  for (;;) {
    asked_.wait(lock, [this] { return stopping_ || !questions_.empty() || !changes_.empty(); });
    if (stopping_) return;
    if (!questions_.empty()) {
      Answer(&lock);
    } else {
      MakeChange(&lock);
    }
  }
}

void RedisStore::Answer(Lock* lock) {
  const std::shared_ptr<Question> question = std::move(questions_.front());
  questions_.pop_front();
  if (question->abandoned) return;
  lock->unlock();
  // No value is longer, and of what is none not more is wanted.
  absl::StatusOr<std::string> answer =
      Call({"GETRANGE", question->name, "0", StrCat(kMostStoredBytes)});
  // To GETRANGE nothing and an empty text are the same.
  if (answer.ok() && answer->empty()) answer = absl::NotFoundError("nothing is kept");
  lock->lock();
  if (question->abandoned) return;
  Note(answer.status());
  // So that a value of another type is recognised as rubbish, and removed.
  if (absl::StartsWith(answer.status().message(), "WRONGTYPE"))
    answer = std::string("of another type");
  question->answer = std::move(answer);
  answered_.notify_all();
}

void RedisStore::MakeChange(Lock* lock) {
  const Change change = std::move(changes_.front());
  changes_.pop_front();
  change_bytes_ -= change.value.size() + kChangeOverhead;
  if (breaker_.IsOpen(Clock::now())) return;
  lock->unlock();
  const absl::Status status = change.value.empty()
                                  ? Call({"DEL", change.name}).status()
                                  : Call({"EVAL", kKeepDeepest, "1", change.name, change.value,
                                          StoredPrefix(), StrCat(change.depth), kSecondsKept})
                                        .status();
  lock->lock();
  Note(status);
}

absl::StatusOr<std::string> RedisStore::Call(const std::vector<std::string_view>& command) {
  if (!connection_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(RedisConnection connected,
                             RedisConnection::Connect(address_, timeout_));
    connection_ = std::move(connected);
  }
  absl::StatusOr<std::string> answer = connection_->Call(command);
  if (absl::IsUnavailable(answer.status())) connection_.reset();
  return answer;
}

void RedisStore::Note(const absl::Status& status) {
  if (!absl::IsUnavailable(status)) {
    breaker_.Succeed();
  } else if (breaker_.Fail(Clock::now()) && report_) {
    report_(status);
  }
}

}  // namespace arbiter
