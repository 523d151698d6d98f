#ifndef ARBITER_SERVICE_HTTP_CONNECT_PROTOCOL_H_
#define ARBITER_SERVICE_HTTP_CONNECT_PROTOCOL_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/calls/rpc.h"

// The Connect protocol for HTTP/1.1, version 1 (https://connectrpc.com/docs/protocol).
namespace arbiter {

// How the messages of a call are written.
struct MessageFormat {
  // JSON, or else Protobuf's wire format.
  bool is_json = true;
  // Whether each message is in an envelope, as in methods that return a stream.
  bool is_stream = false;

  bool operator==(const MessageFormat&) const = default;
};

// Parses a value of the header `content-type`. Parameters are ignored, except for a `charset` other
// than UTF-8. Returns std::nullopt if no call has this type.
std::optional<MessageFormat> ParseContentType(std::string_view value);
// Returns the value of the header for messages in this format.
std::string_view ContentTypeOf(const MessageFormat& format);
// The content types of unary calls and of streams, for the header `accept-post`.
inline constexpr std::string_view kUnaryTypes = "application/json, application/proto";
inline constexpr std::string_view kStreamTypes =
    "application/connect+json, application/connect+proto";

// Parses a value of the header `connect-timeout-ms`. BAD_FIELD if it is not a number of at most ten
// digits.
absl::StatusOr<std::chrono::milliseconds> ParseTimeout(std::string_view value);

// Returns the HTTP status with which a unary call ends.
int HttpStatusOf(absl::StatusCode code);
// Returns how many seconds a client should wait before it tries again; std::nullopt if the status
// does not say so.
std::optional<int64_t> RetryAfterSeconds(const RpcStatus& status);

// Returns an error as JSON: `{"code":"invalid_argument","message":"…","details":[…]}`. Each detail
// has the field `debug` with its contents in proto JSON, for people.
std::string ErrorJson(const RpcStatus& status);
// The headers of initial or trailing metadata, by name and value. A name may occur several times.
using Metadata = absl::InlinedVector<std::pair<std::string_view, std::string_view>, 1>;
// Returns the contents of the last envelope of a stream, with its trailing metadata.
std::string EndOfStreamJson(const RpcStatus& status, const Metadata& trailing);

// The flags of envelopes.
enum class EnvelopeFlag : uint8_t { kMessage = 0, kCompressed = 1, kEndOfStream = 2 };
inline constexpr size_t kEnvelopeBytes = 5;
// Returns the beginning of an envelope with this many bytes.
std::string EnvelopeHeader(EnvelopeFlag flag, size_t bytes);
// Returns the message in `body`, which must be a single envelope; otherwise the error with which
// the call ends: UNIMPLEMENTED if there are no or several messages.
absl::StatusOr<std::string_view> OpenEnvelope(std::string_view body);

// A request that a GET has in its query, after the question mark.
struct GetQuery {
  MessageFormat format;
  // The message, decoded.
  std::string message;
  // Whether the answer is the picture itself (`raw=1`).
  bool is_raw = false;
};
// Parses a query such as `connect=v1&encoding=json&message=%7B%7D`. BAD_FIELD if it is not one.
absl::StatusOr<GetQuery> ParseGetQuery(std::string_view query);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_CONNECT_PROTOCOL_H_
