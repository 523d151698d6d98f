// Input: a header line, a line that names the format of the rest, and
//   after `raw`:   a snapshot,
//   after `flip`:  a FEN line, an offset in two bytes, and a byte that is XORed at this offset into
//                  the snapshot of the FEN,
//   after `made`:  a FEN line, and bytes that determine the controls and the history of a snapshot,
//   after `extra`: a FEN line, and the extra data of the variant in a snapshot.
// A snapshot is refused with a reason or becomes a valid state; a changed one is always refused.
#include "core/game/snapshot.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

// Removes and returns the first byte; returns 0 if there is none.
uint8_t TakeByte(std::string_view* bytes) {
  if (bytes->empty()) return 0;
  const auto byte = static_cast<uint8_t>(bytes->front());
  bytes->remove_prefix(1);
  return byte;
}

std::optional<Color> TakeColor(std::string_view* bytes) {
  const uint8_t byte = TakeByte(bytes);
  if (byte % 3 == 0) return std::nullopt;
  return byte % 3 == 1 ? Color::kWhite : Color::kBlack;
}

void CheckBytes(const Header& header, const std::string& snapshot) {
  const auto game = header.variant->FromSnapshot(snapshot, header.options);
  if (!game.ok()) {
    RequireReason(game.status(), {ErrorReason::kBadSnapshot});
    return;
  }
  RequireSoundState(**game);
  const auto copy = (*game)->Clone();
  const absl::Status status = copy->Apply("resign", nullptr);
  if ((*game)->Adjudicate().end) {
    RequireReason(status, {ErrorReason::kGameOver});
  } else {
    Require(status.ok(), "a player can resign a game that is not over");
    RequireSoundState(*copy);
  }
}

void CheckFlipped(const Header& header, const Game& game, std::string_view bytes) {
  std::string snapshot = game.Snapshot();
  const size_t offset = (size_t{TakeByte(&bytes)} * 256 + TakeByte(&bytes)) % snapshot.size();
  const uint8_t mask = TakeByte(&bytes);
  if (mask == 0) return;
  snapshot[offset] = static_cast<char>(snapshot[offset] ^ mask);
  RequireReason(header.variant->FromSnapshot(snapshot, {}).status(), {ErrorReason::kBadSnapshot});
}

void CheckMade(const Header& header, const Game& game, std::string_view bytes) {
  const std::string snapshot = game.Snapshot();
  SnapshotData data = *DecodeSnapshot(snapshot);
  data.history_complete = TakeByte(&bytes) % 2 == 0;
  data.controls.draw_offered_by = TakeColor(&bytes);
  data.controls.claimed_by = TakeColor(&bytes);
  const uint8_t result = TakeByte(&bytes), termination = TakeByte(&bytes);
  const size_t rule_size = TakeByte(&bytes) % 8;
  const std::string_view rule = bytes.substr(0, rule_size);
  bytes.remove_prefix(rule.size());
  if (result != 0) {
    data.controls.end =
        End{static_cast<Result>(result), static_cast<Termination>(termination), rule};
  }
  // The history consists of repetitions of the position, other positions, and the position itself.
  const uint64_t key = data.keys.back();
  data.keys.assign(TakeByte(&bytes) % 4, key);
  while (!bytes.empty()) data.keys.push_back(TakeByte(&bytes));
  data.keys.push_back(key);
  CheckBytes(header, EncodeSnapshot(data));
}

void CheckExtra(const Header& header, const Game& game, std::string_view extra) {
  constexpr size_t kMaxExtraBytes = 1000;
  const std::string snapshot = game.Snapshot();
  SnapshotData data = *DecodeSnapshot(snapshot);
  data.extra = extra.substr(0, kMaxExtraBytes);
  CheckBytes(header, EncodeSnapshot(data));
}

void Check(std::string_view input) {
  const Header header = ParseHeader(TakeLine(&input));
  if (header.variant == nullptr) return;
  const std::string_view kind = TakeLine(&input);
  if (kind == "raw") {
    CheckBytes(header, std::string(input));
    return;
  }
  const auto game = header.variant->FromFen(TakeLine(&input), header.options, true);
  if (!game.ok()) return;
  if (kind == "flip") CheckFlipped(header, **game, input);
  if (kind == "made") CheckMade(header, **game, input);
  if (kind == "extra") CheckExtra(header, **game, input);
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
