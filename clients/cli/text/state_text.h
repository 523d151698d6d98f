#ifndef ARBITER_CLIENTS_CLI_TEXT_STATE_TEXT_H_
#define ARBITER_CLIENTS_CLI_TEXT_STATE_TEXT_H_

#include <string>

#include "arbiter/v1/game.pb.h"
#include "clients/cli/text/words.h"

namespace arbiter::cli {

// `Result    White wins: checkmate (M3)` and the like, one line a fact that there is to tell.
std::string AdjudicationText(const v1::Adjudication& adjudication, const Players& players);

// The same, followed by what the state itself has beside a board.
std::string AdjudicatedText(const v1::State& state, const Players& players);

// What there is to tell below a board, which shows the count and the sentence of the result itself:
// the turn, the variant's own counters, check and so on, or the result.
std::string SituationText(const v1::State& state, const Players& players);

// The FEN, followed by the same.
std::string StateText(const v1::State& state, const Players& players);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_STATE_TEXT_H_
