#include "core/game/registry.h"
#include "core/rules/error.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {

absl::Status StartGame(const CallContext& /*context*/, const v1::StartGameRequest& request,
                       v1::StartGameResponse* response) {
  const absl::StatusOr<Wording> wording = WordingOf(request);
  if (!wording.ok()) return wording.status();
  const absl::StatusOr<const Variant*> variant = FindVariant(request.variant());
  if (!variant.ok()) return variant.status();
  const absl::StatusOr<OptionMap> options = ReadOptions(request.variant(), request.options());
  if (!options.ok()) return AtField(options.status(), "options");
  const absl::StatusOr<std::string> seed = ReadRandomness(
      request.randomness(), response->mutable_seed(), response->mutable_commitment());
  if (!seed.ok()) return seed.status();
  const absl::StatusOr<std::unique_ptr<Game>> game = (*variant)->Start(*options);
  if (!game.ok()) return game.status();
  WriteState(**game, *wording, response->mutable_state());
  return absl::OkStatus();
}

}  // namespace arbiter
