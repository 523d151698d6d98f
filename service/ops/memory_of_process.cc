#include "service/ops/memory_of_process.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace arbiter {
namespace {

// From the root of the control groups, as `proc/self/cgroup` has it; empty: the root, also where
// this process sees no more.
std::filesystem::path ControlGroup(const std::filesystem::path& root) {
  constexpr char kVersion2[] = "0::/";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with(kVersion2)) continue;
    std::string group = line.substr(sizeof(kVersion2) - 1);
    return group.starts_with("..") ? "" : group;
  }
  return {};
}

}  // namespace

size_t MemoryOfProcess(const std::string& root) {
  size_t least =
      static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const std::filesystem::path groups = std::filesystem::path(root) / "sys/fs/cgroup";
  for (std::filesystem::path group = ControlGroup(root);; group = group.parent_path()) {
    size_t limit = 0;
    // Holds `max` where there is no limit.
    if (std::ifstream(groups / group / "memory.max") >> limit) least = std::min(least, limit);
    if (group.empty()) return least;
  }
}

}  // namespace arbiter
