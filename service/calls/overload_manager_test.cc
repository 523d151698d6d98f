#include "service/calls/overload_manager.h"

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/search/transposition_table.h"
#include "gtest/gtest.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"

namespace arbiter {
namespace {

constexpr std::chrono::seconds kPatience(10);

// A connection of this process to itself.
struct ConnectionPair {
  ConnectionPair() {
    const ListenSockets sockets = *ListenSockets::Open(*ParseAddress("127.0.0.1:0"));
    const SocketAddress target = sockets.target();
    client = Fd(socket(AF_INET, SOCK_STREAM, 0));
    EXPECT_EQ(connect(client.get(), target.get(), target.length), 0);
    server = Fd(accept(sockets.sockets()[0].get(), nullptr, nullptr));
  }
  // Sends more than the manager tolerates, and reads the bytes on the other side.
  void Flood() const {
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

// A manager whose only inputs are the added connections and shares.
class ManagedConnections {
 public:
  explicit ManagedConnections(std::function<size_t(size_t)> limit)
      : connections_({}, [this](BreakReason, const std::string&) { ++broken_off_; }),
        limit_(std::move(limit)) {}

  void Add(const ConnectionPair& pair) {
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
        OverloadManager::Hooks{
            .changed =
                [this](OverloadStep step, const std::string& client, size_t) {
                  if (!std::exchange(has_changed_, true)) changed_.set_value({step, client});
                },
            .refuse_connections = [this](bool refuse) { refuses_connections_ = refuse; }});
  }

  // Waits for the first change of the step. Returns the new step and the client at which it is
  // aimed.
  std::pair<OverloadStep, std::string> AwaitChange() {
    std::future<std::pair<OverloadStep, std::string>> change = changed_.get_future();
    if (change.wait_for(kPatience) != std::future_status::ready) return {};
    return change.get();
  }
  void set_delay(std::chrono::nanoseconds delay) { delay_ = delay; }
  bool refuses_connections() const { return refuses_connections_; }
  int broken_off() const { return broken_off_; }
  ClientShares& shares() { return shares_; }
  OverloadManager& manager() { return *manager_; }

 private:
  std::atomic<int> broken_off_ = 0;
  std::atomic<bool> refuses_connections_ = false;
  std::atomic<std::chrono::nanoseconds> delay_{};
  Connections connections_;
  ClientShares shares_;
  FairScheduler work_{{.slots = 1}};
  const std::function<size_t(size_t)> limit_;
  // Only used by the manager's thread.
  bool has_changed_ = false;
  std::promise<std::pair<OverloadStep, std::string>> changed_;
  std::optional<OverloadManager> manager_;
};

bool IsOpen(const ConnectionPair& pair) {
  char byte;
  return recv(pair.client.get(), &byte, 1, MSG_DONTWAIT) == -1;
}

// Waits for the end of the connection, because the manager reports a step before it acts.
bool IsBrokenOffSoon(const ConnectionPair& pair) {
  pollfd end = {.fd = pair.client.get(), .events = POLLIN, .revents = 0};
  constexpr auto kMs = std::chrono::milliseconds(kPatience).count();
  return poll(&end, 1, static_cast<int>(kMs)) == 1 && !IsOpen(pair);
}

size_t TinyLimit(size_t /*connections*/) { return 4; }

TEST(OverloadManager, BreaksOffTheConnectionThatFillsTheHeap) {
  const ConnectionPair guilty;
  const ConnectionPair other;
  ManagedConnections managed(&TinyLimit);
  managed.Add(guilty);
  managed.Add(other);
  guilty.Flood();
  managed.Start();
  EXPECT_EQ(managed.AwaitChange().first, OverloadStep::kBreakOff);
  EXPECT_TRUE(IsBrokenOffSoon(guilty));
  EXPECT_TRUE(IsOpen(other));
  EXPECT_TRUE(managed.refuses_connections());
}

// The connection that filled the heap may be idle by now, and others must not be blamed for it.
TEST(OverloadManager, BreaksOffNoOtherConnectionWhileTheHeapDoesNotGrow) {
  const ConnectionPair guilty;
  const ConnectionPair busy;
  ManagedConnections managed(&TinyLimit);
  managed.Add(guilty);
  managed.Add(busy);
  guilty.Flood();
  managed.Start();
  // The heap grows a little, as that of any process does over time.
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

// The heap may still be full because of a connection that has gone.
TEST(OverloadManager, DoesNotBreakOffAConnectionThatSendsLittle) {
  const ConnectionPair pair;
  ManagedConnections managed(&TinyLimit);
  managed.Add(pair);
  ASSERT_EQ(send(pair.client.get(), "little", 6, 0), 6);
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(pair));
}

TEST(OverloadManager, DoesNothingWhileTheHeapIsBelowItsLimit) {
  const ConnectionPair pair;
  ManagedConnections managed(&HeapLimit);
  managed.Add(pair);
  pair.Flood();
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(pair));
  EXPECT_EQ(managed.manager().step(), OverloadStep::kNone);
  EXPECT_FALSE(managed.refuses_connections());
}

TEST(OverloadManager, BreaksOffAConnectionThatMonopolisesTheThreads) {
  const ConnectionPair hog;
  const ConnectionPair other;
  ManagedConnections managed(&HeapLimit);
  managed.Add(hog);
  managed.Add(other);
  hog.Flood();
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(hog)) << "no thread was delayed";
  managed.set_delay(std::chrono::seconds(1));
  for (int i = 0; i < 100 && IsOpen(hog); ++i) {
    hog.Flood();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(IsOpen(hog));
  EXPECT_TRUE(IsOpen(other));
}

TEST(OverloadManager, RefusesCallsOfTheClientThatHoldsTheMost) {
  ManagedConnections managed(&TinyLimit);
  const ClientSharePtr greedy = managed.shares().FindOrAdd("192.0.2.7");
  const ClientSharePtr modest = managed.shares().FindOrAdd("192.0.2.8");
  greedy->open_calls = 1000;
  modest->open_calls = 1;
  managed.Start();
  EXPECT_EQ(managed.AwaitChange().second, "192.0.2.7");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(managed.manager().IsRefused(*greedy));
  EXPECT_FALSE(managed.manager().IsRefused(*modest));
}

// The memory of a table that was freed must not hide that the heap grows.
TEST(OverloadManager, NoticesThatTheHeapGrowsWhileATableIsFreed) {
  constexpr size_t kLimit = 16 << 20;
  auto table = std::make_unique<TranspositionTable>(size_t{64} << 20);
  for (uint64_t i = 0; i < 100'000; ++i) table->Store(i * 0x9e3779b97f4a7c15, {.depth = 1});
  ManagedConnections managed([](size_t) { return kLimit; });
  managed.Start();
  // The heap is measured after a second.
  std::this_thread::sleep_for(std::chrono::milliseconds(1150));
  table.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto begin = std::chrono::steady_clock::now();
  const auto block = std::make_unique_for_overwrite<char[]>(2 * kLimit);
  std::memset(block.get(), 1, 2 * kLimit);
  EXPECT_EQ(managed.AwaitChange().first, OverloadStep::kBreakOff);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace arbiter
