#include "tests/support/server/raw_connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

bool Await(int fd, int16_t events, Clock::time_point deadline) {
  pollfd polled = {.fd = fd, .events = events, .revents = 0};
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
  return left > 0 && poll(&polled, 1, static_cast<int>(left)) > 0;
}

// Appends a string literal, whose length is encoded with a prefix of seven bits (RFC 7541, 5.1 and
// 5.2).
void AppendText(std::string_view text, std::string* out) {
  size_t size = text.size();
  if (size < 127) {
    out->push_back(static_cast<char>(size));
  } else {
    out->push_back(127);
    for (size -= 127; size >= 128; size /= 128) out->push_back(static_cast<char>(128 + size % 128));
    out->push_back(static_cast<char>(size));
  }
  out->append(text);
}

}  // namespace

RawConnection::RawConnection(const std::string& address, const std::string& source)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (!source.empty()) {
    // The kernel chooses the port at connect(), when it knows both addresses, so that a source can
    // have thousands of connections.
    const int on = 1;
    setsockopt(fd_.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof(on));
    sockaddr_in own = {};
    own.sin_family = AF_INET;
    inet_pton(AF_INET, source.c_str(), &own.sin_addr);
    static_cast<void>(bind(fd_.get(), reinterpret_cast<const sockaddr*>(&own), sizeof(own)));
  }
  const size_t colon = address.rfind(':');
  sockaddr_in target = {};
  target.sin_family = AF_INET;
  target.sin_port = htons(static_cast<uint16_t>(std::stoi(address.substr(colon + 1))));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &target.sin_addr);
  // If connecting takes longer, the server is considered not to accept connections.
  const timeval patience = {.tv_sec = 1, .tv_usec = 0};
  setsockopt(fd_.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  // If the connection fails, all later sends fail too.
  connected_ = connect(fd_.get(), reinterpret_cast<const sockaddr*>(&target), sizeof(target)) == 0;
}

bool RawConnection::SendPreface(milliseconds timeout) {
  return Send(Preface()) && !Receive(timeout).empty();
}

bool RawConnection::Send(std::string_view bytes, milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  while (!bytes.empty()) {
    if (!Await(fd_.get(), POLLOUT, deadline)) return false;
    const ssize_t sent = send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

ssize_t RawConnection::SendSome(std::string_view bytes) {
  const ssize_t sent = send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent < 0 && errno == EAGAIN ? 0 : sent;
}

std::string RawConnection::Receive(milliseconds timeout) {
  std::string received(64 * 1024, '\0');
  if (!Await(fd_.get(), POLLIN, Clock::now() + timeout)) return "";
  const ssize_t size = recv(fd_.get(), received.data(), received.size(), 0);
  received.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return received;
}

bool RawConnection::ClosesWithin(milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  while (Await(fd_.get(), POLLIN, deadline)) {
    if (Receive(milliseconds(1)).empty()) return true;
  }
  return false;
}

std::string Field(std::string_view name, std::string_view value, bool indexed) {
  std::string field(1, indexed ? '\x40' : '\0');
  AppendText(name, &field);
  AppendText(value, &field);
  return field;
}

std::string CallFields(std::string_view method) {
  return PathFields("/arbiter.v1.RulesService/" + std::string(method));
}

std::string PathFields(std::string_view path, bool indexed) {
  return Field(":method", "POST", indexed) + Field(":scheme", "http", indexed) +
         Field(":path", path, indexed) + Field(":authority", "test", indexed) +
         Field("te", "trailers", indexed) + Field("content-type", "application/grpc", indexed);
}

std::string Message(std::string_view bytes) {
  std::string message(1, '\0');
  const auto size = static_cast<uint32_t>(bytes.size());
  for (int shift = 24; shift >= 0; shift -= 8) message.push_back(static_cast<char>(size >> shift));
  return message.append(bytes);
}

}  // namespace arbiter::testing
