#include "service/net/self_probe.h"

#include <openssl/ssl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// The first bytes of an HTTP/2 client: the preface and an empty SETTINGS frame (RFC 9113, section
// 3.4).
constexpr std::string_view kPreface(
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    "\0\0\0\x04\0\0\0\0\0",
    33);

constexpr milliseconds kRetryInterval(50);

absl::Status ErrnoError(const char* what) {
  // These errors mean that this host is temporarily short of ports or queue places.
  if (errno == EADDRINUSE || errno == EADDRNOTAVAIL || errno == EAGAIN) {
    return absl::ResourceExhaustedError(absl::StrCat(what, ": ", strerror(errno)));
  }
  return absl::UnavailableError(absl::StrCat(what, ": ", strerror(errno)));
}

// Returns the first message of a TLS handshake.
std::string ClientHello() {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context.get()), &SSL_free);
  constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  SSL_set_alpn_protos(tls.get(), kHttp2, sizeof(kHttp2));
  BIO* out = BIO_new(BIO_s_mem());
  SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), out);
  // Writes the ClientHello, and returns because there is no response to read.
  SSL_connect(tls.get());
  char* bytes = nullptr;
  const auto size = BIO_get_mem_data(out, &bytes);
  return {bytes, static_cast<size_t>(size)};
}

// Binds the socket to the address that it would have anyway, so that the address is known in
// advance.
bool BindSource(int socket, const SocketAddress& target) {
  SocketAddress source = target;
  source.set_port(0);
  // The kernel chooses a name for an address without one.
  if (target.family() == AF_UNIX) source.length = sizeof(sa_family_t);
  return bind(socket, source.get(), source.length) == 0;
}

class ProbeExchange {
 public:
  ProbeExchange(int socket, int stop, Clock::time_point deadline)
      : socket_(socket), stop_(stop), deadline_(deadline) {}

  absl::Status Connect(const SocketAddress& target) const {
    if (connect(socket_, target.get(), target.length) == 0) return absl::OkStatus();
    if (errno != EINPROGRESS) return ErrnoError("connect");
    ARBITER_RETURN_IF_ERROR(Await(POLLOUT));
    socklen_t size = sizeof(errno);
    if (getsockopt(socket_, SOL_SOCKET, SO_ERROR, &errno, &size) != 0 || errno != 0) {
      return ErrnoError("connect");
    }
    return absl::OkStatus();
  }

  // `bytes` must fit into the send buffer of a new socket.
  absl::Status Send(std::string_view bytes) const {
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return sent == static_cast<ssize_t>(bytes.size()) ? absl::OkStatus() : ErrnoError("send");
  }

  // Waits for a byte, whatever it is.
  absl::Status Receive() const {
    ARBITER_RETURN_IF_ERROR(Await(POLLIN));
    char byte;
    const ssize_t size = recv(socket_, &byte, 1, 0);
    if (size == 0) return absl::UnavailableError("the connection was closed");
    return size > 0 ? absl::OkStatus() : ErrnoError("receive");
  }

 private:
  absl::Status Await(int16_t events) const {
    pollfd polled[] = {{.fd = socket_, .events = events, .revents = 0},
                       {.fd = stop_, .events = POLLIN, .revents = 0}};
    while (true) {
      const auto left = std::chrono::ceil<milliseconds>(deadline_ - Clock::now()).count();
      if (left <= 0) return absl::UnavailableError("no answer in time");
      const int ready = poll(polled, 2, static_cast<int>(left));
      if (ready > 0 && polled[1].revents != 0) return absl::CancelledError();
      if (ready > 0) return absl::OkStatus();
    }
  }

  const int socket_;
  const int stop_;
  const Clock::time_point deadline_;
};

absl::Status ProbeOnce(const ProbeTarget& target, int stop, Clock::time_point deadline) {
  const Fd fd(socket(target.address.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return ErrnoError("socket");
  if (!BindSource(fd.get(), target.address)) return ErrnoError("bind");
  target.announce(SocketAddress::Local(fd.get()));
  const ProbeExchange exchange(fd.get(), stop, deadline);
  ARBITER_RETURN_IF_ERROR(exchange.Connect(target.address));
  ARBITER_RETURN_IF_ERROR(target.tls ? exchange.Send(ClientHello()) : exchange.Send(kPreface));
  return exchange.Receive();
}

}  // namespace

absl::Status Probe(const ProbeTarget& target, int stop) {
  const Clock::time_point deadline = Clock::now() + target.timeout;
  while (true) {
    absl::Status status = ProbeOnce(target, stop, deadline);
    if (!absl::IsResourceExhausted(status) || Clock::now() >= deadline) return status;
    pollfd polled = {.fd = stop, .events = POLLIN, .revents = 0};
    if (poll(&polled, 1, kRetryInterval.count()) > 0) return absl::CancelledError();
  }
}

SelfProbe::SelfProbe(ProbeTarget target, milliseconds interval, Listener listener)
    : target_(std::move(target)),
      interval_(interval),
      listener_(std::move(listener)),
      stop_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { Run(); }) {}

SelfProbe::~SelfProbe() {
  eventfd_write(stop_.get(), 1);
  thread_.join();
}

bool SelfProbe::WaitInterval() const {
  pollfd polled = {.fd = stop_.get(), .events = POLLIN, .revents = 0};
  return poll(&polled, 1, static_cast<int>(interval_.count())) <= 0;
}

void SelfProbe::Run() {
  int failures = 0;
  while (WaitInterval()) {
    const absl::Status status = Probe(target_, stop_.get());
    if (absl::IsCancelled(status)) return;
    if (absl::IsResourceExhausted(status)) {
      listener_.unable(status);
      continue;
    }
    failures = status.ok() ? 0 : failures + 1;
    if (status.ok()) continue;
    listener_.failed(status);
    if (failures < kFailuresInARow) continue;
    listener_.unreachable(status);
    return;
  }
}

}  // namespace arbiter
