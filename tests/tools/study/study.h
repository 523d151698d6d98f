#ifndef ARBITER_TESTS_TOOLS_STUDY_STUDY_H_
#define ARBITER_TESTS_TOOLS_STUDY_STUDY_H_

#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "core/search/alpha_beta.h"
#include "tests/tools/study/positions.h"
#include "tests/tools/tune/first_position.h"

namespace arbiter::study {

// Searches a position without its history, and calls `report` after each depth.
template <typename R, SearchModel M = typename R::SearchModel>
SearchReport<typename R::Move> Solve(const R& rules, const typename R::Position& position,
                                     const SearchLimits& limits, TranspositionTable* table,
                                     const ReportSink<typename R::Move>& report,
                                     const std::vector<typename R::Move>& moves = {}) {
  const std::vector<uint64_t> keys = {position.key()};
  const SearchQuery<typename R::Move> query{.limits = limits, .moves = moves};
  const StopToken stop;
  table->Clear();
  return AlphaBeta<R, M>(rules, position, {keys, query, stop, table, report});
}

// Plays games of self-play with short searches, from random openings, and collects as many quiet as
// sharp positions in which neither side has a decisive advantage. Equal seeds give equal positions.
template <typename R>
std::vector<StudyPosition> CollectPositions(const R& rules, size_t of_each, uint64_t seed) {
  constexpr uint64_t kNodes = 3'000;
  constexpr int kOpeningPlies = 10;
  constexpr int kMaxPlies = 160;
  constexpr int kMaxValue = 500;
  // The mean number of plies between two positions of a game.
  constexpr uint64_t kPliesBetween = 12;
  using Position = typename R::Position;
  using Move = typename R::Move;
  const typename R::SearchModel model(rules);
  const ReportSink<Move> ignore = [](const auto&) {};
  TranspositionTable table(1 << 22);
  std::mt19937_64 random(seed);
  size_t counts[2] = {};
  std::vector<StudyPosition> positions;
  while (positions.size() < 2 * of_each) {
    Position position = tune::FirstPosition(rules);
    bool was_noisy = false;
    for (int ply = 0; ply < kMaxPlies; ++ply) {
      typename R::Moves moves;
      rules.GenerateMoves(position, &moves);
      if (moves.size() == 0 || model.FindEnd(position)) break;
      Move move = moves[static_cast<int>(random() % static_cast<uint64_t>(moves.size()))];
      if (ply >= kOpeningPlies) {
        const auto found = Solve(rules, position, {.nodes = kNodes}, &table, ignore);
        const Score& score = found.lines.front().score;
        if (score.kind == Score::Kind::kMate || std::abs(score.value) > kMaxValue) break;
        move = found.lines.front().moves.front();
        const bool sharp = was_noisy || model.InCheck(position) || model.IsNoisy(position, move);
        if (moves.size() > 1 && counts[sharp] < of_each && random() % kPliesBetween == 0) {
          ++counts[sharp];
          positions.push_back(
              {.sharp = sharp, .fen = rules.FormatFen(position, FenStyle::kStandard)});
        }
      }
      was_noisy = model.IsNoisy(position, move);
      rules.Apply(&position, move);
    }
  }
  return positions;
}

}  // namespace arbiter::study

#endif  // ARBITER_TESTS_TOOLS_STUDY_STUDY_H_
