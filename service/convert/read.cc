#include "service/convert/read.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/clocks.h"
#include "core/game/registry.h"
#include "core/game/snapshot.h"
#include "core/random/random_stream.h"
#include "core/rules/strength_level.h"
#include "service/convert/options.h"
#include "service/measure/message_rules.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {
namespace {

// Returns `game`. Sets the path of an error to `field` unless the error already has a path, as the
// errors of options do.
absl::StatusOr<std::unique_ptr<Game>> GameAtField(absl::StatusOr<std::unique_ptr<Game>> game,
                                                  std::string_view field) {
  if (!game.ok() && FieldOf(game.status()).empty()) return AtField(game.status(), field);
  return game;
}

absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(const SnapshotSealer* sealer,
                                                   const Variant& variant,
                                                   std::string_view snapshot,
                                                   const OptionMap& options) {
  std::string storage;
  ARBITER_ASSIGN_OR_RETURN(const std::string_view opened, OpenSnapshot(sealer, snapshot, &storage));
  return variant.FromSnapshot(opened, options);
}

// Returns the game of a position that has no record: the game of its FEN or snapshot, or else a new
// game.
absl::StatusOr<std::unique_ptr<Game>> ReadWithoutRecord(const CallContext& context,
                                                        const v1::Position& position,
                                                        const VariantSelection& selection) {
  const auto& [variant, options] = selection;
  if (position.has_fen()) {
    return GameAtField(variant->FromFen(position.fen(), options, /*history_is_complete=*/false),
                       "fen");
  }
  if (position.has_snapshot()) {
    return GameAtField(FromSnapshot(context.sealer, *variant, position.snapshot(), options),
                       "snapshot");
  }
  return variant->Start(options);
}

// Reads the variant and the options of a position. A snapshot contains the variant, which the
// position then need not name.
absl::StatusOr<VariantSelection> ReadSelection(const SnapshotSealer* sealer,
                                               const v1::Position& position) {
  if (!position.variant().empty() || !position.has_snapshot()) {
    return ReadVariantSelection(position.variant(), position.options());
  }
  std::string storage;
  ARBITER_ASSIGN_OR_RETURN(
      const std::string_view opened,
      AtField(OpenSnapshot(sealer, position.snapshot(), &storage), "snapshot"));
  ARBITER_ASSIGN_OR_RETURN(const SnapshotData data, AtField(DecodeSnapshot(opened), "snapshot"));
  if (!FindVariant(data.variant).ok()) {
    return AtField(BadSnapshot(StrCat("is of the variant ", Quoted(data.variant),
                                      ", which this server does not know")),
                   "snapshot");
  }
  return ReadVariantSelection(data.variant, position.options());
}

absl::StatusOr<ViewedGame> ReadState(const CallContext& context, const v1::Position& position,
                                     Viewer viewer) {
  ARBITER_ASSIGN_OR_RETURN(const VariantSelection selection,
                           ReadSelection(context.sealer, position));
  if (position.has_record()) {
    return ReadRecord(context, {selection, position.record(), "record", position.play_on()},
                      viewer);
  }
  ARBITER_ASSIGN_OR_RETURN(std::unique_ptr<Game> game,
                           ReadWithoutRecord(context, position, selection));
  if (position.play_on()) game->PlayOn();
  return ViewedGame(std::move(game), viewer);
}

absl::Status CorrectClocks(const v1::ClockCorrection& clocks, ViewedGame* game) {
  if (clocks.has_first_ms()) {
    ARBITER_RETURN_IF_ERROR(
        AtField(game->CorrectClock(Color::kWhite, clocks.first_ms()), "first_ms"));
  }
  if (clocks.has_second_ms()) {
    ARBITER_RETURN_IF_ERROR(
        AtField(game->CorrectClock(Color::kBlack, clocks.second_ms()), "second_ms"));
  }
  return absl::OkStatus();
}

absl::Status CheckSeed(std::string_view seed) {
  if (seed.size() >= kMinSeedSize && seed.size() <= kMaxSeedSize) return absl::OkStatus();
  return AtField(
      MakeError(ErrorReason::kBadSeed, StrCat("the seed has ", seed.size(), " bytes; it must have ",
                                              kMinSeedSize, " to ", kMaxSeedSize, " (R3)")),
      "seed");
}

constexpr size_t kMegabyte = size_t{1} << 20;

absl::Status CheckAtMost(uint64_t value, uint64_t max, std::string_view field) {
  if (value <= max) return absl::OkStatus();
  return AtField(MakeError(ErrorReason::kLimitExceeded,
                           StrCat(field, " is ", value, "; the maximum is ", max)),
                 field);
}

}  // namespace

std::string GameKey(const v1::Position& position, const SnapshotSealer* sealer) {
  absl::StatusOr<VariantSelection> selection = ReadSelection(sealer, position);
  if (!selection.ok()) return "";
  if (position.has_snapshot()) {
    std::string buffer;
    const absl::StatusOr<std::string_view> opened =
        OpenSnapshot(sealer, position.snapshot(), &buffer);
    if (!opened.ok()) return "";
    const absl::StatusOr<SnapshotData> snapshot = DecodeSnapshot(*opened);
    if (!snapshot.ok()) return "";
    selection->options = DecodeOptions(snapshot->options);
  }
  const VariantInfo& info = selection->variant->info();
  std::string key(info.id);
  for (const OptionInfo& option : info.options) {
    const auto value = selection->options.find(option.name);
    if (value == selection->options.end() || value->second == option.values.front()) continue;
    StrAppend(&key, " ", value->first, "=", value->second);
  }
  return key;
}

absl::Status CheckElapsed(const google::protobuf::RepeatedField<int64_t>& elapsed_ms, int actions) {
  if (!elapsed_ms.empty() && elapsed_ms.size() != actions) {
    return BadField("elapsed_ms", StrCat("there are ", elapsed_ms.size(), " times for ", actions,
                                         " actions; give one time for each action, or none"));
  }
  for (int i = 0; i < elapsed_ms.size(); ++i) {
    if (elapsed_ms[i] < -1) {
      return BadField(StrCat("elapsed_ms[", i, "]"),
                      "a time is a number of milliseconds, or -1 if it is unknown");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckReportedTimes(const Game& game,
                                const google::protobuf::RepeatedField<int64_t>& elapsed_ms) {
  return CheckReportedTimes(game,
                            std::span(elapsed_ms.data(), static_cast<size_t>(elapsed_ms.size())));
}

ActionInput ActionInputAt(std::string_view seed,
                          const google::protobuf::RepeatedField<int64_t>& elapsed_ms, int index) {
  return {seed, elapsed_ms.empty() ? -1 : elapsed_ms[index]};
}

absl::StatusOr<VariantSelection> ReadVariantSelection(std::string_view variant,
                                                      const v1::GameOptions& options) {
  ARBITER_ASSIGN_OR_RETURN(const Variant* found, FindVariant(variant));
  // This is the usual case.
  if (options.ByteSizeLong() == 0) return VariantSelection{found, {}};
  ARBITER_ASSIGN_OR_RETURN(OptionMap map, AtField(ReadOptions(variant, options), "options"));
  return VariantSelection{found, std::move(map)};
}

absl::StatusOr<Notation> ReadNotation(const VariantInfo& variant, v1::Notation notation,
                                      std::string_view field) {
  if (notation == v1::NOTATION_UNSPECIFIED) return Notation::kAction;
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Notation_IsValid(notation), field}}));
  const Notation read = static_cast<Notation>(notation);
  if (read != Notation::kAny) {
    ARBITER_RETURN_IF_ERROR(AtField(CheckNotation(variant, read), field));
  }
  return read;
}

absl::Status CheckRecord(const v1::Record& record) {
  if (!record.seed().empty()) {
    ARBITER_RETURN_IF_ERROR(CheckSeed(record.seed()));
  }
  return CheckElapsed(record.elapsed_ms(), record.actions_size());
}

absl::StatusOr<std::unique_ptr<Game>> StartRecord(const VariantSelection& selection,
                                                  const v1::Record& record) {
  ARBITER_RETURN_IF_ERROR(CheckRecord(record));
  const auto& [variant, options] = selection;
  absl::StatusOr<std::unique_ptr<Game>> game =
      record.start_fen().empty()
          ? variant->Start(options, record.seed(), nullptr)
          : GameAtField(variant->FromFen(record.start_fen(), options, true), "start_fen");
  if (game.ok() && !record.elapsed_ms().empty()) {
    (*game)->TrackClocks();
    ARBITER_RETURN_IF_ERROR(CheckReportedTimes(**game, record.elapsed_ms()));
  }
  return game;
}

absl::Status ReplayRecord(const CallContext& context, const v1::Record& record, ViewedGame* game,
                          Notation notation, RefusalVisitor on_refusal, size_t* draws_checked) {
  Budget budget(UINT64_MAX, context.stop_test);
  const std::string_view seed = record.seed();
  const auto replay = [&](int i, std::string_view action) {
    const ActionInput input = ActionInputAt(seed, record.elapsed_ms(), i);
    return draws_checked != nullptr ? game->ReplayChecked(action, input, draws_checked)
                                    : game->Replay(action, input);
  };
  const auto read_and_replay = [&](int i) -> absl::Status {
    ARBITER_ASSIGN_OR_RETURN(const std::string action,
                             game->ReadAction(record.actions(i), notation));
    return replay(i, action);
  };
  const bool are_actions = notation == Notation::kAction;
  const uint64_t cost = CostOf(notation);
  for (int i = 0; i < record.actions_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(cost));
    const absl::Status status = are_actions ? replay(i, record.actions(i)) : read_and_replay(i);
    if (!status.ok() && !on_refusal(i, status)) break;
  }
  return absl::OkStatus();
}

absl::StatusOr<ViewedGame> ReadRecord(const CallContext& context, const WholeGame& whole,
                                      Viewer viewer) {
  const v1::Record& record = whole.record;
  const std::string& path = whole.record_path;
  ARBITER_RETURN_IF_ERROR(CheckCount(record.actions_size(), context.limits->max_record_actions,
                                     StrCat(path, ".actions")));
  ARBITER_ASSIGN_OR_RETURN(std::unique_ptr<Game> start,
                           AtField(StartRecord(whole.selection, record), path));
  if (whole.plays_on) start->PlayOn();
  ViewedGame game(std::move(start), viewer);
  absl::Status refusal;
  const auto keep_refusal = [&](int i, const absl::Status& status) {
    refusal = AtField(status, path, ".actions[", i, "]");
    return false;
  };
  ARBITER_RETURN_IF_ERROR(ReplayRecord(context, record, &game, Notation::kAction, keep_refusal));
  ARBITER_RETURN_IF_ERROR(refusal);
  return game;
}

absl::StatusOr<WholeGame> ReadWholeGame(const WholeGameFields& fields) {
  const auto path_of = [](std::string_view parent, std::string_view field) {
    return parent.empty() ? std::string(field) : StrCat(parent, ".", field);
  };
  const v1::Position* const position = fields.position;
  if (position == nullptr) {
    const v1::GameOptions& options =
        fields.options != nullptr ? *fields.options : v1::GameOptions::default_instance();
    absl::StatusOr<VariantSelection> selection = ReadVariantSelection(fields.variant, options);
    if (!fields.holder.empty()) selection = AtField(std::move(selection), fields.holder);
    ARBITER_RETURN_IF_ERROR(selection.status());
    return WholeGame{
        .selection = *std::move(selection),
        .record = fields.record != nullptr ? *fields.record : v1::Record::default_instance(),
        .record_path = path_of(fields.holder, "record")};
  }
  const std::pair<bool, std::string_view> others[] = {{!fields.variant.empty(), "variant"},
                                                      {fields.options != nullptr, "options"},
                                                      {fields.record != nullptr, "record"}};
  for (const auto& [is_set, field] : others) {
    if (!is_set) continue;
    return BadField(path_of(fields.holder, field),
                    "`position` has the whole game; leave this field out");
  }
  if (position->has_fen() || position->has_snapshot()) {
    return BadField(position->has_fen() ? "position.fen" : "position.snapshot",
                    "every action of the game is needed; give the position as a `record`");
  }
  if (position->has_clocks()) {
    return BadField("position.clocks",
                    "the times of a whole game are those of its record; leave this field out");
  }
  ARBITER_ASSIGN_OR_RETURN(
      VariantSelection selection,
      AtField(ReadVariantSelection(position->variant(), position->options()), "position"));
  return WholeGame{.selection = std::move(selection),
                   .record = position->record(),
                   .record_path = "position.record",
                   .plays_on = position->play_on()};
}

absl::StatusOr<ViewedGame> ReadPosition(const CallContext& context, const v1::Position& position,
                                        Viewer viewer) {
  absl::StatusOr<ViewedGame> game = ReadState(context, position, viewer);
  if (game.ok() && position.has_clocks()) {
    const absl::Status corrected = CorrectClocks(position.clocks(), &*game);
    if (!corrected.ok()) game = AtField(corrected, "clocks");
  }
  return AtField(std::move(game), "position");
}

absl::Status CheckCount(int count, int max, std::string_view field) {
  if (count <= max) return absl::OkStatus();
  return AtField(MakeError(ErrorReason::kLimitExceeded,
                           StrCat(field, " has ", count, " entries; the maximum is ", max)),
                 field);
}

absl::Status CheckItems(std::string_view request, int field, int count) {
  const FieldRule& rule = RuleOfField(request, field);
  return CheckCount(count, static_cast<int>(rule.max_items), rule.name);
}

absl::Status BadField(std::string_view field, std::string_view message) {
  return AtField(MakeError(ErrorReason::kBadField, message), field);
}

absl::Status CheckEnums(std::initializer_list<std::pair<bool, std::string_view>> fields) {
  for (const auto& [valid, field] : fields) {
    if (!valid) {
      return BadField(
          field,
          StrCat(field,
                 " has a value that this server does not know; use one that the API defines"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string_view> ReadRandomness(const v1::Randomness& randomness,
                                                std::string* generated_seed,
                                                std::string* commitment) {
  std::string_view seed = randomness.seed();
  if (randomness.has_seed()) {
    ARBITER_RETURN_IF_ERROR(AtField(CheckSeed(seed), "randomness"));
  } else if (randomness.generate()) {
    *generated_seed = GenerateSeed();
    seed = *generated_seed;
  }
  if (randomness.commitment()) {
    if (seed.empty()) {
      return BadField("randomness.commitment",
                      "a commitment needs a seed; set `seed` or `generate` (R3)");
    }
    *commitment = Commitment(seed);
  }
  return seed;
}

absl::StatusOr<SearchLimits> ReadSearchLimits(const Limits& limits,
                                              const v1::AnalysisLimits& requested,
                                              Infinite infinite) {
  const bool limited =
      requested.depth() != 0 || requested.nodes() != 0 || requested.movetime_ms() != 0;
  if (requested.infinite() && infinite == Infinite::kRefused) {
    return BadField("limits.infinite",
                    "infinite is not allowed here; set depth, nodes or movetime_ms");
  }
  if (requested.infinite() && limited) {
    return BadField("limits.infinite",
                    "infinite cannot be combined with depth, nodes or movetime_ms");
  }
  if (!requested.infinite() && !limited) {
    return BadField("limits", infinite == Infinite::kAllowed
                                  ? "no limit is set; set depth, nodes, movetime_ms or infinite"
                                  : "no limit is set; set depth, nodes or movetime_ms");
  }
  ARBITER_RETURN_IF_ERROR(
      AtField(CheckAtMost(requested.depth(), kMaxSearchDepth, "depth"), "limits"));
  ARBITER_RETURN_IF_ERROR(AtField(
      CheckAtMost(requested.movetime_ms(), limits.max_movetime_ms, "movetime_ms"), "limits"));
  const uint32_t movetime_ms =
      requested.infinite() ? limits.max_movetime_ms : requested.movetime_ms();
  return SearchLimits{.depth = static_cast<int>(requested.depth()),
                      .nodes = requested.nodes(),
                      .movetime = std::chrono::milliseconds(movetime_ms)};
}

absl::StatusOr<SearchResources> ReadSearchResources(const Limits& limits, uint32_t threads,
                                                    uint32_t hash_mb) {
  ARBITER_RETURN_IF_ERROR(CheckAtMost(threads, limits.max_analysis_threads, "threads"));
  ARBITER_RETURN_IF_ERROR(CheckAtMost(hash_mb, limits.max_hash_mb, "hash_mb"));
  return SearchResources{.threads = static_cast<int>(std::max(threads, 1U)),
                         .table_bytes = kMegabyte * (hash_mb != 0 ? hash_mb : limits.hash_mb)};
}

absl::StatusOr<AnalysisQuery> ReadAnalysisQuery(const Limits& limits,
                                                const v1::AnalyzeRequest& request) {
  using Request = v1::AnalyzeRequest;
  // A level of strength limits the nodes of a search by itself.
  const bool level_decides = request.strength() > 0 && !request.has_limits();
  SearchLimits search;
  if (!level_decides) {
    ARBITER_ASSIGN_OR_RETURN(search,
                             ReadSearchLimits(limits, request.limits(), Infinite::kAllowed));
  }
  ARBITER_RETURN_IF_ERROR(CheckAtMost(request.multi_pv(), kMaxSearchLines, "multi_pv"));
  ARBITER_RETURN_IF_ERROR(
      CheckItems("AnalyzeRequest", Request::kSearchMovesFieldNumber, request.search_moves_size()));
  ARBITER_RETURN_IF_ERROR(CheckAtMost(request.strength(), kMaxStrength, "strength"));
  const FieldRule& seed = RuleOfField("AnalyzeRequest", Request::kSeedFieldNumber);
  ARBITER_RETURN_IF_ERROR(CheckAtMost(request.seed().size(), seed.max_bytes, seed.name));
  return AnalysisQuery{
      .limits = search,
      .multi_pv = static_cast<int>(std::max(request.multi_pv(), 1U)),
      .search_moves = {request.search_moves().begin(), request.search_moves().end()},
      .strength = static_cast<int>(request.strength()),
      .strength_seed = request.seed()};
}

absl::Status CheckNotStopped(const StopToken& stop) {
  if (!stop.stopped()) return absl::OkStatus();
  return MakeError(ErrorReason::kCancelled, "the analysis was stopped");
}

}  // namespace arbiter
