#ifndef ARBITER_CLIENTS_CPP_SRC_PGN_GAMES_H_
#define ARBITER_CLIENTS_CPP_SRC_PGN_GAMES_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace arbiter::client {

// Cuts a PGN text between its games into parts of at most `max_bytes` bytes and `max_games` games.
// It cuts after the result of a game, an empty line, and before the tag Event, with which nearly
// every game begins: the service begins a new game at each of these places. A part is larger only
// if there is no such place in it.
std::vector<std::string_view> PartsOfPgn(std::string_view pgn, size_t max_bytes, size_t max_games);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_PGN_GAMES_H_
