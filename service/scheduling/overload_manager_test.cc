#include "service/scheduling/overload_manager.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/search/transposition_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "prometheus/registry.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"
#include "service/ops/log.h"
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

// A manager whose only inputs are the added connections and shares.
class ManagedConnections {
 public:
  explicit ManagedConnections(std::function<size_t(size_t)> limit)
      : connections_({},
                     [this](BreakReason, const std::string& client) {
                       const std::lock_guard lock(mutex_);
                       broken_off_.push_back(client);
                     }),
        limit_(std::move(limit)) {}

  void Add(const ConnectionPair& pair) {
    const SocketAddress peer = SocketAddress::Peer(pair.server.get());
    connections_.Add(pair.server.get(), "", peer, peer);
  }
  void Start() {
    manager_.emplace(OverloadManager::Inputs{.connections = &connections_,
                                             .shares = &shares_,
                                             .work = &work_,
                                             .accounted = [] { return size_t{0}; },
                                             .limit = limit_},
                     &registry_, &log_);
  }

  // The values of this field in the lines of the log so far, in their order.
  std::vector<std::string> Logged(const std::string& field) {
    std::string text(size_t{1} << 16, '\0');
    const ssize_t size = pread(log_file_.get(), text.data(), text.size(), 0);
    text.resize(static_cast<size_t>(std::max<ssize_t>(0, size)));
    const std::regex pattern("\"" + field + "\":\"?([^,\"}]*)");
    std::vector<std::string> values;
    for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end;
         ++found) {
      values.push_back((*found)[1]);
    }
    return values;
  }
  // The clients whose connections were broken off, in this order.
  std::vector<std::string> broken_off() {
    const std::lock_guard lock(mutex_);
    return broken_off_;
  }
  ClientShares& shares() { return shares_; }
  OverloadManager& manager() { return *manager_; }

 private:
  const Fd log_file_{memfd_create("log", 0)};
  Logger log_{log_file_.get(), LogLevel::kInfo};
  prometheus::Registry registry_;
  std::mutex mutex_;
  std::vector<std::string> broken_off_;
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
  ASSERT_TRUE(Eventually([&] { return managed.Logged("count").size() >= 2; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  EXPECT_THAT(managed.Logged("count"), ElementsAre("2", "2"));
  EXPECT_THAT(managed.Logged("step"), ElementsAre("break_off"));
  EXPECT_THAT(managed.broken_off(), ElementsAre(pairs[3].client_uri(), pairs[2].client_uri(),
                                                pairs[1].client_uri(), pairs[0].client_uri()));
  for (const ConnectionPair& pair : pairs) EXPECT_FALSE(IsOpen(pair));
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
  EXPECT_THAT(managed.Logged("count"), IsEmpty());
}

TEST(OverloadManager, ReportsNothingIfNoConnectionIsLeft) {
  std::atomic<int> checks = 0;
  ManagedConnections managed([&checks](size_t) {
    ++checks;
    return size_t{4};
  });
  managed.Start();
  EXPECT_TRUE(Eventually([&] { return checks > 300; }));
  EXPECT_THAT(managed.Logged("count"), IsEmpty());
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
}

TEST(OverloadManager, RefusesCallsOfTheClientThatHoldsTheMost) {
  ManagedConnections managed(&TinyLimit);
  const ClientSharePtr greedy = managed.shares().FindOrAdd("192.0.2.7");
  const ClientSharePtr modest = managed.shares().FindOrAdd("192.0.2.8");
  greedy->open_calls = 1000;
  modest->open_calls = 1;
  managed.Start();
  EXPECT_TRUE(Eventually([&] { return !managed.Logged("client").empty(); }));
  EXPECT_EQ(managed.Logged("client").front(), "192.0.2.7");
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
