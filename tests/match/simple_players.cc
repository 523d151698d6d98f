#include "tests/match/simple_players.h"

#include <span>
#include <string_view>

namespace arbiter::match {
namespace {

constexpr double kWin = 1e7;
constexpr int kPoint = 100;

struct Price {
  char letter;
  int worth;
};
// Kings that can be captured are worth more than all else.
constexpr int kKing = 100'000;
constexpr Price kMakruk[] = {{'R', 500}, {'N', 300}, {'S', 250}, {'M', 170}, {'P', 100}};
constexpr Price kChak[] = {{'J', 700}, {'Q', 550}, {'R', 500}, {'V', 350},
                           {'S', 300}, {'W', 300}, {'P', 100}};
constexpr Price kChessLike[] = {{'K', kKing}, {'Q', 900}, {'I', 900}, {'R', 500},
                                {'B', 300},   {'N', 300}, {'D', 300}, {'P', 100}};

// Of a piece, in hundredths of a pawn.
int WorthOf(std::string_view variant, char letter) {
  std::span<const Price> prices = kChessLike;
  if (variant == "makruk") prices = kMakruk;
  if (variant == "chak") prices = kChak;
  for (const Price& price : prices) {
    if (price.letter == letter) return price.worth;
  }
  return 0;
}

// What an action is expected to bring about.
absl::StatusOr<double> ExpectedWorth(const Game& game, const std::string& action) {
  // More would tell little more about a mean.
  constexpr EnumerationLimits kLimits{.paths = 4096};
  Budget budget;
  double sum = 0;
  double mass = 0;
  const auto summary = game.Outcomes(
      action, kLimits, budget, [&](const Applied&, Fraction probability, const Game& after) {
        sum += probability.ToDouble() * ImmediateWorth(after, game.turn());
        mass += probability.ToDouble();
        return true;
      });
  if (!summary.ok()) return summary.status();
  return sum / mass;
}

absl::StatusOr<double> WorthAfter(const Game& game, const MoveInfo& move) {
  if (move.random) return ExpectedWorth(game, move.text);
  const std::unique_ptr<Game> after = game.Clone();
  if (absl::Status status = after->Apply(move.text, nullptr); !status.ok()) return status;
  return ImmediateWorth(*after, game.turn());
}

}  // namespace

double ImmediateWorth(const Game& game, Color color) {
  const Adjudication adjudication = game.Adjudicate();
  if (adjudication.end) {
    const auto winner = WinnerOf(adjudication.end->result);
    if (!winner) return 0;
    return *winner == color ? kWin : -kWin;
  }
  double worth = 0;
  for (const BoardView::Cell& cell : game.View().cells) {
    const int value = WorthOf(game.variant().id, cell.letter);
    worth += cell.color == Color::kWhite ? value : -value;
  }
  if (adjudication.points) {
    worth += kPoint * (adjudication.points->first - adjudication.points->second);
  }
  return color == Color::kWhite ? worth : -worth;
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
  double most = 0;
  for (const MoveInfo& move : *moves) {
    const auto worth = WorthAfter(situation.game, move);
    if (!worth.ok()) return worth.status();
    if (!best.empty() && *worth < most) continue;
    if (*worth > most) best.clear();
    most = *worth;
    best.push_back(&move);
  }
  return Choice{.action = best[random_.Below(best.size())]->text};
}

}  // namespace arbiter::match
