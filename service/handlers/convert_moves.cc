#include <utility>

#include "core/rules/error.h"
#include "core/rules/san.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "service/convert/read.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

Notation NotationOf(v1::Notation notation, Notation otherwise) {
  return notation == v1::NOTATION_UNSPECIFIED ? otherwise : static_cast<Notation>(notation);
}

// What the mover scored.
int PointsOf(const Applied& applied, Color mover) {
  int points = 0;
  for (const Event& event : applied.events) {
    if (event.color == mover) points += event.points;
  }
  return points;
}

struct Conversion {
  Notation from;
  Notation to;
  // Whether to write what each move scores.
  bool points;
};

// Rewrites one text and plays it, unless it is the last: a move that draws need not
// say its outcomes where nothing follows.
absl::StatusOr<std::string> ConvertNext(const std::string& text, const Conversion& conversion,
                                        bool last, ViewedGame& viewed) {
  const Game& game = viewed.shown();
  if (game.IsControl(text)) {
    Applied applied;
    ARBITER_RETURN_IF_ERROR(viewed.Replay(text, Given(), &applied));
    return std::move(applied.text);
  }
  // Past the end every text is refused for that, whatever it says.
  if (game.Adjudicate().end) return viewed.Replay(text, Given());
  ARBITER_ASSIGN_OR_RETURN(const std::string action, game.ReadMove(text, conversion.from));
  absl::StatusOr<std::string> converted = game.WriteMove(action, conversion.to);
  // A bid scores nothing.
  const bool points = conversion.points && game.phase() == Phase::kBoard;
  if (!converted.ok() || (last && !points)) return converted;
  const Color mover = game.turn();
  Applied applied;
  ARBITER_RETURN_IF_ERROR(viewed.Replay(action, Given(), points ? &applied : nullptr));
  if (points) StrAppend(&*converted, " ", PointsText(PointsOf(applied, mover)));
  return converted;
}

}  // namespace

absl::Status ConvertMoves(const CallContext& context, const v1::ConvertMovesRequest& request,
                          v1::ConvertMovesResponse* response) {
  if (absl::Status status = CheckEnums({{v1::Notation_IsValid(request.from()), "from"},
                                        {v1::Notation_IsValid(request.to()), "to"}});
      !status.ok()) {
    return status;
  }
  if (absl::Status status =
          CheckCount(request.texts_size(), context.limits->max_record_actions, "texts");
      !status.ok()) {
    return status;
  }
  ARBITER_ASSIGN_OR_RETURN(ViewedGame game, ReadPosition(context, request));
  const VariantInfo& variant = game.shown().variant();
  const Notation from = NotationOf(request.from(), Notation::kAction);
  const Notation to = NotationOf(request.to(), Notation::kSan);
  for (const auto& [notation, field] : {std::pair(from, "from"), std::pair(to, "to")}) {
    absl::Status status = CheckNotation(variant, notation);
    if (!status.ok()) return AtField(std::move(status), field);
  }
  if (request.points() && !variant.points_decide) {
    return BadField("points", StrCat(variant.name.en, " has no points"));
  }
  // An action text says nothing but what is done.
  const Conversion conversion = {from, to, request.points() && to != Notation::kAction};
  Budget budget(UINT64_MAX, context.stop_test);
  for (int i = 0; i < request.texts_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kReadingCost));
    absl::StatusOr<std::string> converted =
        ConvertNext(request.texts(i), conversion, /*last=*/i + 1 == request.texts_size(), game);
    if (!converted.ok()) return AtField(converted.status(), StrCat("texts[", i, "]"));
    response->add_texts(*std::move(converted));
  }
  return absl::OkStatus();
}

}  // namespace arbiter
