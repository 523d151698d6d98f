#ifndef ARBITER_CLIENTS_CLI_LINE_READER_H_
#define ARBITER_CLIENTS_CLI_LINE_READER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace arbiter::cli {

// Reads lines from a file descriptor. Memory is bounded by the longest line allowed.
class LineReader {
 public:
  struct Line {
    // Without its end; empty where it is too long.
    std::string text;
    bool too_long = false;
  };

  // `before_read` is called before every read from the descriptor, which may
  // block: what was written so far should be flushed by then.
  LineReader(int descriptor, size_t max_line_bytes, std::function<void()> before_read)
      : descriptor_(descriptor),
        max_line_bytes_(max_line_bytes),
        before_read_(std::move(before_read)) {}

  // None: the input has ended. A last line without an end counts.
  std::optional<Line> Next();

  // Of the lines given out so far, with their ends.
  uint64_t bytes() const { return bytes_; }
  // The `errno` for which reading ended; 0: it did at the end of the input, or goes on.
  int error() const { return error_; }

 private:
  // False at the end of the input.
  bool Fill();

  int descriptor_;
  size_t max_line_bytes_;
  std::function<void()> before_read_;
  std::string buffer_;
  // Where the part of `buffer_` begins that was not given out yet.
  size_t start_ = 0;
  uint64_t bytes_ = 0;
  int error_ = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_LINE_READER_H_
