#ifndef ARBITER_CORE_GAME_SNAPSHOT_H_
#define ARBITER_CORE_GAME_SNAPSHOT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/control_state.h"
#include "core/rules/string_writer.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// The contents of a snapshot (ruling F3). Its bytes have a version and a checksum; a change of the
// format, of FENs or of repetition keys requires a new version.
template <typename Text, typename Options, typename Keys>
struct SnapshotContents {
  Text variant;
  Options options;
  Text fen;
  // The data that the variant needs in addition to the FEN; usually empty.
  Text extra;
  // The repetition keys, that of the current position last.
  Keys keys;
  bool history_complete = true;
  ControlState controls;
};
using SnapshotView =
    SnapshotContents<std::string_view, const OptionMap*, std::span<const uint64_t>>;
using SnapshotData = SnapshotContents<std::string, OptionMap, std::vector<uint64_t>>;

// Appends the encoded snapshot, in the newest version, to `bytes`.
void AppendSnapshot(const SnapshotView& contents, StringWriter* bytes);
// Encodes a snapshot in the newest version.
std::string EncodeSnapshot(const SnapshotData& data);

// Returns BAD_SNAPSHOT with the message "the snapshot " followed by `predicate`.
absl::Status BadSnapshot(std::string_view predicate);

// Decodes a snapshot; BAD_SNAPSHOT if the bytes are not a snapshot, are damaged or have a newer
// version.
absl::StatusOr<SnapshotData> DecodeSnapshot(std::string_view bytes);

// Decodes a snapshot of `variant`. Also returns BAD_SNAPSHOT if the snapshot is of another variant
// or has a different value of one of `options`.
absl::StatusOr<SnapshotData> ReadSnapshot(std::string_view snapshot, std::string_view variant,
                                          const OptionMap& options);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SNAPSHOT_H_
