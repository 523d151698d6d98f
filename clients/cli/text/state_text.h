#ifndef ARBITER_CLIENTS_CLI_TEXT_STATE_TEXT_H_
#define ARBITER_CLIENTS_CLI_TEXT_STATE_TEXT_H_

#include <string>

#include "arbiter/v1/game.pb.h"
#include "clients/cli/text/words.h"

namespace arbiter::cli {

// Describes an adjudication, one fact per line: `Result    White wins: checkmate (M3)`, followed by
// the message and, if there are any, claims and so on.
std::string AdjudicationText(const v1::Adjudication& adjudication, const Players& players);

// Describes the adjudication of a state, followed by the clocks and the notes.
std::string AdjudicatedStateText(const v1::State& state, const Players& players);

// Describes the situation below a picture of the board: the turn or the result, check and so on.
// Omits what the picture shows as well, such as a count.
std::string SituationText(const v1::State& state, const Players& players);

// Returns the FEN followed by SituationText().
std::string StateText(const v1::State& state, const Players& players);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_STATE_TEXT_H_
