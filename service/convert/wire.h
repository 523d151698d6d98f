#ifndef ARBITER_SERVICE_CONVERT_WIRE_H_
#define ARBITER_SERVICE_CONVERT_WIRE_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "arbiter/v1/game.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/game/game.h"
#include "core/game/variant.h"
#include "core/game/viewed_game.h"
#include "core/rules/locale.h"
#include "service/handlers/handlers.h"

// The only place that knows both the API's messages and the core's types.
namespace arbiter {

// Units of a Budget that one action costs, against one for a node of a tree.
inline constexpr uint64_t kActionCost = 256;
// The same of an action that is read from a notation, for which all that it can draw may have to be
// looked at, and of an item of a bundle.
inline constexpr uint64_t kReadingCost = 512;

// --- Requests to core values. Errors carry the path of the field.

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

// --- Core values to answers.

// How an answer is worded.
struct Wording {
  Locale locale = Locale::kEnglish;
  FenStyle fen_style = FenStyle::kStandard;
  // As in CallContext.
  const SnapshotSealer* sealer = nullptr;
  // Whether states have their board.
  bool board = false;
};

// From any request that a state answers: `locale`, `fen_style` and `board`. BAD_FIELD for a style,
// or a `viewer`, that this version does not know.
template <typename Request>
absl::StatusOr<Wording> WordingOf(const CallContext& context, const Request& request) {
  if (absl::Status status = CheckEnums({{v1::FenStyle_IsValid(request.fen_style()), "fen_style"},
                                        {v1::Viewer_IsValid(request.viewer()), "viewer"}});
      !status.ok()) {
    return status;
  }
  const bool pychess = request.fen_style() == v1::FEN_STYLE_PYCHESS;
  return Wording{ParseLocale(request.locale()), pychess ? FenStyle::kPychess : FenStyle::kStandard,
                 context.sealer, request.board()};
}

// Whether two values of enums have the same number, so that they can be cast to each other.
template <auto core, auto message>
inline constexpr bool kSameNumber = static_cast<int>(core) == static_cast<int>(message);

v1::Color ToWire(Color color);
// Of a player in a bidding.
v1::Bidder ToBidder(Color color);
void WriteAdjudication(const Game& game, Locale locale, v1::Adjudication* answer);
void WriteState(const ViewedGame& game, const Wording& wording, v1::State* state);
void WriteRegion(const RegionInfo& region, Locale locale, auto* answer) {
  answer->set_kind(static_cast<v1::RegionKind>(region.kind));
  answer->set_name(std::string(region.name.In(locale)));
  if (region.owner) answer->set_color(ToWire(*region.owner));
  answer->mutable_squares()->Assign(region.squares.begin(), region.squares.end());
}
void WriteDraw(const Draw& draw, v1::Draw* answer);
void WriteEvent(const VariantInfo& variant, const Event& event, Locale locale, v1::Event* answer);
void WriteApplied(const VariantInfo& variant, const Applied& applied, Locale locale,
                  v1::Applied* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WIRE_H_
