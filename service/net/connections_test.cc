#include "service/net/connections.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "service/net/test_acceptor.h"
#include "tests/support/frames.h"

namespace arbiter {
namespace {

using testing::Frame;
using testing::Preface;

TEST(Connections, AReusedDescriptorIsNotTheConnection) {
  Connections connections({}, nullptr);
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  const SocketAddress peer = SocketAddress::Peer(pair[0]);
  connections.Add(pair[0], peer, peer);
  EXPECT_EQ(connections.Count(), 1);
  close(pair[0]);
  const Fd other(socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(other.get(), pair[0]);
  EXPECT_EQ(connections.Count(), 0);
  close(pair[1]);
}

TEST(Connections, BreaksOffTheConnectionThatSentTheMostBytesOutsideRequests) {
  TestServer server("127.0.0.1:0");
  Connections& connections = server.connections();
  const Fd before = server.Connect();
  const Fd now = server.Connect();
  const Fd requests = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 3; }));
  EXPECT_FALSE(connections.BreakOffLargest(1)) << "none has sent anything";
  ASSERT_EQ(send(before.get(), "long ago", 8, 0), 8);
  connections.NoteTraffic();
  ASSERT_EQ(send(now.get(), "now", 3, 0), 3);
  ASSERT_EQ(send(requests.get(), "a long request", 14, 0), 14);
  connections.Find(SocketAddress::Local(requests.get()).Uri())->CountMessage(14);
  EXPECT_TRUE(connections.BreakOffLargest(1));
  EXPECT_TRUE(IsClosed(now));
  char byte;
  EXPECT_EQ(recv(before.get(), &byte, 1, MSG_DONTWAIT), -1);
  EXPECT_EQ(recv(requests.get(), &byte, 1, MSG_DONTWAIT), -1);
}

TEST(Connections, AConnectionWithManyCallsIsBrokenOffBeforeOneThatSendsMuch) {
  TestServer server("127.0.0.1:0", {.max = 100, .max_message = 1 << 20});
  const Fd holds = server.Connect();
  const Fd sends = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
  const std::string much(100'000, 'x');
  ASSERT_EQ(send(sends.get(), much.data(), much.size(), 0), static_cast<ssize_t>(much.size()));
  server.connections().Find(SocketAddress::Local(sends.get()).Uri())->open_calls = 1;
  server.connections().Find(SocketAddress::Local(holds.get()).Uri())->open_calls = 100;
  EXPECT_TRUE(server.connections().BreakOffLargest(1));
  EXPECT_TRUE(IsClosed(holds));
}

// Each connection has sent no more than a request may have.
TEST(Connections, UnfinishedRequestsOfAClientCountTogether) {
  constexpr size_t kMaxMessage = 100'000;
  TestServer server("127.0.0.1:0", {.max = 100, .max_message = kMaxMessage});
  const std::string request(kMaxMessage, 'x');
  std::vector<Fd> sockets;
  const auto send_on_another = [&] {
    sockets.push_back(server.Connect());
    ASSERT_EQ(send(sockets.back().get(), request.data(), request.size(), 0),
              static_cast<ssize_t>(request.size()));
  };
  for (uint64_t i = 0; i < Connections::kExcusedMessages; ++i) send_on_another();
  EXPECT_TRUE(Eventually([&] { return server.open() == sockets.size(); }));
  EXPECT_FALSE(server.connections().BreakOffLargest(1));
  send_on_another();
  EXPECT_TRUE(Eventually([&] { return server.connections().BreakOffLargest(1); }));
  for (const Fd& socket : sockets) EXPECT_TRUE(IsClosed(socket));
}

TEST(Connections, BreaksOffAConnectionThatSendsMuchOutsideRequests) {
  TestServer server("127.0.0.1:0");
  const Fd hog = server.Connect();
  const Fd requests = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
  const std::string much(100'000, 'x');
  for (const Fd* fd : {&hog, &requests}) {
    ASSERT_EQ(send(fd->get(), much.data(), much.size(), 0), static_cast<ssize_t>(much.size()));
  }
  server.connections().Find(SocketAddress::Local(requests.get()).Uri())->CountMessage(much.size());
  server.connections().BreakOffHogs(50'000);
  EXPECT_TRUE(IsClosed(hog));
  char byte;
  EXPECT_EQ(recv(requests.get(), &byte, 1, MSG_DONTWAIT), -1);
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

TEST(Connections, AFloodingClientIsBrokenOffAndBarredForASecond) {
  TestServer server("127.0.0.1:0");
  const Fd floods = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  const std::shared_ptr<ReadFilter> filter = server.FilterOfNewest();
  EXPECT_TRUE(filter->OnRead(Preface()));
  std::string resets;
  for (int i = 0; i < 10'000; ++i) resets += Frame(FrameType::kRstStream, 0, 1, "1234");
  EXPECT_FALSE(filter->OnRead(resets));
  EXPECT_EQ(server.broken_off(), 1);
  EXPECT_TRUE(IsClosed(floods));
  EXPECT_FALSE(filter->OnRead("more")) << "what has already arrived must not be processed";
  EXPECT_EQ(server.broken_off(), 1);
  EXPECT_TRUE(IsClosed(server.Connect()));
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  const Fd later = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 2; }));
}

// gRPC does not report when it closes a connection, so another socket may get the descriptor.
TEST(Connections, AnotherSocketWithTheDescriptorIsNotFiltered) {
  TestServer server("127.0.0.1:0");
  const Fd client = server.Connect();
  EXPECT_TRUE(Eventually([&] { return server.open() == 1; }));
  const std::shared_ptr<ReadFilter> filter = server.FilterOfNewest();
  EXPECT_TRUE(filter->OnRead(Preface()));
  server.CloseNewest();
  const Fd other(socket(AF_UNIX, SOCK_STREAM, 0));
  EXPECT_TRUE(filter->OnRead(Frame(FrameType::kHeaders, 0, 1, std::string(100'000, 'x'))));
  EXPECT_TRUE(filter->OnRead("more"));
  EXPECT_EQ(server.broken_off(), 0);
}

}  // namespace
}  // namespace arbiter
