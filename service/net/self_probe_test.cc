#include "service/net/self_probe.h"

#include <sys/eventfd.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <future>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/net/listen_sockets.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using testing::Eventually;
using ::testing::HasSubstr;
using testing::kPatience;

class SelfProbeTest : public ::testing::Test {
 protected:
  ProbeTarget MakeTarget(milliseconds timeout = milliseconds(100), bool tls = false) const {
    return {.address = sockets_.target(),
            .tls = tls,
            .announce = [](const SocketAddress&) {},
            .timeout = timeout};
  }

  // Accepts one connection and responds with these bytes.
  std::future<void> Answer(std::string_view bytes) {
    return std::async(std::launch::async, [this, bytes] {
      Fd connection;
      while (!connection) connection = Fd(accept(sockets_.sockets()[0].get(), nullptr, nullptr));
      char byte;
      recv(connection.get(), &byte, 1, 0);
      send(connection.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    });
  }

  ListenSockets sockets_ = *ListenSockets::Open(*ParseAddress("127.0.0.1:0"));
  const Fd stop_{eventfd(0, 0)};
};

TEST_F(SelfProbeTest, AnyResponseIsASuccess) {
  const auto answer = Answer("settings");
  EXPECT_TRUE(Probe(MakeTarget(kPatience), stop_.get()).ok());
}

// The kernel completes connections even if nobody accepts them.
TEST_F(SelfProbeTest, AListenerThatAcceptsNothingIsUnreachable) {
  EXPECT_THAT(Probe(MakeTarget(), stop_.get()).ToString(), HasSubstr("no answer in time"));
  EXPECT_THAT(Probe(MakeTarget(milliseconds(100), true), stop_.get()).ToString(),
              HasSubstr("no answer in time"));
}

TEST_F(SelfProbeTest, AConnectionThatIsClosedIsAFailure) {
  const auto answer = Answer("");
  EXPECT_FALSE(Probe(MakeTarget(kPatience), stop_.get()).ok());
}

TEST_F(SelfProbeTest, AClosedPortIsUnreachable) {
  const ProbeTarget target = MakeTarget(kPatience);
  sockets_ = *ListenSockets::Open(*ParseAddress("127.0.0.1:0"));
  EXPECT_THAT(Probe(target, stop_.get()).ToString(), HasSubstr("refused"));
}

// The queue of a Unix socket that accepts nothing is soon full, and then connect() fails at once.
TEST_F(SelfProbeTest, AFullQueueIsNotAFailure) {
  sockets_ = *ListenSockets::Open(*ParseAddress("unix:" + testing::TemporaryPath("full_queue")));
  const SocketAddress address = sockets_.target();
  std::vector<Fd> waiting;
  do {
    waiting.emplace_back(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
  } while (connect(waiting.back().get(), address.get(), address.length) == 0);
  ASSERT_EQ(errno, EAGAIN);
  EXPECT_TRUE(absl::IsResourceExhausted(Probe(MakeTarget(milliseconds(10)), stop_.get())));
  std::atomic<int> unable = 0;
  {
    const SelfProbe probe(MakeTarget(milliseconds(10)), milliseconds(1),
                          {.failed = [](const auto&) { ADD_FAILURE(); },
                           .unreachable = [](const auto&) { ADD_FAILURE(); },
                           .unable = [&](const auto&) { ++unable; }});
    EXPECT_TRUE(Eventually([&] { return unable > SelfProbe::kFailuresInARow; }));
  }
  // A place becomes free before the probe times out.
  auto freed = std::async(std::launch::async, [&] {
    std::this_thread::sleep_for(milliseconds(100));
    // The last connection found no place in the queue.
    for (size_t i = 1; i < waiting.size(); ++i) {
      const Fd taken(accept(sockets_.sockets()[0].get(), nullptr, nullptr));
    }
    return Answer("settings");
  });
  EXPECT_TRUE(Probe(MakeTarget(kPatience), stop_.get()).ok());
}

TEST_F(SelfProbeTest, AnnouncesItsSourceAddress) {
  for (const std::string& address :
       {std::string("127.0.0.1:0"), "unix:" + testing::TemporaryPath("self_probe")}) {
    sockets_ = *ListenSockets::Open(*ParseAddress(address));
    ProbeTarget target = MakeTarget();
    SocketAddress announced;
    target.announce = [&](const SocketAddress& source) { announced = source; };
    Probe(target, stop_.get()).IgnoreError();
    const Fd connection(accept(sockets_.sockets()[0].get(), nullptr, nullptr));
    EXPECT_TRUE(SocketAddress::Peer(connection.get()).IsSameAs(announced)) << address;
  }
}

TEST_F(SelfProbeTest, GivesUpAfterThreeFailuresInARow) {
  std::promise<void> unreachable;
  std::atomic<int> failures = 0;
  const SelfProbe probe(MakeTarget(milliseconds(10)), milliseconds(1),
                        {.failed = [&](const auto&) { ++failures; },
                         .unreachable = [&](const auto&) { unreachable.set_value(); }});
  EXPECT_EQ(unreachable.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(failures, 3);
}

TEST_F(SelfProbeTest, ASuccessResetsTheCountOfFailures) {
  std::atomic<int> failures = 0;
  std::atomic<bool> unreachable = false;
  const SelfProbe probe(MakeTarget(kPatience), milliseconds(1),
                        {.failed = [&](const auto&) { ++failures; },
                         .unreachable = [&](const auto&) { unreachable = true; }});
  for (const std::string_view answer : {"", "", "settings", ""}) Answer(answer).wait();
  EXPECT_TRUE(Eventually([&] { return failures == 3; }));
  EXPECT_FALSE(unreachable);
}

TEST_F(SelfProbeTest, StopsAtOnceDuringAProbe) {
  std::promise<void> begun;
  ProbeTarget target = MakeTarget(std::chrono::hours(1));
  target.announce = [&](const SocketAddress&) { begun.set_value(); };
  const auto probe = std::make_unique<SelfProbe>(
      target, milliseconds(1),
      SelfProbe::Listener{.failed = [](const auto&) { ADD_FAILURE() << "a stop is not a failure"; },
                          .unreachable = [](const auto&) {}});
  begun.get_future().wait();
}

}  // namespace
}  // namespace arbiter
