#ifndef ARBITER_SERVICE_CONVERT_READ_H_
#define ARBITER_SERVICE_CONVERT_READ_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/game.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/game/analysis.h"
#include "core/game/game.h"
#include "core/game/variant.h"
#include "core/game/viewed_game.h"
#include "core/rules/san.h"
#include "core/search/limits.h"
#include "service/convert/call_context.h"
#include "service/limits.h"

// Conversions from requests to values of the core. Errors contain the path of the field.
namespace arbiter {

// The cost of one action in units of a Budget, in which a node of a tree costs 1.
inline constexpr uint64_t kActionCost = 256;
// The cost of an action that is read from a notation, which may require examining all its outcomes.
// An item of a bundle has the same cost.
inline constexpr uint64_t kReadingCost = 512;

// The cost of one action that is written in `notation`.
inline uint64_t CostOf(Notation notation) {
  return notation == Notation::kAction ? kActionCost : kReadingCost;
}

// The kind of game that is played: a variant, and those of its options that are set.
struct VariantSelection {
  const Variant* variant;
  OptionMap options;
};

// Reads a request's `variant` and `options`. UNKNOWN_VARIANT if there is no such variant;
// OPTION_OUT_OF_RANGE for an option of another variant or an unknown enum value.
absl::StatusOr<VariantSelection> ReadVariantSelection(std::string_view variant,
                                                      const v1::GameOptions& options);

// Returns the notation in which the texts of a request are written; unspecified means kAction.
// BAD_FIELD at `field` if the value is unknown, or if the variant does not have the notation.
absl::StatusOr<Notation> ReadNotation(const VariantInfo& variant, v1::Notation notation,
                                      std::string_view field);

// Checks the seed and the times of a record. BAD_SEED if the seed does not have 16 to 64 bytes; the
// errors of CheckElapsed().
absl::Status CheckRecord(const v1::Record& record);

// Returns the game of `record` before its first action. BAD_FIELD if the record reports a time and
// the game has no clocks (ruling C17). The paths of errors do not include `record`.
absl::StatusOr<std::unique_ptr<Game>> StartRecord(const VariantSelection& selection,
                                                  const v1::Record& record);

// Is told why an action of a record is refused. Returns whether to skip the action and go on.
using RefusalVisitor = absl::FunctionRef<bool(int index, const absl::Status& refusal)>;

// Makes the actions of `record`, which are written in `notation`, on its start. If `draws_checked`
// is not null, also checks the outcomes against the seed, like ViewedGame::ReplayChecked(). Returns
// the error of the stop test.
absl::Status ReplayRecord(const CallContext& context, const v1::Record& record, ViewedGame* game,
                          Notation notation, RefusalVisitor on_refusal,
                          size_t* draws_checked = nullptr);

// Returns the `viewer` of a request; kAll if it is unspecified or the request has no such field.
template <typename Request>
Viewer ViewerOf(const Request& request) {
  if constexpr (requires { request.viewer(); }) {
    if (request.viewer() != v1::VIEWER_UNSPECIFIED) return static_cast<Viewer>(request.viewer());
  }
  return Viewer::kAll;
}

// Returns std::nullopt for a colour that is unspecified or unknown.
inline std::optional<Color> ReadColor(v1::Color color) {
  if (color == v1::COLOR_WHITE) return Color::kWhite;
  if (color == v1::COLOR_BLACK) return Color::kBlack;
  return std::nullopt;
}

// Returns the game that `position` names, with its clocks corrected. Errors reveal nothing that is
// hidden from `viewer`; their paths begin with `position`.
absl::StatusOr<ViewedGame> ReadPosition(const CallContext& context, const v1::Position& position,
                                        Viewer viewer);

// Returns the game of a request's `position`, for the request's `viewer`.
template <typename Request>
absl::StatusOr<ViewedGame> ReadPosition(const CallContext& context, const Request& request) {
  return ReadPosition(context, request.position(), ViewerOf(request));
}

// A game that a request gives as a whole, with its start and all its actions.
struct WholeGame {
  VariantSelection selection;
  // Refers to the request.
  const v1::Record& record;
  // The path of `record` in the request.
  std::string record_path;
  // Whether the game goes on after draws by the rules (Game::PlayOn).
  bool plays_on = false;
};

// The fields in which a request can give a whole game. Those that are not set are nullptr.
struct WholeGameFields {
  const v1::Position* position;
  const std::string& variant;
  const v1::GameOptions* options;
  const v1::Record* record;
  // The path of the message that holds the last three; empty if it is the request itself.
  std::string_view holder;
};

// Reads the game of the field `position` or, if that is not set, of the other three. BAD_FIELD if
// both are set, and if the position is a FEN or a snapshot or corrects the clocks.
absl::StatusOr<WholeGame> ReadWholeGame(const WholeGameFields& fields);

// Reads the game of a request with the field `position` and of the message `holder`, which has the
// fields `variant`, `options` and `record` and is at `path` in the request.
template <typename Request, typename Holder>
absl::StatusOr<WholeGame> ReadWholeGame(const Request& request, const Holder& holder,
                                        std::string_view path) {
  return ReadWholeGame({.position = request.has_position() ? &request.position() : nullptr,
                        .variant = holder.variant(),
                        .options = holder.has_options() ? &holder.options() : nullptr,
                        .record = holder.has_record() ? &holder.record() : nullptr,
                        .holder = path});
}
template <typename Request>
absl::StatusOr<WholeGame> ReadWholeGame(const Request& request) {
  return ReadWholeGame(request, request, "");
}

// Returns a game after its last action. Errors reveal nothing that is hidden from `viewer`.
absl::StatusOr<ViewedGame> ReadRecord(const CallContext& context, const WholeGame& whole,
                                      Viewer viewer);

// Returns the key of the game of a position: the variant and its options. A table that was filled
// in one game is of no use in a game with another key. Empty if the position is not valid. `sealer`
// is CallContext::sealer.
std::string GameKey(const v1::Position& position, const SnapshotSealer* sealer);

// Checks that there are no times, or one for each of `actions` actions, and that each is at least
// -1. BAD_FIELD at `elapsed_ms` or at one of its elements.
absl::Status CheckElapsed(const google::protobuf::RepeatedField<int64_t>& elapsed_ms, int actions);

// Calls the function of the core with the times of a request.
absl::Status CheckReportedTimes(const Game& game,
                                const google::protobuf::RepeatedField<int64_t>& elapsed_ms);

// Returns the input of action `index`: the seed, and the time of the action if there are times. The
// result refers to `seed`.
ActionInput ActionInputAt(std::string_view seed,
                          const google::protobuf::RepeatedField<int64_t>& elapsed_ms, int index);

// Returns LIMIT_EXCEEDED at `field` if `count` is above `max`.
absl::Status CheckCount(int count, int max, std::string_view field);

// Returns LIMIT_EXCEEDED at a repeated field of a request if `count` is above its option
// `max_items`.
absl::Status CheckItems(std::string_view request, int field, int count);

// Makes a BAD_FIELD error at `field`.
absl::Status BadField(std::string_view field, std::string_view message);

// Checks enum fields. Each pair consists of whether the value of a field is valid and the name of
// the field. Returns BAD_FIELD at the first field whose value is unknown to this version.
absl::Status CheckEnums(std::initializer_list<std::pair<bool, std::string_view>> fields);

// Returns the seed that a request contains or asks to generate; empty if it does neither. It refers
// to `randomness` or to `generated_seed`. Assigns a generated seed and a requested commitment to
// the other two arguments. BAD_SEED, and BAD_FIELD for a commitment without a seed.
absl::StatusOr<std::string_view> ReadRandomness(const v1::Randomness& randomness,
                                                std::string* generated_seed,
                                                std::string* commitment);

// Whether a request may set the limit `infinite`.
enum class Infinite : uint8_t { kRefused, kAllowed };

// Reads the limits of a search. An infinite analysis gets the server's maximum movetime. BAD_FIELD
// if no limit is set, if `infinite` is set but refused, or if it is set together with another
// limit. LIMIT_EXCEEDED if a limit is higher than the server allows. Paths begin with `limits`.
absl::StatusOr<SearchLimits> ReadSearchLimits(const Limits& limits,
                                              const v1::AnalysisLimits& requested,
                                              Infinite infinite);

// What a search takes of the machine.
struct SearchResources {
  int threads = 1;
  // The size of the transposition table, in bytes.
  size_t table_bytes = 0;
};

// Reads the fields with these names of a request; 0 means one thread, and the `hash_mb` of the
// server. LIMIT_EXCEEDED at `threads` or `hash_mb`.
absl::StatusOr<SearchResources> ReadSearchResources(const Limits& limits, uint32_t threads,
                                                    uint32_t hash_mb);

// Reads the resources of a request to analyse a position or to review a game.
template <typename Request>
absl::StatusOr<SearchResources> ReadSearchResources(const Limits& limits, const Request& request) {
  uint32_t hash_mb = 0;
  if constexpr (requires { request.hash_mb(); }) hash_mb = request.hash_mb();
  return ReadSearchResources(limits, request.threads(), hash_mb);
}

// Reads the query of a request, without its number of threads (see ReadSearchResources()) and
// without checking whether its search moves are legal. LIMIT_EXCEEDED if a field exceeds a limit of
// the server; BAD_FIELD like ReadSearchLimits().
absl::StatusOr<AnalysisQuery> ReadAnalysisQuery(const Limits& limits,
                                                const v1::AnalyzeRequest& request);

// Returns CANCELLED once `stop` has been stopped, and OK before that.
absl::Status CheckNotStopped(const StopToken& stop);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_READ_H_
