#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/pgn/write.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// Prepends the path of the game in the request to the field of `status`.
absl::Status WithRequestPath(absl::Status status, const v1::WritePgnRequest& request,
                             std::string_view record_path) {
  const std::string field = FieldOf(status);
  if (field == "viewer") return status;
  const bool in_record =
      field.starts_with("actions[") || field.starts_with("elapsed_ms[") || field == "start_fen";
  if (in_record) return AtField(std::move(status), record_path);
  const bool in_game = !request.has_position() || field == "result" || field.starts_with("tags[");
  return AtField(std::move(status), in_game ? "game" : "position");
}

}  // namespace

absl::Status WritePgn(const CallContext& context, const v1::WritePgnRequest& request,
                      WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(
      CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"},
                  {v1::Result_IsValid(request.game().result()), "game.result"}}));
  ARBITER_ASSIGN_OR_RETURN(WholeGame whole, ReadWholeGame(request, request.game(), "game"));
  if (whole.plays_on) {
    return BadField("position.play_on",
                    "PGN cannot say that a game goes on after a draw by the rules; "
                    "leave this field out");
  }
  const v1::Record& record = whole.record;
  ARBITER_RETURN_IF_ERROR(CheckCount(record.actions_size(), context.limits->max_record_actions,
                                     StrCat(whole.record_path, ".actions")));
  ARBITER_RETURN_IF_ERROR(AtField(CheckRecord(record), whole.record_path));
  pgn::PgnGame game;
  game.variant = whole.selection.variant;
  game.options = std::move(whole.selection.options);
  game.start_fen = record.start_fen();
  game.seed = record.seed();
  game.actions.assign(record.actions().begin(), record.actions().end());
  game.elapsed_ms.assign(record.elapsed_ms().begin(), record.elapsed_ms().end());
  if (request.game().result() != v1::RESULT_UNSPECIFIED) {
    game.result = static_cast<Result>(request.game().result());
  }
  for (const v1::PgnTag& tag : request.game().tags()) {
    game.tags.push_back({tag.name(), tag.value()});
  }
  Budget budget(UINT64_MAX, context.stop_test);
  absl::StatusOr<std::string> text =
      pgn::WriteGame(game, ViewerOf(request), [&budget] { return budget.Spend(kActionCost); });
  if (!text.ok()) return WithRequestPath(text.status(), request, whole.record_path);
  answer->Text(v1::WritePgnResponse::kPgnFieldNumber, *text);
  return absl::OkStatus();
}

}  // namespace arbiter
