#ifndef ARBITER_TESTS_BENCH_REQUESTS_H_
#define ARBITER_TESTS_BENCH_REQUESTS_H_

#include <string_view>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "service/handlers/handlers.h"

// The requests that are measured, over the wire and inside a process.
namespace arbiter::bench {

// The service's limits, and work that nobody stops.
const CallContext& UnstoppedContext();

// The legal moves of the start, of Chpok's at the board.
v1::LegalMovesRequest LegalAtStart(std::string_view variant);
v1::LegalMovesRequest LegalFromFen(std::string_view variant, std::string_view fen);
// A move that draws nothing, after 20 plies.
v1::ApplyMovesRequest ApplyFromSnapshot(std::string_view variant);
// The same after a record of `plies`.
v1::ApplyMovesRequest ApplyAfterRecord(std::string_view variant, int plies);
// A move of Chakart that draws something, after `plies`.
v1::ApplyMovesRequest ApplyWithSeed(int plies);
v1::ValidateGameRequest Validate(std::string_view variant, int plies);
// LegalFromFen() of all test data of the variants in turn, as often as the largest has FENs; the
// ids are their numbers from 0.
std::vector<v1::BatchRequest> LegalBatch(const std::vector<std::string_view>& variants);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_REQUESTS_H_
