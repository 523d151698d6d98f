#include "service/jobs/chunk_requests.h"

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace arbiter {

std::string PackRequests(absl::Span<const std::string> requests) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  for (const std::string& request : requests) {
    out.WriteVarint32(static_cast<uint32_t>(request.size()));
    out.WriteString(request);
  }
  out.Trim();
  return bytes;
}

absl::StatusOr<std::vector<std::string>> UnpackRequests(std::string_view bytes) {
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  std::vector<std::string> requests;
  while (in.CurrentPosition() < static_cast<int>(bytes.size())) {
    uint32_t size = 0;
    std::string request;
    if (!in.ReadVarint32(&size) || size > bytes.size() ||
        !in.ReadString(&request, static_cast<int>(size))) {
      return absl::InternalError("the database contains a damaged chunk of a job");
    }
    requests.push_back(std::move(request));
  }
  return requests;
}

}  // namespace arbiter
