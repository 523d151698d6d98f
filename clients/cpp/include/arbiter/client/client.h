#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_CLIENT_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_CLIENT_H_

// A client of Arbiter: the methods of RulesService and AnalysisService as functions of values.
// C++17 or newer. The messages are documented where they are defined, in arbiter/v1/*.proto.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/client/error.h"
#include "arbiter/client/streams.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"

namespace arbiter::client {

// All in PEM.
struct TlsOptions {
  // Who signs the server's certificate; empty: whom the system trusts.
  std::string authorities;
  // What the client shows of itself (mutual TLS); both or none.
  std::string certificate;
  std::string key;
  // The name in the server's certificate; empty: that of the target.
  std::string server_name;
};

struct ClientOptions {
  // What a call may take, retries included; for searches, what it may take beside the time that the
  // search was given. absl::InfiniteDuration(): any time.
  absl::Duration timeout = absl::Seconds(10);
  // None: no TLS.
  std::optional<TlsOptions> tls;
  // An API key or a token, sent as `authorization: Bearer`; empty: none. Without TLS it is sent to
  // this machine only, unless `api_key_in_the_clear`.
  std::string api_key;
  bool api_key_in_the_clear = false;
  // Who calls, for the server's operator, as in `example-site/2.1`; this library's name follows.
  std::string user_agent;
};

// What differs for one call.
struct CallOptions {
  // In place of the whole time that the call would have had.
  std::optional<absl::Duration> timeout;
  // The name of the call in the server's log, 1 to 128 printable ASCII characters without blanks;
  // empty: the server finds one.
  std::string request_id;
};

class Connection;

// A handle of a connection, cheap to copy and thread-safe. The connection is made with the first
// call, made anew whenever it is lost, and lives as long as one of the handles and their streams.
//
// Calls are retried: where no server could be reached or the one reached is going down
// (UNAVAILABLE), up to three times within a second or two, on another server where there are
// several; where the server has no room or the client has used up its share, up to three times when
// the server says, as long as that is within the call's time. Every call may be repeated, since
// none changes anything. What cannot be repaired so is an error: error.h reads it.
class Client {
 public:
  // `target` is host:port, or several of the form IP:port with commas between them, or any name
  // that gRPC resolves (`dns:///arbiter:50051`, `unix:/run/arbiter`). Calls go to all addresses in
  // turn, as far as their health is SERVING. INVALID_ARGUMENT for a target or options that cannot
  // be used; whether anybody is there shows at the first call.
  static absl::StatusOr<Client> Create(const std::string& target, ClientOptions options = {});

  // --- RulesService. An answer, or an error within the call's time:
  //
  //   absl::StatusOr<v1::LegalMovesResponse> LegalMoves(const v1::LegalMovesRequest& request,
  //                                                     const CallOptions& call = {}) const;
  //
  // and so on for ListVariants, StartGame, ApplyMoves and all other methods that answer one
  // message.

#include "arbiter/client/unary_methods.inc"

  // Answers all requests over a Batch, in their order and with their ids. A request that is refused
  // has its error in `status`. What a server that went down or had no room left unanswered is asked
  // again as above. An error means that some have no answer. No deadline unless `call` has one.
  absl::StatusOr<std::vector<v1::BatchResponse>> AnswerAll(
      const std::vector<v1::BatchRequest>& requests, const CallOptions& call = {}) const;

  // The stream itself, for more requests than one wants in memory. No deadline unless `call` has
  // one.
  Batch StartBatch(Batch::Sink sink, const CallOptions& call = {}) const;

  // --- AnalysisService. What goes wrong shows in the stream. The deadline is the search's
  // `movetime_ms` (that of all plies for a review) and ClientOptions::timeout; without
  // `movetime_ms` there is none unless `call` has one.

  Analysis Analyze(const v1::AnalyzeRequest& request, const CallOptions& call = {}) const;
  GameReview ReviewGame(const v1::ReviewGameRequest& request, const CallOptions& call = {}) const;
  // No deadline unless `call` has one.
  Session StartSession(const CallOptions& call = {}) const;

 private:
  explicit Client(std::shared_ptr<const Connection> connection);

  std::shared_ptr<const Connection> connection_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_CLIENT_H_
