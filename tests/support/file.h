#ifndef ARBITER_TESTS_SUPPORT_FILE_H_
#define ARBITER_TESTS_SUPPORT_FILE_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace arbiter::testing {

// The bytes of a file; none where it cannot be read.
inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FILE_H_
