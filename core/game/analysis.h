#ifndef ARBITER_CORE_GAME_ANALYSIS_H_
#define ARBITER_CORE_GAME_ANALYSIS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/search/limits.h"
#include "core/search/score.h"

namespace arbiter {

// The parameters of an analysis.
struct AnalysisQuery {
  SearchLimits limits;
  // The number of best moves to report (a level reports more), each with its principal variation; 1
  // to kMaxSearchLines.
  int multi_pv = 1;
  // The action texts, without outcomes, of the only moves to search at the root; empty for all.
  std::vector<std::string> search_moves;
  // At least 1. With one thread and no time limit, equal queries have equal answers.
  int threads = 1;
  // The level of strength (core/game/strength.h); 0 for full strength. At a level, the search has
  // one thread, and its progress has at least kStrengthLines lines if there are as many moves.
  int strength = 0;
  // The seed of the choice that a level makes.
  std::string strength_seed = {};
};

// A move with its principal variation.
struct AnalysisLine {
  // From the point of view of the side to move.
  Score score;
  // The principal variation as action texts and in SAN, beginning with the move itself. It ends
  // with the first move that draws at random.
  std::vector<std::string> pv;
  std::vector<std::string> pv_san;
};

// The progress of an analysis.
struct AnalysisProgress {
  // The depth of the search and the length of the longest line examined, in plies.
  int depth = 0;
  int selective_depth = 0;
  uint64_t nodes = 0;
  int64_t time_us = 0;
  // The thousandths of the transposition table that are in use.
  int hash_permille = 0;
  // The number of lines that the query determines, or one for each legal move if there are fewer
  // legal moves. The best line comes first.
  std::vector<AnalysisLine> lines;
};

// The final result of an analysis.
struct AnalysisResult {
  // The action text and the SAN of the best move, or of the move that the level chose; empty if the
  // game is over.
  std::string best;
  std::string best_san;
  // The action text of the expected reply; empty if none is known.
  std::string ponder;
  // The final progress. It has no lines if the game is over.
  AnalysisProgress progress;
};

// Called on the analysing thread with the progress so far, at least once for each depth and in the
// order of depths.
using ProgressSink = std::function<void(const AnalysisProgress&)>;

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_ANALYSIS_H_
