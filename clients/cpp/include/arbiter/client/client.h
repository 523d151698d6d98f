#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_CLIENT_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_CLIENT_H_

// A client of Arbiter: the methods of RulesService, AnalysisService and JobService as functions
// that take and return messages by value. Requires C++17 or newer. The messages are documented
// where they are defined, in arbiter/v1/*.proto. This is a part of example.cc; `arbiter` is the
// result of Client::Create():
//
//   v1::ApplyMovesRequest moves;
//   moves.mutable_position()->set_variant("makruk");
//   moves.add_actions("e3e4");
//   moves.add_actions("e6e5");
//   const auto applied = arbiter->ApplyMoves(moves);
//   if (!applied.ok()) {
//     std::cerr << applied.status().message() << '\n';
//     return 1;
//   }
//   std::cout << applied->state().fen() << '\n';

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/client/error.h"
#include "arbiter/client/streams.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"

namespace arbiter::client {

// Settings of a TLS connection. Certificates and keys are given in PEM format, not as paths.
struct TlsOptions {
  // The certificates of the authorities that may sign the server's certificate. If empty, gRPC's
  // default authorities are trusted.
  std::string authorities;
  // The client's certificate chain and private key for mutual TLS. Set both or neither.
  std::string certificate;
  std::string key;
  // The name to expect in the server's certificate. If empty, this is the host name of the target.
  std::string server_name;
};

// The settings of a client, which apply to all its calls.
struct ClientOptions {
  // The time limit of a call, including its retries. A search may take this long in addition to its
  // own time, and WaitJob in addition to its wait. A call without a limit of its own is retried
  // until it has received nothing for this long. absl::InfiniteDuration() means no limit.
  absl::Duration timeout = absl::Seconds(10);
  // If std::nullopt, connections use no TLS.
  std::optional<TlsOptions> tls;
  // An API key or a token, which is sent as `authorization: Bearer`, or an empty string for none.
  // Without TLS, it is sent only to servers on this machine, unless `api_key_in_the_clear` is set.
  std::string api_key;
  bool api_key_in_the_clear = false;
  // The name of the calling program, shown to the server's operator, for example
  // `example-site/2.1`. The library appends its own name.
  std::string user_agent;
};

// Settings for a single call.
struct CallOptions {
  // The time limit of the call, including its retries. Replaces the default limit entirely.
  std::optional<absl::Duration> timeout;
  // The id of the call in the server's log: 1 to 128 printable ASCII characters without spaces.
  // Any other value is ignored, and the server chooses an id.
  std::string request_id;
};

class Connection;

// A handle to a connection. Copies are cheap and share the connection. Thread-safe.
//
// The connection is opened by the first call and reopened whenever it is lost. It stays open until
// the last handle and the last stream that uses it are destroyed.
//
// Calls are safe to repeat, because those that change a job find done what they would do, or carry
// a key or a number; only RetryFailedItems is not retried. Until its deadline, the client retries a
// call
// - that ends with UNAVAILABLE, because no server could be reached, the connection was lost or the
//   server is shutting down: after 50 ms, then after twice as long each time, at most a second;
// - that the server refuses with a delay after which it may be tried again, because the server is
//   overloaded or the client's quota is used up: after this delay.
// Each wait is prolonged by a random part of up to a quarter. If it would end after the deadline,
// the call fails at once with the error of the last attempt. If there are several servers, a retry
// goes to the next one.
//
// The retries of all calls share a budget of 1000 tokens. A retry takes a token, and a call that
// succeeds gives back a tenth of one. While less than a token is left, nothing is retried.
//
// All other errors are returned to the caller. The functions in error.h read their details. The
// message of an UNAVAILABLE that does not come from the service says what is wrong, for example
// `cannot reach the server at localhost:50051: nothing listens there`.
class Client {
 public:
  // Makes a client of the service at `address`:
  // - `host:port`, `host` (port 50051), `:port` (localhost), or an IPv6 address, in brackets if a
  //   port follows;
  // - the same after `http://` or, with TlsOptions, after `https://`;
  // - several IPv4 or several IPv6 addresses separated by commas;
  // - `unix:path`, or another name that gRPC resolves: `dns:`, `ipv4:`, `ipv6:`, `unix-abstract:`.
  // If there are several servers, calls go in turn to those whose health is SERVING.
  //
  // Returns INVALID_ARGUMENT if the address or the options are unusable. Does not connect: if no
  // server can be reached, WaitUntilConnected() and calls return the error.
  static absl::StatusOr<Client> Create(const std::string& address,
                                       const ClientOptions& options = {});

  // Waits until a server is connected. Returns UNAVAILABLE, with a message that says why, if none
  // is after `timeout`. Calls need not wait for a connection, but this tells early whether an
  // address is right, while calls are retried until their deadlines.
  absl::Status WaitUntilConnected(absl::Duration timeout) const;

  // --- RulesService. Each unary method has a function of the same name that returns the response,
  // or an error no later than the call's deadline:
  //
  //   absl::StatusOr<v1::LegalMovesResponse> LegalMoves(const v1::LegalMovesRequest& request,
  //                                                     const CallOptions& call = {}) const;
  //
  // ListVariants, StartGame, ApplyMoves and the others have the same form, and so have those of
  // JobService: CreateJob, AddJobItems, StartJob, GetJob and the others.

#include "arbiter/client/unary_methods.inc"

  // Sends all requests over a Batch and returns the responses, in the order of the requests and
  // with their ids. The response to a refused request holds the error in `status`. Requests that a
  // server left unanswered, or refused only for now, are retried as described above. Returns an
  // error if some requests still have no response after the retries. There is no deadline unless
  // `call` sets a timeout; then retries end when no request has been answered for
  // ClientOptions::timeout.
  absl::StatusOr<std::vector<v1::BatchResponse>> RunBatch(
      const std::vector<v1::BatchRequest>& requests, const CallOptions& call = {}) const;

  // Opens a Batch whose responses are passed to `sink`, for more requests than should be in memory
  // at once. It is not retried. There is no deadline unless `call` sets a timeout.
  Batch StartBatch(Batch::Sink sink, const CallOptions& call = {}) const;

  // --- AnalysisService. Errors are reported by the stream's Finish(). The time limit of a call is
  // the search's `movetime_ms` (the sum over all plies for a review) plus ClientOptions::timeout.
  // Without `movetime_ms`, there is no limit unless `call` sets a timeout.

  Analysis Analyze(const v1::AnalyzeRequest& request, const CallOptions& call = {}) const;
  GameReview ReviewGame(const v1::ReviewGameRequest& request, const CallOptions& call = {}) const;
  // Opens a session of analyses. It is not retried. There is no deadline unless `call` sets a
  // timeout.
  Session StartSession(const CallOptions& call = {}) const;

  // --- JobService, beside its unary methods.

  // Creates a job, adds its items in calls of a limited size, and starts it. Without an
  // `idempotency_key` in `settings`, each call makes a job of its own, which is deleted if it
  // cannot be started. With the same one, a call continues a job that was submitted in part. The
  // settings of `call` are those of each call; but while the client's quota is used up, a call that
  // adds items or starts the job waits for up to 5 minutes. If the items of a call cost more tokens
  // than the quota can ever have, the calls get smaller.
  absl::StatusOr<v1::Job> SubmitJob(const v1::CreateJobRequest& settings,
                                    const std::vector<v1::JobRequest>& requests,
                                    const CallOptions& call = {}) const;
  // Submits games in PGN, each of which becomes an item. `request` is what is done with each
  // game: `validate_game` or `review_game`, without a game.
  absl::StatusOr<v1::Job> SubmitJob(const v1::CreateJobRequest& settings, std::string_view pgn,
                                    const v1::JobRequest& request,
                                    const CallOptions& call = {}) const;

  // Without a timeout in `call`, these streams have no limit. They are retried like any other call,
  // also after updates, and also when a proxy that has lost its server or the transport ends them
  // (UNKNOWN, CANCELLED or a reset, without details of the service). Such a stream is given up when
  // no server has accepted it for ClientOptions::timeout.

  // A stream that breaks goes on with the present state of the job.
  JobProgress WatchJob(const v1::WatchJobRequest& request, const CallOptions& call = {}) const;
  // A stream that breaks goes on after the last results that it has delivered.
  JobResults StreamJobResults(const v1::StreamJobResultsRequest& request,
                              const CallOptions& call = {}) const;

 private:
  explicit Client(std::shared_ptr<const Connection> connection);

  std::shared_ptr<const Connection> connection_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_CLIENT_H_
