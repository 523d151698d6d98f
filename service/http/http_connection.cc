#include "service/http/http_connection.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/verb.hpp>
#include <utility>
#include <variant>

#include "absl/time/time.h"
#include "core/base/strings.h"
#include "service/http/http_rpc.h"

namespace arbiter {
namespace {

namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

// The maximum size of the headers of a request, and their maximum number: each takes more memory
// than its bytes.
constexpr uint32_t kMaxHeadBytes = 16 * 1024;
constexpr ptrdiff_t kMaxHeaders = 100;
// What a client may send before its previous request is answered.
constexpr size_t kMaxWaitingBytes = 64 * 1024;
// The maximum sizes of all bodies that have not arrived completely, and of those of one client. A
// small body is always received.
constexpr size_t kMaxBodyBytes = 64 << 20;
constexpr size_t kMaxBodyBytesOfClient = 8 << 20;
constexpr size_t kSmallBodyBytes = 16 * 1024;
// What is read and dropped after the last response, so that a client that is still sending a
// request that is too long can read it.
constexpr size_t kMaxDroppedBytes = 16 << 20;
// The maximum time for a handshake or for headers, between two requests, without progress of a
// response, and for the client to close its side.
constexpr seconds kHeadTimeout(10);
constexpr seconds kIdleTimeout(60);
constexpr seconds kWriteTimeout(30);
constexpr seconds kEndTimeout(2);

std::string_view ReasonPhrase(int status) {
  constexpr int kClientClosedRequest = 499;
  if (status == kClientClosedRequest) return "Client Closed Request";
  return View(http::obsolete_reason(static_cast<http::status>(status)));
}

// Returns a chunk of a chunked response.
std::string Chunk(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string size;
  for (size_t rest = bytes.size(); rest > 0; rest /= 16) size.insert(0, 1, kDigits[rest % 16]);
  return StrCat(size, "\r\n", bytes, "\r\n");
}
constexpr std::string_view kLastChunk = "0\r\n\r\n";

// Returns the header lines of metadata, with a prefix before each name.
std::string HeaderLines(const Metadata& metadata, std::string_view prefix = "") {
  std::string lines;
  for (const auto& [name, value] : metadata) StrAppend(&lines, prefix, name, ": ", value, "\r\n");
  return lines;
}

// Returns the refusal of a request that is not acceptable; std::nullopt if it is. What proxies and
// servers could read differently is refused, because requests could otherwise be smuggled past a
// proxy.
std::optional<HttpAnswer> FindFault(const HttpHead& head) {
  const auto refuse = [](int status, std::string_view why) {
    return ErrorAnswer(status, absl::StatusCode::kInvalidArgument, std::string(why));
  };
  if (std::distance(head.begin(), head.end()) > kMaxHeaders) {
    return ErrorAnswer(431, absl::StatusCode::kResourceExhausted,
                       StrCat("the request has more than ", kMaxHeaders, " headers"));
  }
  const size_t codings = head.count(http::field::transfer_encoding);
  const size_t lengths = head.count(http::field::content_length);
  if (head.version() != 11 && head.version() != 10) {
    return refuse(505, "this server speaks HTTP/1.1; gRPC is on another port");
  }
  if (head.version() == 11 && head.count(http::field::host) != 1) {
    return refuse(400, "the request must have one header `host`");
  }
  if (lengths > 1 || codings > 1) return refuse(400, "the length of the body is given twice");
  if (lengths > 0 && codings > 0) {
    return refuse(400, "`content-length` and `transfer-encoding` exclude each other");
  }
  const std::string_view length = View(head[http::field::content_length]);
  if (length.find_first_not_of("0123456789") != std::string_view::npos) {
    return refuse(400, "the length of the body is not a number");
  }
  const bool is_chunked = boost::beast::iequals("chunked", head[http::field::transfer_encoding]);
  if (codings > 0 && (head.version() == 10 || !is_chunked)) {
    return refuse(501, "the only transfer coding is `chunked`, in HTTP/1.1");
  }
  const auto expectation = head[http::field::expect];
  if (!expectation.empty() && !boost::beast::iequals("100-continue", expectation)) {
    return refuse(417, "the only expectation is `100-continue`");
  }
  return std::nullopt;
}

// Returns the path and query of a target that is a whole URL; empty if it is none.
std::string PathOfUrl(std::string_view target) {
  const size_t scheme = target.find("://");
  if (target.starts_with("/") || scheme == std::string_view::npos) return "";
  const size_t path = target.find('/', scheme + 3);
  return path == std::string_view::npos ? "/" : std::string(target.substr(path));
}

}  // namespace

const std::string& HttpDate::Line() {
  const auto now = std::chrono::system_clock::now();
  if (now >= valid_until_) {
    valid_until_ = std::chrono::floor<seconds>(now) + seconds(1);
    const std::string time =
        absl::FormatTime("%a, %d %b %Y %H:%M:%S GMT", absl::FromChrono(now), absl::UTCTimeZone());
    line_ = StrCat("date: ", time, "\r\n");
  }
  return line_;
}

void IncompleteBodies::Add(const std::string& client, size_t bytes) {
  if (bytes == 0) return;
  total_ += bytes;
  of_client_[client] += bytes;
}

void IncompleteBodies::Remove(const std::string& client, size_t bytes) {
  if (bytes == 0) return;
  total_ -= bytes;
  const auto found = of_client_.find(client);
  found->second -= bytes;
  if (found->second == 0) of_client_.erase(found);
}

bool IncompleteBodies::IsFull(const std::string& client) const {
  const auto found = of_client_.find(client);
  return total_ > kMaxBodyBytes ||
         (found != of_client_.end() && found->second > kMaxBodyBytesOfClient);
}

HttpConnection::HttpConnection(HttpEnvironment* environment, boost::asio::io_context* io,
                               std::unique_ptr<ByteStream> stream, ConnectionPtr connection)
    : environment_(*environment),
      io_(*io),
      stream_(std::move(stream)),
      connection_(std::move(connection)) {}

HttpConnection::~HttpConnection() = default;

void HttpConnection::Open() {
  deadline_ = Clock::now() + kHeadTimeout;
  stream_->Open([self = shared_from_this()](bool ok) {
    if (self->is_closed_) return;
    if (!ok) return self->Close();
    self->state_ = State::kHead;
    self->Parse();
  });
}

void HttpConnection::Close() {
  if (std::exchange(is_closed_, true)) return;
  stream_->Close();
  CancelRpc();
  if (!writing_) {
    boost::asio::post(io_, [self = shared_from_this()] { self->OnWritten(false, 0); });
  }
}

void HttpConnection::OnTime(Time now) {
  const bool is_waiting = state_ != State::kAnswering || writing_;
  if (!is_closed_ && is_waiting && now >= deadline_) Close();
  // Nothing is read while too much waits to be parsed.
  if (!is_closed_ && state_ == State::kAnswering && !reading_ && stream_->HasPeerClosed()) Close();
  if (rpc_ == nullptr) return;
  if (!is_cancelled_ && now >= rpc_->deadline()) CancelRpc();
  if (rpc_ != nullptr) rpc_->ReportTick(now);
}

void HttpConnection::Read() {
  if (reading_ || is_closed_) return;
  if (state_ == State::kAnswering && input_.size() >= kMaxWaitingBytes) return;
  reading_ = true;
  stream_->Read(
      [self = shared_from_this()](bool ok, std::string_view bytes) { self->OnRead(ok, bytes); });
}

void HttpConnection::OnRead(bool ok, std::string_view bytes) {
  reading_ = false;
  if (is_closed_) return;
  // A client that sends nothing more counts as gone.
  if (!ok) return Close();
  if (state_ == State::kEnding) {
    dropped_bytes_ += bytes.size();
    if (dropped_bytes_ > kMaxDroppedBytes) return Close();
    return Read();
  }
  input_.append(bytes);
  Parse();
}

void HttpConnection::Parse() {
  if (state_ == State::kHead) {
    ParseHead();
  } else if (awaits_message_) {
    if (ParseBody()) {
      ReportMessage();
    } else {
      Read();
    }
  } else {
    // This read notices when the client goes away.
    Read();
  }
}

void HttpConnection::ParseHead() {
  if (!parser_) {
    parser_.emplace();
    parser_->header_limit(kMaxHeadBytes);
    parser_->body_limit(static_cast<uint64_t>(environment_.limits.max_message_bytes) +
                        kEnvelopeBytes);
    parser_->eager(false);
    head_bytes_ = 0;
    has_begun_ = keeps_open_ = is_head_request_ = false;
    origin_headers_.clear();
    deadline_ = Clock::now() + kIdleTimeout;
  }
  if (input_.empty()) {
    // A client may send nothing more for a long time.
    if (input_.capacity() > kMaxHeadBytes) input_ = std::string();
    return Read();
  }
  if (!std::exchange(has_begun_, true)) deadline_ = Clock::now() + kHeadTimeout;
  boost::system::error_code error;
  const size_t parsed = parser_->put(boost::asio::buffer(input_), error);
  input_.erase(0, parsed);
  head_bytes_ += parsed;
  const bool is_too_long = head_bytes_ + input_.size() > kMaxHeadBytes;
  if (error == http::error::header_limit || (is_too_long && !parser_->is_header_done())) {
    state_ = State::kAnswering;
    return Answer(ErrorAnswer(
        431, absl::StatusCode::kResourceExhausted,
        StrCat("the request line and headers have more than ", kMaxHeadBytes, " bytes")));
  }
  if (error == http::error::need_more) return Read();
  if (error == http::error::body_limit) {
    state_ = State::kAnswering;
    const HttpHead& head = parser_->get().base();
    origin_headers_ = environment_.site.OriginHeaders(head);
    return Answer(RefusalAnswer(
        head, {.code = absl::StatusCode::kResourceExhausted, .message = TooLongText()}));
  }
  if (error) {
    state_ = State::kAnswering;
    return Answer(ErrorAnswer(400, absl::StatusCode::kInvalidArgument,
                              StrCat("the request is not valid HTTP/1.1: ", error.message())));
  }
  if (!parser_->is_header_done()) return ParseHead();
  BeginRequest();
}

void HttpConnection::BeginRequest() {
  state_ = State::kAnswering;
  const bool is_old = parser_->get().version() == 10;
  keeps_open_ = parser_->keep_alive() && !is_old;
  HttpHead head = std::move(parser_->get().base());
  // Proxies may be sent a whole URL, which servers have to accept as well (RFC 9112, 3.2.2).
  if (const std::string path = PathOfUrl(View(head.target())); !path.empty()) head.target(path);
  is_head_request_ = head.method() == http::verb::head;
  expects_continue_ = !head[http::field::expect].empty() && !is_old;
  origin_headers_ = environment_.site.OriginHeaders(head);
  const bool is_get = head.method() == http::verb::get;
  if (const std::optional<HttpAnswer> fault = FindFault(head)) {
    keeps_open_ = false;
    return Answer(*fault);
  }
  std::variant<HttpCall, HttpAnswer> routed = environment_.site.Route(std::move(head));
  if (const auto* answer = std::get_if<HttpAnswer>(&routed)) return Answer(*answer);
  if (std::get<HttpCall>(routed).format.is_stream && is_old) {
    return Answer(ErrorAnswer(505, absl::StatusCode::kUnimplemented,
                              "a stream needs chunks, which HTTP/1.0 does not have"));
  }
  if (is_get && !parser_->is_done()) {
    keeps_open_ = false;
    return Answer(ErrorAnswer(400, absl::StatusCode::kInvalidArgument,
                              "a GET has no body; the request is in the URL"));
  }
  environment_.accept(
      std::make_unique<HttpRpc>(shared_from_this(), std::get<HttpCall>(std::move(routed))));
  // Notices when the client goes away.
  Read();
}

void HttpConnection::Answer(const HttpAnswer& answer) {
  DropUnreadBody();
  const size_t size = answer.body.size() + answer.page.size();
  std::string bytes = MakeHead(answer.status, answer.content_type, answer.headers,
                               answer.status == 204 ? std::nullopt : std::optional(size));
  if (!is_head_request_) bytes += answer.body;
  const auto done = [this](bool ok) { EndResponse(ok); };
  if (is_head_request_ || answer.page.empty()) return Send(std::move(bytes), done);
  // A page is sent from where it is, so that a client that does not read it costs nothing.
  Send(std::move(bytes));
  output_.push_back({.page = answer.page, .done = done});
}

void HttpConnection::ReadMessage() {
  const auto report = [this](std::optional<std::string> message) {
    boost::asio::post(io_, [self = shared_from_this(), message = std::move(message)]() mutable {
      self->rpc_->ReportRead(message ? &*message : nullptr);
    });
  };
  if (is_cancelled_ || std::exchange(has_read_message_, true)) return report(std::nullopt);
  if (rpc_->call().message) return report(rpc_->call().message);
  awaits_message_ = true;
  if (expects_continue_) Send("HTTP/1.1 100 Continue\r\n\r\n");
  // The body may have arrived with the headers.
  boost::asio::post(io_, [self = shared_from_this()] {
    if (self->awaits_message_) self->Parse();
  });
}

std::string HttpConnection::TooLongText() const {
  return StrCat("the message has more than ", environment_.limits.max_message_bytes, " bytes");
}

bool HttpConnection::ParseBody() {
  boost::system::error_code error;
  ParseInput(&error);
  const size_t size = parser_->get().body().size();
  environment_.bodies.Add(connection_->client_key, size - counted_bytes_);
  counted_bytes_ = size;
  if (error == http::error::body_limit) {
    FailRequest(absl::StatusCode::kResourceExhausted, TooLongText());
  } else if (error && error != http::error::need_more) {
    FailRequest(absl::StatusCode::kInvalidArgument,
                StrCat("the body is not valid HTTP/1.1: ", error.message()));
  } else if (parser_->is_done()) {
    return true;
  } else if (input_.size() > kMaxHeadBytes) {
    // Beast waits for the end of a line between chunks, however long it is.
    FailRequest(absl::StatusCode::kInvalidArgument,
                StrCat("a line between chunks has more than ", kMaxHeadBytes, " bytes"));
  } else if (size > kSmallBodyBytes && environment_.bodies.IsFull(connection_->client_key)) {
    FailRequest(absl::StatusCode::kResourceExhausted,
                "the server is receiving too many long requests; try again later");
  }
  return false;
}

void HttpConnection::ParseInput(boost::system::error_code* error) {
  // Each call of the parser consumes one chunk.
  std::string_view rest = input_;
  while (!parser_->is_done() && !rest.empty()) {
    const size_t parsed = parser_->put(boost::asio::buffer(rest.data(), rest.size()), *error);
    rest.remove_prefix(parsed);
    if (parsed == 0 || (*error && *error != http::error::need_more)) break;
  }
  input_.erase(0, input_.size() - rest.size());
}

void HttpConnection::ReportMessage() {
  awaits_message_ = false;
  UncountBody();
  if (wants_head_) SendHead();
  std::string body = std::move(parser_->get().body());
  rpc_->ReportRead(&body);
  Read();
}

void HttpConnection::FailRequest(absl::StatusCode code, std::string message) {
  failure_ = {.code = code, .message = std::move(message)};
  keeps_open_ = false;
  CancelRpc();
}

void HttpConnection::CancelRpc() {
  if (rpc_ == nullptr || std::exchange(is_cancelled_, true)) return;
  UncountBody();
  // Reporting can end the RPC, but not before the pending read has been reported.
  HttpRpc* const rpc = rpc_;
  const bool was_awaited = std::exchange(awaits_message_, false);
  rpc->ReportCancelled();
  if (was_awaited) rpc->ReportRead(nullptr);
}

void HttpConnection::UncountBody() {
  environment_.bodies.Remove(connection_->client_key, std::exchange(counted_bytes_, 0));
}

void HttpConnection::SendHead() {
  // The permission to send the body must come first.
  wants_head_ = true;
  if (has_read_message_ && !awaits_message_) SendHeadNow();
}

void HttpConnection::SendHeadNow() {
  if (std::exchange(has_sent_head_, true)) return;
  keeps_open_ = keeps_open_ && !environment_.is_draining;
  Send(MakeHead(200, ContentTypeOf(rpc_->call().format), HeaderLines(rpc_->initial_metadata()),
                std::nullopt));
}

void HttpConnection::WriteMessage(std::string message) {
  SendHeadNow();
  Send(Chunk(message), [this](bool ok) { rpc_->ReportWrite(ok); });
}

void HttpConnection::Finish(const RpcStatus& result, std::string* message) {
  const RpcStatus& status = failure_ ? *failure_ : result;
  const HttpCall& call = rpc_->call();
  std::string bytes;
  DropUnreadBody();
  if (call.format.is_stream) {
    SendHeadNow();
    if (message != nullptr) bytes = Chunk(*message);
    const std::string end = EndOfStreamJson(status, rpc_->trailing_metadata());
    StrAppend(&bytes, Chunk(EnvelopeHeader(EnvelopeFlag::kEndOfStream, end.size()) + end),
              kLastChunk);
  } else {
    std::string headers =
        HeaderLines(rpc_->initial_metadata()) + HeaderLines(rpc_->trailing_metadata(), "trailer-");
    const bool is_ok = status.code == absl::StatusCode::kOk && message != nullptr;
    std::string_view type = "application/json";
    if (is_ok) type = call.is_raw ? "image/svg+xml" : ContentTypeOf(call.format);
    if (is_ok && call.message) {
      headers += environment_.site.cache_headers();
    } else {
      headers += "cache-control: no-store\r\n";
    }
    if (is_ok && call.is_raw) {
      // A picture that is opened by itself must run nothing.
      headers += "content-security-policy: default-src 'none'; style-src 'unsafe-inline'\r\n";
    }
    if (const auto wait = is_ok ? std::nullopt : RetryAfterSeconds(status)) {
      StrAppend(&headers, "retry-after: ", *wait, "\r\n");
    }
    const std::string body = is_ok ? std::move(*message) : ErrorJson(status);
    bytes = MakeHead(is_ok ? 200 : HttpStatusOf(status.code), type, headers, body.size());
    bytes += body;
  }
  Send(std::move(bytes), [this](bool ok) { EndResponse(ok); });
}

std::string HttpConnection::MakeHead(int status, std::string_view content_type,
                                     std::string_view headers,
                                     std::optional<size_t> content_length) {
  std::string head = StrCat("HTTP/1.1 ", status, " ", ReasonPhrase(status), "\r\n");
  if (!content_type.empty()) {
    StrAppend(&head, "content-type: ", content_type, "\r\nx-content-type-options: nosniff\r\n");
  }
  if (content_length) {
    StrAppend(&head, "content-length: ", *content_length, "\r\n");
  } else if (status != 204) {
    head += "transfer-encoding: chunked\r\n";
  }
  if (!keeps_open_) head += "connection: close\r\n";
  StrAppend(&head, environment_.date.Line(), origin_headers_, headers, "\r\n");
  return head;
}

void HttpConnection::DropUnreadBody() {
  keeps_open_ = keeps_open_ && !environment_.is_draining;
  if (!keeps_open_) return;
  // A body that nobody has read is dropped if it has arrived. Otherwise, what arrives later must
  // not be taken for the next request.
  boost::system::error_code error;
  ParseInput(&error);
  keeps_open_ = parser_->is_done();
}

void HttpConnection::Send(std::string bytes, std::function<void(bool ok)> done) {
  output_.push_back({.bytes = std::move(bytes), .done = std::move(done)});
  if (is_closed_ && !writing_) {
    boost::asio::post(io_, [self = shared_from_this()] { self->OnWritten(false, 0); });
  } else if (!writing_) {
    WriteSome();
  }
}

void HttpConnection::WriteSome() {
  deadline_ = Clock::now() + kWriteTimeout;
  writing_ = true;
  stream_->Write(output_.front().view().substr(written_bytes_),
                 [self = shared_from_this()](bool ok, size_t bytes) {
                   self->writing_ = false;
                   self->OnWritten(ok && !self->is_closed_, bytes);
                 });
}

void HttpConnection::OnWritten(bool ok, size_t bytes) {
  if (!ok) {
    Close();
    // What is reported here can send more, which fails as well.
    while (!output_.empty()) {
      const std::function<void(bool)> done = std::move(output_.front().done);
      output_.pop_front();
      if (done) done(false);
    }
    return;
  }
  written_bytes_ += bytes;
  if (written_bytes_ >= output_.front().view().size()) {
    written_bytes_ = 0;
    const std::function<void(bool)> done = std::move(output_.front().done);
    output_.pop_front();
    if (done) done(true);
  }
  if (!output_.empty() && !writing_ && !is_closed_) WriteSome();
}

void HttpConnection::EndResponse(bool ok) {
  keeps_open_ = keeps_open_ && ok;
  if (rpc_ == nullptr) return BeginNext();
  UncountBody();
  HttpRpc* const rpc = rpc_;
  if (std::exchange(awaits_message_, false)) rpc->ReportRead(nullptr);
  rpc->ReportFinished();
}

void HttpConnection::ForgetRpc() {
  rpc_ = nullptr;
  boost::asio::post(io_, [self = shared_from_this()] { self->BeginNext(); });
}

void HttpConnection::BeginNext() {
  if (is_closed_) return;
  if (!keeps_open_) return BeginEnding();
  parser_.reset();
  failure_.reset();
  has_read_message_ = is_cancelled_ = has_sent_head_ = wants_head_ = false;
  state_ = State::kHead;
  ParseHead();
}

void HttpConnection::BeginEnding() {
  state_ = State::kEnding;
  deadline_ = Clock::now() + kEndTimeout;
  input_.clear();
  parser_.reset();
  stream_->EndWriting();
  Read();
}

}  // namespace arbiter
