#include "clients/cli/play/engine_player.h"

#include <algorithm>
#include <string_view>

#include "CLI/CLI.hpp"
#include "clients/cli/text/words.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

// A draw is welcome to a player who can expect less than this.
constexpr double kDrawIsWelcome = 0.4;

constexpr std::string_view kClaimWin = "claim win";
constexpr std::string_view kClaimDraw = "claim draw";

// What a player can expect of the game, from 0 to 1; a draw counts one half.
double Expectation(const v1::Score& score) {
  return score.win_probability() + score.draw_probability() / 2;
}

bool MayClaim(const v1::State& state, std::string_view action, v1::Color color) {
  const auto& claims = state.adjudication().claims();
  return std::any_of(claims.begin(), claims.end(), [&](const v1::Claim& claim) {
    return claim.action() == action &&
           std::count(claim.by().begin(), claim.by().end(), static_cast<int>(color)) > 0;
  });
}

// The claim of a win that the engine may make, on either player's turn; empty if there is none.
std::string WinClaim(const v1::State& state, const Seats& seats) {
  for (const v1::Color color : {v1::COLOR_WHITE, v1::COLOR_BLACK}) {
    if (!seats.IsEngine(color, state) || !MayClaim(state, kClaimWin, color)) continue;
    return color == state.turn() ? std::string(kClaimWin) : ActionBy(color, kClaimWin);
  }
  return "";
}

// What brings the player to move, whose score this is, a welcome draw; empty if nothing does.
std::string DrawAction(const v1::State& state, const v1::Score& score) {
  const v1::Color player = state.turn();
  if (player == v1::COLOR_UNSPECIFIED) return "";
  const bool worse = Expectation(score) < kDrawIsWelcome;
  // If the search knows of the draw that may be claimed, no score is below it.
  const bool drawn = !score.has_mate_in() && score.centipawns() == 0 && score.points() == 0;
  if ((worse || drawn) && MayClaim(state, kClaimDraw, player)) return std::string(kClaimDraw);
  const v1::Color offerer = state.adjudication().draw_offered_by();
  return worse && offerer != v1::COLOR_UNSPECIFIED && offerer != player ? "draw!" : "";
}

std::string EngineLine(std::string_view what, const v1::AnalysisProgress& progress) {
  std::string line = StrCat("Engine    ", what);
  if (!progress.lines().empty()) {
    StrAppend(&line, "  ", ScoreText(progress.lines(0).score()), ", depth ", progress.depth());
  }
  return line;
}

}  // namespace

void Seats::AddTo(CLI::App* command) {
  const auto add = [command](const char* name, bool* engine, const char* help) {
    command
        ->add_option_function<std::string>(
            name, [engine](const std::string& word) { *engine = word == "engine"; }, help)
        ->type_name("WORD")
        ->check(CLI::IsMember({"human", "engine"}));
  };
  add("--white", &engines_[0], "Who plays White, in a bidding the Challenger");
  add("--black", &engines_[1], "Who plays Black, in a bidding the Opponent");
}

bool Seats::IsEngine(v1::Color color, const v1::State& state) const {
  const bool crossed = by_bidder_ && state.chpok().board().white() == v1::BIDDER_OPPONENT;
  return engines_[(color == v1::COLOR_BLACK) != crossed ? 1 : 0];
}

bool Seats::EngineActs(const v1::State& state) const {
  if (state.phase() == v1::PHASE_FINISHED) return false;
  if (state.phase() != v1::PHASE_BIDDING) return IsEngine(state.turn(), state);
  return engines_[state.chpok().bidding().turn() == v1::BIDDER_OPPONENT ? 1 : 0];
}

bool Seats::HumanActs(const v1::State& state) const {
  return state.phase() != v1::PHASE_FINISHED && !EngineActs(state);
}

absl::StatusOr<std::optional<std::string>> EnginePlayer::Act(const Seats& seats,
                                                             InteractiveGame* game) {
  const v1::State& state = game->state();
  if (state.phase() == v1::PHASE_FINISHED) return std::nullopt;
  if (const std::string claim = WinClaim(state, seats); !claim.empty()) {
    ARBITER_RETURN_IF_ERROR(game->Do(claim));
    return EngineLine(claim, {});
  }
  if (!seats.EngineActs(state)) return std::nullopt;
  ARBITER_ASSIGN_OR_RETURN(const Choice choice, Choose(game->Position()));
  const auto& [best, progress] = choice;
  std::string action = best.action();
  std::string text = best.san().empty() ? action : best.san();
  if (!progress.lines().empty()) {
    const std::string draw = DrawAction(state, progress.lines(0).score());
    if (!draw.empty()) action = text = draw;
  }
  ARBITER_RETURN_IF_ERROR(game->Do(action));
  return EngineLine(text, progress);
}

absl::StatusOr<EnginePlayer::Choice> EnginePlayer::Choose(const v1::Position& position) {
  v1::AnalyzeRequest request;
  *request.mutable_position() = position;
  search_.Fill(&request);
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
