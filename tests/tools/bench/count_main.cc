// usage: arbiter_count_work OPERATION
// Does a fixed amount of work for a tool that counts the instructions inside Work() only. Without
// an argument, lists the operations.
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/games.h"
#include "tests/tools/bench/perft.h"
#include "tests/tools/bench/requests.h"

namespace arbiter::bench {

// tests/tools/instructions.sh counts the instructions inside this function.
[[gnu::noinline]] void Work(const std::function<void()>& operation) { operation(); }

namespace {

template <typename Request>
std::function<void()> Calls(Handler<std::type_identity_t<Request>> handler,
                            std::vector<Request> requests) {
  return [handler, requests = std::move(requests)] {
    for (const Request& request : requests) {
      std::string bytes;
      WireWriter answer(&bytes);
      OrDie(handler(UnstoppedContext(), request, &answer));
    }
  };
}

std::function<void()> Perft(const PerftStart& start, int depth) {
  return
      [game = std::shared_ptr<const Game>(StartGame(start)), depth] { CountLeaves(*game, depth); };
}

std::function<void()> LegalFromFens(std::string_view variant) {
  std::vector<v1::LegalMovesRequest> requests;
  for (const std::string& fen : TestFens(variant)) requests.push_back(LegalFromFen(variant, fen));
  return Calls(&LegalMoves, std::move(requests));
}

std::function<void()> ApplyFromSnapshots() {
  std::vector<v1::ApplyMovesRequest> requests = {ApplyWithSeed(20)};
  for (const std::string_view variant : kVariants) requests.push_back(ApplyFromSnapshot(variant));
  return Calls(&ApplyMoves, std::move(requests));
}

std::function<void()> ValidateGames() {
  constexpr int kPlies = 200;
  std::vector<v1::ValidateGameRequest> requests;
  for (const std::string_view variant : kVariants) requests.push_back(Validate(variant, kPlies));
  return Calls(&ValidateGame, std::move(requests));
}

struct Operation {
  std::string_view name;
  std::function<void()> (*make)();
};

constexpr Operation kOperations[] = {
    {"makruk_perft_4", [] { return Perft(kMakruk, 4); }},
    {"chak_perft_3", [] { return Perft(kChak, 3); }},
    {"chakart_perft_3", [] { return Perft(kChakart, 3); }},
    {"chpok_legal_from_fen", [] { return LegalFromFens("chpok"); }},
    {"apply_from_snapshot", [] { return ApplyFromSnapshots(); }},
    {"validate_200_plies", [] { return ValidateGames(); }},
};

int Main(int argc, char** argv) {
  for (const Operation& operation : kOperations) {
    if (argc < 2) {
      std::cout << operation.name << std::endl;
    } else if (operation.name == argv[1]) {
      const std::function<void()> work = operation.make();
      // The first call initialises caches, which is not counted.
      work();
      Work(work);
      return 0;
    }
  }
  if (argc < 2) return 0;
  Die(std::string("unknown operation '") + argv[1] +
      "'; run without arguments to list the operations");
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
