#include "clients/cli/play/engine_player.h"

#include <algorithm>
#include <string_view>

#include "clients/cli/text/words.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// The engine takes a draw if its expectation is below this.
constexpr double kTakeDrawBelow = 0.4;

constexpr std::string_view kClaimWin = "claim win";
constexpr std::string_view kClaimDraw = "claim draw";

// Returns a player's expectation from 0 to 1; a draw counts one half.
double Expectation(const v1::Score& score) {
  return score.win_probability() + score.draw_probability() / 2;
}

bool CanClaim(const v1::State& state, std::string_view action, v1::Color color) {
  const auto& claims = state.adjudication().claims();
  return std::any_of(claims.begin(), claims.end(), [&](const v1::Claim& claim) {
    return claim.action() == action &&
           std::count(claim.by().begin(), claim.by().end(), static_cast<int>(color)) > 0;
  });
}

// Returns the action with which the engine claims a win, on either player's turn, or an empty
// string if it cannot claim one.
std::string WinClaim(const v1::State& state, const Seats& seats) {
  for (const v1::Color color : {v1::COLOR_WHITE, v1::COLOR_BLACK}) {
    if (!seats.IsEngine(color, state) || !CanClaim(state, kClaimWin, color)) continue;
    return color == state.turn() ? std::string(kClaimWin) : ActionBy(color, kClaimWin);
  }
  return "";
}

// Returns the action with which the side to move, whose score this is, takes a draw, or an empty
// string if it cannot or should not take one.
std::string DrawAction(const v1::State& state, const v1::Score& score) {
  const v1::Color player = state.turn();
  if (player == v1::COLOR_UNSPECIFIED) return "";
  const bool is_worse = Expectation(score) < kTakeDrawBelow;
  // A search that takes the claimable draw into account never returns a score below zero.
  const bool is_level = !score.has_mate_in() && score.centipawns() == 0 && score.points() == 0;
  if ((is_worse || is_level) && CanClaim(state, kClaimDraw, player)) return std::string(kClaimDraw);
  const v1::Color offerer = state.adjudication().draw_offered_by();
  return is_worse && offerer != v1::COLOR_UNSPECIFIED && offerer != player ? "draw!" : "";
}

// `chosen` is the action text of the move that was searched; the engine may act otherwise, such as
// take a draw.
std::string EngineLine(std::string_view text, std::string_view chosen,
                       const v1::AnalysisProgress& progress) {
  std::string result = StrCat("Engine    ", text);
  // A level of strength does not always choose the best line.
  for (const v1::AnalysisLine& line : progress.lines()) {
    if (line.pv().empty() || line.pv(0) != chosen) continue;
    StrAppend(&result, "  ", ScoreText(line.score()), ", depth ", progress.depth());
    break;
  }
  return result;
}

}  // namespace

void Seats::AddTo(CommandParser command) {
  const auto add = [command](const char* name, bool* engine, const char* help) {
    command
        .AddSetter(
            name, [engine](const std::string& word) { *engine = word == "engine"; }, help)
        .Type("VALUE")
        .OneOf({"human", "engine"});
  };
  add("--white", &engines_[0], "Choose who plays White, or the Challenger while bidding");
  add("--black", &engines_[1], "Choose who plays Black, or the Opponent while bidding");
}

bool Seats::IsEngine(v1::Color color, const v1::State& state) const {
  const bool swapped = by_bidder_ && state.chpok().board().white() == v1::BIDDER_OPPONENT;
  return engines_[(color == v1::COLOR_BLACK) != swapped ? 1 : 0];
}

bool Seats::IsEngineToAct(const v1::State& state) const {
  if (state.phase() == v1::PHASE_FINISHED) return false;
  if (state.phase() != v1::PHASE_BIDDING) return IsEngine(state.turn(), state);
  return engines_[state.chpok().bidding().turn() == v1::BIDDER_OPPONENT ? 1 : 0];
}

bool Seats::IsHumanToAct(const v1::State& state) const {
  return state.phase() != v1::PHASE_FINISHED && !IsEngineToAct(state);
}

absl::StatusOr<std::optional<std::string>> EnginePlayer::Act(const Seats& seats,
                                                             InteractiveGame* game) {
  const v1::State& state = game->state();
  if (state.phase() == v1::PHASE_FINISHED) return std::nullopt;
  if (const std::string claim = WinClaim(state, seats); !claim.empty()) {
    ARBITER_RETURN_IF_ERROR(game->Do(claim));
    return EngineLine(claim, claim, {});
  }
  if (!seats.IsEngineToAct(state)) return std::nullopt;
  ARBITER_ASSIGN_OR_RETURN(const Choice choice, Choose(game->Position()));
  const auto& [best, progress] = choice;
  std::string action = best.action();
  std::string text = best.san().empty() ? action : best.san();
  if (!progress.lines().empty()) {
    const std::string draw = DrawAction(state, progress.lines(0).score());
    if (!draw.empty()) action = text = draw;
  }
  ARBITER_RETURN_IF_ERROR(game->Do(action));
  return EngineLine(text, best.action(), progress);
}

absl::StatusOr<EnginePlayer::Choice> EnginePlayer::Choose(const v1::Position& position) {
  v1::AnalyzeRequest request;
  *request.mutable_position() = position;
  search_.Fill(&request);
  if (request.strength() > 0) request.set_seed(seed_);
  Choice choice;
  const StopToken never;
  ARBITER_RETURN_IF_ERROR(
      analyst_->Analyze(request, never, [&](const v1::AnalyzeResponse& response) {
        if (response.has_progress()) choice.progress = response.progress();
        if (response.has_best_move()) choice.best = response.best_move();
      }));
  return choice;
}

}  // namespace arbiter::cli
