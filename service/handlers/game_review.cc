#include "service/handlers/game_review.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/status_macros.h"
#include "core/search/query.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

// The minimum loss of each class, as is customary in chess.
constexpr double kGoodLoss = 0.01;
constexpr double kInaccuracyLoss = 0.05;
constexpr double kMistakeLoss = 0.10;
constexpr double kBlunderLoss = 0.15;
constexpr double kMinLuck = 0.10;
constexpr double kAccuracySlope = 4.5;

// Rounds to four decimals, so that the result is the same on every machine.
double Rounded(double value) { return std::round(value * 10'000) / 10'000; }

v1::MoveClass Classify(double loss, double luck) {
  if (loss >= kBlunderLoss) return v1::MOVE_CLASS_BLUNDER;
  if (loss >= kMistakeLoss) return v1::MOVE_CLASS_MISTAKE;
  if (loss >= kInaccuracyLoss) return v1::MOVE_CLASS_INACCURACY;
  if (std::abs(luck) >= kMinLuck) return v1::MOVE_CLASS_LUCK;
  return loss >= kGoodLoss ? v1::MOVE_CLASS_GOOD : v1::MOVE_CLASS_BEST;
}

const Score& BestScore(const AnalysisResult& analysis) {
  return analysis.progress.lines.front().score;
}

// Returns the score of a game that is over, from the point of view of `player`.
Score FinalScore(const VariantInfo& variant, const Adjudication& adjudication, Color player) {
  const std::optional<Color> winner = WinnerOf(adjudication.end->result);
  Score score;
  score.win_probability = winner == player ? 1 : 0;
  score.draw_probability = winner ? 0 : 1;
  if (variant.points_decide && adjudication.points) {
    const auto& [white, black] = *adjudication.points;
    score.kind = Score::Kind::kPoints;
    score.points = player == Color::kWhite ? white - black : black - white;
  } else if (winner) {
    score.kind = Score::Kind::kMate;
    score.value = winner == player ? 1 : -1;
  }
  return score;
}

std::optional<ScoreGraph::Mark> MarkOf(v1::MoveClass move_class) {
  switch (move_class) {
    case v1::MOVE_CLASS_MISTAKE:
      return ScoreGraph::Mark::kMistake;
    case v1::MOVE_CLASS_BLUNDER:
      return ScoreGraph::Mark::kBlunder;
    case v1::MOVE_CLASS_LUCK:
      return ScoreGraph::Mark::kLuck;
    default:
      return std::nullopt;
  }
}

}  // namespace

MoveVerdict ClassifyMove(double best, double expected, double actual) {
  const double loss = Rounded(std::max(0.0, best - expected));
  const double luck = Rounded(actual - expected);
  return {loss, luck, Classify(loss, luck)};
}

double AccuracyOf(double loss) { return Rounded(100 * std::exp(-kAccuracySlope * loss)); }

GameReview::GameReview(std::unique_ptr<Game> start, const Game& end, Analyst analyst)
    : game_(std::move(start), Viewer::kAll),
      challenger_(ChallengerOf(end)),
      ends_in_bidding_(end.phase() == Phase::kBidding),
      analyst_(std::move(analyst)) {
  for (const Color player : {Color::kWhite, Color::kBlack}) {
    WritePlayer(player, ends_in_bidding_, &players_[Index(player)]);
  }
}

Color GameReview::PlayerToMove(const Game& game) const {
  const bool swapped = game.phase() == Phase::kBidding && challenger_ == Color::kBlack;
  return swapped ? !game.turn() : game.turn();
}

void GameReview::WritePlayer(Color player, bool bidder, auto* answer) const {
  if (bidder) {
    answer->set_bidder(ToBidder(challenger_ == Color::kBlack ? !player : player));
  } else {
    answer->set_color(ToWire(player));
  }
}

absl::StatusOr<Score> GameReview::CurrentScore(Color player) {
  const Game& game = game_.shown();
  const Adjudication adjudication = game.Adjudicate();
  if (adjudication.end) return FinalScore(game.variant(), adjudication, player);
  if (!analysis_) {
    ARBITER_ASSIGN_OR_RETURN(AnalysisResult analysis, analyst_(game, ""));
    analysis_ = std::move(analysis);
  }
  const Score& score = BestScore(*analysis_);
  return PlayerToMove(game) == player ? score : score.Reversed();
}

absl::StatusOr<std::optional<v1::PlyReview>> GameReview::Next(int index, const std::string& action,
                                                              const ActionInput& input) {
  ViewedGame next(game_.shown().Clone(), Viewer::kAll);
  ActionResult applied;
  ARBITER_RETURN_IF_ERROR(next.Replay(action, input, &applied));
  if (game_.shown().IsControl(action) || applied.timed_out) {
    // After a control action that does not change the position, such as a draw offer, the analysis
    // is still valid.
    const auto fen = [](const ViewedGame& game) { return game.shown().Fen(FenStyle::kStandard); };
    if (fen(next) != fen(game_)) analysis_.reset();
    game_ = std::move(next);
    return std::nullopt;
  }

  const Color player = PlayerToMove(game_.shown());
  ARBITER_ASSIGN_OR_RETURN(const Score before, CurrentScore(player));
  const AnalysisResult best = *std::exchange(analysis_, std::nullopt);
  const ViewedGame viewed_from = std::exchange(game_, std::move(next));
  const Game& from = viewed_from.shown();
  ARBITER_ASSIGN_OR_RETURN(const Score after, CurrentScore(player));
  const std::string choice = applied.text.substr(0, applied.text.find('{'));
  double expected = after.expectation();
  if (choice == best.best) {
    expected = before.expectation();
  } else if (!applied.draws.empty()) {
    ARBITER_ASSIGN_OR_RETURN(const AnalysisResult chosen, analyst_(from, choice));
    expected = BestScore(chosen).expectation();
  }
  const double actual = applied.draws.empty() ? expected : after.expectation();
  const MoveVerdict verdict = ClassifyMove(before.expectation(), expected, actual);

  v1::PlyReview ply;
  ply.set_index(static_cast<uint32_t>(index));
  ply.set_action(applied.text);
  ply.set_san(applied.san);
  WritePlayer(player, from.phase() == Phase::kBidding, &ply);
  WriteScore(before, ply.mutable_before());
  WriteScore(after, ply.mutable_after());
  ply.set_best(best.best);
  ply.set_best_san(best.best_san);
  ply.set_loss(verdict.loss);
  ply.set_luck(verdict.luck);
  ply.set_move_class(verdict.move_class);
  AddToTally(player, ply);
  AddToGraph(player, before.expectation(), after.expectation(), verdict.move_class);
  return ply;
}

void GameReview::AddToTally(Color player, const v1::PlyReview& ply) {
  v1::PlayerReview& tally = players_[Index(player)];
  tally.set_plies(tally.plies() + 1);
  // This is the sum of accuracies; Summary() divides it by the number of plies.
  tally.set_accuracy(tally.accuracy() + AccuracyOf(ply.loss()));
  tally.set_luck(tally.luck() + ply.luck());
  switch (ply.move_class()) {
    case v1::MOVE_CLASS_INACCURACY:
      tally.set_inaccuracies(tally.inaccuracies() + 1);
      break;
    case v1::MOVE_CLASS_MISTAKE:
      tally.set_mistakes(tally.mistakes() + 1);
      break;
    case v1::MOVE_CLASS_BLUNDER:
      tally.set_blunders(tally.blunders() + 1);
      break;
    default:
      break;
  }
}

void GameReview::AddToGraph(Color player, double before, double after, v1::MoveClass move_class) {
  const auto for_white = [player](double expectation) {
    return player == Color::kWhite ? expectation : 1 - expectation;
  };
  if (graph_.plies.empty()) graph_.start = for_white(before);
  graph_.plies.push_back({for_white(after), MarkOf(move_class)});
}

v1::ReviewSummary GameReview::Summary(Locale locale, bool dark) const {
  v1::ReviewSummary summary;
  for (const v1::PlayerReview& tally : players_) {
    v1::PlayerReview& player = *summary.add_players();
    player = tally;
    player.set_accuracy(tally.plies() == 0 ? 100 : tally.accuracy() / tally.plies());
  }
  ScoreGraph graph = graph_;
  const VariantInfo& variant = game_.shown().variant();
  const Roles& roles = ends_in_bidding_ ? *variant.roles_before_colors : kColors;
  graph.player = PlayerTitle(variant, Color::kWhite, roles).In(locale);
  graph.locale = locale;
  graph.dark = dark;
  summary.set_graph_svg(RenderScoreGraph(graph));
  summary.set_engine(EngineName(variant));
  return summary;
}

}  // namespace arbiter
