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
                  const ViewedGame& game, const ResponseFormat& format,
                  v1::ValidateGameResponse* response) {
  response->set_verdict(v1::ValidateGameResponse::VERDICT_ILLEGAL);
  v1::IllegalAction* illegal = response->mutable_first_illegal();
  illegal->set_index(static_cast<uint32_t>(index));
  illegal->set_action(action);
  illegal->set_reason(std::string(ReasonName(ReasonOf(status))));
  illegal->set_message(std::string(status.message()));
  illegal->set_last_good_fen(game.shown().Fen(format.fen_style));
}

// If the set-up is drawn at random, checks that the start of the game can be drawn and, if the
// record has a seed, that the seed draws it. Sets `draws_checked` to the number of random draws
// that the seed confirmed.
absl::Status CheckStart(const VariantSelection& selection, const v1::Record& record,
                        const Game& game, size_t* draws_checked) {
  const auto impossible = [](const auto&... parts) {
    return AtField(MakeError(ErrorReason::kImpossibleOutcome, StrCat(parts...)), "start_fen");
  };
  if (!selection.variant->CanBeRandomStart(game, selection.options)) {
    return impossible("the requested set-up cannot draw this position");
  }
  if (record.seed().empty()) return absl::OkStatus();
  std::vector<Draw> draws;
  ARBITER_ASSIGN_OR_RETURN(const auto drawn,
                           selection.variant->Start(selection.options, record.seed(), &draws));
  if (draws.empty()) return absl::OkStatus();
  const std::string input = game.Fen(FenStyle::kStandard);
  const std::string fen = drawn->Fen(FenStyle::kStandard);
  // The start can also have clocks, which the options do not mention.
  drawn->TrackClocks();
  if (input != fen && input != drawn->Fen(FenStyle::kStandard)) {
    return impossible("the seed draws ", fen);
  }
  *draws_checked = draws.size();
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateGame(const CallContext& context, const v1::ValidateGameRequest& request,
                          v1::ValidateGameResponse* response) {
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
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
  ARBITER_ASSIGN_OR_RETURN(const VariantSelection selection,
                           ReadVariantSelection(request.variant(), request.options()));
  absl::StatusOr<std::unique_ptr<Game>> start = StartRecord(selection, record);
  if (!start.ok()) return AtField(start.status(), "record");
  size_t draws_checked = 0;
  if (absl::Status status = CheckStart(selection, record, **start, &draws_checked); !status.ok()) {
    return AtField(std::move(status), "record");
  }

  ViewedGame game(*std::move(start), ViewerOf(request));
  ARBITER_ASSIGN_OR_RETURN(const ReplayedRecord replayed,
                           ReplayRecord(context, record, &game, &draws_checked));
  if (replayed.refusal.ok()) {
    response->set_verdict(v1::ValidateGameResponse::VERDICT_LEGAL);
  } else {
    WriteIllegal(replayed.refusal, replayed.actions, record.actions(replayed.actions), game, format,
                 response);
  }
  response->set_actions_applied(static_cast<uint32_t>(replayed.actions));
  response->set_draws_checked(static_cast<uint32_t>(draws_checked));
  WriteState(game, format, response->mutable_state());
  *response->mutable_adjudication() = response->state().adjudication();
  if (request.claimed_result() != v1::RESULT_UNSPECIFIED) {
    response->set_claimed_result_fits(
        response->verdict() == v1::ValidateGameResponse::VERDICT_LEGAL &&
        response->adjudication().result() == request.claimed_result());
  }
  return absl::OkStatus();
}

}  // namespace arbiter
