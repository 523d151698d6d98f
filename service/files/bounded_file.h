#ifndef ARBITER_SERVICE_FILES_BOUNDED_FILE_H_
#define ARBITER_SERVICE_FILES_BOUNDED_FILE_H_

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace arbiter {

inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;

// The number of bytes that are read at a time.
inline constexpr size_t kReadBytes = 64 * kKiB;

// Return the bytes of a file or of the rest of a stream. A device such as /dev/zero has no end, so
// at most `max_bytes`, a multiple of a KiB, are read. NOT_FOUND if the file cannot be read, and
// RESOURCE_EXHAUSTED if it is larger: `cannot read key.pem: No such file or directory`. `name` is
// what the error calls the stream.
absl::StatusOr<std::string> ReadBoundedFile(const std::string& path, size_t max_bytes);
absl::StatusOr<std::string> ReadBounded(std::istream& stream, std::string_view name,
                                        size_t max_bytes);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_FILES_BOUNDED_FILE_H_
