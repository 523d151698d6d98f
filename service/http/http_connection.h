#ifndef ARBITER_SERVICE_HTTP_HTTP_CONNECTION_H_
#define ARBITER_SERVICE_HTTP_HTTP_CONNECTION_H_

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/http/parser.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "service/calls/rpc.h"
#include "service/http/byte_stream.h"
#include "service/http/http_body.h"
#include "service/http/http_request.h"
#include "service/http/http_site.h"
#include "service/limits.h"
#include "service/net/connections.h"

namespace arbiter {

class HttpRpc;

// The header `date`, which is made once a second.
class HttpDate {
 public:
  // Returns the header with its line break.
  const std::string& Line();

 private:
  std::string line_;
  std::chrono::system_clock::time_point valid_until_;
};

// The bytes of request bodies that have not arrived completely, in all and of each client.
class IncompleteBodies {
 public:
  // `client` is Connection::client_key.
  void Add(const std::string& client, size_t bytes);
  void Remove(const std::string& client, size_t bytes);
  // Whether there are too many bytes, in all or of this client.
  bool IsFull(const std::string& client) const;
  bool empty() const { return total_ == 0; }

 private:
  size_t total_ = 0;
  absl::flat_hash_map<std::string, size_t> of_client_;
};

// What all connections of the door for HTTP share.
struct HttpEnvironment {
  const Limits& limits;
  const HttpSite& site;
  AcceptRpc accept;
  // Whether connections close after their next response.
  bool is_draining = false;
  IncompleteBodies bodies = {};
  HttpDate date = {};
};

// One connection of the door for HTTP, which serves one request after another. All functions must
// be called by the thread of the door.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Time = Rpc::Time;

  // `environment` and `io` must outlive the connection.
  HttpConnection(HttpEnvironment* environment, boost::asio::io_context* io,
                 std::unique_ptr<ByteStream> stream, ConnectionPtr connection);
  ~HttpConnection();

  // Begins to serve.
  void Open();
  // Ends the connection; its RPC is cancelled.
  void Close();
  // Whether nothing more will happen.
  bool is_over() const { return is_closed_ && rpc_ == nullptr; }
  // Does what is due at this time.
  void OnTime(Time now);

  boost::asio::io_context::executor_type executor() const { return io_.get_executor(); }
  const ConnectionPtr& connection() const { return connection_; }
  std::vector<std::string> CertificateNames() const { return stream_->CertificateNames(); }

  // The following are for the open RPC.

  void OpenRpc(HttpRpc* rpc) { rpc_ = rpc; }
  void ForgetRpc();
  void ReadMessage();
  // Sends the headers of a stream, as soon as its request has arrived.
  void SendHead();
  void WriteMessage(std::string message);
  // Ends the RPC, with a last message unless that is nullptr.
  void Finish(const RpcStatus& status, std::string* message);
  void CancelRpc();

 private:
  using Parser = boost::beast::http::request_parser<HttpBody>;

  enum class State {
    // TLS shakes hands.
    kOpening,
    // The headers of a request are awaited.
    kHead,
    // A request is being answered.
    kAnswering,
    // Everything has been sent, and the rest of what the client sends is dropped.
    kEnding,
  };

  // Starts a read unless one is pending, or too much is waiting to be parsed.
  void Read();
  void OnRead(bool ok, std::string_view bytes);
  // Continues with what has arrived.
  void Parse();
  void ParseHead();
  void BeginRequest();
  void Answer(const HttpAnswer& answer);
  // Parses the body. Returns true once the body is complete. Refuses the request if it is not valid
  // or too long.
  bool ParseBody();
  // Parses what has arrived of the body.
  void ParseInput(boost::system::error_code* error);
  void ReportMessage();
  // Counts the body of the request no more among HttpEnvironment::bodies.
  void UncountBody();
  // Returns what is wrong with a body that is longer than a message may be.
  std::string TooLongText() const;
  // Refuses the request, and cancels its call.
  void FailRequest(absl::StatusCode code, std::string message);
  // Returns the response line and headers, up to the empty line.
  std::string MakeHead(int status, std::string_view content_type, std::string_view headers,
                       std::optional<size_t> content_length);
  // Drops what has arrived of a body that nobody has read, and decides whether another request may
  // follow on the connection.
  void DropUnreadBody();
  // Sends the headers of a stream, unless they have been sent.
  void SendHeadNow();
  // Sends bytes, then calls `done` unless it is null.
  void Send(std::string bytes, std::function<void(bool ok)> done = nullptr);
  void WriteSome();
  void OnWritten(bool ok, size_t bytes);
  // Called when everything of a response has been sent, or cannot be sent.
  void EndResponse(bool ok);
  // Goes on with the next request, or ends the connection.
  void BeginNext();
  void BeginEnding();

  HttpEnvironment& environment_;
  boost::asio::io_context& io_;
  const std::unique_ptr<ByteStream> stream_;
  const ConnectionPtr connection_;
  State state_ = State::kOpening;
  bool is_closed_ = false;
  // When the connection is closed unless it has made progress.
  Time deadline_;
  bool reading_ = false;
  // What has arrived and is not parsed yet.
  std::string input_;
  std::optional<Parser> parser_;
  // Whether a part of the request has arrived, and the size of its headers so far.
  bool has_begun_ = false;
  size_t head_bytes_ = 0;
  // The RPC of the current request; nullptr if there is none.
  HttpRpc* rpc_ = nullptr;
  bool awaits_message_ = false;
  bool has_read_message_ = false;
  bool is_cancelled_ = false;
  // Whether the headers of a stream are to be sent, and have been sent.
  bool wants_head_ = false;
  bool has_sent_head_ = false;
  bool keeps_open_ = false;
  bool is_head_request_ = false;
  // Whether the client waits for permission to send the body.
  bool expects_continue_ = false;
  // See HttpSite::OriginHeaders().
  std::string origin_headers_;
  // The error with which the request ends, whatever its call says.
  std::optional<RpcStatus> failure_;
  // The bytes of the body that HttpEnvironment::bodies counts.
  size_t counted_bytes_ = 0;
  size_t dropped_bytes_ = 0;

  // Bytes to send: a part of a response or, if it is not empty, a page.
  struct Output {
    std::string bytes = {};
    std::string_view page = {};
    std::function<void(bool ok)> done = nullptr;

    std::string_view view() const { return page.empty() ? std::string_view(bytes) : page; }
  };
  std::deque<Output> output_;
  size_t written_bytes_ = 0;
  bool writing_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_CONNECTION_H_
