#include "service/server/acceptor.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;

constexpr std::chrono::seconds kPatience(10);

bool Soon(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return condition();
}

ListenSockets Listen(const std::string& address) {
  auto sockets = ListenSockets::Open(*ParseAddress(address));
  EXPECT_TRUE(sockets.ok()) << sockets.status();
  return *std::move(sockets);
}

Fd ConnectTo(const SocketAddress& target) {
  Fd fd(socket(target.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(fd.get(), target.get(), target.length) != 0) return {};
  return fd;
}

// Whether the other side has closed the connection.
bool IsClosed(const Fd& fd) {
  char byte;
  return recv(fd.get(), &byte, 1, 0) <= 0;
}

// Keeps what it accepts, as gRPC does.
class Accepted {
 public:
  explicit Accepted(const std::string& address, size_t cap = 100)
      : acceptor_(
            Listen(address), cap, [this](int fd) { Keep(Fd(fd)); }, [this] { ++refused_; }) {
    acceptor_.Start();
  }

  Fd Connect() const { return ConnectTo(acceptor_.target()); }
  void CloseOne() {
    const std::lock_guard lock(mutex_);
    kept_.pop_back();
  }
  size_t kept() {
    const std::lock_guard lock(mutex_);
    return kept_.size();
  }
  int refused() const { return refused_; }
  Acceptor& acceptor() { return acceptor_; }

 private:
  void Keep(Fd fd) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(fd));
  }

  std::mutex mutex_;
  std::vector<Fd> kept_;
  std::atomic<int> refused_ = 0;
  Acceptor acceptor_;
};

class AcceptorAddressTest : public ::testing::TestWithParam<const char*> {};

TEST_P(AcceptorAddressTest, TakesConnections) {
  Accepted accepted(GetParam());
  const Fd one = accepted.Connect();
  const Fd two = accepted.Connect();
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 2; }));
  EXPECT_EQ(accepted.acceptor().connections().Count(), 2);
}

INSTANTIATE_TEST_SUITE_P(Addresses, AcceptorAddressTest,
                         ::testing::Values("127.0.0.1:0", "localhost:0", "0.0.0.0:0", "[::]:0",
                                           "ipv4:127.0.0.1:0", "unix:/tmp/arbiter_acceptor_test",
                                           "unix:///tmp/arbiter_acceptor_test",
                                           "unix-abstract:arbiter_acceptor_test"));

TEST(ListenSockets, ATakenAddressIsAnErrorThatSaysSo) {
  const ListenSockets first = Listen("127.0.0.1:0");
  const Address same = *ParseAddress("127.0.0.1:" + std::to_string(first.port()));
  EXPECT_THAT(ListenSockets::Open(same).status().ToString(), HasSubstr("in use"));
  const Address unix_address = *ParseAddress("unix:" + ::testing::TempDir() + "taken");
  const auto holder = ListenSockets::Open(unix_address);
  ASSERT_TRUE(holder.ok()) << holder.status();
  EXPECT_THAT(ListenSockets::Open(unix_address).status().ToString(), HasSubstr("in use"));
}

TEST(ListenSockets, AStaleUnixSocketIsReplacedAndAFileIsNot) {
  const std::string path = ::testing::TempDir() + "stale";
  {
    const SocketAddress address = SocketAddress::Unix(path, false);
    const Fd fd(socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(bind(fd.get(), address.get(), address.length), 0);
  }
  EXPECT_TRUE(ListenSockets::Open(*ParseAddress("unix:" + path)).ok());
  EXPECT_NE(access(path.c_str(), F_OK), 0) << "the socket was left behind";
  fclose(fopen(path.c_str(), "w"));
  EXPECT_FALSE(ListenSockets::Open(*ParseAddress("unix:" + path)).ok());
  EXPECT_EQ(access(path.c_str(), F_OK), 0);
  unlink(path.c_str());
}

TEST(ListenSockets, AnUnknownHostAndATooLongPathAreErrors) {
  EXPECT_THAT(ListenSockets::Open(*ParseAddress("nowhere.invalid:0")).status().ToString(),
              HasSubstr("nowhere.invalid"));
  const std::string path(200, 'x');
  EXPECT_THAT(ListenSockets::Open(*ParseAddress("unix:" + path)).status().ToString(),
              HasSubstr("too long"));
}

TEST(Acceptor, OverTheCapAConnectionIsClosedAtOnceAndCounted) {
  Accepted accepted("127.0.0.1:0", 2);
  const Fd one = accepted.Connect();
  const Fd two = accepted.Connect();
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 2; }));
  EXPECT_TRUE(IsClosed(accepted.Connect()));
  EXPECT_EQ(accepted.refused(), 1);
  EXPECT_EQ(accepted.kept(), 2);
  accepted.CloseOne();
  EXPECT_TRUE(Soon([&] {
    const Fd next = accepted.Connect();
    return accepted.kept() == 2;
  })) << "a connection that was closed still counts";
}

TEST(Acceptor, WhoIsWelcomeGetsInAboveTheCap) {
  Accepted accepted("[::]:0", 1);
  const Fd one = accepted.Connect();
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 1; }));
  const SocketAddress target = accepted.acceptor().target();
  const Fd probe(socket(target.family(), SOCK_STREAM, 0));
  SocketAddress source = target;
  source.set_port(0);
  ASSERT_EQ(bind(probe.get(), source.get(), source.length), 0);
  accepted.acceptor().Welcome(SocketAddress::Local(probe.get()));
  ASSERT_EQ(connect(probe.get(), target.get(), target.length), 0);
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 2; }));
  EXPECT_TRUE(IsClosed(accepted.Connect()));
}

// CVE-2023-4785: gRPC's own listener stays deaf after this.
TEST(Acceptor, AcceptsAgainOnceThereAreDescriptors) {
  Accepted accepted("127.0.0.1:0");
  const Fd before = accepted.Connect();
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 1; }));
  const Fd waiting(socket(AF_INET, SOCK_STREAM, 0));
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit none = {.rlim_cur = 1, .rlim_max = limit.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const SocketAddress target = accepted.acceptor().target();
  EXPECT_EQ(connect(waiting.get(), target.get(), target.length), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(accepted.kept(), 1);
  setrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 2; }));
}

TEST(Acceptor, StopClosesTheSocketThatListensAndLeavesConnectionsAlone) {
  Accepted accepted("127.0.0.1:0");
  const Fd one = accepted.Connect();
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 1; }));
  accepted.acceptor().Stop();
  EXPECT_FALSE(accepted.Connect());
  EXPECT_EQ(accepted.acceptor().connections().Count(), 1);
}

TEST(ConnectionTable, ANumberThatIsUsedAgainIsNotTheConnection) {
  ConnectionTable table;
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  table.Add(pair[0]);
  EXPECT_EQ(table.Count(), 1);
  close(pair[0]);
  const Fd other(socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(other.get(), pair[0]);
  EXPECT_EQ(table.Count(), 0);
  close(pair[1]);
}

TEST(ConnectionTable, BreaksOffTheBusiest) {
  Accepted accepted("127.0.0.1:0");
  ConnectionTable& table = accepted.acceptor().connections();
  const Fd before = accepted.Connect();
  const Fd now = accepted.Connect();
  const Fd idle = accepted.Connect();
  EXPECT_TRUE(Soon([&] { return accepted.kept() == 3; }));
  EXPECT_FALSE(table.BreakBusiest(1)) << "none has brought anything";
  ASSERT_EQ(send(before.get(), "long ago", 8, 0), 8);
  table.NoteTraffic();
  ASSERT_EQ(send(now.get(), "now", 3, 0), 3);
  EXPECT_TRUE(table.BreakBusiest(1));
  EXPECT_TRUE(IsClosed(now));
  char byte;
  EXPECT_EQ(recv(before.get(), &byte, 1, MSG_DONTWAIT), -1);
  EXPECT_EQ(recv(idle.get(), &byte, 1, MSG_DONTWAIT), -1);
}

TEST(ConnectionCap, IsBelowTheLimitOfDescriptors) {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_EQ(ConnectionCap(10), 10);
  EXPECT_LT(ConnectionCap(limit.rlim_max + 1000), limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace arbiter
