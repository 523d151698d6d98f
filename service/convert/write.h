#ifndef ARBITER_SERVICE_CONVERT_WRITE_H_
#define ARBITER_SERVICE_CONVERT_WRITE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/game.pb.h"
#include "core/base/locale.h"
#include "core/base/status_macros.h"
#include "core/game/analysis.h"
#include "core/game/game.h"
#include "core/game/variant.h"
#include "core/game/viewed_game.h"
#include "core/rules/clock.h"
#include "service/convert/call_context.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"

// Conversions from values of the core to responses.
namespace arbiter {

// How the states and messages of a response are written.
struct ResponseFormat {
  Locale locale = Locale::kEnglish;
  FenStyle fen_style = FenStyle::kStandard;
  // Seals snapshots; nullptr if snapshots are not sealed.
  const SnapshotSealer* sealer = nullptr;
  // Whether states include their board and notes.
  bool board = false;
};

// Reads `locale`, `fen_style` and `board` of a request whose response contains a state. BAD_FIELD
// if the `fen_style` or the `viewer` is unknown to this version.
template <typename Request>
absl::StatusOr<ResponseFormat> ReadResponseFormat(const CallContext& context,
                                                  const Request& request) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::FenStyle_IsValid(request.fen_style()), "fen_style"},
                                      {v1::Viewer_IsValid(request.viewer()), "viewer"}}));
  const bool pychess = request.fen_style() == v1::FEN_STYLE_PYCHESS;
  return ResponseFormat{ParseLocale(request.locale()),
                        pychess ? FenStyle::kPychess : FenStyle::kStandard, context.sealer,
                        request.board()};
}

// Whether two enum values have the same number, so that they can be cast to each other.
template <auto core, auto message>
inline constexpr bool kSameNumber = static_cast<int>(core) == static_cast<int>(message);

v1::Color ToWire(Color color);
// Converts a colour to the value of a field that is COLOR_UNSPECIFIED if there is none.
inline v1::Color ToWire(std::optional<Color> color) {
  return color ? ToWire(*color) : v1::COLOR_UNSPECIFIED;
}
// Converts the colour that stands for a player during the bidding.
v1::Bidder ToBidder(Color color);

// The following functions write the fields of a message, such as those of a v1::Draw. The bytes are
// those of Protobuf's own serialisation.
void WriteAdjudication(const Game& game, const Adjudication& adjudication, Locale locale,
                       WireWriter* answer);
void WriteDraw(const Draw& draw, WireWriter* answer);
// Writes a field that is a v1::Clocks.
void WriteClocks(int field, const ClockTimes& left_ms, bool corrected, WireWriter* answer);
void WriteEvent(const VariantInfo& variant, const Event& event, Locale locale, WireWriter* answer);
void WriteActionResult(const VariantInfo& variant, const ActionResult& applied, Locale locale,
                       WireWriter* answer);

// Writes a field that is a v1::State.
void WriteState(int field, const ViewedGame& viewed, const ResponseFormat& format,
                WireWriter* answer);

// The following functions convert values of the core to messages. Messages must be empty.
void WriteAdjudication(const Game& game, Locale locale, v1::Adjudication* answer);
void WriteRegion(const RegionInfo& region, Locale locale, auto* answer) {
  answer->set_kind(static_cast<v1::RegionKind>(region.kind.number));
  answer->set_name(std::string(region.name.In(locale)));
  if (region.owner) answer->set_color(ToWire(*region.owner));
  answer->mutable_squares()->Assign(region.squares.begin(), region.squares.end());
}
void WriteScore(const Score& score, v1::Score* answer);
void WriteProgress(const AnalysisProgress& progress, v1::AnalysisProgress* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WRITE_H_
