#ifndef ARBITER_SERVICE_FILES_BOUNDED_FILE_H_
#define ARBITER_SERVICE_FILES_BOUNDED_FILE_H_

#include <cstddef>
#include <istream>
#include <string>

#include "absl/status/statusor.h"

namespace arbiter {

inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;

// The maximum size of a file of certificates or a private key in PEM format. The authorities that
// Debian trusts take 0.2 MiB.
inline constexpr size_t kMaxPemBytes = 4 * kMiB;

// Return the bytes of a file or of the rest of a stream. A device such as /dev/zero has no end, so
// at most `max_bytes`, a multiple of a KiB, are read. NOT_FOUND if the file cannot be read, and
// RESOURCE_EXHAUSTED if it is larger; the message completes `cannot read FILE: `.
absl::StatusOr<std::string> ReadBoundedFile(const std::string& path, size_t max_bytes);
absl::StatusOr<std::string> ReadBounded(std::istream& stream, size_t max_bytes);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_FILES_BOUNDED_FILE_H_
