#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/viewed_game.h"
#include "service/convert/read.h"
#include "service/convert/variant_messages.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/game_views.h"
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

// Checks that the fields `actor` and `bidder` name at most one player, in the terms of the phase of
// the game (ruling C16).
absl::Status CheckActor(const v1::ApplyMovesRequest& request, const Game& game) {
  if (request.actor() == v1::COLOR_UNSPECIFIED && request.bidder() == v1::BIDDER_UNSPECIFIED) {
    return absl::OkStatus();
  }
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Color_IsValid(request.actor()), "actor"},
                                      {v1::Bidder_IsValid(request.bidder()), "bidder"}}));
  const bool has_actor = request.actor() != v1::COLOR_UNSPECIFIED;
  const bool has_bidder = request.bidder() != v1::BIDDER_UNSPECIFIED;
  if (has_actor && has_bidder) {
    return BadField("bidder", "`actor` and `bidder` both name the player who acts; leave one out");
  }
  const bool is_bidding = game.phase() == Phase::kBidding;
  if (has_actor && is_bidding) {
    return BadField("actor", "the players have no colours during the bidding; set `bidder`");
  }
  if (has_bidder && !is_bidding) {
    return BadField("bidder", "there is no bidding in this position; set `actor`");
  }
  return absl::OkStatus();
}

// Returns the player who acts, in the sense of Game::turn(); std::nullopt if the request names
// none.
std::optional<Color> ActorOf(const v1::ApplyMovesRequest& request, const Game& game) {
  if (request.bidder() == v1::BIDDER_UNSPECIFIED) return ReadColor(request.actor());
  const bool is_challenger = request.bidder() == v1::BIDDER_CHALLENGER;
  // Once a bidding is over, it is known which colour the Challenger has.
  const Color challenger =
      game.phase() == Phase::kBidding ? Color::kWhite : ChallengerOf(game).value();
  return is_challenger ? challenger : !challenger;
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
  ARBITER_RETURN_IF_ERROR(CheckReportedTimes(game.shown(), request.elapsed_ms()));
  ARBITER_ASSIGN_OR_RETURN(const Notation notation,
                           ReadNotation(game.shown().variant(), request.notation(), "notation"));
  ARBITER_RETURN_IF_ERROR(CheckActor(request, game.shown()));
  ProposedActions actions(&game, notation);
  actions.Reserve(static_cast<size_t>(request.actions_size()));
  Budget budget(UINT64_MAX, context.stop_test);
  for (int i = 0; i < request.actions_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(CostOf(notation)));
    ARBITER_RETURN_IF_ERROR(
        AtField(actions.Apply(request.actions(i), ActionInputAt(seed, request.elapsed_ms(), i),
                              ActorOf(request, game.shown())),
                "actions[", i, "]"));
  }

  size_t draws = 0;
  actions.Visit([&](const ActionResult& applied) {
    const size_t begin = answer->Begin(Field::kAppliedFieldNumber);
    WriteActionResult(game.shown().variant(), applied, format.locale, answer);
    answer->End(begin);
    draws += applied.draws.size();
  });
  WriteState(Field::kStateFieldNumber, game, format, answer);
  answer->Text(Field::kSeedFieldNumber, generated_seed);
  answer->Text(Field::kCommitmentFieldNumber, commitment);
  ARBITER_RETURN_IF_ERROR(WriteViews(context, request.views(), {.game = game, .actions = &actions},
                                     Field::kViewsFieldNumber, answer));
  ObserveDraws(context.observer, request, draws);
  return absl::OkStatus();
}

}  // namespace arbiter
