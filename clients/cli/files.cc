#include "clients/cli/files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/rules/strings.h"

namespace arbiter::cli {

absl::Status FileError(std::string_view verb, const std::string& path) {
  return absl::NotFoundError(StrCat("cannot ", verb, " ", path, ": ", std::strerror(errno)));
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ostringstream content;
  if (path == "-") {
    content << std::cin.rdbuf();
    return content.str();
  }
  std::ifstream file(path, std::ios::binary);
  if (!file || (file.peek() != std::ifstream::traits_type::eof() && !(content << file.rdbuf())) ||
      file.bad()) {
    return FileError("read", path);
  }
  return content.str();
}

absl::Status WriteFile(const std::string& path, std::string_view content) {
  if (path == "-") {
    std::cout << content;
    return absl::OkStatus();
  }
  std::ofstream file(path, std::ios::binary);
  if (!(file << content) || !file.flush()) return FileError("write", path);
  return absl::OkStatus();
}

}  // namespace arbiter::cli
