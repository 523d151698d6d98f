#ifndef ARBITER_TESTS_SUPPORT_SOURCE_ROOTS_H_
#define ARBITER_TESTS_SUPPORT_SOURCE_ROOTS_H_

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace arbiter::testing {

// Returns the folders that hold the sources under test: the repository and, if it is set, the value
// of the environment variable ARBITER_ADDED_SOURCES (see tests/add_a_variant).
inline std::vector<std::filesystem::path> SourceRoots() {
  std::vector<std::filesystem::path> roots = {ARBITER_SOURCE_DIR};
  if (const char* added = std::getenv("ARBITER_ADDED_SOURCES")) roots.emplace_back(added);
  return roots;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SOURCE_ROOTS_H_
