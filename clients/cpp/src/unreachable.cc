#include "clients/cpp/src/unreachable.h"

#include <array>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace arbiter::client {
namespace {

// A part of gRPC's message, and what it means.
struct Cause {
  absl::string_view text;
  absl::string_view meaning;
};

constexpr absl::string_view kNothingListens = "nothing listens there";
constexpr absl::string_view kNotGrpc = "what listens there does not speak gRPC";
constexpr absl::string_view kNoAnswer = "it does not answer";
constexpr absl::string_view kNotTrusted = "its certificate is not trusted";
constexpr absl::string_view kHandshakeFailed = "the TLS handshake failed";

// The first match counts.
constexpr std::array<Cause, 15> kCauses = {{
    {"Connection refused", kNothingListens},
    // There is no such Unix socket.
    {"No such file or directory", kNothingListens},
    {"DNS resolution failed", "the host is unknown"},
    {"http1.x server", kNotGrpc},
    {"Failed parsing HTTP/2", kNotGrpc},
    {"No route to host", kNoAnswer},
    {"Network is unreachable", kNoAnswer},
    {"timed out", kNoAnswer},
    // A proxy answers in place of the server, but not with a gRPC status.
    {"Received http2 header with status", kNoAnswer},
    {"certificate verify failed", kNotTrusted},
    {"is not in peer certificate", kNotTrusted},
    {"handshake failed", kHandshakeFailed},
    // The authorities or the client's certificate are not valid PEM.
    {"empty address list", kHandshakeFailed},
    {"backend unhealthy", "its health is not SERVING"},
    // HAProxy says this, see deploy/haproxy/haproxy.cfg.
    {"no replica is available", "no replica is available"},
}};

// Whether the server ended a connection before its first HTTP/2 frame. Over TLS, this is how a
// server refuses a client that has no certificate.
bool ClosedEarly(absl::string_view grpc_message) {
  return absl::StartsWith(grpc_message, "connections to all backends failing") &&
         (absl::StrContains(grpc_message, "Socket closed") ||
          absl::StrContains(grpc_message, "Connection reset by peer"));
}

std::string CannotReach(absl::string_view address, absl::string_view why) {
  return absl::StrCat("cannot reach the server at ", address, ": ", why);
}

}  // namespace

std::string UnreachableText(absl::string_view address, bool tls, absl::string_view grpc_message) {
  for (const Cause& cause : kCauses) {
    if (absl::StrContains(grpc_message, cause.text)) return CannotReach(address, cause.meaning);
  }
  if (tls && ClosedEarly(grpc_message)) return CannotReach(address, kHandshakeFailed);
  return absl::StrCat("the connection to the server at ", address, " was lost");
}

std::string NoAnswerText(absl::string_view address) { return CannotReach(address, kNoAnswer); }

}  // namespace arbiter::client
