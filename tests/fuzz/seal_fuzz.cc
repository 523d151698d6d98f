// Input: any bytes. As a sealed snapshot, alone or after the header of a known key, the bytes are
// refused with a reason. If they are sealed, the result can be opened, but no longer after one of
// its bytes has changed. As a file of snapshot keys, they are parsed, or refused with an error that
// does not quote them.
#include <string>

#include "absl/strings/ascii.h"
#include "core/base/error.h"
#include "service/seal/snapshot_keys.h"
#include "service/seal/snapshot_sealer.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

const SnapshotSealer& Sealer() {
  static const auto& sealer = *new SnapshotSealer(
      {{"k1", std::string(kSnapshotKeyBytes, 'A')}, {"k0", std::string(kSnapshotKeyBytes, 'B')}});
  return sealer;
}

void RequireRefused(const std::string& sealed) {
  RequireReason(Sealer().Open(sealed).status(), {ErrorReason::kBadSnapshot});
}

void Check(std::string_view input) {
  RequireRefused(std::string(input));
  RequireRefused(std::string("ARBX\1\2k0", 8).append(input));

  std::string sealed = Sealer().Seal(input);
  const absl::StatusOr<std::string> opened = Sealer().Open(sealed);
  Require(opened.ok() && *opened == input, "sealed bytes can be opened");
  if (!input.empty()) {
    const size_t offset = input.size() * 31 % sealed.size();
    const char mask = input.front() == 0 ? '\1' : input.front();
    sealed[offset] = static_cast<char>(sealed[offset] ^ mask);
    RequireRefused(sealed);
  }

  const auto keys = ParseSnapshotKeys(input);
  if (keys.ok()) {
    for (const SnapshotKey& key : *keys) {
      Require(key.bytes.size() == kSnapshotKeyBytes, "a key has 32 bytes");
    }
  }
  // An error is not in upper case, so one that contains a long text in upper case quotes it.
  std::string upper(input);
  absl::AsciiStrToUpper(&upper);
  if (upper.size() >= 40) {
    const std::string error(ParseSnapshotKeys(upper).status().message());
    Require(error.find(upper) == std::string::npos, "an error does not quote the keys");
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
