#include "tests/tools/bench/requests.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"

namespace arbiter::bench {
namespace {

// The number of plies before the snapshot of ApplyFromSnapshot().
constexpr int kPlies = 20;

// Returns StartOptions() as a message.
v1::GameOptions WireOptions(std::string_view variant) {
  v1::GameOptions options;
  if (variant == "chpok") options.mutable_chpok()->set_skip_bidding(true);
  return options;
}

v1::Record MakeRecord(const PlayedGame& played) {
  v1::Record record;
  record.mutable_actions()->Assign(played.actions.begin(), played.actions.end());
  return record;
}

std::string SnapshotOf(const PlayedGame& played, const SnapshotSealer* sealer) {
  std::string snapshot = played.game->Snapshot();
  return sealer == nullptr ? snapshot : sealer->Seal(snapshot);
}

v1::Position MakePosition(std::string_view variant) {
  v1::Position position;
  position.set_variant(std::string(variant));
  return position;
}

}  // namespace

const CallContext& UnstoppedContext() {
  static const Limits limits;
  static const auto& context =
      *new CallContext{.limits = &limits, .stop_test = [] { return absl::OkStatus(); }};
  return context;
}

v1::LegalMovesRequest LegalAtStart(std::string_view variant) {
  v1::LegalMovesRequest request;
  *request.mutable_position() = MakePosition(variant);
  *request.mutable_position()->mutable_options() = WireOptions(variant);
  request.set_detail(v1::DETAIL_TEXT);
  return request;
}

v1::LegalMovesRequest LegalFromFen(std::string_view variant, std::string_view fen) {
  v1::LegalMovesRequest request;
  *request.mutable_position() = MakePosition(variant);
  request.mutable_position()->set_fen(std::string(fen));
  request.set_detail(v1::DETAIL_TEXT);
  return request;
}

v1::ApplyMovesRequest ApplyFromSnapshot(std::string_view variant, const SnapshotSealer* sealer) {
  const PlayedGame played = PlayGame(variant, kPlies);
  v1::ApplyMovesRequest request;
  *request.mutable_position() = MakePosition(variant);
  request.mutable_position()->set_snapshot(SnapshotOf(played, sealer));
  request.add_actions(PickMove(*played.game, false));
  return request;
}

v1::ApplyMovesRequest ApplyAfterRecord(std::string_view variant, int plies) {
  const PlayedGame played = PlayGame(variant, plies);
  v1::ApplyMovesRequest request;
  *request.mutable_position() = MakePosition(variant);
  *request.mutable_position()->mutable_options() = WireOptions(variant);
  *request.mutable_position()->mutable_record() = MakeRecord(played);
  request.add_actions(PickMove(*played.game, false));
  return request;
}

v1::ApplyMovesRequest ApplyWithSeed(int plies, const SnapshotSealer* sealer) {
  const PlayedGame played = PlayGame("chakart", plies);
  v1::ApplyMovesRequest request;
  *request.mutable_position() = MakePosition("chakart");
  request.mutable_position()->set_snapshot(SnapshotOf(played, sealer));
  request.add_actions(PickMove(*played.game, true));
  request.mutable_randomness()->set_seed(std::string(kSeed));
  return request;
}

v1::ValidateGameRequest Validate(std::string_view variant, int plies, int number) {
  return Validate(variant, PlayGame(variant, plies, number));
}

v1::ValidateGameRequest Validate(std::string_view variant, const PlayedGame& played) {
  v1::ValidateGameRequest request;
  request.set_variant(std::string(variant));
  *request.mutable_options() = WireOptions(variant);
  *request.mutable_record() = MakeRecord(played);
  return request;
}

v1::ReviewGameRequest Review(std::string_view variant, const PlayedGame& played, int depth) {
  v1::ReviewGameRequest request;
  request.set_variant(std::string(variant));
  *request.mutable_options() = WireOptions(variant);
  *request.mutable_record() = MakeRecord(played);
  request.mutable_limits()->set_depth(depth);
  return request;
}

std::vector<v1::BatchRequest> LegalBatch(const std::vector<std::string_view>& variants) {
  std::vector<std::vector<std::string>> fens;
  size_t max = 0;
  for (const std::string_view variant : variants) {
    fens.push_back(TestFens(variant));
    max = std::max(max, fens.back().size());
  }
  std::vector<v1::BatchRequest> items;
  for (size_t round = 0; round < max; ++round) {
    for (size_t i = 0; i < variants.size(); ++i) {
      v1::BatchRequest item;
      item.set_id(std::to_string(items.size()));
      *item.mutable_legal_moves() = LegalFromFen(variants[i], fens[i][round % fens[i].size()]);
      items.push_back(std::move(item));
    }
  }
  return items;
}

}  // namespace arbiter::bench
