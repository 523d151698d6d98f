#ifndef ARBITER_TESTS_SUPPORT_FILE_H_
#define ARBITER_TESTS_SUPPORT_FILE_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "absl/status/status.h"

namespace arbiter::testing {

// Returns the bytes of a file; empty if it cannot be read.
inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Replaces a file, or makes it, at once: what reads it at the same time sees either the old content
// or the new one. UNAVAILABLE if that fails.
inline absl::Status ReplaceFile(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path partial = path.string() + ".part";
  std::ofstream file(partial, std::ios::binary);
  file << content;
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(partial, path, error);
  if (file && !error) return absl::OkStatus();
  return absl::UnavailableError("cannot write " + path.string());
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FILE_H_
