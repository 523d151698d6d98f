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
#include "core/game/viewed_game.h"
#include "service/render/score_graph.h"

namespace arbiter {

// The judgement on an action. Expectations are those of Score::expectation().
struct MoveVerdict {
  // The expectation of the best action less that of this one before any random draw; 0 to 1.
  double loss = 0;
  // By how much random draws changed the expectation, -1 to 1; 0 if there were none.
  double luck = 0;
  v1::MoveClass move_class = v1::MOVE_CLASS_BEST;
};

// Judges an action. `best` is the expectation of the best action, `expected` that of this action
// before any random draw, and `actual` that after the draws; `expected` and `actual` are equal if
// nothing was drawn. An action that turns out to be better than the best one has no loss.
MoveVerdict ClassifyMove(double best, double expected, double actual);

// Returns the accuracy of a ply in per cent: 100 * exp(-4.5 * loss). As is customary in chess, a
// blunder (a loss of 0.15) about halves it.
double AccuracyOf(double loss);

// Analyses a state that is not over. `only` is the only action to analyse, as an action text
// without outcomes; if it is empty, all actions are analysed. The result has at least one line.
using Analyst =
    std::function<absl::StatusOr<AnalysisResult>(const Game& game, std::string_view only)>;

// Replays a game and judges its plies. A ply that draws at random and is not the best one takes two
// analyses. Any other ply takes only one, because the analysis of the state after a ply is also
// that of the state before the next ply.
class GameReview {
 public:
  // `end` is the game after the last action. It determines who gets which colour after an auction.
  GameReview(std::unique_ptr<Game> start, const Game& end, Analyst analyst);

  // Makes action `index` of the record and returns its review; std::nullopt if the action is not
  // judged, because it is a control action or came after the player's time had run out. Returns the
  // errors of the analyst and of Game::Apply().
  absl::StatusOr<std::optional<v1::PlyReview>> Next(int index, const std::string& action,
                                                    const ActionInput& input);

  // Returns the summary of the plies so far.
  v1::ReviewSummary Summary(Locale locale, bool dark) const;

 private:
  // Returns the colour that stands for the player to move throughout the review. During the
  // bidding, it is the colour that the player will get; if the record ends before that is decided,
  // White stands for the Challenger.
  Color PlayerToMove(const Game& game) const;
  // Returns the score of the current state from the point of view of `player`. Keeps the analysis
  // for the next ply.
  absl::StatusOr<Score> CurrentScore(Color player);
  // Adds a ply to the tally of `player`.
  void AddToTally(Color player, const v1::PlyReview& ply);
  // Adds a ply to the graph. Both expectations are those of `player`.
  void AddToGraph(Color player, double before, double after, v1::MoveClass move_class);
  // Writes a player to a message that has a field for the colour and one for the bidder.
  void WritePlayer(Color player, bool bidder, auto* answer) const;

  ViewedGame game_;
  // The colour that the Challenger gets; std::nullopt if it is unknown.
  std::optional<Color> challenger_;
  bool ends_in_bidding_;
  Analyst analyst_;
  // The analysis of the current state, if there is one.
  std::optional<AnalysisResult> analysis_;
  // The tallies of White and of Black.
  std::array<v1::PlayerReview, 2> players_;
  ScoreGraph graph_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_GAME_REVIEW_H_
