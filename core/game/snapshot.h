#ifndef ARBITER_CORE_GAME_SNAPSHOT_H_
#define ARBITER_CORE_GAME_SNAPSHOT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/agreements.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// What a snapshot holds (ruling F3). The bytes are versioned and checksummed;
// a change of the format, of a FEN or of the repetition keys needs a new version.
struct SnapshotData {
  std::string variant;
  OptionMap options;
  std::string fen;
  // What the variant needs beside the FEN; mostly empty.
  std::string extra;
  // Repetition keys, the present one last.
  std::vector<uint64_t> keys;
  bool history_complete = true;
  Agreements agreements;
};

std::string EncodeSnapshot(const SnapshotData& data);

// BAD_SNAPSHOT: "the snapshot …".
absl::Status BadSnapshot(std::string_view why);

// BAD_SNAPSHOT with the reason: not one, damaged, too new.
absl::StatusOr<SnapshotData> DecodeSnapshot(std::string_view bytes);

// The snapshot's data, if it is one of `variant` and its options agree with those given.
absl::StatusOr<SnapshotData> ReadSnapshot(std::string_view snapshot, std::string_view variant,
                                          const OptionMap& options);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SNAPSHOT_H_
