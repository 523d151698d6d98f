#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_FILES_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_FILES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arbiter::cli {

// `cannot read game.txt: No such file or directory`, for the verb `read`; errno says why.
absl::Status FileError(std::string_view verb, const std::string& path);

// The bytes of a file; `-` is standard input.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes a whole file; `-` is standard output.
absl::Status WriteFile(const std::string& path, std::string_view content);

// Reads lines from a file descriptor. Memory is bounded by the longest line allowed.
class LineReader {
 public:
  static constexpr size_t kMaxLineBytes = size_t{64} * 1024 * 1024;

  struct Line {
    // Without its end; empty if the line is too long.
    std::string text;
    bool too_long = false;
  };

  // `before_read` is called before every read from the descriptor, which may block: what was
  // written so far should be flushed by then.
  explicit LineReader(
      int descriptor, std::function<void()> before_read = [] {})
      : descriptor_(descriptor), before_read_(std::move(before_read)) {}

  // std::nullopt at the end of the input. A last line without an end counts.
  std::optional<Line> Next();

  // The size of the lines returned so far, with their ends.
  uint64_t bytes() const { return bytes_; }
  // The `errno` with which reading failed; 0 if it did not.
  int error() const { return error_; }

 private:
  // False at the end of the input.
  bool Fill();

  int descriptor_;
  std::function<void()> before_read_;
  std::string buffer_;
  // Where the part of `buffer_` begins that was not returned yet.
  size_t start_ = 0;
  uint64_t bytes_ = 0;
  int error_ = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_FILES_H_
