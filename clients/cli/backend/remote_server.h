#ifndef ARBITER_CLIENTS_CLI_BACKEND_REMOTE_SERVER_H_
#define ARBITER_CLIENTS_CLI_BACKEND_REMOTE_SERVER_H_

#include <atomic>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arbiter/client/client.h"
#include "clients/cli/text/failure.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {

// How long a command waits for a server that cannot be reached.
inline constexpr absl::Duration kMaxConnectTime = absl::Seconds(2);

// A client that waits for its first connection only briefly. Thread-safe.
class RemoteServer {
 public:
  // `stream_client` gives up a stream that no server accepts after kMaxConnectTime, so that
  // Follow() can tell the user.
  RemoteServer(client::Client client, client::Client stream_client, absl::Duration timeout);

  const client::Client& client() const { return client_; }

  // Waits for a connection, for streams that are not retried.
  absl::Status Connect();

  // Waits for the first connection, for calls that are retried: if the server has been reached
  // before, they find it again.
  absl::Status ConnectOnce() { return reached_ ? absl::OkStatus() : Connect(); }

  // Passes the updates of a stream to `sink`, until the stream ends or `sink` returns an error. If
  // the stream is interrupted, or refused for a while, opens it again until a server answers,
  // however long that takes, and tells the user. `open` takes a client and returns the stream.
  template <typename Stream, typename Open, typename Sink>
  absl::Status Follow(const Open& open, const Sink& sink) {
    ARBITER_RETURN_IF_ERROR(ConnectOnce());
    while (true) {
      Stream stream = open(stream_client_);
      bool has_begun = false;
      while (const auto update = stream.Next()) {
        has_begun = true;
        ReportContact();
        ARBITER_RETURN_IF_ERROR(sink(*update));
      }
      const absl::Status end = stream.Finish();
      if (!IsTemporary(end, has_begun)) return FromService(end);
      WaitToRetry(end);
    }
  }

 private:
  // Whether a stream that ended like this may succeed later. `has_begun` tells whether it had
  // updates.
  static bool IsTemporary(const absl::Status& end, bool has_begun);
  // Waits until the call that ended like this may be repeated.
  void WaitToRetry(const absl::Status& end);
  // Records that the server has answered.
  void ReportContact();

  const client::Client client_;
  const client::Client stream_client_;
  const absl::Duration connect_time_;
  std::atomic<bool> reached_ = false;
  // Whether the user has been told that the server does not answer.
  std::atomic<bool> lost_ = false;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_REMOTE_SERVER_H_
