#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/viewed_game.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// Whether the request continues from the start of a game (ruling P6). A FEN or a snapshot of a
// board does not count, because it does not say whether an auction without clocks came before it.
bool IsStart(const v1::Position& position, const Game& game) {
  if (position.state_case() == v1::Position::STATE_NOT_SET) return true;
  if (position.has_record()) return position.record().actions().empty();
  return game.phase() == Phase::kBidding && game.ply() == 0;
}

// Checks that the request does not bring a second seed: all random draws of a game come from one
// seed, with which anybody can check them (ruling R3).
absl::Status CheckOneSeed(const v1::ApplyMovesRequest& request) {
  const std::string& record_seed = request.position().record().seed();
  const v1::Randomness& randomness = request.randomness();
  if (record_seed.empty() || (randomness.has_seed() && randomness.seed() == record_seed)) {
    return absl::OkStatus();
  }
  const std::string_view field = randomness.has_seed() ? "seed" : "generate";
  if (!randomness.has_seed() && !randomness.generate()) return absl::OkStatus();
  return BadField(
      StrCat("randomness.", field),
      "the record already has a seed, and a game has only one; leave this field out (R3)");
}

}  // namespace

absl::Status ApplyMoves(const CallContext& context, const v1::ApplyMovesRequest& request,
                        WireWriter* answer) {
  using Field = v1::ApplyMovesResponse;
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_RETURN_IF_ERROR(
      CheckCount(request.actions_size(), context.limits->max_record_actions, "actions"));
  ARBITER_RETURN_IF_ERROR(CheckElapsed(request.elapsed_ms(), request.actions_size()));
  ARBITER_RETURN_IF_ERROR(CheckOneSeed(request));
  std::string generated_seed;
  std::string commitment;
  ARBITER_ASSIGN_OR_RETURN(const std::string_view seed,
                           ReadRandomness(request.randomness(), &generated_seed, &commitment));

  ARBITER_ASSIGN_OR_RETURN(ViewedGame game, ReadPosition(context, request));
  if (request.elapsed_ms_size() > 0 && IsStart(request.position(), game.shown())) {
    game.TrackClocks();
  }
  ARBITER_ASSIGN_OR_RETURN(const Notation notation,
                           ReadNotation(game.shown().variant(), request.notation(), "notation"));
  std::vector<ActionResult> results(static_cast<size_t>(request.actions_size()));
  size_t draws = 0;
  ProposedActions actions(&game, notation);
  Budget budget(UINT64_MAX, context.stop_test);
  for (int i = 0; i < request.actions_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(CostOf(notation)));
    ActionResult& applied = results[static_cast<size_t>(i)];
    const ActionInput input = ActionInputAt(seed, request.elapsed_ms(), i);
    ARBITER_RETURN_IF_ERROR(
        AtField(actions.Apply(request.actions(i), input, &applied), "actions[", i, "]"));
    draws += applied.draws.size();
    if (const auto& disclosed = actions.disclosed()) {
      ActionResult& earlier = results[static_cast<size_t>(disclosed->index)];
      draws += disclosed->applied.draws.size() - earlier.draws.size();
      earlier = disclosed->applied;
    }
  }

  for (const ActionResult& applied : results) {
    const size_t begin = answer->Begin(Field::kAppliedFieldNumber);
    WriteActionResult(game.shown().variant(), applied, format.locale, answer);
    answer->End(begin);
  }
  WriteState(Field::kStateFieldNumber, game, format, answer);
  answer->Text(Field::kSeedFieldNumber, generated_seed);
  answer->Text(Field::kCommitmentFieldNumber, commitment);
  ObserveDraws(context.observer, request, draws);
  return absl::OkStatus();
}

}  // namespace arbiter
