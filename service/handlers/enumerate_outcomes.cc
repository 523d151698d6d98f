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
// A lower bound on the size of an outcome in bytes: its state alone has a FEN and a snapshot.
constexpr size_t kMinOutcomeBytes = 128;
// The bytes of an outcome's tag and length, and of its share of the framing of the message.
constexpr size_t kItemOverhead = 8;

void WriteOutcome(const ActionResult& applied, Fraction probability, const ViewedGame& after,
                  const ResponseFormat& format, v1::ActionOutcome* answer) {
  WriteState(after, format, answer->mutable_state());
  answer->set_text(applied.text);
  answer->set_numerator(probability.numerator());
  answer->set_denominator(probability.denominator());
  for (const Event& event : applied.events) {
    WriteEvent(after.shown().variant(), event, format.locale, answer->add_events());
  }
}

}  // namespace

absl::Status EnumerateOutcomes(const CallContext& context,
                               const v1::EnumerateOutcomesRequest& request,
                               v1::EnumerateOutcomesResponse* response) {
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  const auto max_bytes = static_cast<size_t>(context.limits->max_message_bytes);
  const size_t requested = request.max_outcomes() == 0 ? kDefaultOutcomes : request.max_outcomes();
  const EnumerationLimits limits = {// There is no need to keep more than fit into the response.
                                    .outcomes = std::min(requested, max_bytes / kMinOutcomeBytes),
                                    .paths = context.limits->max_outcome_paths,
                                    .separate_paths = request.separate_paths()};
  size_t bytes = 0;
  Budget budget(UINT64_MAX, context.stop_test);
  ARBITER_ASSIGN_OR_RETURN(
      const OutcomeSummary summary,
      game.Outcomes(
          request.action(), limits, budget,
          [&](const ActionResult& applied, Fraction probability, const ViewedGame& after) {
            v1::ActionOutcome outcome;
            WriteOutcome(applied, probability, after, format, &outcome);
            bytes += outcome.ByteSizeLong() + kItemOverhead;
            if (bytes > max_bytes) return false;
            *response->add_outcomes() = std::move(outcome);
            return true;
          }));
  response->set_truncated(summary.truncated);
  response->set_missing_mass(summary.missing_mass);
  return absl::OkStatus();
}

}  // namespace arbiter
