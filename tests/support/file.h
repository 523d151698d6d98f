#ifndef ARBITER_TESTS_SUPPORT_FILE_H_
#define ARBITER_TESTS_SUPPORT_FILE_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace arbiter::testing {

// Returns the bytes of a file; empty if it cannot be read.
inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FILE_H_
