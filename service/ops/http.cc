#include "service/ops/http.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/verb.hpp>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "core/base/strings.h"
#include "service/access/fair_share_key.h"
#include "service/net/address.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"

namespace arbiter {
namespace {

namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;

constexpr char kPlainText[] = "text/plain; charset=utf-8";
constexpr char kMetricsText[] = "text/plain; version=0.0.4; charset=utf-8";

// ConnectionCap() reserves descriptors for these connections.
constexpr size_t kMaxHttpConnections = 32;
constexpr std::chrono::seconds kMaxHttpAge(10);
// The maximum number of texts of /metrics that are kept for clients that are slow to read them.
constexpr size_t kMaxTexts = 8;
// How many connections are accepted before existing ones get their turn.
constexpr int kAcceptBatch = 8;
// The maximum size of a request without its body.
constexpr uint32_t kMaxHeaderBytes = 8 << 10;
// How much of a request is read before other connections get their turn.
constexpr size_t kReadBytes = 4 << 10;
// How much of a response the kernel buffers. By default, it would copy megabytes for each client
// that reads nothing.
constexpr int kSendBufferBytes = 64 << 10;
// How often the ages of connections are checked.
constexpr int kAgeCheckMs = 500;
// How long to wait before accepting again when descriptors or memory have run out.
constexpr std::chrono::milliseconds kAcceptRetry(50);

// A response as it is sent. Connections share it.
struct HttpResponse {
  std::string text;
  // The size of the part of `text` that answers HEAD.
  size_t head_bytes;
};
using SharedResponse = std::shared_ptr<const HttpResponse>;

// `fields` are further header fields, each ending with CRLF.
SharedResponse MakeResponse(http::status status, std::string_view body,
                            std::string_view content_type = kPlainText,
                            std::string_view fields = "") {
  const auto reason = http::obsolete_reason(status);
  auto response = std::make_shared<HttpResponse>();
  response->text =
      StrCat("HTTP/1.1 ", static_cast<unsigned>(status), " ",
             std::string_view(reason.data(), reason.size()),
             "\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: ", content_type,
             "\r\nContent-Length: ", body.size(), "\r\n", fields, "\r\n");
  response->head_bytes = response->text.size();
  response->text += body;
  return response;
}

// Whether a connection waits for the text of /metrics and, if so, for which one: a text that was
// begun before the request arrived is too old for it.
enum class TextWait { kNo, kForNext, kForCurrent };

// Makes texts on a separate thread, one at a time, for a caller that must not block.
class BackgroundText {
 public:
  // Calls `make` for each text, and `made` when the text is ready, both on the separate thread.
  BackgroundText(std::function<std::string()> make, std::function<void()> made);
  // Waits for `make` to return.
  ~BackgroundText();
  BackgroundText(const BackgroundText&) = delete;
  BackgroundText& operator=(const BackgroundText&) = delete;

  // Starts to make a text. The previous one must have been taken.
  void Begin();
  // Takes the text. Returns std::nullopt if it is not ready, or has been taken.
  std::optional<std::string> Take();

 private:
  void Run();

  const std::function<std::string()> make_;
  const std::function<void()> made_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false;
  bool stopping_ = false;
  std::optional<std::string> text_;
  std::thread thread_;
};

BackgroundText::BackgroundText(std::function<std::string()> make, std::function<void()> made)
    : make_(std::move(make)), made_(std::move(made)), thread_([this] { Run(); }) {}

BackgroundText::~BackgroundText() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundText::Begin() {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = true;
  }
  changed_.notify_all();
}

std::optional<std::string> BackgroundText::Take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(text_, std::nullopt);
}

void BackgroundText::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || wanted_; });
    if (stopping_) return;
    wanted_ = false;
    lock.unlock();
    std::string text = make_();
    lock.lock();
    text_ = std::move(text);
    lock.unlock();
    made_();
    lock.lock();
  }
}

struct HttpConnection {
  Fd socket;
  // Connections with the same FairShareKey() count as those of one client.
  std::string client;
  Clock::time_point accepted = Clock::now();
  http::request_parser<http::empty_body> parser;
  // What has arrived and is not yet parsed.
  std::string input;
  size_t received_bytes = 0;
  TextWait waiting = TextWait::kNo;
  // nullptr until it is known.
  SharedResponse response;
  size_t sent_bytes = 0;
};

// Serves all connections in one event loop. Everything except BackgroundText runs on its thread.
class HttpServerImpl final : public HttpServer {
 public:
  HttpServerImpl(ListenSockets sockets, HttpSources sources)
      : sources_(std::move(sources)),
        sockets_(std::move(sockets)),
        texts_(sources_.metrics, [this] { Wake(); }),
        thread_([this] { Loop(); }) {}

  ~HttpServerImpl() override {
    stopping_ = true;
    Wake();
    thread_.join();
  }

  int port() const override { return sockets_.port(); }

 private:
  void Wake() { eventfd_write(wake_.get(), 1); }

  void Loop() {
    Clock::time_point accept_from = Clock::now();
    while (!stopping_) {
      // A connection that cannot be accepted keeps its socket readable; without a pause, this loop
      // would spin.
      const bool accepts = Clock::now() >= accept_from;
      std::vector<pollfd> polled = {{.fd = wake_.get(), .events = POLLIN, .revents = 0}};
      for (const HttpConnection& connection : connections_) {
        polled.push_back(
            {.fd = connection.socket.get(), .events = AwaitedEvents(connection), .revents = 0});
      }
      const size_t first_socket = polled.size();
      for (const Fd& socket : sockets_.sockets()) {
        if (accepts) polled.push_back({.fd = socket.get(), .events = POLLIN, .revents = 0});
      }
      poll(polled.data(), polled.size(), WaitMs(accepts));
      eventfd_t count = 0;
      eventfd_read(wake_.get(), &count);
      ServeConnections(std::span(polled).subspan(1, connections_.size()));
      AnswerMetrics();
      for (size_t i = first_socket; i < polled.size(); ++i) {
        if (!Accept(polled[i].fd)) accept_from = Clock::now() + kAcceptRetry;
      }
      CloseExpired();
    }
  }

  static int16_t AwaitedEvents(const HttpConnection& connection) {
    if (connection.response != nullptr) return POLLOUT;
    return connection.waiting == TextWait::kNo ? POLLIN : 0;
  }

  // Returns how long the loop may sleep, in milliseconds; -1 for no limit.
  int WaitMs(bool accepts) const {
    if (!accepts) return static_cast<int>(kAcceptRetry.count());
    return connections_.empty() ? -1 : kAgeCheckMs;
  }

  // `polled` are the events of the connections, in their order.
  void ServeConnections(std::span<const pollfd> polled) {
    auto connection = connections_.begin();
    for (const pollfd& events : polled) {
      const bool stays_open = events.revents == 0 || Serve(&*connection);
      connection = stays_open ? std::next(connection) : connections_.erase(connection);
    }
  }

  // Reads or writes what is possible without waiting. Returns false if the connection has ended.
  bool Serve(HttpConnection* connection) {
    if (connection->response != nullptr) return Write(connection);
    // While a connection waits for a text, only its failure is reported.
    return connection->waiting == TextWait::kNo && Read(connection);
  }

  bool Read(HttpConnection* connection) {
    std::array<char, kReadBytes> bytes;
    const ssize_t count = recv(connection->socket.get(), bytes.data(), bytes.size(), 0);
    if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
    connection->received_bytes += static_cast<size_t>(count);
    std::string& input = connection->input;
    input.append(bytes.data(), static_cast<size_t>(count));
    boost::system::error_code error;
    input.erase(0, connection->parser.put(boost::asio::buffer(input), error));
    const bool needs_more = error == http::error::need_more;
    if (needs_more && connection->received_bytes < kMaxHeaderBytes) return true;
    // The parser's own limit applies only to what it has not yet parsed.
    if (needs_more || error == http::error::header_limit) {
      connection->response = too_large_;
    } else if (error) {
      connection->response = malformed_;
    } else {
      Answer(connection);
    }
    return true;
  }

  bool Write(HttpConnection* connection) {
    const HttpResponse& response = *connection->response;
    const bool head_only = connection->parser.get().method() == http::verb::head;
    const size_t size = head_only ? response.head_bytes : response.text.size();
    const ssize_t count =
        send(connection->socket.get(), response.text.data() + connection->sent_bytes,
             size - connection->sent_bytes, MSG_NOSIGNAL);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    connection->sent_bytes += static_cast<size_t>(count);
    if (connection->sent_bytes < size) return true;
    // If input has arrived and is left when the socket is closed, the kernel resets the connection,
    // and the client may lose the response.
    recv(connection->socket.get(), nullptr, kMaxHeaderBytes, MSG_TRUNC | MSG_DONTWAIT);
    return false;
  }

  // Chooses the response to a request.
  void Answer(HttpConnection* connection) {
    const auto& request = connection->parser.get();
    const std::string_view target(request.target().data(), request.target().size());
    const std::string_view path = target.substr(0, target.find('?'));
    if (path != "/metrics" && path != "/healthz" && path != "/readyz") {
      connection->response = not_found_;
    } else if (request.method() != http::verb::get && request.method() != http::verb::head) {
      connection->response = wrong_method_;
    } else if (path == "/healthz") {
      connection->response = sources_.alive() ? ok_ : stuck_;
    } else if (path == "/readyz") {
      connection->response = sources_.ready() ? Ready() : not_ready_;
    } else {
      connection->waiting = TextWait::kForNext;
      BeginText();
    }
  }

  SharedResponse Ready() const {
    const std::string lack = sources_.lack();
    if (lack.empty()) return ready_;
    return MakeResponse(http::status::ok, StrCat("ready, ", lack, "\n"));
  }

  // Accepts connections. Returns false if descriptors or memory have run out.
  bool Accept(int socket) {
    for (int i = 0; i < kAcceptBatch; ++i) {
      SocketAddress peer;
      Fd connection(accept4(socket, peer.get(), &peer.length, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (connection) {
        Add(std::move(connection), peer);
      } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        MakeRoom();
        return false;
      } else if (errno == EAGAIN) {
        return true;
      }
    }
    return true;
  }

  void Add(Fd socket, const SocketAddress& peer) {
    if (connections_.size() >= kMaxHttpConnections) MakeRoom();
    setsockopt(socket.get(), SOL_SOCKET, SO_SNDBUF, &kSendBufferBytes, sizeof(kSendBufferBytes));
    HttpConnection& connection = connections_.emplace_back();
    connection.socket = std::move(socket);
    connection.client = FairShareKey(peer.Uri());
    connection.parser.header_limit(kMaxHeaderBytes);
    // Bodies are not read.
    connection.parser.skip(true);
  }

  // Closes the oldest connection of the client that has the most.
  void MakeRoom() {
    absl::flat_hash_map<std::string_view, size_t> counts;
    for (const HttpConnection& connection : connections_) ++counts[connection.client];
    const auto found =
        std::max_element(connections_.begin(), connections_.end(),
                         [&counts](const HttpConnection& left, const HttpConnection& right) {
                           return counts[left.client] < counts[right.client];
                         });
    if (found != connections_.end()) connections_.erase(found);
  }

  void CloseExpired() {
    const Clock::time_point limit = Clock::now() - kMaxHttpAge;
    while (!connections_.empty() && connections_.front().accepted <= limit) {
      connections_.pop_front();
    }
  }

  // Starts to make a text for the connections that wait, unless one is being made.
  void BeginText() {
    if (making_text_) return;
    for (HttpConnection& connection : connections_) {
      if (connection.waiting == TextWait::kNo) continue;
      connection.waiting = TextWait::kForCurrent;
      making_text_ = true;
    }
    if (making_text_) texts_.Begin();
  }

  // Hands a text that is ready to the connections that wait for it.
  void AnswerMetrics() {
    const std::optional<std::string> text = texts_.Take();
    if (!text.has_value()) return;
    making_text_ = false;
    const SharedResponse response = MakeResponse(http::status::ok, *text, kMetricsText);
    for (HttpConnection& connection : connections_) {
      if (connection.waiting != TextWait::kForCurrent) continue;
      connection.waiting = TextWait::kNo;
      connection.response = response;
    }
    unread_.push_back(response);
    LimitTexts();
    BeginText();
  }

  // If too many texts are kept, closes the connections that have not read the oldest one.
  void LimitTexts() {
    std::erase_if(unread_, [](const auto& text) { return text.expired(); });
    if (unread_.size() <= kMaxTexts) return;
    const SharedResponse oldest = unread_.front().lock();
    connections_.remove_if(
        [&oldest](const HttpConnection& connection) { return connection.response == oldest; });
  }

  const SharedResponse ok_ = MakeResponse(http::status::ok, "ok\n");
  const SharedResponse stuck_ = MakeResponse(http::status::service_unavailable, "stuck\n");
  const SharedResponse ready_ = MakeResponse(http::status::ok, "ready\n");
  const SharedResponse not_ready_ = MakeResponse(http::status::service_unavailable, "not ready\n");
  const SharedResponse not_found_ = MakeResponse(http::status::not_found, "not found\n");
  const SharedResponse wrong_method_ = MakeResponse(
      http::status::method_not_allowed, "GET or HEAD only\n", kPlainText, "Allow: GET, HEAD\r\n");
  const SharedResponse malformed_ = MakeResponse(http::status::bad_request, "malformed request\n");
  const SharedResponse too_large_ = MakeResponse(http::status::request_header_fields_too_large,
                                                 "the header is larger than 8 KiB\n");

  const HttpSources sources_;
  const ListenSockets sockets_;
  const Fd wake_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::atomic<bool> stopping_ = false;
  // The oldest connection is first.
  std::list<HttpConnection> connections_;
  bool making_text_ = false;
  // The texts of /metrics that clients may still be reading, the oldest first.
  std::vector<std::weak_ptr<const HttpResponse>> unread_;
  BackgroundText texts_;
  // Declared last, because it uses everything else.
  std::thread thread_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(const std::string& listen,
                                                              HttpSources sources) {
  const auto failed = [&listen](absl::string_view cause) {
    return absl::UnavailableError(absl::StrCat("cannot serve metrics on ", listen, ": ", cause,
                                               "; choose another address with --metrics-listen"));
  };
  const std::optional<Address> address = ParseAddress(listen);
  if (!address.has_value()) return failed("the address is not host:port");
  absl::StatusOr<ListenSockets> sockets = ListenSockets::Open(*address);
  if (!sockets.ok()) return failed(sockets.status().message());
  return std::make_unique<HttpServerImpl>(*std::move(sockets), std::move(sources));
}

}  // namespace arbiter
