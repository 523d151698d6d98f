#include "tests/tools/match/simple_players.h"

#include <span>
#include <string_view>

namespace arbiter::match {
namespace {

constexpr double kWin = 1e7;
constexpr int kPoint = 100;

struct PieceValue {
  char letter;
  int value;
};
// A king that can be captured is worth more than all other pieces together.
constexpr int kKing = 100'000;
constexpr PieceValue kMakruk[] = {{'R', 500}, {'N', 300}, {'S', 250}, {'M', 170}, {'P', 100}};
constexpr PieceValue kChak[] = {{'J', 700}, {'Q', 550}, {'R', 500}, {'V', 350},
                                {'S', 300}, {'W', 300}, {'P', 100}};
constexpr PieceValue kChessLike[] = {{'K', kKing}, {'Q', 900}, {'I', 900}, {'R', 500},
                                     {'B', 300},   {'N', 300}, {'D', 300}, {'P', 100}};

// Returns the value of a piece, in hundredths of a pawn.
int ValueOf(std::string_view variant, char letter) {
  std::span<const PieceValue> values = kChessLike;
  if (variant == "makruk") values = kMakruk;
  if (variant == "chak") values = kChak;
  for (const PieceValue& piece : values) {
    if (piece.letter == letter) return piece.value;
  }
  return 0;
}

// Returns the mean value of the states after an action with a random draw.
absl::StatusOr<double> ExpectedValue(const Game& game, const std::string& action) {
  // More paths would hardly change the mean.
  constexpr EnumerationLimits kLimits{.paths = 4096};
  Budget budget;
  double sum = 0;
  double mass = 0;
  const auto summary = game.Outcomes(
      action, kLimits, budget, [&](const ActionResult&, Fraction probability, const Game& after) {
        sum += probability.ToDouble() * StaticValue(after, game.turn());
        mass += probability.ToDouble();
        return true;
      });
  if (!summary.ok()) return summary.status();
  return sum / mass;
}

absl::StatusOr<double> ValueAfter(const Game& game, const MoveInfo& move) {
  if (move.random) return ExpectedValue(game, move.text);
  const std::unique_ptr<Game> after = game.Clone();
  if (absl::Status status = after->Apply(move.text, nullptr); !status.ok()) return status;
  return StaticValue(*after, game.turn());
}

}  // namespace

double StaticValue(const Game& game, Color color) {
  const Adjudication adjudication = game.Adjudicate();
  if (adjudication.end) {
    const auto winner = WinnerOf(adjudication.end->result);
    if (!winner) return 0;
    return *winner == color ? kWin : -kWin;
  }
  double total = 0;
  for (const BoardView::Cell& cell : game.View().cells) {
    const int value = ValueOf(game.variant().id, cell.letter);
    total += cell.color == Color::kWhite ? value : -value;
  }
  if (adjudication.points) {
    total += kPoint * (adjudication.points->first - adjudication.points->second);
  }
  return color == Color::kWhite ? total : -total;
}

absl::Status RandomPlayer::NewGame(uint64_t seed) {
  random_ = testing::Random(seed);
  return absl::OkStatus();
}

absl::StatusOr<Choice> RandomPlayer::Choose(const Situation& situation) {
  const auto texts = situation.game.LegalTexts("");
  if (!texts.ok()) return texts.status();
  return Choice{.action = (*texts)[random_.Below(texts->size())]};
}

absl::Status GreedyPlayer::NewGame(uint64_t seed) {
  random_ = testing::Random(seed);
  return absl::OkStatus();
}

absl::StatusOr<Choice> GreedyPlayer::Choose(const Situation& situation) {
  const auto moves = situation.game.LegalMoves("");
  if (!moves.ok()) return moves.status();
  std::vector<const MoveInfo*> best;
  double max = 0;
  for (const MoveInfo& move : *moves) {
    const auto value = ValueAfter(situation.game, move);
    if (!value.ok()) return value.status();
    if (!best.empty() && *value < max) continue;
    if (*value > max) best.clear();
    max = *value;
    best.push_back(&move);
  }
  return Choice{.action = best[random_.Below(best.size())]->text};
}

}  // namespace arbiter::match
