#ifndef ARBITER_CLIENTS_CLI_STATE_TEXT_H_
#define ARBITER_CLIENTS_CLI_STATE_TEXT_H_

#include <string>

#include "arbiter/v1/game.pb.h"
#include "clients/cli/players.h"

namespace arbiter::cli {

// `Result      White wins: checkmate (M3)` and the like, one line a fact; only
// what there is to say.
std::string AdjudicationText(const v1::Adjudication& adjudication, const Players& players);

// The same, and what the state itself has beside a board.
std::string AdjudicatedText(const v1::State& state, const Players& players);

// What there is to say below a board, which shows the count and the result's
// sentence itself: turn, the variant's own counters, check and so on, or the result.
std::string SituationText(const v1::State& state, const Players& players);

// The FEN, then the same.
std::string StateText(const v1::State& state, const Players& players);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_STATE_TEXT_H_
