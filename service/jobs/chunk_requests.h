#ifndef ARBITER_SERVICE_JOBS_CHUNK_REQUESTS_H_
#define ARBITER_SERVICE_JOBS_CHUNK_REQUESTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace arbiter {

// Returns the requests of a chunk as one sequence of bytes: each after its size as a varint.
std::string PackRequests(absl::Span<const std::string> requests);

// Returns the requests again. INTERNAL if these are not the bytes of a chunk.
absl::StatusOr<std::vector<std::string>> UnpackRequests(std::string_view bytes);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_CHUNK_REQUESTS_H_
