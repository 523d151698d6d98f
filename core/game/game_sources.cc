#include "core/game/game_sources.h"

namespace arbiter {

absl::StatusOr<SnapshotData> ReadSnapshot(std::string_view snapshot, std::string_view variant,
                                          const OptionMap& options) {
  absl::StatusOr<SnapshotData> data = DecodeSnapshot(snapshot);
  if (!data.ok()) return data.status();
  if (data->variant != variant) {
    return BadSnapshot(StrCat("is of ", Quoted(data->variant), ", not of ", variant));
  }
  for (const auto& [name, value] : options) {
    const auto held = data->options.find(name);
    if (held != data->options.end() && held->second != value) {
      return BadSnapshot(StrCat("has the option ", name, " = ", Quoted(held->second),
                                ", but the request says ", Quoted(value)));
    }
  }
  return data;
}

}  // namespace arbiter
