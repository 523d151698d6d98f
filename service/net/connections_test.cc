#include "service/net/connections.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "service/net/test_acceptor.h"

namespace arbiter {
namespace {

TEST(Connections, AReusedDescriptorIsNotTheConnection) {
  Connections connections({}, nullptr);
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  const SocketAddress peer = SocketAddress::Peer(pair[0]);
  connections.Add(pair[0], "", peer, peer);
  EXPECT_EQ(connections.Count(), 1);
  close(pair[0]);
  const Fd other(socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(other.get(), pair[0]);
  EXPECT_EQ(connections.Count(), 0);
  close(pair[1]);
}

TEST(Connections, BreaksOffAConnectionWithMoreThanThreeTimesItsStreams) {
  TestServer server("127.0.0.1:0", {.max = 100, .max_streams = 2});
  const Fd fd = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  const ConnectionPtr connection = server.connections().Find(SocketAddress::Local(fd.get()).Uri());
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(server.connections().CountCall(*connection));
  EXPECT_EQ(server.broken_off(), 0);
  EXPECT_FALSE(server.connections().CountCall(*connection));
  EXPECT_TRUE(IsClosed(fd));
  EXPECT_EQ(server.broken_off(), 1);
}

// One of two fills the memory, and nothing tells which; the older one may be an honest client's.
TEST(Connections, BreaksOffTheNewestHalfAndThenAll) {
  TestServer server("127.0.0.1:0");
  std::vector<Fd> clients;
  for (size_t i = 0; i < 5; ++i) {
    clients.push_back(server.Connect());
    ASSERT_TRUE(Eventually([&] { return server.open() == i + 1; }));
  }
  EXPECT_EQ(server.connections().BreakOffNewest(0.5), 3u);
  for (size_t i : {2, 3, 4}) EXPECT_TRUE(IsClosed(clients[i])) << i;
  char byte;
  for (size_t i : {0, 1}) {
    EXPECT_EQ(recv(clients[i].get(), &byte, 1, MSG_DONTWAIT), -1) << i;
  }
  EXPECT_EQ(server.connections().BreakOffNewest(1), 2u);
  for (size_t i : {0, 1}) EXPECT_TRUE(IsClosed(clients[i])) << i;
  EXPECT_EQ(server.broken_off(), 5);
  EXPECT_EQ(server.connections().BreakOffNewest(1), 0u) << "all were broken off before";
}

// gRPC does not report when it closes a connection, so another socket may get the descriptor.
TEST(Connections, DoesNotBreakOffAnotherSocketWithTheDescriptor) {
  Connections connections({}, nullptr);
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  const SocketAddress peer = SocketAddress::Peer(pair[0]);
  connections.Add(pair[0], "", peer, peer);
  close(pair[0]);
  close(pair[1]);
  int other[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, other), 0);
  ASSERT_EQ(other[0], pair[0]);
  EXPECT_EQ(connections.BreakOffNewest(1), 0u);
  EXPECT_EQ(send(other[0], "x", 1, MSG_NOSIGNAL), 1);
  close(other[0]);
  close(other[1]);
}

}  // namespace
}  // namespace arbiter
