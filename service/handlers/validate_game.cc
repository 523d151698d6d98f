#include <utility>

#include "core/rules/error.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {
namespace {

void WriteIllegal(const absl::Status& status, int index, const std::string& action,
                  const Game& game, FenStyle style, v1::ValidateGameResponse* response) {
  response->set_verdict(v1::ValidateGameResponse::VERDICT_ILLEGAL);
  v1::IllegalAction* illegal = response->mutable_first_illegal();
  illegal->set_index(static_cast<uint32_t>(index));
  illegal->set_action(action);
  illegal->set_reason(std::string(ReasonName(ReasonOf(status))));
  illegal->set_message(std::string(status.message()));
  illegal->set_last_good_fen(game.Fen(style));
}

}  // namespace

absl::Status ValidateGame(const CallContext& context, const v1::ValidateGameRequest& request,
                          v1::ValidateGameResponse* response) {
  const absl::StatusOr<Wording> wording = WordingOf(request);
  if (!wording.ok()) return wording.status();
  if (absl::Status status =
          CheckEnums({{v1::Result_IsValid(request.claimed_result()), "claimed_result"}});
      !status.ok()) {
    return status;
  }
  const v1::Record& record = request.record();
  if (absl::Status status =
          CheckCount(record.actions_size(), context.limits->max_record_actions, "record.actions");
      !status.ok()) {
    return status;
  }
  const absl::StatusOr<GameChoice> choice = ReadChoice(request.variant(), request.options());
  if (!choice.ok()) return choice.status();
  const absl::StatusOr<std::unique_ptr<Game>> game = StartRecord(*choice, record);
  if (!game.ok()) return AtField(game.status(), "record");

  Budget budget(UINT64_MAX, context.stop_test);
  response->set_verdict(v1::ValidateGameResponse::VERDICT_LEGAL);
  int applied = 0;
  for (; applied < record.actions_size(); ++applied) {
    if (absl::Status status = budget.Spend(kActionCost); !status.ok()) return status;
    const std::string& action = record.actions(applied);
    if (absl::Status status = (*game)->Apply(action, nullptr); !status.ok()) {
      WriteIllegal(status, applied, action, **game, wording->fen_style, response);
      break;
    }
  }
  response->set_actions_applied(static_cast<uint32_t>(applied));
  WriteState(**game, *wording, response->mutable_state());
  *response->mutable_adjudication() = response->state().adjudication();
  if (request.claimed_result() != v1::RESULT_UNSPECIFIED) {
    response->set_claimed_result_fits(
        response->verdict() == v1::ValidateGameResponse::VERDICT_LEGAL &&
        response->adjudication().result() == request.claimed_result());
  }
  return absl::OkStatus();
}

}  // namespace arbiter
