#include "tests/support/hidden_queens.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/fen_board.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {
namespace {

v1::Position Snapshot(const Game& game) {
  v1::Position position;
  position.set_variant("chakart");
  position.set_snapshot(game.Snapshot());
  return position;
}

// Makes a HiddenQueen from all stealth moves from one square.
HiddenQueen AfterStealth(const Game& game, const std::vector<std::string>& moves) {
  HiddenQueen queen;
  queen.owner = game.turn();
  queen.before = Snapshot(game);
  queen.moves = moves;
  for (const std::string& move : moves) {
    const GamePtr after = game.Clone();
    Play(*after, {move});
    queen.squares.push_back(move.substr(2, 2));
    queen.worlds.push_back(Snapshot(*after));
  }
  return queen;
}

void AddQueensOf(const Game& game, std::vector<HiddenQueen>* queens) {
  std::map<std::string, std::vector<std::string>> moves_from;
  for (const std::string& text : LegalOf(game)) {
    if (text.ends_with('?')) moves_from[text.substr(0, 2)].push_back(text);
  }
  for (const auto& [from, moves] : moves_from) {
    if (moves.size() > 1) queens->push_back(AfterStealth(game, moves));
  }
}

// If the FEN contains a hidden queen, adds her with one world for each empty square.
void AddQueenOfFen(const std::string& fen, std::vector<HiddenQueen>* queens) {
  FenBoard board = ReadFenBoard(fen);
  char letter = 0;
  for (std::string& rank : board.ranks) {
    for (char& cell : rank) {
      if (cell == 'I' || cell == 'i') letter = std::exchange(cell, '\0');
    }
  }
  if (letter == 0) return;
  HiddenQueen& queen = queens->emplace_back();
  queen.owner = letter == 'I' ? Color::kWhite : Color::kBlack;
  for (size_t rank = 0; rank < board.ranks.size(); ++rank) {
    for (size_t file = 0; file < board.ranks[rank].size(); ++file) {
      char& cell = board.ranks[rank][file];
      if (cell != 0) continue;
      cell = letter;
      v1::Position& position = queen.worlds.emplace_back();
      position.set_variant("chakart");
      position.set_fen(board.ToFen());
      cell = 0;
      queen.squares.push_back({static_cast<char>('a' + file), static_cast<char>('8' - rank)});
    }
  }
}

}  // namespace

std::vector<HiddenQueen> HiddenQueensInGames(size_t count) {
  constexpr const char* kSetUps[] = {"standard", "symmetric", "asymmetric"};
  std::vector<HiddenQueen> queens;
  Random random(71);
  for (int i = 0; queens.size() < count; ++i) {
    const std::string seed = StrCat("random game no. ", 1000 + i);
    const GamePtr game = *VariantNamed("chakart").Start({{"setup", kSetUps[i % 3]}}, seed, nullptr);
    while (game->ply() < 300 && !game->Adjudicate().end) {
      if (random.OneIn(4)) AddQueensOf(*game, &queens);
      const std::vector<std::string> actions = LegalOf(*game);
      const auto status = game->Apply(actions[random.Below(actions.size())], seed, nullptr);
      EXPECT_THAT(status, IsOk());
      if (!status.ok()) break;
    }
  }
  queens.resize(count);
  return queens;
}

std::vector<HiddenQueen> HiddenQueensInFens() {
  std::vector<HiddenQueen> queens;
  for (const auto& row : ReadJsonLines("core/variants/chakart/testdata/legal.jsonl")) {
    AddQueenOfFen(Text(row, "fen"), &queens);
  }
  for (const HiddenQueen& queen : HiddenQueensInGames(60)) {
    AddQueenOfFen(
        FenOf(**VariantNamed("chakart").FromSnapshot(queen.worlds[0].snapshot(), OptionMap())),
        &queens);
  }
  return queens;
}

const std::vector<HiddenQueen>& AllHiddenQueens() {
  static const auto& queens = *[] {
    auto* all = new std::vector<HiddenQueen>(HiddenQueensInGames(kHiddenPositions));
    std::vector<HiddenQueen> in_fens = HiddenQueensInFens();
    in_fens.resize(in_fens.size() / kSanitizerSlowdown);
    std::move(in_fens.begin(), in_fens.end(), std::back_inserter(*all));
    return all;
  }();
  return queens;
}

v1::ApplyMovesRequest ApplyRequest(const v1::Position& position, const std::string& action,
                                   v1::Viewer viewer, std::string_view seed) {
  v1::ApplyMovesRequest request;
  *request.mutable_position() = position;
  request.add_actions(action);
  request.set_viewer(viewer);
  request.set_board(true);
  if (!seed.empty()) request.mutable_randomness()->set_seed(std::string(seed));
  return request;
}

std::vector<std::string> LegalFor(const v1::Position& position, v1::Viewer viewer) {
  v1::LegalMovesRequest request;
  *request.mutable_position() = position;
  request.set_viewer(viewer);
  v1::LegalMovesResponse response;
  const Limits limits;
  EXPECT_THAT(CallHandler(LegalMoves, {&limits, nullptr}, request, &response), IsOk());
  return {response.texts().begin(), response.texts().end()};
}

}  // namespace arbiter::testing
