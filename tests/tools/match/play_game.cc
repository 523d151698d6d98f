#include "tests/tools/match/play_game.h"

#include <algorithm>

#include "core/base/strings.h"
#include "core/game/messages.h"

namespace arbiter::match {
namespace {

constexpr std::string_view kByFailure = "because the opponent failed.";
constexpr std::string_view kOnTime = "on time.";

int WhiteHalfPoints(Result result) {
  const auto winner = WinnerOf(result);
  if (!winner) return 1;
  return *winner == Color::kWhite ? 2 : 0;
}

// Records the result if the game is over or has to be cut off. Returns false if it continues.
bool RecordEnd(const Game& game, GameRecord* record) {
  const Adjudication adjudication = game.Adjudicate();
  if (adjudication.end) {
    record->white_half_points = WhiteHalfPoints(adjudication.end->result);
    record->end = DescribeEnd(game.variant(), *adjudication.end, Locale::kEnglish);
  } else if (game.ply() >= kMaxPlies) {
    record->end = "Cut off as a draw.";
  }
  return !record->end.empty();
}

// Records that a player has lost, and completes the sentence about the winner.
void Forfeit(Color loser, std::string_view how, std::string failure, GameRecord* record) {
  record->white_half_points = loser == Color::kWhite ? 0 : 2;
  record->end = StrCat(loser == Color::kWhite ? "Black" : "White", " wins ", how);
  record->forfeited_by = loser;
  record->failure = std::move(failure);
}

// Records a forfeit if a player's error loses the game. Returns false for all other statuses.
bool RecordForfeit(const absl::Status& status, Color loser, GameRecord* record) {
  if (!absl::IsUnavailable(status)) return false;
  Forfeit(loser, kByFailure, std::string(status.message()), record);
  return true;
}

// Says by how much a player has exceeded the clock.
std::string TimeFailure(const MatchClocks& clocks, Color player) {
  const auto over = std::chrono::ceil<std::chrono::milliseconds>(-clocks.left(player));
  return StrCat("a clock exceeded by ", over.count(), " ms");
}

}  // namespace

void Effort::Add(const Choice& choice, Duration time_used) {
  Add({.moves = 1,
       .time = time_used,
       .longest = time_used,
       .depths = choice.depth,
       .nodes = choice.nodes});
}

void Effort::Add(const Effort& other) {
  moves += other.moves;
  time += other.time;
  longest = std::max(longest, other.longest);
  depths += other.depths;
  nodes += other.nodes;
}

absl::StatusOr<GameRecord> PlayGame(const Opening& opening, Player& white, Player& black,
                                    uint64_t seed, const GameTiming& timing) {
  Player* const players[] = {&white, &black};
  GameRecord record{.start_fen = opening.start_fen, .actions = opening.actions};
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const absl::Status status = players[Index(color)]->NewGame(seed);
    if (RecordForfeit(status, color, &record)) return record;
    if (!status.ok()) return status;
  }
  std::optional<MatchClocks> clocks;
  if (timing.control) clocks.emplace(*timing.control);
  const std::unique_ptr<Game> game = opening.game->Clone();
  while (!RecordEnd(*game, &record)) {
    const Color turn = game->turn();
    const auto begin = timing.now();
    const auto choice =
        players[Index(turn)]->Choose({*game, record.start_fen, record.actions, clocks});
    const auto used = timing.now() - begin;
    if (RecordForfeit(choice.status(), turn, &record)) return record;
    if (!choice.ok()) return choice.status();
    record.efforts[Index(turn)].Add(*choice, used);
    if (clocks && !clocks->Spend(turn, used)) {
      Forfeit(turn, kOnTime, TimeFailure(*clocks, turn), &record);
      return record;
    }
    ActionResult applied;
    if (absl::Status status = game->Apply(choice->action, opening.draw_seed, &applied);
        !status.ok()) {
      Forfeit(turn, kByFailure, StrCat(choice->action, ": ", std::string(status.message())),
              &record);
      return record;
    }
    record.actions.push_back(std::move(applied.text));
    // In some games a turn can consist of several actions.
    if (clocks && game->turn() != turn) clocks->EndTurn(turn);
  }
  return record;
}

}  // namespace arbiter::match
