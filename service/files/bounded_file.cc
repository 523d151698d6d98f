#include "service/files/bounded_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/status/status.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

std::string SizeText(size_t bytes) {
  return bytes % kMiB == 0 ? StrCat(bytes / kMiB, " MiB") : StrCat(bytes / kKiB, " KiB");
}

}  // namespace

absl::StatusOr<std::string> ReadBounded(std::istream& stream, std::string_view name,
                                        size_t max_bytes) {
  std::string content;
  while (stream.good()) {
    const size_t size = content.size();
    // One more byte than allowed shows that the file is too large.
    const size_t count = std::min(kReadBytes, max_bytes + 1 - size);
    content.resize(size + count);
    stream.read(content.data() + size, static_cast<std::streamsize>(count));
    content.resize(size + static_cast<size_t>(stream.gcount()));
    if (content.size() > max_bytes) {
      return absl::ResourceExhaustedError(StrCat("cannot read ", name, ": it is larger than ",
                                                 SizeText(max_bytes),
                                                 ", the limit for such a file"));
    }
  }
  if (stream.eof() && !stream.bad()) return content;
  return absl::NotFoundError(StrCat("cannot read ", name, ": ", std::strerror(errno)));
}

absl::StatusOr<std::string> ReadBoundedFile(const std::string& path, size_t max_bytes) {
  std::ifstream file(path, std::ios::binary);
  return ReadBounded(file, path.empty() ? "''" : path, max_bytes);
}

}  // namespace arbiter
