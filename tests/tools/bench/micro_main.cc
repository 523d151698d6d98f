// Google Benchmarks of the cost of calls inside the process: the handlers, which serialise their
// responses as the server does, and perft.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/games.h"
#include "tests/tools/bench/perft.h"
#include "tests/tools/bench/requests.h"

namespace arbiter::bench {
namespace {

// Handles the requests in turn.
template <typename Request>
void Call(Handler<std::type_identity_t<Request>> handler, const std::vector<Request>& requests,
          benchmark::State* state) {
  size_t next = 0;
  while (state->KeepRunning()) {
    std::string bytes;
    {
      WireWriter answer(&bytes);
      OrDie(handler(UnstoppedContext(), requests[next], &answer));
    }
    benchmark::DoNotOptimize(bytes);
    next = next + 1 == requests.size() ? 0 : next + 1;
  }
  state->SetItemsProcessed(static_cast<int64_t>(state->iterations()));
}

void LegalStart(benchmark::State& state, std::string_view variant) {
  Call<v1::LegalMovesRequest>(&LegalMoves, {LegalAtStart(variant)}, &state);
}

void LegalFen(benchmark::State& state, std::string_view variant) {
  std::vector<v1::LegalMovesRequest> requests;
  for (const std::string& fen : TestFens(variant)) requests.push_back(LegalFromFen(variant, fen));
  Call(&LegalMoves, requests, &state);
}

void ApplySnapshot(benchmark::State& state, std::string_view variant) {
  Call<v1::ApplyMovesRequest>(&ApplyMoves, {ApplyFromSnapshot(variant)}, &state);
}

void ApplySeed(benchmark::State& state) {
  Call<v1::ApplyMovesRequest>(&ApplyMoves, {ApplyWithSeed(20)}, &state);
}

int PliesOf(const benchmark::State& state) { return static_cast<int>(state.range(0)); }

void ApplyRecord(benchmark::State& state, std::string_view variant) {
  Call<v1::ApplyMovesRequest>(&ApplyMoves, {ApplyAfterRecord(variant, PliesOf(state))}, &state);
}

void ValidateRecord(benchmark::State& state, std::string_view variant) {
  Call<v1::ValidateGameRequest>(&ValidateGame, {Validate(variant, PliesOf(state))}, &state);
}

void Perft(benchmark::State& state, const PerftStart& start, int depth) {
  const auto game = StartGame(start);
  int64_t leaves = 0;
  while (state.KeepRunning()) leaves += static_cast<int64_t>(CountLeaves(*game, depth));
  state.SetItemsProcessed(leaves);
}

// Registers a benchmark for each variant, followed by further settings.
#define IN_EACH_VARIANT(name, ...)                       \
  BENCHMARK_CAPTURE(name, makruk, "makruk") __VA_ARGS__; \
  BENCHMARK_CAPTURE(name, chak, "chak") __VA_ARGS__;     \
  BENCHMARK_CAPTURE(name, chpok, "chpok") __VA_ARGS__;   \
  BENCHMARK_CAPTURE(name, chakart, "chakart") __VA_ARGS__

IN_EACH_VARIANT(LegalStart);
IN_EACH_VARIANT(LegalFen);
IN_EACH_VARIANT(ApplySnapshot);
IN_EACH_VARIANT(ValidateRecord, ->Arg(200));
IN_EACH_VARIANT(ApplyRecord, ->Arg(50)->Arg(200)->Arg(800));
BENCHMARK(ApplySeed);
BENCHMARK_CAPTURE(Perft, makruk, kMakruk, 4);
BENCHMARK_CAPTURE(Perft, chak, kChak, 4);
BENCHMARK_CAPTURE(Perft, chpok_8_wide, kChpok8, 4);
BENCHMARK_CAPTURE(Perft, chpok_10_wide, kChpok10, 4);
BENCHMARK_CAPTURE(Perft, chakart, kChakart, 3);

}  // namespace
}  // namespace arbiter::bench

BENCHMARK_MAIN();
