#ifndef ARBITER_SERVICE_HTTP_HTTP_REQUEST_H_
#define ARBITER_SERVICE_HTTP_HTTP_REQUEST_H_

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "service/calls/rpc.h"
#include "service/http/connect_protocol.h"
#include "service/http/http_methods.h"

namespace arbiter {

// The headers of an HTTP request.
using HttpHead = boost::beast::http::request_header<boost::beast::http::fields>;

// What a request for a method says before its body.
struct HttpCall {
  std::string path;
  MessageFormat format;
  // Converts the messages; nullptr if they are in the wire format.
  const Codec* codec = nullptr;
  Rpc::Time deadline = Rpc::Time::max();
  // The message of a GET.
  std::optional<std::string> message = std::nullopt;
  // Whether the answer is the picture itself.
  bool is_raw = false;
  HttpHead head;
};

// An answer that needs no call.
struct HttpAnswer {
  int status;
  std::string content_type;
  std::string body = {};
  // A body with static storage duration, in place of the other one.
  std::string_view page = {};
  // Further header lines, each with its line break.
  std::string headers = {};
};

// Returns a text of Beast.
inline std::string_view View(const boost::beast::string_view& text) {
  return {text.data(), text.size()};
}

// Decides what to do with a request of HTTP/1.1 that has arrived up to its body.
std::variant<HttpCall, HttpAnswer> RouteCall(const HttpMethods& methods, HttpHead head);

// Returns the answer to a call that fails with `error` before it begins. A client that expects a
// stream looks for the error only at its end, so it gets a stream that ends at once.
HttpAnswer RefusalAnswer(const HttpHead& head, const RpcStatus& error);

// Returns an answer that is an error, as Connect writes it.
HttpAnswer ErrorAnswer(int status, absl::StatusCode code, std::string message);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_REQUEST_H_
