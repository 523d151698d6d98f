#include <vector>

#include "core/rules/error.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {

absl::Status StartGame(const CallContext& context, const v1::StartGameRequest& request,
                       v1::StartGameResponse* response) {
  const absl::StatusOr<Wording> wording = WordingOf(context, request);
  if (!wording.ok()) return wording.status();
  const absl::StatusOr<GameChoice> choice = ReadChoice(request.variant(), request.options());
  if (!choice.ok()) return choice.status();
  const absl::StatusOr<std::string> seed = ReadRandomness(
      request.randomness(), response->mutable_seed(), response->mutable_commitment());
  if (!seed.ok()) return seed.status();
  std::vector<Draw> draws;
  absl::StatusOr<std::unique_ptr<Game>> game =
      choice->variant->Start(choice->options, *seed, &draws);
  if (!game.ok()) {
    const bool unseeded = ReasonOf(game.status()) == ErrorReason::kRandomnessRequired;
    return unseeded ? AtField(game.status(), "randomness") : game.status();
  }
  for (const Draw& draw : draws) WriteDraw(draw, response->add_draws());
  WriteState(**game, *wording, response->mutable_state());
  return absl::OkStatus();
}

}  // namespace arbiter
