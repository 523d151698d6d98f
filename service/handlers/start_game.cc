#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/game_views.h"
#include "service/handlers/handlers.h"

namespace arbiter {

absl::Status StartGame(const CallContext& context, const v1::StartGameRequest& request,
                       WireWriter* answer) {
  using Field = v1::StartGameResponse;
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_ASSIGN_OR_RETURN(const VariantSelection selection,
                           ReadVariantSelection(request.variant(), request.options()));
  std::string generated_seed;
  std::string commitment;
  ARBITER_ASSIGN_OR_RETURN(const std::string_view seed,
                           ReadRandomness(request.randomness(), &generated_seed, &commitment));
  std::vector<Draw> draws;
  absl::StatusOr<std::unique_ptr<Game>> game =
      selection.variant->Start(selection.options, seed, &draws);
  if (!game.ok()) {
    const bool unseeded = ReasonOf(game.status()) == ErrorReason::kRandomnessRequired;
    return unseeded ? AtField(game.status(), "randomness") : game.status();
  }
  const ViewedGame viewed(*std::move(game), ViewerOf(request));
  WriteState(Field::kStateFieldNumber, viewed, format, answer);
  for (const Draw& draw : draws) {
    const size_t begin = answer->BeginShort(Field::kDrawsFieldNumber);
    WriteDraw(draw, answer);
    answer->EndShort(begin);
  }
  answer->Text(Field::kSeedFieldNumber, generated_seed);
  answer->Text(Field::kCommitmentFieldNumber, commitment);
  ARBITER_RETURN_IF_ERROR(
      WriteViews(context, request.views(), {.game = viewed}, Field::kViewsFieldNumber, answer));
  ObserveDraws(context.observer, request, draws.size());
  return absl::OkStatus();
}

}  // namespace arbiter
