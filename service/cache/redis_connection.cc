#include "service/cache/redis_connection.h"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <charconv>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/cache/analysis_store.h"
#include "service/net/address.h"

namespace arbiter {
namespace {

using std::chrono::steady_clock;

// The maximum size of a reply: the largest value plus the framing of the protocol.
constexpr size_t kMaxReplyBytes = kMaxStoredBytes + 4096;

struct ReplyDeleter {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};

timeval ToTimeval(std::chrono::milliseconds time) {
  return {.tv_sec = time.count() / 1000, .tv_usec = time.count() % 1000 * 1000};
}

// Rejects arrays: no command here has an array as its reply, and hiredis would allocate the
// announced size at once.
void* RefuseArray(const redisReadTask* /*task*/, int /*elements*/) { return nullptr; }

void RefuseArrays(redisReader* reader) {
  static redisReplyObjectFunctions functions = [reader] {
    redisReplyObjectFunctions usual = *reader->fn;
    usual.createArray = &RefuseArray;
    return usual;
  }();
  reader->fn = &functions;
}

}  // namespace

std::optional<RedisAddress> ParseRedisAddress(std::string_view text) {
  if (!ConsumePrefix(&text, "redis://")) return std::nullopt;
  const size_t slash = text.find('/');
  const std::optional<Address> server = ParseAddress(text.substr(0, slash));
  if (!server || !server->scheme.empty() || server->host.empty() || server->port == 0) {
    return std::nullopt;
  }
  RedisAddress address = {.host = server->host, .port = server->port};
  if (slash == std::string_view::npos) return address;
  const std::string_view number = text.substr(slash + 1);
  const char* const end = number.data() + number.size();
  const auto [rest, error] = std::from_chars(number.data(), end, address.database);
  if (error != std::errc() || rest != end || address.database < 0) return std::nullopt;
  return address;
}

void RedisConnection::ContextDeleter::operator()(redisContext* context) const {
  redisFree(context);
}

absl::StatusOr<RedisConnection> RedisConnection::Connect(const RedisAddress& address,
                                                         std::chrono::milliseconds timeout) {
  RedisConnection connection(
      redisConnectWithTimeout(address.host.c_str(), address.port, ToTimeval(timeout)), timeout);
  redisContext* context = connection.context_.get();
  if (context == nullptr) {
    return absl::UnavailableError("there is not enough memory for a connection to Redis");
  }
  if (context->err != 0) return connection.ConnectionError();
  if (redisSetTimeout(context, ToTimeval(timeout)) != REDIS_OK) return connection.ConnectionError();
  RefuseArrays(context->reader);
  if (address.database != 0) {
    const auto selected = connection.Call({"SELECT", absl::StrCat(address.database)});
    if (!selected.ok()) return absl::UnavailableError(std::string(selected.status().message()));
  }
  return connection;
}

absl::StatusOr<std::string> RedisConnection::Call(const std::vector<std::string_view>& command) {
  // The socket's own timeout applies to each read and write, and a command can take many.
  const Deadline deadline = steady_clock::now() + timeout_;
  ARBITER_RETURN_IF_ERROR(Send(command, deadline));
  ARBITER_ASSIGN_OR_RETURN(void* received, Receive(deadline));
  const std::unique_ptr<redisReply, ReplyDeleter> reply(static_cast<redisReply*>(received));
  switch (reply->type) {
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      return std::string(reply->str, reply->len);
    case REDIS_REPLY_INTEGER:
      return absl::StrCat(reply->integer);
    case REDIS_REPLY_ERROR:
      return absl::FailedPreconditionError(std::string(reply->str, reply->len));
    default:
      return absl::NotFoundError("Redis has no value under this key");
  }
}

absl::Status RedisConnection::Send(const std::vector<std::string_view>& command,
                                   Deadline deadline) {
  std::vector<const char*> parts;
  std::vector<size_t> sizes;
  for (const std::string_view part : command) {
    parts.push_back(part.data());
    sizes.push_back(part.size());
  }
  int done = redisAppendCommandArgv(context_.get(), static_cast<int>(parts.size()), parts.data(),
                                    sizes.data()) == REDIS_OK
                 ? 0
                 : -1;
  while (done == 0) {
    if (redisBufferWrite(context_.get(), &done) != REDIS_OK) done = -1;
    if (done == 0 && steady_clock::now() >= deadline) {
      return absl::UnavailableError("Redis did not accept a command in time");
    }
  }
  return done == 1 ? absl::OkStatus() : ConnectionError();
}

absl::StatusOr<void*> RedisConnection::Receive(Deadline deadline) {
  for (;;) {
    void* reply = nullptr;
    if (redisReaderGetReply(context_->reader, &reply) != REDIS_OK) {
      return absl::UnavailableError(
          absl::StrCat("the reply of Redis is malformed: ", context_->reader->errstr));
    }
    if (reply != nullptr) return reply;
    if (context_->reader->len > kMaxReplyBytes) {
      return absl::UnavailableError("the reply of Redis is too long");
    }
    if (steady_clock::now() >= deadline) {
      return absl::UnavailableError("Redis did not reply in time");
    }
    if (redisBufferRead(context_.get()) != REDIS_OK) return ConnectionError();
  }
}

absl::Status RedisConnection::ConnectionError() const {
  return absl::UnavailableError(absl::StrCat("Redis: ", context_->errstr));
}

}  // namespace arbiter
