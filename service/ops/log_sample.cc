#include "service/ops/log_sample.h"

namespace arbiter {
namespace {

// FNV-1a, whose last bytes are mixed in as well as its first (MurmurHash3's finish).
uint64_t HashOf(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

}  // namespace

bool LogSample::Takes(std::string_view name) const {
  const uint64_t threshold = threshold_.load(std::memory_order_relaxed);
  if (threshold == kAll) return true;
  return (HashOf(name) & (kAll - 1)) < threshold;
}

}  // namespace arbiter
