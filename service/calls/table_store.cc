#include "service/calls/table_store.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/game/snapshot.h"
#include "core/game/variant.h"
#include "service/convert/read.h"

namespace arbiter {

std::string GameKey(const v1::Position& position, const SnapshotSealer* sealer) {
  absl::StatusOr<GameChoice> choice = ReadChoice(position.variant(), position.options());
  if (!choice.ok()) return "";
  if (position.has_snapshot()) {
    std::string room;
    const absl::StatusOr<std::string_view> opened =
        OpenSnapshot(sealer, position.snapshot(), &room);
    if (!opened.ok()) return "";
    absl::StatusOr<SnapshotData> snapshot = DecodeSnapshot(*opened);
    if (!snapshot.ok()) return "";
    choice->options = std::move(snapshot->options);
  }
  const VariantInfo& info = choice->variant->info();
  std::string key(info.id);
  for (const OptionInfo& option : info.options) {
    const auto value = choice->options.find(option.name);
    if (value == choice->options.end() || value->second == option.values.front()) continue;
    absl::StrAppend(&key, " ", value->first, "=", value->second);
  }
  return key;
}

std::unique_ptr<TranspositionTable> TableStore::Get(size_t bytes) {
  const size_t whole = std::bit_floor(bytes);
  std::unique_ptr<TranspositionTable> table =
      Remove([whole](const Entry& entry) {
        return entry.owner == nullptr && entry.kept.table->bytes() == whole;
      }).kept.table;
  if (table == nullptr) return std::make_unique<TranspositionTable>(bytes);
  table->Clear();
  return table;
}

void TableStore::Put(std::unique_ptr<TranspositionTable> table) {
  if (table == nullptr || table->bytes() > max_reused_bytes_) return;
  Add({nullptr, {std::move(table), ""}});
}

GameTable TableStore::Take(const void* owner, size_t bytes, const std::string& game) {
  GameTable kept = Remove([owner](const Entry& entry) { return entry.owner == owner; }).kept;
  if (kept.table == nullptr || kept.table->bytes() < std::bit_floor(bytes)) {
    // First, so that there are never two.
    Put(std::move(kept.table));
    kept.table = Get(bytes);
  } else if (!game.empty() && game != kept.game) {
    kept.table->Clear();
  }
  if (!game.empty()) kept.game = game;
  return kept;
}

void TableStore::Keep(const void* owner, GameTable kept) { Add({owner, std::move(kept)}); }

void TableStore::Leave(const void* owner) {
  Put(Remove([owner](const Entry& entry) { return entry.owner == owner; }).kept.table);
}

template <typename Test>
TableStore::Entry TableStore::Remove(const Test& fits) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), fits);
  if (found == entries_.end()) return {};
  Entry entry = std::move(*found);
  entries_.erase(found);
  bytes_ -= entry.kept.table->bytes();
  return entry;
}

void TableStore::Add(Entry entry) {
  // Freed without the lock.
  std::list<Entry> dropped;
  const std::lock_guard lock(mutex_);
  bytes_ += entry.kept.table->bytes();
  entries_.push_back(std::move(entry));
  while (bytes_ > max_bytes_) {
    bytes_ -= entries_.front().kept.table->bytes();
    dropped.splice(dropped.end(), entries_, entries_.begin());
  }
}

}  // namespace arbiter
