#include "service/ops/heap.h"

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "service/ops/process.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

std::unique_ptr<char[]> TouchedBlock(size_t bytes) {
  auto block = std::make_unique_for_overwrite<char[]>(bytes);
  for (size_t i = 0; i < bytes; i += 1024) block[i] = 1;
  return block;
}

TEST(HeapTest, BlocksAreInUseUntilTheyAreFreed) {
  for (const size_t bytes : {size_t{1'000}, size_t{100'000}, size_t{10'000'000}}) {
    const size_t before = MeasureHeap().used;
    std::vector<std::unique_ptr<char[]>> blocks;
    for (size_t sum = 0; sum < 10'000'000; sum += bytes) blocks.push_back(TouchedBlock(bytes));
    EXPECT_GE(MeasureHeap().used, before + 9'000'000) << bytes;
    blocks.clear();
    EXPECT_LE(MeasureHeap().used, before + 1'000'000) << bytes;
  }
}

TEST(HeapTest, UnusedMemoryIsReturnedAfterTwoSeconds) {
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int i = 0; i < 60'000; ++i) blocks.push_back(TouchedBlock(1000));
  const size_t resident = ResidentMemory();
  blocks.clear();
  // Until it is returned, unused memory counts as resident, so that the heap cannot fill it unseen.
  EXPECT_GE(MeasureHeap().resident, 50'000'000);
  EXPECT_TRUE(testing::Eventually([&] {
    ReturnUnusedMemory();
    const HeapSize heap = MeasureHeap();
    return ResidentMemory() <= resident - 50'000'000 && heap.resident <= heap.used + 10'000'000;
  }));
}

}  // namespace
}  // namespace arbiter
