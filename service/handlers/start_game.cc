#include <memory>
#include <utility>
#include <vector>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "service/convert/read.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {

absl::Status StartGame(const CallContext& context, const v1::StartGameRequest& request,
                       v1::StartGameResponse* response) {
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_ASSIGN_OR_RETURN(const VariantSelection selection,
                           ReadVariantSelection(request.variant(), request.options()));
  ARBITER_ASSIGN_OR_RETURN(const std::string seed,
                           ReadRandomness(request.randomness(), response->mutable_seed(),
                                          response->mutable_commitment()));
  std::vector<Draw> draws;
  absl::StatusOr<std::unique_ptr<Game>> game =
      selection.variant->Start(selection.options, seed, &draws);
  if (!game.ok()) {
    const bool unseeded = ReasonOf(game.status()) == ErrorReason::kRandomnessRequired;
    return unseeded ? AtField(game.status(), "randomness") : game.status();
  }
  for (const Draw& draw : draws) WriteDraw(draw, response->add_draws());
  WriteState(ViewedGame(*std::move(game), ViewerOf(request)), format, response->mutable_state());
  return absl::OkStatus();
}

}  // namespace arbiter
