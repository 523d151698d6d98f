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

// The maximum number of illegal actions that are skipped.
constexpr size_t kMaxSkipped = 1'000;

// An action that was refused.
struct Refusal {
  int index;
  absl::Status status;
  // The FEN of the position in which it was refused.
  std::string fen;
};

// Writes a field that is a v1::IllegalAction.
void WriteIllegal(int field, const Refusal& refusal, const v1::Record& record,
                  WireWriter* response) {
  using Field = v1::IllegalAction;
  const absl::string_view message = refusal.status.message();
  const size_t begin = response->Begin(field);
  response->Number(Field::kIndexFieldNumber, static_cast<uint64_t>(refusal.index));
  response->Text(Field::kActionFieldNumber, record.actions(refusal.index));
  response->Text(Field::kReasonFieldNumber, ReasonName(ReasonOf(refusal.status)));
  response->Text(Field::kMessageFieldNumber, {message.data(), message.size()});
  response->Text(Field::kLastGoodFenFieldNumber, refusal.fen);
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
      CheckEnums({{v1::Result_IsValid(request.claimed_result()), "claimed_result"},
                  {v1::OnIllegal_IsValid(request.on_illegal()), "on_illegal"}}));
  ARBITER_ASSIGN_OR_RETURN(const WholeGame whole, ReadWholeGame(request));
  const v1::Record& record = whole.record;
  ARBITER_RETURN_IF_ERROR(CheckCount(record.actions_size(), context.limits->max_record_actions,
                                     StrCat(whole.record_path, ".actions")));
  const VariantSelection& selection = whole.selection;
  ARBITER_ASSIGN_OR_RETURN(const Notation notation,
                           ReadNotation(selection.variant->info(), request.notation(), "notation"));
  ARBITER_ASSIGN_OR_RETURN(std::unique_ptr<Game> start,
                           AtField(StartRecord(selection, record), whole.record_path));
  size_t draws_checked = 0;
  ARBITER_RETURN_IF_ERROR(
      AtField(CheckStart(selection, record, *start, &draws_checked), whole.record_path));
  if (whole.plays_on) start->PlayOn();

  ViewedGame game(std::move(start), ViewerOf(request));
  const bool skips = request.on_illegal() == v1::ON_ILLEGAL_SKIP;
  std::vector<Refusal> refusals;
  bool stopped = false;
  const auto on_refusal = [&](int index, const absl::Status& status) {
    refusals.push_back({index, status, game.shown().Fen(format.fen_style)});
    // After the end of the game, every action is refused.
    stopped = !skips || ReasonOf(status) == ErrorReason::kGameOver;
    return !stopped && refusals.size() <= kMaxSkipped;
  };
  ARBITER_RETURN_IF_ERROR(
      ReplayRecord(context, record, &game, notation, on_refusal, &draws_checked));
  if (refusals.size() > kMaxSkipped) {
    return AtField(MakeError(ErrorReason::kLimitExceeded,
                             StrCat("more than ", kMaxSkipped, " actions are illegal")),
                   whole.record_path, ".actions[", refusals.back().index, "]");
  }
  const bool legal = refusals.empty();
  answer->Number(Field::kVerdictFieldNumber, legal ? Field::VERDICT_LEGAL : Field::VERDICT_ILLEGAL);
  if (!legal) WriteIllegal(Field::kFirstIllegalFieldNumber, refusals.front(), record, answer);
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
  const int checked = stopped ? refusals.back().index + 1 : record.actions_size();
  answer->Number(Field::kActionsAppliedFieldNumber,
                 static_cast<uint64_t>(checked) - refusals.size());
  if (skips) {
    for (const Refusal& refusal : refusals) {
      WriteIllegal(Field::kSkippedFieldNumber, refusal, record, answer);
    }
  }
  return absl::OkStatus();
}

}  // namespace arbiter
