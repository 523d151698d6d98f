#ifndef ARBITER_SERVICE_CONVERT_WRITE_H_
#define ARBITER_SERVICE_CONVERT_WRITE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/game.pb.h"
#include "core/game/analysis.h"
#include "core/game/game.h"
#include "core/game/variant.h"
#include "core/game/viewed_game.h"
#include "core/rules/locale.h"
#include "service/convert/call_context.h"
#include "service/convert/read.h"

// From core values to answers.
namespace arbiter {

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

void WriteScore(const Score& score, v1::Score* answer);
void WriteProgress(const AnalysisProgress& progress, v1::AnalysisProgress* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WRITE_H_
