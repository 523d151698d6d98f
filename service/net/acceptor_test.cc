#include "service/net/acceptor.h"

#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/net/test_acceptor.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;

// Connects from 127.0.0.2.
Fd ConnectFromElsewhere(TestServer& server) {
  Fd fd(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in source = {};
  source.sin_family = AF_INET;
  source.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
  EXPECT_EQ(bind(fd.get(), reinterpret_cast<sockaddr*>(&source), sizeof(source)), 0);
  const SocketAddress target = server.acceptor().target();
  EXPECT_EQ(connect(fd.get(), target.get(), target.length), 0);
  return fd;
}

class AcceptorAddressTest : public ::testing::TestWithParam<std::string> {};

TEST_P(AcceptorAddressTest, AcceptsConnections) {
  // Tests with sockets of the same name would disturb each other.
  const bool is_unix = GetParam().starts_with("unix");
  TestServer server(GetParam() + (is_unix ? testing::TemporaryPath("acceptor") : ""));
  const Fd one = server.Connect();
  const Fd two = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
  EXPECT_EQ(server.connections().Count(), 2);
}

INSTANTIATE_TEST_SUITE_P(Addresses, AcceptorAddressTest,
                         ::testing::Values("127.0.0.1:0", "localhost:0", "0.0.0.0:0", "[::]:0",
                                           "ipv4:127.0.0.1:0", "unix:", "unix://",
                                           "unix-abstract:"));

SocketAddress LoopbackV6(int port) {
  sockaddr_in6 address = {};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  SocketAddress loopback;
  memcpy(&loopback.storage, &address, sizeof(address));
  loopback.length = sizeof(address);
  loopback.set_port(port);
  return loopback;
}

bool HasIpv6() {
  const Fd fd(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  SocketAddress any_port = LoopbackV6(0);
  return bind(fd.get(), any_port.get(), any_port.length) == 0;
}

TEST(ListenSockets, TheIpv4WildcardIsIpv4OnlyAndTheIpv6WildcardIsBoth) {
  const ListenSockets v4 = Listen("0.0.0.0:0");
  const ListenSockets both = Listen("[::]:0");
  EXPECT_TRUE(ConnectTo(v4.target()));
  EXPECT_TRUE(ConnectTo(both.target()));
  if (!HasIpv6()) GTEST_SKIP() << "this machine has no IPv6";
  EXPECT_FALSE(ConnectTo(LoopbackV6(v4.port())));
  EXPECT_TRUE(ConnectTo(LoopbackV6(both.port())));
}

TEST(ListenSockets, AnAddressInUseIsAnError) {
  const ListenSockets first = Listen("127.0.0.1:0");
  const Address same = *ParseAddress("127.0.0.1:" + std::to_string(first.port()));
  EXPECT_THAT(ListenSockets::Open(same).status().ToString(), HasSubstr("in use"));
  const Address unix_address = *ParseAddress("unix:" + testing::TemporaryPath("taken"));
  const auto holder = ListenSockets::Open(unix_address);
  ASSERT_TRUE(holder.ok()) << holder.status();
  EXPECT_THAT(ListenSockets::Open(unix_address).status().ToString(), HasSubstr("in use"));
}

TEST(ListenSockets, AStaleUnixSocketIsReplacedButAFileIsNot) {
  const std::string path = testing::TemporaryPath("stale");
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

TEST(ListenSockets, AnUnknownHostAndAnOverlongPathAreErrors) {
  EXPECT_THAT(ListenSockets::Open(*ParseAddress("nowhere.invalid:0")).status().ToString(),
              HasSubstr("nowhere.invalid"));
  const std::string path(200, 'x');
  EXPECT_THAT(ListenSockets::Open(*ParseAddress("unix:" + path)).status().ToString(),
              HasSubstr("too long"));
}

TEST(Acceptor, AConnectionOverTheLimitIsClosedAtOnceAndCounted) {
  TestServer server("127.0.0.1:0", {.max = 2});
  const Fd one = server.Connect();
  const Fd two = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
  EXPECT_TRUE(IsClosed(server.Connect()));
  EXPECT_EQ(server.refused(), 1);
  EXPECT_EQ(server.open(), 2);
  server.CloseNewest();
  EXPECT_TRUE(Eventually([&] {
    const Fd next = server.Connect();
    return server.open() == 2;
  })) << "a connection that was closed still counts";
}

TEST(Acceptor, ATrustedSourceIsAdmittedOverTheLimit) {
  TestServer server("[::]:0", {.max = 1});
  const Fd one = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  const SocketAddress target = server.acceptor().target();
  const Fd probe(socket(target.family(), SOCK_STREAM, 0));
  SocketAddress source = target;
  source.set_port(0);
  ASSERT_EQ(bind(probe.get(), source.get(), source.length), 0);
  server.acceptor().Trust(SocketAddress::Local(probe.get()));
  ASSERT_EQ(connect(probe.get(), target.get(), target.length), 0);
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
  EXPECT_TRUE(IsClosed(server.Connect()));
}

// gRPC's own listener never accepts again after descriptors have run out (CVE-2023-4785).
TEST(Acceptor, AcceptsAgainOnceThereAreDescriptors) {
  TestServer server("127.0.0.1:0");
  const Fd before = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  const Fd waiting(socket(AF_INET, SOCK_STREAM, 0));
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit none = {.rlim_cur = 1, .rlim_max = limit.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const SocketAddress target = server.acceptor().target();
  EXPECT_EQ(connect(waiting.get(), target.get(), target.length), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(server.open(), 1);
  setrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
}

TEST(Acceptor, StopClosesTheListeningSocketButNotTheConnections) {
  TestServer server("127.0.0.1:0");
  const Fd one = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  server.acceptor().Stop();
  EXPECT_FALSE(server.Connect());
  EXPECT_EQ(server.connections().Count(), 1);
}

TEST(Acceptor, LimitsTheConnectionsOfAnAddress) {
  TestServer server("127.0.0.1:0", {.max = 100, .max_per_address = 1});
  const Fd one = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  EXPECT_TRUE(IsClosed(server.Connect()));
  const Fd other = ConnectFromElsewhere(server);
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
}

// Opens a burst of connections from one address, which must be paced, and then one connection from
// another address. Returns whether the latter is admitted before the last one of the burst.
bool OvertakesABurst() {
  constexpr size_t kMany = 256;
  TestServer server("127.0.0.1:0", {.max = 2 * kMany});
  const auto start = std::chrono::steady_clock::now();
  std::vector<Fd> many;
  for (size_t i = 0; i < kMany; ++i) many.push_back(server.Connect());
  const Fd other = ConnectFromElsewhere(server);
  const std::string name = SocketAddress::Local(other.get()).Uri();
  EXPECT_TRUE(Eventually([&] { return server.open() == kMany + 1; }));
  EXPECT_GT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1000));
  return server.Clients().back() != name;
}

TEST(Acceptor, ABurstFromOneAddressIsPacedAndDelaysNoOtherAddress) {
  // On a busy machine, all connections of the burst may be admitted before it is complete.
  EXPECT_TRUE(Eventually(OvertakesABurst)) << "it always waited for all that came earlier";
}

TEST(Acceptor, InAShortageOfMemoryOnlyAddressesWithManyConnectionsAreRefused) {
  TestServer server("127.0.0.1:0");
  server.connections().set_short_of_memory(true);
  std::vector<Fd> some;
  for (size_t i = 0; i < Connections::kMaxPerAddressWhenShortOfMemory; ++i) {
    some.push_back(server.Connect());
  }
  EXPECT_TRUE(Eventually([&] { return server.open() == some.size(); }));
  EXPECT_TRUE(IsClosed(server.Connect()));
  server.connections().set_short_of_memory(false);
  const Fd one_more = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == some.size() + 1; }));
}

// The PROXY header of a client at 192.0.2.7, port 4660.
constexpr std::string_view kProxyHeader(
    "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\x02\x07\x7f\0\0\x01\x12\x34\xc3\x83", 28);

TEST(Acceptor, ReadsAProxyHeaderInPiecesAndNoByteBeyondIt) {
  TestServer server("127.0.0.1:0", {.max = 100}, "127.0.0.0/8");
  const Fd proxy = server.Connect();
  for (const char byte : kProxyHeader.substr(0, 20)) {
    ASSERT_EQ(send(proxy.get(), &byte, 1, 0), 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(server.open(), 0u);
  const std::string rest = std::string(kProxyHeader.substr(20)) + "PRI *";
  ASSERT_EQ(send(proxy.get(), rest.data(), rest.size(), 0), static_cast<ssize_t>(rest.size()));
  ASSERT_TRUE(Eventually([&] { return server.open() == 1; }));
  EXPECT_EQ(server.ReceiveFromNewest(), "PRI *");
  const std::string peer = SocketAddress::Local(proxy.get()).Uri();
  EXPECT_EQ(server.connections().Find(peer)->client, "ipv4:192.0.2.7:4660");
}

TEST(Acceptor, AConnectionFromAProxyWithoutAHeaderIsClosed) {
  TestServer server("127.0.0.1:0", {.max = 100}, "127.0.0.0/8");
  const Fd fd = server.Connect();
  ASSERT_EQ(send(fd.get(), "PRI * HTTP/2.0", 14, 0), 14);
  EXPECT_TRUE(IsClosed(fd));
  EXPECT_EQ(server.not_from_proxy(), 1);
  EXPECT_EQ(server.open(), 0u);
}

TEST(Acceptor, BehindAProxyConnectionsFromElsewhereAreClosed) {
  TestServer server("127.0.0.1:0", {.max = 100}, "127.0.0.2/32,10.0.0.0/8");
  const Fd elsewhere = server.Connect();
  EXPECT_TRUE(IsClosed(elsewhere));
  EXPECT_EQ(server.not_from_proxy(), 1);
  const Fd proxy = ConnectFromElsewhere(server);
  ASSERT_EQ(send(proxy.get(), kProxyHeader.data(), kProxyHeader.size(), 0),
            static_cast<ssize_t>(kProxyHeader.size()));
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
}

// The server probes itself from an address of its own.
TEST(Acceptor, BehindAProxyATrustedSourceNeedsNoHeader) {
  TestServer server("127.0.0.1:0", {.max = 100}, "127.0.0.2/32");
  const SocketAddress target = server.acceptor().target();
  const Fd probe(socket(AF_INET, SOCK_STREAM, 0));
  SocketAddress source = target;
  source.set_port(0);
  ASSERT_EQ(bind(probe.get(), source.get(), source.length), 0);
  server.acceptor().Trust(SocketAddress::Local(probe.get()));
  ASSERT_EQ(connect(probe.get(), target.get(), target.length), 0);
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  EXPECT_EQ(server.not_from_proxy(), 0);
}

TEST(ConnectionCap, IsBelowTheDescriptorLimit) {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_EQ(ConnectionCap(10), 10);
  EXPECT_LT(ConnectionCap(limit.rlim_max + 1000), limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace arbiter
