#ifndef ARBITER_SERVICE_HANDLERS_GAME_REVIEW_H_
#define ARBITER_SERVICE_HANDLERS_GAME_REVIEW_H_

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/game/game.h"
#include "service/render/score_graph.h"

namespace arbiter {

// What an action was worth to its player. Expectations are Score::expectation().
struct Judgement {
  // 0 to 1: expected of the best action, less that of this one before anything was drawn.
  double loss = 0;
  // -1 to 1: what the draws changed; 0 where nothing was drawn.
  double luck = 0;
  v1::MoveClass move_class = v1::MOVE_CLASS_BEST;
};

// From the expectations of the best action and of this one before anything was drawn, and the
// one that came about; the last two are equal where nothing was drawn. An action that turns out
// better than the best loses nothing.
Judgement Judge(double best, double expected, double came_about);

// Per cent of a ply's expectation that was kept: 100 * exp(-4.5 * loss). Close to what is
// customary in chess, where a blunder (0.15) halves it.
double AccuracyOf(double loss);

// Analyses a state that goes on: all its moves, or the one `only`, an action text without
// outcomes. The answer has at least one line.
using Analyst =
    std::function<absl::StatusOr<AnalysisResult>(const Game& game, std::string_view only)>;

// Goes through a game and judges its plies. Two analyses a ply that draws and is not the best,
// one any other: that of the state which a ply leads to is that from which the next one starts.
class GameReview {
 public:
  // `end` is the game after the last action; it tells who gets which colour in a bidding.
  GameReview(std::unique_ptr<Game> start, const Game& end, Analyst analyst);

  // Makes action `index` of the record; its review, none where it is no ply: a control action, or
  // one that came too late. Errors of the analyst and of Game::Apply.
  absl::StatusOr<std::optional<v1::PlyReview>> Next(int index, const std::string& action,
                                                    const Given& given);

  // Of the plies so far.
  v1::ReviewSummary Summary(Locale locale, bool dark) const;

 private:
  // By which a player is known throughout: in a bidding, the colour that he is to get; where that
  // is never known, White is the Challenger.
  Color PlayerToMove(const Game& game) const;
  // Of the state as it is now, from `player`'s view. Keeps the analysis for the next ply.
  absl::StatusOr<Score> ScoreNow(Color player);
  // Adds a ply to the player's tally.
  void Count(Color player, const v1::PlyReview& ply);
  // Adds a ply to the graph. Both expectations are the player's.
  void Draw(Color player, double before, double after, v1::MoveClass move_class);
  // Names a player in an answer that has both fields.
  void WritePlayer(Color player, bool bidder, auto* answer) const;

  std::unique_ptr<Game> game_;
  // Which colour the Challenger gets; none: it is not known, or there is no bidding.
  std::optional<Color> challenger_;
  bool ends_in_bidding_;
  Analyst analyst_;
  // Of the state as it is now.
  std::optional<AnalysisResult> analysis_;
  // White's, Black's.
  std::array<v1::PlayerReview, 2> players_;
  ScoreGraph graph_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_GAME_REVIEW_H_
