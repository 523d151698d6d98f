#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "arbiter/client/client.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/backend/remote_jobs.h"
#include "clients/cli/backend/remote_server.h"
#include "clients/cli/text/failure.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/handlers/handlers.h"

namespace arbiter::cli {
namespace {

// A stop token is a flag that wakes no thread, so it must be polled.
constexpr std::chrono::milliseconds kPollInterval{5};

// Calls `callback` once, on its own thread, if the token is stopped while this object lives.
class StopWatcher {
 public:
  StopWatcher(const StopToken& stop, std::function<void()> callback)
      : thread_([this, &stop, callback = std::move(callback)] {
          std::unique_lock lock(mutex_);
          while (!done_ && !stop.stopped()) changed_.wait_for(lock, kPollInterval);
          if (!done_) callback();
        }) {}
  ~StopWatcher() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  StopWatcher(const StopWatcher&) = delete;
  StopWatcher& operator=(const StopWatcher&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

// Analyses on one Session stream, which is reopened if it has been lost.
class RemoteAnalyst : public Analyst {
 public:
  explicit RemoteAnalyst(RemoteServer* server) : server_(server) {}

  absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                       const Sink& sink) override {
    if (!session_.has_value()) {
      ARBITER_RETURN_IF_ERROR(server_->Connect());
      session_ = server_->client().StartSession();
    }
    const std::string id = StrCat(++last_id_);
    if (!session_->Analyze(id, request)) return Close();
    bool complete = false;
    absl::Status status;
    {
      const StopWatcher watcher(stop, [this] { session_->Stop(); });
      status = ReadAnswers(id, sink, &complete);
    }
    return complete ? status : Close();
  }

 private:
  // Closes the session and returns the error that ended it.
  absl::Status Close() {
    const absl::Status status = session_->Finish();
    session_.reset();
    return status.ok() ? absl::UnavailableError("the server ended the session")
                       : FromService(status);
  }

  // Reads the answers with this id up to the best move or an error, which is returned. Then sets
  // `*complete`. Returns OK without setting it if the session ends earlier.
  absl::Status ReadAnswers(const std::string& id, const Sink& sink, bool* complete) {
    while (const std::optional<v1::SessionResponse> response = session_->Next()) {
      if (response->id() != id) continue;
      *complete = response->has_status() || response->update().has_best_move();
      if (response->has_status()) return FromRpcStatus(response->status());
      sink(response->update());
      if (*complete) break;
    }
    return absl::OkStatus();
  }

  RemoteServer* const server_;
  std::optional<client::Session> session_;
  uint64_t last_id_ = 0;
};

// Larger requests are sent as unary calls, so that a request that is too large for the server fails
// alone, instead of ending the stream.
constexpr size_t kMaxStreamItemBytes = 1 << 20;

// Returns the error for a bundle of more than kMaxStreamItemBytes, which cannot be sent as a unary
// call.
v1::BatchResponse BundleTooLargeAnswer(const v1::BatchRequest& request) {
  std::string bytes;
  FailBatchItem(MakeError(ErrorReason::kLimitExceeded,
                          StrCat("the bundle is larger than ", kMaxStreamItemBytes,
                                 " bytes; split it into smaller ones")),
                request.id(), /*locale=*/"", &bytes);
  v1::BatchResponse response;
  response.ParseFromString(bytes);
  return response;
}

// Moves the answer to `*response`, or returns its error.
template <typename Response>
absl::Status StoreAnswer(absl::StatusOr<Response> answer, Response* response) {
  ARBITER_ASSIGN_OR_RETURN(*response, std::move(answer));
  return absl::OkStatus();
}

absl::Status CallMethod(const client::Client& client, const v1::BatchRequest& request,
                        v1::BatchResponse* response) {
  switch (request.request_case()) {
#define ARBITER_UNARY_METHOD(name, item, ...) \
  case v1::BatchRequest::k##name:             \
    return StoreAnswer(client.name(request.item()), response->mutable_##item());
#include "service/methods.def"
    // Only Batch accepts a bundle.
    default:
      return absl::InvalidArgumentError("the request names no method");
  }
}

// A backend whose CallAll() uses a Batch stream.
class RemoteBackend : public Backend {
 public:
  RemoteBackend(client::Client client, client::Client stream_client, const std::string& address,
                absl::Duration timeout)
      : server_(std::move(client), std::move(stream_client), timeout), jobs_(&server_, address) {}

  bool is_remote() const override { return true; }

  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override {
    response->Clear();
    absl::Status status = server_.ConnectOnce();
    if (status.ok()) status = CallMethod(server_.client(), request, response);
    if (!status.ok()) *response->mutable_status() = client::ToRpcStatus(status);
    response->set_id(request.id());
  }

  absl::Status CallAll(const Source& source, const Sink& sink) override {
    std::mutex sink_mutex;
    const auto locked_sink = [&](const v1::BatchResponse& response) {
      const std::lock_guard lock(sink_mutex);
      sink(response);
    };
    ARBITER_RETURN_IF_ERROR(server_.Connect());
    client::Batch batch = server_.client().StartBatch(locked_sink);
    while (std::optional<v1::BatchRequest> request = source()) {
      if (request->ByteSizeLong() > kMaxStreamItemBytes) {
        v1::BatchResponse response;
        if (request->has_bundle()) {
          response = BundleTooLargeAnswer(*request);
        } else {
          Call(*request, &response);
        }
        locked_sink(response);
      } else if (!batch.Send(*request)) {
        break;
      }
    }
    const absl::Status status = batch.Finish();
    if (status.ok()) return status;
    const absl::Status error = FromService(status);
    if (!absl::IsUnavailable(error) && ReasonOf(error) != ErrorReason::kUnspecified) return error;
    return absl::UnavailableError(StrCat(error.message(), "; not all requests were answered"));
  }

  std::unique_ptr<Analyst> MakeAnalyst() override {
    return std::make_unique<RemoteAnalyst>(&server_);
  }

  absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) override {
    ARBITER_RETURN_IF_ERROR(server_.ConnectOnce());
    client::CallOptions no_timeout;
    no_timeout.timeout = absl::InfiniteDuration();
    client::GameReview review = server_.client().ReviewGame(request, no_timeout);
    for (const v1::ReviewGameResponse& update : review) sink(update);
    return FromService(review.Finish());
  }

  absl::StatusOr<v1::JobReview> ReviewWholeGame(const v1::ReviewGameRequest& request) override {
    v1::JobReview review;
    client::CallOptions no_timeout;
    no_timeout.timeout = absl::InfiniteDuration();
    ARBITER_RETURN_IF_ERROR(server_.Follow<client::GameReview>(
        [&](const client::Client& client) {
          // An attempt that was interrupted is repeated as a whole.
          review.Clear();
          return client.ReviewGame(request, no_timeout);
        },
        [&](const v1::ReviewGameResponse& update) {
          AddUpdate(update, &review);
          return absl::OkStatus();
        }));
    return review;
  }

  Jobs* jobs() override { return &jobs_; }

 private:
  RemoteServer server_;
  RemoteJobs jobs_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> MakeRemoteBackend(const std::string& address,
                                                           const ServerAccess& access,
                                                           absl::Duration timeout) {
  // gRPC writes to standard error what concerns only its developers, for example that HAProxy does
  // not support Health/Watch. The status of a call says all that a user needs.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  client::ClientOptions options;
  options.timeout = timeout;
  options.api_key = access.secret;
  // AccessArguments has checked that the user allows this.
  options.api_key_in_the_clear = true;
  options.user_agent = StrCat("arbiter/", ARBITER_VERSION);
  if (!access.tls_ca.empty()) {
    options.tls = client::TlsOptions{access.tls_ca, access.tls_cert, access.tls_key, ""};
  } else if (absl::StartsWith(address, "https://")) {
    return UsageError(StrCat("'", address, "' needs TLS: use --tls-ca"));
  }
  absl::StatusOr<client::Client> client = client::Client::Create(address, options);
  if (!client.ok()) return UsageError(std::string(client.status().message()));
  options.timeout = std::min(timeout, kMaxConnectTime);
  ARBITER_ASSIGN_OR_RETURN(client::Client stream_client, client::Client::Create(address, options));
  return std::make_unique<RemoteBackend>(*std::move(client), std::move(stream_client), address,
                                         timeout);
}

}  // namespace arbiter::cli
