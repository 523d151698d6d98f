#include "service/handlers/game_views.h"

#include <optional>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/convert/read.h"
#include "service/convert/write.h"
#include "service/handlers/legal_moves.h"
#include "service/handlers/render_board.h"

namespace arbiter {
namespace {

// Returns the player whom a view is for; std::nullopt if it shows what both players can do.
std::optional<Color> PlayerShown(Viewer viewer, const Game& game) {
  // The players have no colours yet while they bid.
  if (game.phase() == Phase::kBidding) return std::nullopt;
  return PlayerOf(viewer);
}

std::string_view LastMoveOf(const ViewedTurn& turn) {
  return turn.actions != nullptr ? turn.actions->last_move() : turn.last_move;
}

// Writes the fields of a v1::GameView.
absl::Status WriteView(const CallContext& context, const v1::View& view, const ViewedTurn& turn,
                       WireWriter* answer) {
  using Field = v1::GameView;
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, view));
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Detail_IsValid(view.moves()), "moves"}}));
  const Viewer viewer = ViewerOf(view);
  const ViewedGame seen = turn.game.For(viewer);
  const Game& game = seen.shown();
  answer->Number(Field::kViewerFieldNumber, static_cast<uint64_t>(view.viewer()));
  WriteState(Field::kStateFieldNumber, seen, format, answer);
  if (turn.actions != nullptr) {
    turn.actions->Visit(viewer, [&](const ActionResult& applied) {
      const size_t begin = answer->Begin(Field::kAppliedFieldNumber);
      WriteActionResult(game.variant(), applied, format.locale, answer);
      answer->End(begin);
    });
  }
  if (view.has_moves()) {
    const size_t begin = answer->Begin(Field::kMovesFieldNumber);
    ARBITER_RETURN_IF_ERROR(WriteLegalMoves(
        game, {.detail = view.moves(), .player = PlayerShown(viewer, game)}, answer));
    answer->End(begin);
  }
  if (view.has_picture()) {
    const size_t begin = answer->Begin(Field::kPictureFieldNumber);
    ARBITER_RETURN_IF_ERROR(AtField(
        WritePicture(seen, view.picture(), LastMoveOf(turn), format.locale, answer), "picture"));
    answer->End(begin);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteViews(const CallContext& context,
                        const google::protobuf::RepeatedPtrField<v1::View>& views,
                        const ViewedTurn& turn, int field, WireWriter* answer) {
  if (views.empty()) return absl::OkStatus();
  using Request = v1::ViewGameRequest;
  ARBITER_RETURN_IF_ERROR(CheckItems("ViewGameRequest", Request::kViewsFieldNumber, views.size()));
  for (int i = 0; i < views.size(); ++i) {
    const size_t begin = answer->Begin(field);
    ARBITER_RETURN_IF_ERROR(AtField(WriteView(context, views[i], turn, answer), "views[", i, "]"));
    answer->End(begin);
  }
  return absl::OkStatus();
}

}  // namespace arbiter
