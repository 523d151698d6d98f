#include "service/http/http_request.h"

#include <boost/beast/http/verb.hpp>
#include <chrono>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/errors.h"

namespace arbiter {
namespace {

namespace http = boost::beast::http;

std::string_view Header(const HttpHead& head, std::string_view name) {
  return View(head[boost::beast::string_view(name.data(), name.size())]);
}

// Caches may otherwise keep some errors.
constexpr std::string_view kNoStore = "cache-control: no-store\r\n";

HttpAnswer Refuse(const HttpHead& head, const absl::Status& status) {
  const google::rpc::Status rpc = ToRpcStatus(status, "");
  return RefusalAnswer(
      head, {.code = status.code(), .message = rpc.message(), .details = rpc.SerializeAsString()});
}

HttpAnswer NotAllowed(std::string_view methods, std::string message) {
  HttpAnswer answer = ErrorAnswer(405, absl::StatusCode::kUnimplemented, std::move(message));
  StrAppend(&answer.headers, "allow: ", methods, "\r\n");
  return answer;
}

// Checks the headers that every call may have.
absl::Status ReadCommonHeaders(const HttpHead& head, HttpCall* call) {
  if (const std::string_view timeout = Header(head, "connect-timeout-ms"); !timeout.empty()) {
    ARBITER_ASSIGN_OR_RETURN(const auto left, ParseTimeout(timeout));
    call->deadline = std::chrono::steady_clock::now() + left;
  }
  const std::string_view version = Header(head, "connect-protocol-version");
  if (!version.empty() && version != "1") {
    return MakeError(ErrorReason::kBadField,
                     StrCat("the header connect-protocol-version is ", Quoted(version),
                            "; this server speaks version 1"));
  }
  return absl::OkStatus();
}

absl::Status CheckEncoding(std::string_view encoding) {
  if (encoding.empty() || encoding == "identity") return absl::OkStatus();
  return MakeError(ErrorReason::kUnimplemented,
                   StrCat("unknown compression ", Quoted(encoding), "; supported: identity"));
}

std::variant<HttpCall, HttpAnswer> ReadPost(const HttpMethod& method, HttpCall call) {
  const auto format = ParseContentType(Header(call.head, "content-type"));
  if (!format || format->is_stream != method.is_stream()) {
    const std::string_view types = method.is_stream() ? kStreamTypes : kUnaryTypes;
    HttpAnswer answer =
        ErrorAnswer(415, absl::StatusCode::kUnimplemented,
                    StrCat("the content-type of a call of ", method.name(), " is one of ", types,
                           "; this one is ", Quoted(Header(call.head, "content-type"))));
    StrAppend(&answer.headers, "accept-post: ", types, "\r\n");
    return answer;
  }
  call.format = *format;
  call.codec = method.CodecForPost(*format);
  const std::string_view encoding =
      format->is_stream ? "connect-content-encoding" : "content-encoding";
  if (const absl::Status status = CheckEncoding(Header(call.head, encoding)); !status.ok()) {
    return Refuse(call.head, status);
  }
  return call;
}

std::variant<HttpCall, HttpAnswer> ReadGet(const HttpMethod& method, std::string_view query,
                                           HttpCall call) {
  if (!method.allows_get()) {
    return NotAllowed("POST", StrCat(method.name(), " is called with POST"));
  }
  absl::StatusOr<GetQuery> get = ParseGetQuery(query);
  if (!get.ok()) return Refuse(call.head, get.status());
  if (get->is_raw && !method.has_picture()) {
    return Refuse(call.head, MakeError(ErrorReason::kBadField,
                                       "raw=1 is for RenderBoard, whose answer is a picture"));
  }
  call.format = get->format;
  call.codec = method.CodecForGet(*get);
  call.is_raw = get->is_raw;
  call.message = std::move(get->message);
  return call;
}

}  // namespace

HttpAnswer RefusalAnswer(const HttpHead& head, const RpcStatus& error) {
  const std::optional<MessageFormat> format = ParseContentType(Header(head, "content-type"));
  // The content type of a GET says nothing.
  if (!format || !format->is_stream || head.method() == http::verb::get) {
    return {.status = HttpStatusOf(error.code),
            .content_type = "application/json",
            .body = ErrorJson(error),
            .headers = std::string(kNoStore)};
  }
  const std::string end = EndOfStreamJson(error, {});
  return {.status = 200,
          .content_type = std::string(ContentTypeOf(*format)),
          .body = EnvelopeHeader(EnvelopeFlag::kEndOfStream, end.size()) + end,
          .headers = std::string(kNoStore)};
}

HttpAnswer ErrorAnswer(int status, absl::StatusCode code, std::string message) {
  return {.status = status,
          .content_type = "application/json",
          .body = ErrorJson({.code = code, .message = std::move(message)}),
          .headers = std::string(kNoStore)};
}

std::variant<HttpCall, HttpAnswer> RouteCall(const HttpMethods& methods, HttpHead head) {
  const std::string target(View(head.target()));
  const size_t question_mark = std::min(target.find('?'), target.size());
  HttpCall call;
  call.path = target.substr(0, question_mark);
  const HttpMethod* const method = methods.Find(call.path);
  if (method == nullptr) {
    return ErrorAnswer(
        404, absl::StatusCode::kUnimplemented,
        StrCat("there is nothing at ", Quoted(call.path), "; /openapi.json describes all methods"));
  }
  if (!method->takes_one_message()) {
    const std::string instead = method->name() == "Session"
                                    ? "call Analyze, or Session through gRPC"
                                    : "send the items one by one, or in a Batch through gRPC";
    return RefusalAnswer(head,
                         {.code = absl::StatusCode::kUnimplemented,
                          .message = StrCat(method->name(),
                                            " needs both directions at once, which HTTP/1.1 does "
                                            "not have; ",
                                            instead)});
  }
  const http::verb verb = head.method();
  call.head = std::move(head);
  if (const absl::Status status = ReadCommonHeaders(call.head, &call); !status.ok()) {
    return Refuse(call.head, status);
  }
  if (verb == http::verb::post) return ReadPost(*method, std::move(call));
  if (verb == http::verb::get) {
    return ReadGet(*method,
                   std::string_view(target).substr(std::min(question_mark + 1, target.size())),
                   std::move(call));
  }
  return NotAllowed(method->allows_get() ? "GET, POST" : "POST",
                    StrCat(method->name(), " is called with POST"));
}

}  // namespace arbiter
