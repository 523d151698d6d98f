#ifndef ARBITER_SERVICE_NET_TEST_ACCEPTOR_H_
#define ARBITER_SERVICE_NET_TEST_ACCEPTOR_H_

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "service/net/acceptor.h"
#include "tests/support/waiting.h"

namespace arbiter {

using testing::Eventually;
using testing::kPatience;

inline ListenSockets Listen(const std::string& address) {
  auto sockets = ListenSockets::Open(*ParseAddress(address));
  EXPECT_TRUE(sockets.ok()) << sockets.status();
  return *std::move(sockets);
}

inline Fd ConnectTo(const SocketAddress& target) {
  Fd fd(socket(target.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(fd.get(), target.get(), target.length) != 0) return {};
  return fd;
}

// Waits until the other side closes the connection. Returns false if it does not within kPatience.
inline bool IsClosed(const Fd& fd) {
  pollfd polled = {.fd = fd.get(), .events = POLLIN, .revents = 0};
  char byte;
  return poll(&polled, 1, std::chrono::milliseconds(kPatience).count()) > 0 &&
         recv(fd.get(), &byte, 1, MSG_DONTWAIT) <= 0;
}

// An acceptor that keeps its connections open, as gRPC does.
class TestServer {
 public:
  explicit TestServer(const std::string& address, const Connections::Limits& limits = {.max = 100},
                      const std::string& proxies = "")
      : connections_(limits, [this](BreakReason, const std::string&) { ++broken_off_; }),
        acceptor_(Listen(address), *Networks::Parse(proxies), &connections_,
                  {.accepted = [this](int fd, const ConnectionPtr&) { Keep(Fd(fd)); },
                   .refused = [this] { ++refused_; },
                   .not_from_proxy = [this](const absl::Status&) { ++not_from_proxy_; }}) {
    acceptor_.Start();
  }

  Fd Connect() const { return ConnectTo(acceptor_.target()); }
  void CloseNewest() {
    const std::lock_guard lock(mutex_);
    open_.pop_back();
  }
  // The number of connections that were accepted and not closed.
  size_t open() {
    const std::lock_guard lock(mutex_);
    return open_.size();
  }
  // Reads what the newest connection has sent.
  std::string ReceiveFromNewest() {
    const std::lock_guard lock(mutex_);
    char bytes[100];
    const ssize_t size = recv(open_.back().get(), bytes, sizeof(bytes), MSG_DONTWAIT);
    return size < 0 ? "" : std::string(bytes, static_cast<size_t>(size));
  }
  // The clients of the open connections, in the order in which they were accepted.
  std::vector<std::string> Clients() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> clients;
    for (const Fd& fd : open_) clients.push_back(SocketAddress::Peer(fd.get()).Uri());
    return clients;
  }
  int refused() const { return refused_; }
  int not_from_proxy() const { return not_from_proxy_; }
  int broken_off() const { return broken_off_; }
  Acceptor& acceptor() { return acceptor_; }
  Connections& connections() { return connections_; }

 private:
  void Keep(Fd fd) {
    const std::lock_guard lock(mutex_);
    open_.push_back(std::move(fd));
  }

  std::mutex mutex_;
  std::vector<Fd> open_;
  std::atomic<int> refused_ = 0;
  std::atomic<int> not_from_proxy_ = 0;
  std::atomic<int> broken_off_ = 0;
  Connections connections_;
  Acceptor acceptor_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_TEST_ACCEPTOR_H_
