#include <algorithm>
#include <utility>

#include "core/game/viewed_game.h"
#include "core/rules/status_macros.h"
#include "service/convert/read.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

constexpr size_t kDefaultOutcomes = 10'000;
// Bytes of an outcome, whose state alone has a FEN and a snapshot.
constexpr size_t kSmallestOutcome = 128;
// Tag and length of an item, and its share of what frames the message.
constexpr size_t kItemOverhead = 8;

void WriteOutcome(const Applied& applied, Fraction probability, const ViewedGame& after,
                  const Wording& wording, v1::ActionOutcome* answer) {
  WriteState(after, wording, answer->mutable_state());
  answer->set_text(applied.text);
  answer->set_numerator(probability.numerator());
  answer->set_denominator(probability.denominator());
  for (const Event& event : applied.events) {
    WriteEvent(after.shown().variant(), event, wording.locale, answer->add_events());
  }
}

}  // namespace

absl::Status EnumerateOutcomes(const CallContext& context,
                               const v1::EnumerateOutcomesRequest& request,
                               v1::EnumerateOutcomesResponse* response) {
  ARBITER_ASSIGN_OR_RETURN(const Wording wording, WordingOf(context, request));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  const auto most_bytes = static_cast<size_t>(context.limits->max_message_bytes);
  const size_t wanted = request.max_outcomes() == 0 ? kDefaultOutcomes : request.max_outcomes();
  const EnumerationLimits limits = {// More than fit into the answer need not be remembered.
                                    .outcomes = std::min(wanted, most_bytes / kSmallestOutcome),
                                    .paths = context.limits->max_outcome_paths,
                                    .separate_paths = request.separate_paths()};
  size_t bytes = 0;
  Budget budget(UINT64_MAX, context.stop_test);
  ARBITER_ASSIGN_OR_RETURN(
      const OutcomeSummary summary,
      game.Outcomes(request.action(), limits, budget,
                    [&](const Applied& applied, Fraction probability, const ViewedGame& after) {
                      v1::ActionOutcome outcome;
                      WriteOutcome(applied, probability, after, wording, &outcome);
                      bytes += outcome.ByteSizeLong() + kItemOverhead;
                      if (bytes > most_bytes) return false;
                      *response->add_outcomes() = std::move(outcome);
                      return true;
                    }));
  response->set_truncated(summary.truncated);
  response->set_missing_mass(summary.missing_mass);
  return absl::OkStatus();
}

}  // namespace arbiter
