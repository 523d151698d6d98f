#ifndef ARBITER_SERVICE_CONVERT_READ_H_
#define ARBITER_SERVICE_CONVERT_READ_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/game.pb.h"
#include "core/game/analysis.h"
#include "core/game/game.h"
#include "core/game/variant.h"
#include "core/game/viewed_game.h"
#include "core/search/limits.h"
#include "service/convert/call_context.h"

// From requests to core values. Errors carry the path of the field.
namespace arbiter {

// Units of a Budget that one action costs, against one for a node of a tree.
inline constexpr uint64_t kActionCost = 256;
// The same of an action that is read from a notation, for which all that it can draw may have to be
// looked at, and of an item of a bundle.
inline constexpr uint64_t kReadingCost = 512;

// What is played: a variant, and those of its options that are set.
struct GameChoice {
  const Variant* variant;
  OptionMap options;
};

// From a request's `variant` and `options`. UNKNOWN_VARIANT; OPTION_OUT_OF_RANGE
// for another variant's option or an unknown enum value.
absl::StatusOr<GameChoice> ReadChoice(std::string_view variant, const v1::GameOptions& options);

// OK where the record's seed and its times have the sizes that they must have; BAD_SEED, BAD_FIELD.
absl::Status CheckRecord(const v1::Record& record);

// The game that `record` tells, before its first action.
absl::StatusOr<std::unique_ptr<Game>> StartRecord(const GameChoice& choice,
                                                  const v1::Record& record);

// The same after its last action, for a viewer who is told nothing in an error that he may not
// know; paths begin with `record`.
absl::StatusOr<ViewedGame> ReadRecord(const CallContext& context, const GameChoice& choice,
                                      const v1::Record& record, Viewer viewer);

// The `viewer` of a request; all where it is unspecified or the request has none.
template <typename Request>
Viewer ViewerOf(const Request& request) {
  if constexpr (requires { request.viewer(); }) {
    if (request.viewer() != v1::VIEWER_UNSPECIFIED) return static_cast<Viewer>(request.viewer());
  }
  return Viewer::kAll;
}

// The game that `position` holds, for a viewer who is told nothing in an error that he may not
// know; paths begin with `position`.
absl::StatusOr<ViewedGame> ReadPosition(const CallContext& context, const v1::Position& position,
                                        Viewer viewer);

// The game of a request's `position`, for the request's `viewer`.
template <typename Request>
absl::StatusOr<ViewedGame> ReadPosition(const CallContext& context, const Request& request) {
  return ReadPosition(context, request.position(), ViewerOf(request));
}

// OK where there is no time, or one for each of `actions` actions, −1 or more; BAD_FIELD at
// `elapsed_ms`.
absl::Status CheckElapsed(const google::protobuf::RepeatedField<int64_t>& elapsed_ms, int actions);

// What is given with action `index`: the seed, and its time, if there are times.
Given GivenWith(std::string_view seed, const google::protobuf::RepeatedField<int64_t>& elapsed_ms,
                int index);

// LIMIT_EXCEEDED at `field` if there are more than `most` of something.
absl::Status CheckCount(int count, int most, std::string_view field);

// BAD_FIELD at `field`.
absl::Status BadField(std::string_view field, std::string_view message);

// BAD_FIELD at the first field that is not valid: an enum value that this
// version does not know.
absl::Status CheckEnums(std::initializer_list<std::pair<bool, std::string_view>> fields);

// The seed that a request gives or lets generate; empty if neither. BAD_SEED.
// Writes the seed (where generated) and the commitment (where asked for) to the
// answer's fields.
absl::StatusOr<std::string> ReadRandomness(const v1::Randomness& randomness,
                                           std::string* generated_seed, std::string* commitment);

// Whether `infinite` is among the limits that a request may have.
enum class Infinite : uint8_t { kRefused, kAllowed };

// An infinite analysis takes the server's greatest movetime. BAD_FIELD where none is set or
// `infinite` is set against the rules, LIMIT_EXCEEDED past the server's limits; paths begin with
// `limits`.
absl::StatusOr<SearchLimits> ReadSearchLimits(const Limits& limits, const v1::AnalysisLimits& asked,
                                              Infinite infinite);

// 0 is 1. LIMIT_EXCEEDED at `threads`.
absl::StatusOr<int> ReadThreads(const Limits& limits, uint32_t threads);

// The query of a request, whose moves are not looked at. LIMIT_EXCEEDED, BAD_FIELD.
absl::StatusOr<AnalysisQuery> ReadAnalysisQuery(const Limits& limits,
                                                const v1::AnalyzeRequest& request);

// Bytes of the table that a request asks for, within the limits; LIMIT_EXCEEDED at `hash_mb`.
absl::StatusOr<size_t> TableBytesFor(const Limits& limits, const v1::AnalyzeRequest& request);

// CANCELLED once `stop` says so.
absl::Status Unstopped(const StopToken& stop);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_READ_H_
