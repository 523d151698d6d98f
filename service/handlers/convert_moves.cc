#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/san.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

Notation NotationOf(v1::Notation notation, Notation default_notation) {
  return notation == v1::NOTATION_UNSPECIFIED ? default_notation : static_cast<Notation>(notation);
}

// Returns the points that the mover has scored.
int PointsOf(const ActionResult& applied, Color mover) {
  int points = 0;
  for (const Event& event : applied.events) {
    if (event.color == mover) points += event.points;
  }
  return points;
}

struct Conversion {
  Notation from;
  Notation to;
  // Whether to append the points of each move.
  bool points;
};

// Converts one text and makes the action in `viewed`. The last move is made only if its points are
// needed, because the last text need not include the outcomes of its random draws.
absl::StatusOr<std::string> ConvertNext(const std::string& text, const Conversion& conversion,
                                        bool last, ViewedGame& viewed) {
  const Game& game = viewed.shown();
  if (game.IsControl(text)) {
    ActionResult applied;
    ARBITER_RETURN_IF_ERROR(viewed.Replay(text, ActionInput(), &applied));
    return std::move(applied.text);
  }
  // After the end of the game, every text is refused with GAME_OVER, whatever it contains.
  if (game.Adjudicate().end) return viewed.Replay(text, ActionInput());
  ARBITER_ASSIGN_OR_RETURN(const std::string action, game.ReadMove(text, conversion.from));
  absl::StatusOr<std::string> converted = game.WriteMove(action, conversion.to);
  // A bid scores nothing.
  const bool points = conversion.points && game.phase() == Phase::kBoard;
  if (!converted.ok() || (last && !points)) return converted;
  const Color mover = game.turn();
  ActionResult applied;
  ARBITER_RETURN_IF_ERROR(viewed.Replay(action, ActionInput(), points ? &applied : nullptr));
  if (points) StrAppend(&*converted, " ", PointsText(PointsOf(applied, mover)));
  return converted;
}

}  // namespace

absl::Status ConvertMoves(const CallContext& context, const v1::ConvertMovesRequest& request,
                          WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Notation_IsValid(request.from()), "from"},
                                      {v1::Notation_IsValid(request.to()), "to"}}));
  ARBITER_RETURN_IF_ERROR(
      CheckCount(request.texts_size(), context.limits->max_record_actions, "texts"));
  ARBITER_ASSIGN_OR_RETURN(ViewedGame game, ReadPosition(context, request));
  const VariantInfo& variant = game.shown().variant();
  const Notation from = NotationOf(request.from(), Notation::kAction);
  const Notation to = NotationOf(request.to(), Notation::kSan);
  for (const auto& [notation, field] : {std::pair(from, "from"), std::pair(to, "to")}) {
    ARBITER_RETURN_IF_ERROR(AtField(CheckNotation(variant, notation), field));
  }
  if (request.points() && !variant.points_decide) {
    return BadField("points", StrCat(variant.name.en, " has no points; leave this field out"));
  }
  // Action texts never include points.
  const Conversion conversion = {from, to, request.points() && to != Notation::kAction};
  Budget budget(UINT64_MAX, context.stop_test);
  for (int i = 0; i < request.texts_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kReadingCost));
    const bool last = i + 1 == request.texts_size();
    ARBITER_ASSIGN_OR_RETURN(
        const std::string converted,
        AtField(ConvertNext(request.texts(i), conversion, last, game), "texts[", i, "]"));
    answer->Bytes(v1::ConvertMovesResponse::kTextsFieldNumber, converted);
  }
  return absl::OkStatus();
}

}  // namespace arbiter
