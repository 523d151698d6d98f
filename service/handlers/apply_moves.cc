#include <utility>

#include "core/game/viewed_game.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "service/convert/read.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// Whether the request starts from the start position (ruling P6). A FEN or a snapshot of a board
// does not say whether a bidding without clocks came before it.
bool IsStart(const v1::Position& position, const Game& game) {
  if (position.state_case() == v1::Position::STATE_NOT_SET) return true;
  if (position.has_record()) return position.record().actions().empty();
  return game.phase() == Phase::kBidding && game.ply() == 0;
}

// A game is drawn from one seed, which whoever checks it is given (ruling R3).
absl::Status CheckOneSeed(const v1::ApplyMovesRequest& request) {
  const std::string& of_record = request.position().record().seed();
  const v1::Randomness& randomness = request.randomness();
  if (of_record.empty() || (randomness.has_seed() && randomness.seed() == of_record)) {
    return absl::OkStatus();
  }
  const std::string_view field = randomness.has_seed() ? "seed" : "generate";
  if (!randomness.has_seed() && !randomness.generate()) return absl::OkStatus();
  return BadField(StrCat("randomness.", field),
                  "the record has a seed already, and a game has one seed (R3)");
}

}  // namespace

absl::Status ApplyMoves(const CallContext& context, const v1::ApplyMovesRequest& request,
                        v1::ApplyMovesResponse* response) {
  ARBITER_ASSIGN_OR_RETURN(const Wording wording, WordingOf(context, request));
  if (absl::Status status =
          CheckCount(request.actions_size(), context.limits->max_record_actions, "actions");
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckElapsed(request.elapsed_ms(), request.actions_size());
      !status.ok()) {
    return status;
  }
  ARBITER_RETURN_IF_ERROR(CheckOneSeed(request));
  ARBITER_ASSIGN_OR_RETURN(const std::string seed,
                           ReadRandomness(request.randomness(), response->mutable_seed(),
                                          response->mutable_commitment()));

  ARBITER_ASSIGN_OR_RETURN(ViewedGame game, ReadPosition(context, request));
  if (request.elapsed_ms_size() > 0 && IsStart(request.position(), game.shown())) {
    game.TrackClocks();
  }
  ProposedActions actions(&game);
  Budget budget(UINT64_MAX, context.stop_test);
  for (int i = 0; i < request.actions_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kActionCost));
    Applied applied;
    absl::Status status =
        actions.Apply(request.actions(i), GivenWith(seed, request.elapsed_ms(), i), &applied);
    if (!status.ok()) return AtField(std::move(status), StrCat("actions[", i, "]"));
    const VariantInfo& variant = game.shown().variant();
    WriteApplied(variant, applied, wording.locale, response->add_applied());
    if (const auto& disclosed = actions.disclosed()) {
      v1::Applied* earlier = response->mutable_applied(disclosed->index);
      earlier->Clear();
      WriteApplied(variant, disclosed->applied, wording.locale, earlier);
    }
  }
  WriteState(game, wording, response->mutable_state());
  return absl::OkStatus();
}

}  // namespace arbiter
