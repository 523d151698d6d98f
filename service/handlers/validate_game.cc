#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

void WriteIllegal(const absl::Status& status, int index, const std::string& action,
                  const ViewedGame& game, const ResponseFormat& format, WireWriter* response) {
  using Field = v1::IllegalAction;
  const absl::string_view message = status.message();
  const size_t begin = response->Begin(v1::ValidateGameResponse::kFirstIllegalFieldNumber);
  response->Number(Field::kIndexFieldNumber, static_cast<uint64_t>(index));
  response->Text(Field::kActionFieldNumber, action);
  response->Text(Field::kReasonFieldNumber, ReasonName(ReasonOf(status)));
  response->Text(Field::kMessageFieldNumber, {message.data(), message.size()});
  response->Text(Field::kLastGoodFenFieldNumber, game.shown().Fen(format.fen_style));
  response->End(begin);
}

// Returns whether the rules confirm the result that the caller claims.
bool FitsClaim(const Adjudication& adjudication, v1::Result claimed) {
  const std::optional<End>& end = adjudication.end;
  return claimed == (end ? static_cast<v1::Result>(end->result) : v1::RESULT_ONGOING);
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
                          WireWriter* answer) {
  using Field = v1::ValidateGameResponse;
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_RETURN_IF_ERROR(
      CheckEnums({{v1::Result_IsValid(request.claimed_result()), "claimed_result"}}));
  const v1::Record& record = request.record();
  ARBITER_RETURN_IF_ERROR(
      CheckCount(record.actions_size(), context.limits->max_record_actions, "record.actions"));
  ARBITER_ASSIGN_OR_RETURN(const VariantSelection selection,
                           ReadVariantSelection(request.variant(), request.options()));
  ARBITER_ASSIGN_OR_RETURN(const Notation notation,
                           ReadNotation(selection.variant->info(), request.notation(), "notation"));
  ARBITER_ASSIGN_OR_RETURN(std::unique_ptr<Game> start,
                           AtField(StartRecord(selection, record), "record"));
  size_t draws_checked = 0;
  ARBITER_RETURN_IF_ERROR(AtField(CheckStart(selection, record, *start, &draws_checked), "record"));

  ViewedGame game(std::move(start), ViewerOf(request));
  ARBITER_ASSIGN_OR_RETURN(const ReplayedRecord replayed,
                           ReplayRecord(context, record, &game, notation, &draws_checked));
  const bool legal = replayed.refusal.ok();
  answer->Number(Field::kVerdictFieldNumber, legal ? Field::VERDICT_LEGAL : Field::VERDICT_ILLEGAL);
  if (!legal) {
    WriteIllegal(replayed.refusal, replayed.actions, record.actions(replayed.actions), game, format,
                 answer);
  }
  const Adjudication adjudication = game.shown().Adjudicate();
  const size_t begin = answer->BeginShort(Field::kAdjudicationFieldNumber);
  WriteAdjudication(game.shown(), adjudication, format.locale, answer);
  answer->EndShort(begin);
  if (request.claimed_result() != v1::RESULT_UNSPECIFIED) {
    answer->OptionalNumber(Field::kClaimedResultFitsFieldNumber,
                           legal && FitsClaim(adjudication, request.claimed_result()));
  }
  answer->Number(Field::kDrawsCheckedFieldNumber, draws_checked);
  WriteState(Field::kStateFieldNumber, game, format, answer);
  answer->Number(Field::kActionsAppliedFieldNumber, static_cast<uint64_t>(replayed.actions));
  return absl::OkStatus();
}

}  // namespace arbiter
