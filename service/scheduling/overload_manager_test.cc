#include "service/scheduling/overload_manager.h"

#include <sys/socket.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/search/transposition_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::Eventually;
using ::testing::IsEmpty;

// A connection of this process to itself.
struct ConnectionPair {
  ConnectionPair() {
    const ListenSockets sockets = *ListenSockets::Open(*ParseAddress("127.0.0.1:0"));
    const SocketAddress target = sockets.target();
    client = Fd(socket(AF_INET, SOCK_STREAM, 0));
    EXPECT_EQ(connect(client.get(), target.get(), target.length), 0);
    server = Fd(accept(sockets.sockets()[0].get(), nullptr, nullptr));
  }
  // The client's address in gRPC's format.
  std::string client_uri() const { return SocketAddress::Local(client.get()).Uri(); }

  Fd client;
  Fd server;
};

// What happened on the manager's thread, in order. Thread-safe.
template <typename Event>
class Events {
 public:
  void Add(const Event& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
  }
  std::vector<Event> Get() {
    const std::lock_guard lock(mutex_);
    return events_;
  }

 private:
  std::mutex mutex_;
  std::vector<Event> events_;
};

// A manager whose only inputs are the added connections and shares.
class ManagedConnections {
 public:
  explicit ManagedConnections(std::function<size_t(size_t)> limit)
      : connections_({},
                     [this](BreakReason, const std::string& client) { broken_off_.Add(client); }),
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
                                .limit = limit_},
        OverloadManager::Hooks{
            .changed = [this](OverloadStep, const std::string& client,
                              size_t) { targets_.Add(client); },
            .refuse_connections = [this](bool refuse) { refuses_connections_ = refuse; },
            .broke_off = [this](size_t count, size_t) { reports_.Add(count); }});
  }

  // The clients at which the steps taken so far were aimed.
  std::vector<std::string> targets() { return targets_.Get(); }
  bool refuses_connections() const { return refuses_connections_; }
  // The clients whose connections were broken off, in this order.
  std::vector<std::string> broken_off() { return broken_off_.Get(); }
  // The numbers of connections that the manager has reported as broken off.
  std::vector<size_t> reports() { return reports_.Get(); }
  ClientShares& shares() { return shares_; }
  OverloadManager& manager() { return *manager_; }

 private:
  Events<std::string> broken_off_;
  Events<size_t> reports_;
  Events<std::string> targets_;
  std::atomic<bool> refuses_connections_ = false;
  Connections connections_;
  ClientShares shares_;
  FairScheduler work_{{.slots = 1}};
  const std::function<size_t(size_t)> limit_;
  std::optional<OverloadManager> manager_;
};

bool IsOpen(const ConnectionPair& pair) {
  char byte;
  return recv(pair.client.get(), &byte, 1, MSG_DONTWAIT) == -1;
}

size_t TinyLimit(size_t /*connections*/) { return 4; }

TEST(OverloadManager, BreaksOffTheNewestHalfAfterASecondAndAllAfterAnother) {
  const std::vector<ConnectionPair> pairs(4);
  ManagedConnections managed(&TinyLimit);
  for (const ConnectionPair& pair : pairs) managed.Add(pair);
  const auto begin = std::chrono::steady_clock::now();
  managed.Start();
  ASSERT_TRUE(Eventually([&] { return managed.reports().size() >= 2; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  const std::vector<size_t> reports = managed.reports();
  EXPECT_EQ(reports[0], 2);
  EXPECT_EQ(reports[1], 2);
  EXPECT_THAT(managed.broken_off(), ElementsAre(pairs[3].client_uri(), pairs[2].client_uri(),
                                                pairs[1].client_uri(), pairs[0].client_uri()));
  for (const ConnectionPair& pair : pairs) EXPECT_FALSE(IsOpen(pair));
  EXPECT_TRUE(managed.refuses_connections());
}

// The heap is above its limit again and again, but never for long.
TEST(OverloadManager, BreaksOffNothingIfTheHeapShrinksInTime) {
  const ConnectionPair pair;
  std::atomic<int> checks = 0;
  ManagedConnections managed([&checks](size_t) { return ++checks % 2 == 0 ? HeapLimit(1) : 4; });
  managed.Add(pair);
  managed.Start();
  EXPECT_TRUE(Eventually([&] { return checks > 200; }));
  EXPECT_TRUE(IsOpen(pair));
  EXPECT_THAT(managed.reports(), IsEmpty());
}

TEST(OverloadManager, ReportsNothingIfNoConnectionIsLeft) {
  std::atomic<int> checks = 0;
  ManagedConnections managed([&checks](size_t) {
    ++checks;
    return size_t{4};
  });
  managed.Start();
  EXPECT_TRUE(Eventually([&] { return checks > 300; }));
  EXPECT_THAT(managed.reports(), IsEmpty());
}

// Otherwise, connections that were closed long ago would raise the limit.
TEST(OverloadManager, ForgetsClosedConnections) {
  std::atomic<size_t> connections = 0;
  ManagedConnections managed([&connections](size_t count) {
    connections = count;
    return HeapLimit(count);
  });
  auto pair = std::make_unique<ConnectionPair>();
  managed.Add(*pair);
  managed.Start();
  EXPECT_TRUE(Eventually([&] { return connections == 1; }));
  pair.reset();
  EXPECT_TRUE(Eventually([&] { return connections == 0; }));
}

TEST(OverloadManager, DoesNothingWhileTheHeapIsBelowItsLimit) {
  const ConnectionPair pair;
  ManagedConnections managed(&HeapLimit);
  managed.Add(pair);
  managed.Start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(IsOpen(pair));
  EXPECT_EQ(managed.manager().step(), OverloadStep::kNone);
  EXPECT_FALSE(managed.refuses_connections());
}

TEST(OverloadManager, RefusesCallsOfTheClientThatHoldsTheMost) {
  ManagedConnections managed(&TinyLimit);
  const ClientSharePtr greedy = managed.shares().FindOrAdd("192.0.2.7");
  const ClientSharePtr modest = managed.shares().FindOrAdd("192.0.2.8");
  greedy->open_calls = 1000;
  modest->open_calls = 1;
  managed.Start();
  EXPECT_TRUE(Eventually([&] { return !managed.targets().empty(); }));
  EXPECT_EQ(managed.targets().front(), "192.0.2.7");
  EXPECT_TRUE(Eventually([&] { return managed.manager().IsRefused(*greedy); }));
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
  const auto block = std::make_unique_for_overwrite<char[]>(2 * kLimit);
  std::memset(block.get(), 1, 2 * kLimit);
  EXPECT_TRUE(Eventually([&] { return managed.manager().step() == OverloadStep::kBreakOff; }));
}

}  // namespace
}  // namespace arbiter
