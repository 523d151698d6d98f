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
#include "service/files/bounded_file.h"

namespace arbiter::cli {

// Returns the error `cannot read game.txt: No such file or directory` for the verb `read`. The
// cause is taken from errno.
absl::Status FileError(std::string_view verb, const std::string& path);

// The maximum sizes of input files: games, of which a file may hold many; a record or a snapshot,
// which servers limit, too; certificates or a private key in PEM format, for which servers have the
// same limit; an API key or a token.
inline constexpr size_t kMaxGamesBytes = 256 * kMiB;
inline constexpr size_t kMaxRecordBytes = 16 * kMiB;
inline constexpr size_t kMaxSnapshotBytes = 4 * kMiB;
inline constexpr size_t kMaxPemBytes = 4 * kMiB;
inline constexpr size_t kMaxSecretBytes = 64 * kKiB;

// Returns the bytes of a file; `-` is standard input. A file that is larger than `max_bytes` is
// refused.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);

// Writes a whole file; `-` is standard output.
absl::Status WriteFile(const std::string& path, std::string_view content);

// A file descriptor that is closed when this object is destroyed.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  // Negative if the file could not be opened.
  int number() const { return number_; }

 private:
  int number_;
};

// Writes all bytes to a file descriptor. Returns false and sets errno on failure.
bool WriteAll(int file, std::string_view content);

// Returns the error for a line that LineReader found to be too long.
absl::Status LineTooLongError();

// Reads lines from a file descriptor. Memory use is bounded by kMaxLineBytes.
class LineReader {
 public:
  static constexpr size_t kMaxLineBytes = 64 * kMiB;

  struct Line {
    // The line without its newline; empty if it is too long.
    std::string text;
    bool too_long = false;
  };

  // `before_read` is called before every read from the descriptor. The read may block, so pending
  // output should be flushed in the callback.
  explicit LineReader(
      int descriptor, std::function<void()> before_read = [] {})
      : descriptor_(descriptor), before_read_(std::move(before_read)) {}

  // Returns the next line, or std::nullopt at the end of the input. The last line need not end with
  // a newline.
  std::optional<Line> Next();

  // The number of bytes in the lines returned so far, newlines included.
  uint64_t bytes() const { return bytes_; }
  // The number of lines returned so far.
  uint64_t lines() const { return lines_; }
  // The errno of a failed read, or 0.
  int error() const { return error_; }

 private:
  // Reads more input into `buffer_`. Returns false at the end of the input or on an error.
  bool Fill();

  int descriptor_;
  std::function<void()> before_read_;
  std::string buffer_;
  // The index of the first byte of `buffer_` that has not been returned.
  size_t start_ = 0;
  uint64_t bytes_ = 0;
  uint64_t lines_ = 0;
  int error_ = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_FILES_H_
