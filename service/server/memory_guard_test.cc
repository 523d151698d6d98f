#include "service/server/memory_guard.h"

#include <sys/socket.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "service/server/fd.h"
#include "service/server/listen_sockets.h"

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
  // More than a guard overlooks.
  void SendMuch() const {
    const std::string much(80'000, 'x');
    EXPECT_EQ(send(client.get(), much.data(), much.size(), 0), static_cast<ssize_t>(much.size()));
  }

  Fd client;
  Fd server;
};

TEST(MemoryGuard, BreaksOffWhoFillsTheHeap) {
  const Pair guilty;
  const Pair other;
  ConnectionTable table;
  table.Add(guilty.server.get());
  table.Add(other.server.get());
  guilty.SendMuch();
  std::promise<size_t> told;
  const MemoryGuard guard(
      &table, [](size_t) { return 1; }, [&](size_t heap) { told.set_value(heap); });
  std::future<size_t> heap = told.get_future();
  ASSERT_EQ(heap.wait_for(kPatience), std::future_status::ready);
  EXPECT_GT(heap.get(), 1);
  char byte;
  EXPECT_EQ(recv(guilty.client.get(), &byte, 1, 0), 0);
  EXPECT_EQ(recv(other.client.get(), &byte, 1, MSG_DONTWAIT), -1);
}

// Who fills it may be quiet by now.
TEST(MemoryGuard, BreaksOffNobodyElseWhileTheHeapStaysAsItIs) {
  const Pair guilty;
  const Pair busy;
  ConnectionTable table;
  table.Add(guilty.server.get());
  table.Add(busy.server.get());
  guilty.SendMuch();
  std::atomic<int> broken_off = 0;
  const MemoryGuard guard(
      &table, [](size_t) { return 1; }, [&](size_t) { ++broken_off; });
  // It needs some memory, now more and now less.
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int i = 0; i < 100; ++i) {
    if (broken_off > 0) {
      ASSERT_EQ(send(busy.client.get(), "work", 4, MSG_NOSIGNAL), 4);
    }
    blocks.push_back(std::make_unique<char[]>(100'000));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(broken_off, 1);
}

// What a connection that is gone has left to work off is not the fault of those that call a little.
TEST(MemoryGuard, LeavesAloneWhoBringsLittle) {
  const Pair pair;
  ConnectionTable table;
  table.Add(pair.server.get());
  ASSERT_EQ(send(pair.client.get(), "little", 6, 0), 6);
  const MemoryGuard guard(
      &table, [](size_t) { return 1; }, [](size_t) { ADD_FAILURE(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  char byte;
  EXPECT_EQ(recv(pair.client.get(), &byte, 1, MSG_DONTWAIT), -1);
}

TEST(MemoryGuard, LeavesEverybodyAloneWhileThereIsRoom) {
  const Pair pair;
  ConnectionTable table;
  table.Add(pair.server.get());
  pair.SendMuch();
  const MemoryGuard guard(&table, &HeapLimit, [](size_t) { ADD_FAILURE(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  char byte;
  EXPECT_EQ(recv(pair.client.get(), &byte, 1, MSG_DONTWAIT), -1);
}

TEST(MemoryGuard, TheHeapIsMeasured) {
  const size_t before = HeapInUse();
  // Small blocks: large ones are none of the heap's.
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int i = 0; i < 10'000; ++i) blocks.push_back(std::make_unique<char[]>(1000));
  EXPECT_GE(HeapInUse(), before + 9'000'000);
}

}  // namespace
}  // namespace arbiter
