#include <utility>

#include "core/rules/error.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {

absl::Status EnumerateOutcomes(const CallContext& context,
                               const v1::EnumerateOutcomesRequest& request,
                               v1::EnumerateOutcomesResponse* response) {
  const absl::StatusOr<Wording> wording = WordingOf(request);
  if (!wording.ok()) return wording.status();
  const absl::StatusOr<std::unique_ptr<Game>> game = ReadPosition(context, request.position());
  if (!game.ok()) return game.status();
  // No variant draws yet, so every action has exactly one outcome.
  Applied applied;
  if (absl::Status status = (*game)->Apply(request.action(), &applied); !status.ok()) {
    return AtField(std::move(status), "action");
  }
  v1::ActionOutcome* outcome = response->add_outcomes();
  outcome->set_text(applied.text);
  outcome->set_numerator(1);
  outcome->set_denominator(1);
  for (const Event& event : applied.events) {
    WriteEvent((*game)->variant(), event, wording->locale, outcome->add_events());
  }
  WriteState(**game, *wording, outcome->mutable_state());
  return absl::OkStatus();
}

}  // namespace arbiter
