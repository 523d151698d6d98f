#include "clients/cli/arguments/files.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter::cli {

absl::Status FileError(std::string_view verb, const std::string& path) {
  return absl::NotFoundError(
      StrCat("cannot ", verb, " ", path.empty() ? "''" : path, ": ", std::strerror(errno)));
}

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes) {
  return path == "-" ? ReadBounded(std::cin, "standard input", max_bytes)
                     : ReadBoundedFile(path, max_bytes);
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

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

bool WriteAll(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

absl::Status LineTooLongError() {
  return MakeError(ErrorReason::kLimitExceeded,
                   StrCat("the line is longer than ", LineReader::kMaxLineBytes, " bytes"));
}

std::optional<LineReader::Line> LineReader::Next() {
  Line line;
  bool any = false;
  while (start_ < buffer_.size() || Fill()) {
    any = true;
    const size_t end = buffer_.find('\n', start_);
    const size_t length = (end == std::string::npos ? buffer_.size() : end) - start_;
    if (line.too_long || line.text.size() + length > kMaxLineBytes) {
      line.too_long = true;
      line.text = std::string();
    } else {
      line.text.append(buffer_, start_, length);
    }
    start_ += length;
    bytes_ += length;
    if (end == std::string::npos) continue;
    ++start_;
    ++bytes_;
    ++lines_;
    return line;
  }
  if (!any) return std::nullopt;
  ++lines_;
  return line;
}

bool LineReader::Fill() {
  before_read_();
  buffer_.resize(kReadBytes);
  start_ = 0;
  ssize_t count = 0;
  do {
    count = read(descriptor_, buffer_.data(), buffer_.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) error_ = errno;
  buffer_.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return count > 0;
}

}  // namespace arbiter::cli
