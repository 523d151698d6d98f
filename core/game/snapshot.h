#ifndef ARBITER_CORE_GAME_SNAPSHOT_H_
#define ARBITER_CORE_GAME_SNAPSHOT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// What a snapshot holds (ruling F3). The bytes are versioned and checksummed;
// a change of the format, of a FEN or of the repetition keys needs a new version.
struct SnapshotData {
  std::string variant;
  OptionMap options;
  std::string fen;
  // Repetition keys, the present one last.
  std::vector<uint64_t> keys;
  bool history_complete = true;
  std::optional<Color> draw_offered_by;
  // The end, where a control action brought it; `rule` as text.
  std::optional<End> end;
  std::string end_rule;
  std::optional<Color> claimed_by;
};

std::string EncodeSnapshot(const SnapshotData& data);

// BAD_SNAPSHOT with the reason: not one, damaged, too new.
absl::StatusOr<SnapshotData> DecodeSnapshot(std::string_view bytes);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SNAPSHOT_H_
