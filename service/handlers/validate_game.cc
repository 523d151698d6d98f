#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "service/convert/read.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

void WriteIllegal(const absl::Status& status, int index, const std::string& action,
                  const ViewedGame& game, const Wording& wording,
                  v1::ValidateGameResponse* response) {
  response->set_verdict(v1::ValidateGameResponse::VERDICT_ILLEGAL);
  v1::IllegalAction* illegal = response->mutable_first_illegal();
  illegal->set_index(static_cast<uint32_t>(index));
  illegal->set_action(action);
  illegal->set_reason(std::string(ReasonName(ReasonOf(status))));
  illegal->set_message(std::string(status.message()));
  illegal->set_last_good_fen(game.shown().Fen(wording.fen_style));
}

// Where the set-up is drawn, a start that the record gives has to be one that can be drawn; with
// the seed, the one that it draws.
absl::Status CheckStart(const GameChoice& choice, const v1::Record& record, const Game& game,
                        size_t* draws_checked) {
  const auto impossible = [](const auto&... parts) {
    return AtField(MakeError(ErrorReason::kImpossibleOutcome, StrCat(parts...)), "start_fen");
  };
  if (!choice.variant->CanHaveDrawn(game, choice.options)) {
    return impossible("the set-up asked for cannot be drawn so");
  }
  if (record.seed().empty()) return absl::OkStatus();
  std::vector<Draw> draws;
  ARBITER_ASSIGN_OR_RETURN(const auto drawn,
                           choice.variant->Start(choice.options, record.seed(), &draws));
  if (draws.empty()) return absl::OkStatus();
  const std::string given = game.Fen(FenStyle::kStandard);
  const std::string fen = drawn->Fen(FenStyle::kStandard);
  // That clocks are tracked does not have to be among the options.
  drawn->TrackClocks();
  if (given != fen && given != drawn->Fen(FenStyle::kStandard)) {
    return impossible("the seed draws ", fen);
  }
  *draws_checked = draws.size();
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateGame(const CallContext& context, const v1::ValidateGameRequest& request,
                          v1::ValidateGameResponse* response) {
  ARBITER_ASSIGN_OR_RETURN(const Wording wording, WordingOf(context, request));
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
  ARBITER_ASSIGN_OR_RETURN(const GameChoice choice,
                           ReadChoice(request.variant(), request.options()));
  absl::StatusOr<std::unique_ptr<Game>> start = StartRecord(choice, record);
  if (!start.ok()) return AtField(start.status(), "record");
  size_t draws_checked = 0;
  if (absl::Status status = CheckStart(choice, record, **start, &draws_checked); !status.ok()) {
    return AtField(std::move(status), "record");
  }

  ViewedGame game(*std::move(start), ViewerOf(request));
  Budget budget(UINT64_MAX, context.stop_test);
  response->set_verdict(v1::ValidateGameResponse::VERDICT_LEGAL);
  int applied = 0;
  for (; applied < record.actions_size(); ++applied) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kActionCost));
    const std::string& action = record.actions(applied);
    const Given given = GivenWith(record.seed(), record.elapsed_ms(), applied);
    absl::Status status = game.ReplayChecked(action, given, &draws_checked);
    if (!status.ok()) {
      WriteIllegal(status, applied, action, game, wording, response);
      break;
    }
  }
  response->set_actions_applied(static_cast<uint32_t>(applied));
  response->set_draws_checked(static_cast<uint32_t>(draws_checked));
  WriteState(game, wording, response->mutable_state());
  *response->mutable_adjudication() = response->state().adjudication();
  if (request.claimed_result() != v1::RESULT_UNSPECIFIED) {
    response->set_claimed_result_fits(
        response->verdict() == v1::ValidateGameResponse::VERDICT_LEGAL &&
        response->adjudication().result() == request.claimed_result());
  }
  return absl::OkStatus();
}

}  // namespace arbiter
