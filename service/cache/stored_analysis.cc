#include "service/cache/stored_analysis.h"

#include "core/base/strings.h"
#include "core/random/sha256.h"
#include "core/search/limits.h"

namespace arbiter {
namespace {

// The layout: prefix, depth, checksum, the size of `progress` in 4 little-endian bytes, `progress`,
// `best_move`.
constexpr std::string_view kPrefix = "ARBA\1";
constexpr size_t kChecksumSize = 16;
constexpr size_t kLengthSize = 4;

std::string_view TextOf(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// Returns the checksum of the depth and of everything after the checksum. It includes the key, so
// that a value is not valid under another key.
std::string Checksum(std::string_view key, char depth, std::string_view body) {
  const Digest key_digest = Sha256(key);
  const Digest digest = Sha256(StrCat(TextOf(key_digest), std::string_view(&depth, 1), body));
  return std::string(TextOf(digest).substr(0, kChecksumSize));
}

std::string LittleEndian(size_t number) {
  std::string bytes;
  for (size_t i = 0; i < kLengthSize; ++i) bytes.push_back(static_cast<char>(number >> (8 * i)));
  return bytes;
}

size_t ReadLittleEndian(std::string_view bytes) {
  size_t number = 0;
  for (size_t i = 0; i < kLengthSize; ++i) {
    number |= size_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  }
  return number;
}

// Whether `analysis` can be the result of a search that has found a move.
bool IsConsistent(const StoredAnalysis& analysis) {
  const v1::AnalysisProgress& progress = analysis.progress;
  if (progress.depth() < 1 || progress.depth() > kMaxSearchDepth) return false;
  if (progress.lines_size() < 1 || progress.lines_size() > kMaxSearchLines) return false;
  for (const v1::AnalysisLine& line : progress.lines()) {
    if (line.pv().empty() || line.pv_san_size() != line.pv_size()) return false;
  }
  return analysis.best_move.action() == progress.lines(0).pv(0);
}

absl::Status CorruptValue(std::string_view why) {
  return absl::DataLossError(StrCat("the stored analysis ", why));
}

}  // namespace

std::string_view StoredPrefix() { return kPrefix; }

std::string EncodeAnalysis(std::string_view key, const StoredAnalysis& analysis) {
  const std::string progress = analysis.progress.SerializeAsString();
  const std::string body =
      StrCat(LittleEndian(progress.size()), progress, analysis.best_move.SerializeAsString());
  const char depth = static_cast<char>(analysis.progress.depth());
  return StrCat(kPrefix, std::string_view(&depth, 1), Checksum(key, depth, body), body);
}

absl::StatusOr<StoredAnalysis> DecodeAnalysis(std::string_view key, std::string_view value) {
  if (!ConsumePrefix(&value, kPrefix)) {
    return CorruptValue("has another version, or is not a stored analysis");
  }
  if (value.size() < 1 + kChecksumSize + kLengthSize) return CorruptValue("is truncated");
  const char depth = value.front();
  const std::string_view checksum = value.substr(1, kChecksumSize);
  std::string_view body = value.substr(1 + kChecksumSize);
  if (checksum != Checksum(key, depth, body)) return CorruptValue("does not match its checksum");
  const size_t size = ReadLittleEndian(body);
  body.remove_prefix(kLengthSize);
  if (size > body.size()) return CorruptValue("is truncated");
  StoredAnalysis analysis;
  if (!analysis.progress.ParseFromString(std::string(body.substr(0, size))) ||
      !analysis.best_move.ParseFromString(std::string(body.substr(size)))) {
    return CorruptValue("cannot be parsed");
  }
  const bool depth_fits = analysis.progress.depth() == static_cast<uint8_t>(depth);
  if (!depth_fits || !IsConsistent(analysis)) return CorruptValue("is inconsistent");
  return analysis;
}

}  // namespace arbiter
