#ifndef ARBITER_CORE_GAME_SNAPSHOT_H_
#define ARBITER_CORE_GAME_SNAPSHOT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/string_writer.h"
#include "core/game/control_state.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// The contents of a snapshot (ruling F3). Its bytes have a version and a checksum; a change of the
// format, of FENs or of repetition keys requires a new version. The texts are not owned.
template <typename Keys>
struct SnapshotContents {
  std::string_view variant;
  // All options of the game, as EncodeOptions() encodes them.
  std::string_view options;
  std::string_view fen;
  // The data that the variant needs in addition to the FEN; usually empty.
  std::string_view extra;
  // The repetition keys, that of the current position last.
  Keys keys;
  bool history_complete = true;
  ControlState controls;
};
// The contents of a snapshot to be written, and those of one that has been read.
using SnapshotView = SnapshotContents<std::span<const uint64_t>>;
using SnapshotData = SnapshotContents<std::vector<uint64_t>>;

// Encodes and decodes the options of a game. Encoded options are equal if and only if the options
// are. `encoded` must come from EncodeOptions() or from a snapshot that DecodeSnapshot() accepted.
std::string EncodeOptions(const OptionMap& options);
OptionMap DecodeOptions(std::string_view encoded);

// Appends the encoded snapshot, in the newest version, to `bytes`.
void AppendSnapshot(const SnapshotView& contents, StringWriter* bytes);
// Encodes a snapshot in the newest version.
std::string EncodeSnapshot(const SnapshotData& data);

// Returns BAD_SNAPSHOT with the message "the snapshot " followed by `predicate`.
absl::Status BadSnapshot(std::string_view predicate);

// Decodes a snapshot, whose bytes must outlive the result; BAD_SNAPSHOT if the bytes are not a
// snapshot, are damaged or have a newer version.
absl::StatusOr<SnapshotData> DecodeSnapshot(std::string_view bytes);

// Decodes a snapshot of `variant` in the same way. Also returns BAD_SNAPSHOT if the snapshot is of
// another variant or has a different value of one of `options`.
absl::StatusOr<SnapshotData> ReadSnapshot(std::string_view snapshot, std::string_view variant,
                                          const OptionMap& options);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SNAPSHOT_H_
