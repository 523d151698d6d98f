#include "clients/cli/seats.h"

#include <string>

namespace arbiter::cli {

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

}  // namespace arbiter::cli
