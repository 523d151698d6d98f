#ifndef ARBITER_CORE_GAME_ANALYSIS_H_
#define ARBITER_CORE_GAME_ANALYSIS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/search/limits.h"
#include "core/search/score.h"

namespace arbiter {

// What an analysis is to find out.
struct AnalysisQuery {
  SearchLimits limits;
  // The best so many moves, each with its line; 1 to kMaxSearchLines.
  int multi_pv = 1;
  // Action texts without outcomes; only these are looked at, empty: all.
  std::vector<std::string> search_moves;
  // At least 1. With one thread and no time limit equal queries have equal answers.
  int threads = 1;
};

// One move and what follows it.
struct AnalysisLine {
  // From the side to move.
  Score score;
  // Action texts and SAN, from the position on; at least the move itself. Where a move draws
  // at random, the line ends with it.
  std::vector<std::string> pv;
  std::vector<std::string> pv_san;
};

// How far an analysis has come.
struct AnalysisProgress {
  // Plies; selective_depth is the longest line looked at.
  int depth = 0;
  int selective_depth = 0;
  uint64_t nodes = 0;
  int64_t time_us = 0;
  // Thousandths of the table in use.
  int hash_permille = 0;
  // Best first, as many as asked for or legal.
  std::vector<AnalysisLine> lines;
};

// What an analysis ends with.
struct AnalysisResult {
  // Action text and SAN of the best move; empty where the game is over.
  std::string best;
  std::string best_san;
  // The reply that is expected; empty where none is known.
  std::string ponder;
  // The last progress; without lines where the game is over.
  AnalysisProgress progress;
};

// Called by the thread that analyses, at least once a depth, with growing depths.
using ProgressSink = std::function<void(const AnalysisProgress&)>;

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_ANALYSIS_H_
