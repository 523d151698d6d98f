#include "service/calls/overload_manager.h"

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"

namespace arbiter {
namespace {

constexpr std::chrono::seconds kPatience(10);

// A connection of this process with itself.
struct Pair {
  Pair() {
    const ListenSockets sockets = *ListenSockets::Open(*ParseAddress("127.0.0.1:0"));
    const SocketAddress target = sockets.target();
    client = Fd(socket(AF_INET, SOCK_STREAM, 0));
    EXPECT_EQ(connect(client.get(), target.get(), target.length), 0);
    server = Fd(accept(sockets.sockets()[0].get(), nullptr, nullptr));
  }
  // More than the manager overlooks; it is read on the other side.
  void SendMuch() const {
    std::string piece(100'000, 'x');
    for (int i = 0; i < 120; ++i) {
      static_cast<void>(send(client.get(), piece.data(), piece.size(), MSG_NOSIGNAL));
      while (recv(server.get(), piece.data(), piece.size(), MSG_DONTWAIT) > 0) {
      }
    }
  }

  Fd client;
  Fd server;
};

// A manager over these connections, with nothing else that could be to blame.
class Managed {
 public:
  explicit Managed(std::function<size_t(size_t)> limit)
      : connections_({}, [this](BreakReason, const std::string&) { ++broken_off_; }),
        limit_(std::move(limit)) {}

  void Add(const Pair& pair) {
    const SocketAddress peer = SocketAddress::Peer(pair.server.get());
    connections_.Add(pair.server.get(), peer, peer);
  }
  void Start() {
    manager_.emplace(
        OverloadManager::Inputs{.connections = &connections_,
                                .shares = &shares_,
                                .work = &work_,
                                .accounted = [] { return size_t{0}; },
                                .limit = limit_,
                                .queue_delay = [this] { return delay_.load(); },
                                .max_message_bytes = 10'000},
        OverloadManager::Hooks{.changed =
                                   [this](OverloadStep step, const std::string& client, size_t) {
                                     changed_.set_value({step, client});
                                   },
                               .refuse_connections = [this](bool refuse) { refuses_ = refuse; }});
  }

  // The first step that was taken, and the client that it was aimed at.
  std::pair<OverloadStep, std::string> AwaitChange() {
    std::future<std::pair<OverloadStep, std::string>> change = changed_.get_future();
    if (change.wait_for(kPatience) != std::future_status::ready) return {};
    return change.get();
  }
  void set_delay(std::chrono::nanoseconds delay) { delay_ = delay; }
  bool refuses() const { return refuses_; }
  int broken_off() const { return broken_off_; }
  ClientShares& shares() { return shares_; }
  OverloadManager& manager() { return *manager_; }

 private:
  std::atomic<int> broken_off_ = 0;
  std::atomic<bool> refuses_ = false;
  std::atomic<std::chrono::nanoseconds> delay_{};
  Connections connections_;
  ClientShares shares_;
  FairScheduler work_{{.slots = 1}};
  const std::function<size_t(size_t)> limit_;
  std::promise<std::pair<OverloadStep, std::string>> changed_;
  std::optional<OverloadManager> manager_;
};

bool IsOpen(const Pair& pair) {
  char byte;
  return recv(pair.client.get(), &byte, 1, MSG_DONTWAIT) == -1;
}

// The manager tells of a step before it takes it.
bool IsSoonBrokenOff(const Pair& pair) {
  pollfd end = {.fd = pair.client.get(), .events = POLLIN, .revents = 0};
  constexpr auto kMs = std::chrono::milliseconds(kPatience).count();
  return poll(&end, 1, static_cast<int>(kMs)) == 1 && !IsOpen(pair);
}

size_t NoRoom(size_t /*connections*/) { return 4; }

TEST(OverloadManager, BreaksOffWhoFillsTheHeap) {
  const Pair guilty;
  const Pair other;
  Managed managed(&NoRoom);
  managed.Add(guilty);
  managed.Add(other);
  guilty.SendMuch();
  managed.Start();
  EXPECT_EQ(managed.AwaitChange().first, OverloadStep::kBreakOff);
  EXPECT_TRUE(IsSoonBrokenOff(guilty));
  EXPECT_TRUE(IsOpen(other));
  EXPECT_TRUE(managed.refuses());
}

// Who fills it may be quiet by now.
TEST(OverloadManager, BreaksOffNobodyElseWhileTheHeapStaysAsItIs) {
  const Pair guilty;
  const Pair busy;
  Managed managed(&NoRoom);
  managed.Add(guilty);
  managed.Add(busy);
  guilty.SendMuch();
  managed.Start();
  // It needs some memory, now more and now less.
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int i = 0; i < 100; ++i) {
    if (managed.broken_off() > 0) {
      ASSERT_EQ(send(busy.client.get(), "work", 4, MSG_NOSIGNAL), 4);
    }
    blocks.push_back(std::make_unique<char[]>(100'000));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(managed.broken_off(), 1);
}

// What a connection that is gone has left to work off is not the fault of those that call a little.
TEST(OverloadManager, LeavesAloneWhoSendsLittle) {
  const Pair pair;
  Managed managed(&NoRoom);
  managed.Add(pair);
  ASSERT_EQ(send(pair.client.get(), "little", 6, 0), 6);
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(pair));
}

TEST(OverloadManager, LeavesEverybodyAloneWhileThereIsRoom) {
  const Pair pair;
  Managed managed(&HeapLimit);
  managed.Add(pair);
  pair.SendMuch();
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(pair));
  EXPECT_EQ(managed.manager().step(), OverloadStep::kNone);
  EXPECT_FALSE(managed.refuses());
}

TEST(OverloadManager, BreaksOffWhoKeepsTheThreadsThatServeFromOthers) {
  const Pair hog;
  const Pair other;
  Managed managed(&HeapLimit);
  managed.Add(hog);
  managed.Add(other);
  hog.SendMuch();
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(hog)) << "nobody was kept from anything";
  managed.set_delay(std::chrono::seconds(1));
  for (int i = 0; i < 100 && IsOpen(hog); ++i) {
    hog.SendMuch();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(IsOpen(hog));
  EXPECT_TRUE(IsOpen(other));
}

TEST(OverloadManager, TheClientThatHoldsMostGetsNoFurtherCall) {
  Managed managed(&NoRoom);
  const ClientSharePtr greedy = managed.shares().Of("192.0.2.7");
  const ClientSharePtr modest = managed.shares().Of("192.0.2.8");
  greedy->open_calls = 1000;
  modest->open_calls = 1;
  managed.Start();
  EXPECT_EQ(managed.AwaitChange().second, "192.0.2.7");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(managed.manager().refuses(*greedy));
  EXPECT_FALSE(managed.manager().refuses(*modest));
}

TEST(OverloadManager, TheHeapIsMeasured) {
  const size_t before = HeapInUse();
  // Small blocks: large ones are none of the heap's.
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int i = 0; i < 10'000; ++i) blocks.push_back(std::make_unique<char[]>(1000));
  EXPECT_GE(HeapInUse(), before + 9'000'000);
}

}  // namespace
}  // namespace arbiter
