#include "service/ops/http.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "service/net/address.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"

namespace arbiter {
namespace {

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
// The memory that libmicrohttpd uses for a connection. It limits the header of a request.
constexpr size_t kConnectionBytes = 16 << 10;
// How much of a response the kernel buffers. By default, it would copy megabytes for each client
// that reads nothing.
constexpr int kSendBufferBytes = 64 << 10;
// How often the ages of connections are checked.
constexpr int kAgeCheckMs = 500;
// How long to wait before accepting again when descriptors or memory have run out.
constexpr std::chrono::milliseconds kAcceptRetry(50);

using HttpResponse = std::shared_ptr<MHD_Response>;

HttpResponse MakeResponse(std::string_view body, const char* content_type) {
  HttpResponse response(MHD_create_response_from_buffer(body.size(), const_cast<char*>(body.data()),
                                                        MHD_RESPMEM_MUST_COPY),
                        [](MHD_Response* made) {
                          if (made != nullptr) MHD_destroy_response(made);
                        });
  if (response == nullptr) return response;
  MHD_add_response_header(response.get(), MHD_HTTP_HEADER_CONTENT_TYPE, content_type);
  MHD_add_response_header(response.get(), MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
  MHD_add_response_header(response.get(), MHD_HTTP_HEADER_CONNECTION, "close");
  return response;
}

// Returns the part of an address by which connections are counted: all of IPv4, and the first 64
// bits of IPv6.
std::string ClientOf(const sockaddr* address) {
  if (address == nullptr) return "";
  if (address->sa_family == AF_INET) {
    const auto& ipv4 = reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
    return std::string(reinterpret_cast<const char*>(&ipv4), sizeof(ipv4));
  }
  if (address->sa_family != AF_INET6) return "";
  const in6_addr& ipv6 = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  const auto* bytes = reinterpret_cast<const char*>(&ipv6);
  return IN6_IS_ADDR_V4MAPPED(&ipv6) ? std::string(bytes + 12, 4) : std::string(bytes, 8);
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
  MHD_Connection* handle;
  int fd;
  std::string client;
  Clock::time_point accepted = Clock::now();
  bool closing = false;
  TextWait waiting = TextWait::kNo;
  HttpResponse text = nullptr;
};

// Runs libmicrohttpd in an event loop of this class. The loop of libmicrohttpd stops accepting at
// its limit, so clients that hold all connections would keep others out. Everything except
// BackgroundText runs on the loop's thread.
class HttpServerImpl final : public HttpServer {
 public:
  HttpServerImpl(ListenSockets sockets, HttpSources sources)
      : sources_(std::move(sources)),
        sockets_(std::move(sockets)),
        wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        ok_(MakeResponse("ok\n", kPlainText)),
        stuck_(MakeResponse("stuck\n", kPlainText)),
        ready_(MakeResponse("ready\n", kPlainText)),
        not_ready_(MakeResponse("not ready\n", kPlainText)),
        not_found_(MakeResponse("not found\n", kPlainText)),
        wrong_method_(MakeResponse("GET or HEAD only\n", kPlainText)) {
    if (wrong_method_ != nullptr) {
      MHD_add_response_header(wrong_method_.get(), MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    }
  }

  ~HttpServerImpl() override {
    stopping_ = true;
    Wake();
    if (thread_.joinable()) thread_.join();
    texts_.reset();
    if (daemon_ == nullptr) return;
    // libmicrohttpd cannot stop while connections are suspended.
    for (HttpConnection& connection : connections_) Close(&connection);
    MHD_stop_daemon(daemon_);
  }

  // Returns false if libmicrohttpd does not start.
  bool Run() {
    // Connections beyond kMaxHttpConnections are closed only in the next turn of the loop, so
    // libmicrohttpd must allow some more.
    constexpr auto kLibraryLimit = static_cast<unsigned>(2 * kMaxHttpConnections);
    daemon_ =
        MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
                             MHD_USE_SUPPRESS_DATE_NO_CLOCK,
                         0, nullptr, nullptr, &OnRequest, this, MHD_OPTION_NOTIFY_CONNECTION,
                         &OnConnection, this, MHD_OPTION_CONNECTION_LIMIT, kLibraryLimit,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionBytes, MHD_OPTION_END);
    if (daemon_ == nullptr) return false;
    texts_.emplace(sources_.metrics, [this] { Wake(); });
    thread_ = std::thread([this] { Loop(); });
    return true;
  }

  int port() const override { return sockets_.port(); }

 private:
  void Wake() { eventfd_write(wake_.get(), 1); }

  void Loop() {
    const int library = MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    std::vector<pollfd> polled = {{.fd = wake_.get(), .events = POLLIN, .revents = 0},
                                  {.fd = library, .events = POLLIN, .revents = 0}};
    const size_t first_socket = polled.size();
    for (const Fd& socket : sockets_.sockets()) {
      polled.push_back({.fd = socket.get(), .events = POLLIN, .revents = 0});
    }
    Clock::time_point accept_from = Clock::now();
    while (!stopping_) {
      // A connection that cannot be accepted keeps its socket readable; without a pause, this loop
      // would spin.
      const bool accepts = Clock::now() >= accept_from;
      poll(polled.data(), accepts ? polled.size() : first_socket,
           accepts ? WaitMs() : static_cast<int>(kAcceptRetry.count()));
      eventfd_t count = 0;
      eventfd_read(wake_.get(), &count);
      AnswerMetrics();
      for (size_t i = first_socket; i < polled.size() && accepts; ++i) {
        if (!Accept(polled[i].fd)) accept_from = Clock::now() + kAcceptRetry;
      }
      MHD_run(daemon_);
      CloseExpired();
    }
  }

  // Returns how long the loop may sleep, in milliseconds; -1 for no limit.
  int WaitMs() const {
    MHD_UNSIGNED_LONG_LONG library = 0;
    const bool has_limit = MHD_get_timeout(daemon_, &library) == MHD_YES;
    if (connections_.empty()) return has_limit ? static_cast<int>(library) : -1;
    return has_limit ? std::min(kAgeCheckMs, static_cast<int>(library)) : kAgeCheckMs;
  }

  // Accepts connections. Returns false if descriptors or memory have run out.
  bool Accept(int socket) {
    for (int i = 0; i < kAcceptBatch; ++i) {
      SocketAddress peer;
      Fd connection(accept4(socket, peer.get(), &peer.length, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (connection) {
        setsockopt(connection.get(), SOL_SOCKET, SO_SNDBUF, &kSendBufferBytes,
                   sizeof(kSendBufferBytes));
        // This closes the connection if it cannot be added.
        MHD_add_connection(daemon_, connection.release(), peer.get(), peer.length);
      } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        MakeRoom();
        return false;
      } else if (errno == EAGAIN) {
        return true;
      }
    }
    return true;
  }

  // Makes libmicrohttpd close the connection in its next turn.
  void Close(HttpConnection* connection) {
    if (std::exchange(connection->closing, true)) return;
    shutdown(connection->fd, SHUT_RDWR);
    if (std::exchange(connection->waiting, TextWait::kNo) != TextWait::kNo) {
      MHD_resume_connection(connection->handle);
    }
  }

  // Closes the oldest connection of the client that has the most.
  void MakeRoom() {
    absl::flat_hash_map<std::string_view, size_t> counts;
    for (const HttpConnection& connection : connections_) {
      if (!connection.closing) ++counts[connection.client];
    }
    HttpConnection* found = nullptr;
    for (HttpConnection& connection : connections_) {
      if (connection.closing) continue;
      if (found == nullptr || counts[connection.client] > counts[found->client]) {
        found = &connection;
      }
    }
    if (found != nullptr) Close(found);
  }

  void CloseExpired() {
    const Clock::time_point limit = Clock::now() - kMaxHttpAge;
    for (HttpConnection& connection : connections_) {
      if (connection.accepted > limit) return;
      Close(&connection);
    }
  }

  static void OnConnection(void* self, MHD_Connection* handle, void** context,
                           MHD_ConnectionNotificationCode code) {
    auto* server = static_cast<HttpServerImpl*>(self);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
      *context = server->Add(handle);
    } else {
      server->connections_.remove_if(
          [&](const HttpConnection& connection) { return &connection == *context; });
    }
  }

  HttpConnection* Add(MHD_Connection* handle) {
    const auto open = std::count_if(connections_.begin(), connections_.end(),
                                    [](const HttpConnection& other) { return !other.closing; });
    if (static_cast<size_t>(open) >= kMaxHttpConnections) MakeRoom();
    const auto info = [&](MHD_ConnectionInfoType type) {
      return MHD_get_connection_info(handle, type);
    };
    connections_.push_back(
        {.handle = handle,
         .fd = info(MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
         .client = ClientOf(info(MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr)});
    return &connections_.back();
  }

  static MHD_Result OnRequest(void* self, MHD_Connection* handle, const char* url,
                              const char* method, const char* /*version*/, const char* /*body*/,
                              size_t* /*body_bytes*/, void** /*context*/) {
    auto* connection = static_cast<HttpConnection*>(
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context);
    return static_cast<HttpServerImpl*>(self)->Answer(connection, url, method);
  }

  MHD_Result Answer(HttpConnection* connection, std::string_view path, std::string_view method) {
    if (connection->closing) return MHD_NO;
    const auto send = [&](unsigned status, const HttpResponse& response) {
      return MHD_queue_response(connection->handle, status, response.get());
    };
    if (path != "/metrics" && path != "/healthz" && path != "/readyz") {
      return send(MHD_HTTP_NOT_FOUND, not_found_);
    }
    if (method != "GET" && method != "HEAD") {
      return send(MHD_HTTP_METHOD_NOT_ALLOWED, wrong_method_);
    }
    if (path == "/healthz") {
      return sources_.alive() ? send(MHD_HTTP_OK, ok_) : send(MHD_HTTP_SERVICE_UNAVAILABLE, stuck_);
    }
    if (path == "/readyz") {
      return sources_.ready() ? send(MHD_HTTP_OK, ready_)
                              : send(MHD_HTTP_SERVICE_UNAVAILABLE, not_ready_);
    }
    // libmicrohttpd repeats the request once the connection is resumed.
    if (connection->text != nullptr) return send(MHD_HTTP_OK, connection->text);
    connection->waiting = TextWait::kForNext;
    MHD_suspend_connection(connection->handle);
    BeginText();
    return MHD_YES;
  }

  // Starts to make a text for the connections that wait, unless one is being made.
  void BeginText() {
    if (making_text_) return;
    for (HttpConnection& connection : connections_) {
      if (connection.waiting == TextWait::kNo) continue;
      connection.waiting = TextWait::kForCurrent;
      making_text_ = true;
    }
    if (making_text_) texts_->Begin();
  }

  // Hands a text that is ready to the connections that wait for it.
  void AnswerMetrics() {
    const std::optional<std::string> text = texts_->Take();
    if (!text.has_value()) return;
    making_text_ = false;
    const HttpResponse response = MakeResponse(*text, kMetricsText);
    for (HttpConnection& connection : connections_) {
      if (connection.waiting != TextWait::kForCurrent) continue;
      connection.waiting = TextWait::kNo;
      connection.text = response;
      if (response == nullptr) connection.closing = true;
      MHD_resume_connection(connection.handle);
    }
    unread_.push_back(response);
    LimitTexts();
    BeginText();
  }

  // If too many texts are kept, closes the connections that have not read the oldest one.
  void LimitTexts() {
    std::erase_if(unread_, [](const auto& text) { return text.expired(); });
    if (unread_.size() <= kMaxTexts) return;
    const HttpResponse oldest = unread_.front().lock();
    for (HttpConnection& connection : connections_) {
      if (connection.text == oldest) Close(&connection);
    }
  }

  const HttpSources sources_;
  const ListenSockets sockets_;
  const Fd wake_;
  const HttpResponse ok_;
  const HttpResponse stuck_;
  const HttpResponse ready_;
  const HttpResponse not_ready_;
  const HttpResponse not_found_;
  const HttpResponse wrong_method_;
  std::atomic<bool> stopping_ = false;
  MHD_Daemon* daemon_ = nullptr;
  // The oldest connection is first.
  std::list<HttpConnection> connections_;
  bool making_text_ = false;
  // The texts of /metrics that clients may still be reading, the oldest first.
  std::vector<std::weak_ptr<MHD_Response>> unread_;
  std::optional<BackgroundText> texts_;
  std::thread thread_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(const std::string& listen,
                                                              HttpSources sources) {
  const auto failed = [&listen](absl::string_view cause) {
    return absl::UnavailableError(absl::StrCat("cannot serve metrics on ", listen, ": ", cause));
  };
  const std::optional<Address> address = ParseAddress(listen);
  if (!address.has_value()) return failed("the address is not host:port");
  absl::StatusOr<ListenSockets> sockets = ListenSockets::Open(*address);
  if (!sockets.ok()) return failed(sockets.status().message());
  auto server = std::make_unique<HttpServerImpl>(*std::move(sockets), std::move(sources));
  if (!server->Run()) return failed("libmicrohttpd does not start");
  return server;
}

}  // namespace arbiter
