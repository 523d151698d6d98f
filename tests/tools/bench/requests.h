#ifndef ARBITER_TESTS_TOOLS_BENCH_REQUESTS_H_
#define ARBITER_TESTS_TOOLS_BENCH_REQUESTS_H_

#include <string_view>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "service/handlers/handlers.h"
#include "tests/tools/bench/games.h"

// The requests of the measurements, both over the wire and inside a process.
namespace arbiter::bench {

// Returns a context with the service's default limits that never stops the work.
const CallContext& UnstoppedContext();

// Asks for the legal moves of the start position; in Chpok, of the start of the board phase.
v1::LegalMovesRequest LegalAtStart(std::string_view variant);
// Asks for the legal moves of a FEN.
v1::LegalMovesRequest LegalFromFen(std::string_view variant, std::string_view fen);
// Applies a move without a random draw to a snapshot taken after 20 plies, which is sealed unless
// `sealer` is nullptr.
v1::ApplyMovesRequest ApplyFromSnapshot(std::string_view variant,
                                        const SnapshotSealer* sealer = nullptr);
// Applies a move without a random draw to a record of this many plies.
v1::ApplyMovesRequest ApplyAfterRecord(std::string_view variant, int plies);
// Applies a move of Chakart with a random draw to a snapshot taken after this many plies, which is
// sealed unless `sealer` is nullptr.
v1::ApplyMovesRequest ApplyWithSeed(int plies, const SnapshotSealer* sealer = nullptr);
// Validates the record of PlayGame() with this number.
v1::ValidateGameRequest Validate(std::string_view variant, int plies, int number = 0);
// Validate the record of a game, and review it at this depth.
v1::ValidateGameRequest Validate(std::string_view variant, const PlayedGame& played);
v1::ReviewGameRequest Review(std::string_view variant, const PlayedGame& played, int depth);
// Returns a LegalFromFen() request for each FEN of the variants' test data, alternating between the
// variants. Smaller test data is repeated until the largest is used up. The ids are the numbers of
// the items, from 0.
std::vector<v1::BatchRequest> LegalBatch(const std::vector<std::string_view>& variants);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_REQUESTS_H_
