#include "service/ops/process.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

class ProcessMemoryLimitTest : public ::testing::Test {
 protected:
  ProcessMemoryLimitTest() { Write("proc/self/cgroup", "1:name=old:/other\n0::/a/b\n"); }
  ~ProcessMemoryLimitTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }

  const std::string root_ = testing::TemporaryPath("root") + "/";
};

TEST_F(ProcessMemoryLimitTest, IsTheMemoryOfTheMachineIfThereAreNoLimits) {
  const size_t machine = ProcessMemoryLimit(root_);
  EXPECT_GT(machine, 0u);
  Write("sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(ProcessMemoryLimit(root_), machine);
}

TEST_F(ProcessMemoryLimitTest, IsTheMinimumOfTheGroupsAroundTheProcess) {
  Write("sys/fs/cgroup/a/b/memory.max", "20000\n");
  EXPECT_EQ(ProcessMemoryLimit(root_), 20000u);
  Write("sys/fs/cgroup/a/memory.max", "10000\n");
  EXPECT_EQ(ProcessMemoryLimit(root_), 10000u);
  Write("sys/fs/cgroup/other/memory.max", "1\n");
  EXPECT_EQ(ProcessMemoryLimit(root_), 10000u);
}

// In a container, the process only sees the root group.
TEST_F(ProcessMemoryLimitTest, TheLimitOfTheRootCounts) {
  Write("sys/fs/cgroup/memory.max", "30000\n");
  for (const char* group : {"0::/\n", "0::/../..\n", ""}) {
    Write("proc/self/cgroup", group);
    EXPECT_EQ(ProcessMemoryLimit(root_), 30000u) << group;
  }
}

TEST(ResidentMemory, GrowsByWhatIsWritten) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer takes several times as much memory for its own records";
#endif
  constexpr size_t kBytes = size_t{64} << 20;
  const size_t before = ResidentMemory();
  const std::vector<char> written(kBytes, 'x');
  // The kernel counts pages in small batches.
  EXPECT_GE(ResidentMemory(), before + kBytes / 2);
  EXPECT_LT(ResidentMemory(), before + 2 * kBytes);
}

}  // namespace
}  // namespace arbiter
