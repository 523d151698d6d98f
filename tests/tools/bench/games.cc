#include "tests/tools/bench/games.h"

#include <fstream>
#include <random>
#include <utility>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/search/transposition_table.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"
#include "tests/tools/bench/die.h"

namespace arbiter::bench {
namespace {

// Makes a random move that does not end the game, and that is a capture only if there is no other.
// Returns false if every move ends the game.
bool PlayRandomMove(PlayedGame* played, std::mt19937_64* random) {
  std::vector<MoveInfo> quiet;
  std::vector<MoveInfo> captures;
  for (MoveInfo& move : OrDie(played->game->LegalMoves(""))) {
    (move.captured == 0 ? quiet : captures).push_back(std::move(move));
  }
  for (std::vector<MoveInfo>* moves : {&quiet, &captures}) {
    while (!moves->empty()) {
      std::swap((*moves)[(*random)() % moves->size()], moves->back());
      std::unique_ptr<Game> after = played->game->Clone();
      ActionResult applied;
      OrDie(after->Apply(moves->back().text, kSeed, &applied));
      if (!after->Adjudicate().end) {
        played->game = std::move(after);
        played->actions.push_back(std::move(applied.text));
        return true;
      }
      moves->pop_back();
    }
  }
  return false;
}

}  // namespace

OptionMap StartOptions(std::string_view variant) {
  if (variant == "chpok") return {{"skip_bidding", "true"}};
  return {};
}

PlayedGame PlayGame(std::string_view variant, int plies, int number) {
  // Some random games reach a position in which every move ends the game.
  constexpr uint64_t kSeeds = 100;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::mt19937_64 random(static_cast<uint64_t>(number) * kSeeds + seed);
    PlayedGame played;
    played.game = OrDie(OrDie(FindVariant(variant))->Start(StartOptions(variant)));
    while (played.actions.size() < static_cast<size_t>(plies) && PlayRandomMove(&played, &random)) {
    }
    if (played.actions.size() == static_cast<size_t>(plies)) return played;
  }
  Die(StrCat("no game of ", variant, " lasts ", plies, " plies"));
}

PlayedGame PlayAtLevel(std::string_view variant, int level, int max_plies, int number) {
  constexpr size_t kTableBytes = size_t{1} << 20;
  AnalysisQuery query;
  query.strength = level;
  query.strength_seed = StrCat(number);
  TranspositionTable table(kTableBytes);
  PlayedGame played;
  played.game = OrDie(OrDie(FindVariant(variant))->Start(StartOptions(variant)));
  while (played.actions.size() < static_cast<size_t>(max_plies) && !played.game->Adjudicate().end) {
    const AnalysisResult result =
        OrDie(played.game->Analyze(query, StopToken(), &table, /*report=*/nullptr));
    ActionResult applied;
    OrDie(played.game->Apply(result.best, kSeed, &applied));
    played.actions.push_back(std::move(applied.text));
  }
  return played;
}

std::string PickMove(const Game& game, bool random) {
  std::vector<std::string> texts;
  for (MoveInfo& move : OrDie(game.LegalMoves(""))) {
    if (move.random == random) texts.push_back(std::move(move.text));
  }
  if (texts.empty()) Die(StrCat("no suitable move in ", game.Fen(FenStyle::kStandard)));
  return texts[texts.size() / 2];
}

std::vector<std::string> TestFens(std::string_view variant) {
  const std::string path =
      StrCat(ARBITER_SOURCE_DIR, "/core/variants/", variant, "/testdata/legal.jsonl");
  std::ifstream file(path);
  std::vector<std::string> fens;
  for (std::string line; std::getline(file, line);) {
    google::protobuf::Struct row;
    if (!google::protobuf::util::JsonStringToMessage(line, &row).ok()) {
      Die(StrCat(path, " has a line that is not a JSON object"));
    }
    fens.push_back(row.fields().at("fen").string_value());
  }
  if (fens.empty()) Die(StrCat("cannot read ", path));
  return fens;
}

}  // namespace arbiter::bench
