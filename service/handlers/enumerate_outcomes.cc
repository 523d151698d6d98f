#include <algorithm>
#include <cstddef>

#include "core/base/status_macros.h"
#include "core/game/viewed_game.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

constexpr size_t kDefaultOutcomes = 10'000;
// A lower bound on the size of an outcome in bytes: its state alone has a FEN and a snapshot.
constexpr size_t kMinOutcomeBytes = 128;
// The bytes of an outcome's tag and length, and of its share of the framing of the message.
constexpr size_t kItemOverhead = 8;

void WriteOutcome(const ActionResult& applied, Fraction probability, const ViewedGame& after,
                  const ResponseFormat& format, WireWriter* answer) {
  using Field = v1::ActionOutcome;
  answer->Text(Field::kTextFieldNumber, applied.text);
  answer->Number(Field::kNumeratorFieldNumber, probability.numerator());
  answer->Number(Field::kDenominatorFieldNumber, probability.denominator());
  for (const Event& event : applied.events) {
    const size_t begin = answer->BeginShort(Field::kEventsFieldNumber);
    WriteEvent(after.shown().variant(), event, format.locale, answer);
    answer->EndShort(begin);
  }
  WriteState(Field::kStateFieldNumber, after, format, answer);
}

}  // namespace

absl::Status EnumerateOutcomes(const CallContext& context,
                               const v1::EnumerateOutcomesRequest& request, WireWriter* answer) {
  using Field = v1::EnumerateOutcomesResponse;
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  const auto max_bytes = static_cast<size_t>(context.limits->max_message_bytes);
  const size_t requested = request.max_outcomes() == 0 ? kDefaultOutcomes : request.max_outcomes();
  const EnumerationLimits limits = {// There is no need to keep more than fit into the response.
                                    .outcomes = std::min(requested, max_bytes / kMinOutcomeBytes),
                                    .paths = context.limits->max_outcome_paths,
                                    .separate_paths = request.separate_paths()};
  size_t size = 0;
  Budget budget(UINT64_MAX, context.stop_test);
  ARBITER_ASSIGN_OR_RETURN(
      const OutcomeSummary summary,
      game.Outcomes(
          request.action(), limits, budget,
          [&](const ActionResult& applied, Fraction probability, const ViewedGame& after) {
            const size_t before = answer->size();
            const size_t begin = answer->Begin(Field::kOutcomesFieldNumber);
            WriteOutcome(applied, probability, after, format, answer);
            size += answer->size() - begin + kItemOverhead;
            if (size > max_bytes) {
              answer->Truncate(before);
              return false;
            }
            answer->End(begin);
            return true;
          }));
  answer->Number(Field::kTruncatedFieldNumber, summary.truncated);
  answer->Double(Field::kMissingMassFieldNumber, summary.missing_mass);
  return absl::OkStatus();
}

}  // namespace arbiter
