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
  ARBITER_ASSIGN_OR_RETURN(const std::string action, viewed.ReadAction(text, conversion.from));
  if (game.IsControl(action)) {
    ActionResult applied;
    ARBITER_RETURN_IF_ERROR(viewed.Replay(action, ActionInput(), &applied));
    return std::move(applied.text);
  }
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
  ARBITER_ASSIGN_OR_RETURN(const Notation from, ReadNotation(variant, request.from(), "from"));
  const Notation to = request.to() == v1::NOTATION_UNSPECIFIED
                          ? Notation::kSan
                          : static_cast<Notation>(request.to());
  ARBITER_RETURN_IF_ERROR(AtField(CheckNotation(variant, to), "to"));
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
