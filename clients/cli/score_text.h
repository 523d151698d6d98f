#ifndef ARBITER_CLIENTS_CLI_SCORE_TEXT_H_
#define ARBITER_CLIENTS_CLI_SCORE_TEXT_H_

#include <string>

#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter::cli {

// `+0.34` pawns, `#3` for a win in 3 moves and `#-3` for a loss, `+12 points`.
std::string ScoreText(const v1::Score& score);

// 0 to 1: what the player can expect of the game, a draw counting one half.
double Expectation(const v1::Score& score);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_SCORE_TEXT_H_
