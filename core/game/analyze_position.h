#ifndef ARBITER_CORE_GAME_ANALYZE_POSITION_H_
#define ARBITER_CORE_GAME_ANALYZE_POSITION_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/analysis.h"
#include "core/game/deterministic_moves.h"
#include "core/game/history.h"
#include "core/game/position_moves.h"
#include "core/game/stochastic_moves.h"
#include "core/game/strength.h"
#include "core/search/limits.h"
#include "core/search/query.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// Converts the reports of a search from moves to texts.
template <Rules R>
class ReportFormatter {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  // The arguments must outlive this object.
  ReportFormatter(const R& rules, const Position& position) : rules_(rules), position_(position) {}

  AnalysisProgress Format(const SearchReport<Move>& report) const {
    AnalysisProgress progress;
    progress.depth = report.depth;
    progress.selective_depth = report.selective_depth;
    progress.nodes = report.nodes;
    for (const SearchLine<Move>& line : report.lines) {
      AnalysisLine& formatted = progress.lines.emplace_back();
      formatted.score = line.score;
      AddMoves(line.moves, &formatted);
    }
    return progress;
  }

 private:
  void AddMoves(const std::vector<Move>& moves, AnalysisLine* line) const {
    Position position = position_;
    for (const Move& move : moves) {
      std::string text = rules_.FormatMove(move);
      auto san = WriteMove(rules_, position, text, Notation::kSan);
      line->pv.push_back(std::move(text));
      line->pv_san.push_back(san.ok() ? *std::move(san) : line->pv.back());
      if constexpr (DeterministicRules<R>) {
        rules_.Apply(&position, move);
      } else {
        const typename R::Resolution resolution = rules_.Resolve(position, move, nullptr);
        if (resolution.candidates() > 0) return;
        position = resolution.after();
      }
    }
  }

  const R& rules_;
  const Position& position_;
};

// Implements Game::Analyze for an ongoing game by calling Search() of the rules.
template <Rules R>
requires SearchableRules<R> absl::StatusOr<AnalysisResult> AnalyzePosition(
    const R& rules, const typename R::Position& position, const History& history,
    const AnalysisQuery& query, const StopToken& stop, TranspositionTable* table,
    const ProgressSink& report) {
  using Move = typename R::Move;
  const auto start = std::chrono::steady_clock::now();
  SearchQuery<Move> search_query;
  search_query.limits = query.limits;
  search_query.multi_pv = query.multi_pv;
  search_query.threads = query.threads;
  // nullptr at full strength.
  const StrengthLevel* level =
      query.strength > 0 ? &R::Info().levels[static_cast<size_t>(query.strength - 1)] : nullptr;
  if (level != nullptr) {
    uint64_t& limit = search_query.limits.nodes;
    limit = limit == 0 ? level->nodes : std::min(limit, level->nodes);
    search_query.multi_pv = std::max(search_query.multi_pv, kStrengthLines);
    search_query.threads = 1;
  }
  for (size_t i = 0; i < query.search_moves.size(); ++i) {
    const std::string& text = query.search_moves[i];
    const std::string field = StrCat("search_moves[", i, "]");
    ARBITER_RETURN_IF_ERROR(AtField(CheckTextLength(text, ErrorReason::kBadActionText), field));
    ARBITER_ASSIGN_OR_RETURN(const Move move, AtField(rules.ParseMove(position, text), field));
    bool is_new = true;
    for (const Move& other : search_query.moves) is_new = is_new && !(other == move);
    if (is_new) search_query.moves.push_back(move);
  }

  // What earlier searches have found out would make a level play better than it should.
  if (level != nullptr) table->Clear();

  const ReportFormatter<R> formatter(rules, position);
  const auto format = [&](const SearchReport<Move>& found) {
    AnalysisProgress progress = formatter.Format(found);
    progress.time_us = std::chrono::duration_cast<std::chrono::microseconds>(
                           std::chrono::steady_clock::now() - start)
                           .count();
    progress.hash_permille = table->FilledPermille();
    return progress;
  };
  bool reported = false;
  const ReportSink<Move> sink = [&](const SearchReport<Move>& found) {
    reported = true;
    if (report) report(format(found));
  };
  AnalysisResult result;
  result.progress = format(rules.Search(position, {.keys = history.keys(),
                                                   .query = search_query,
                                                   .stop = stop,
                                                   .table = table,
                                                   .report = sink}));
  if (result.progress.lines.empty()) return result;
  // Nothing has been reported if a limit was reached before the first depth was complete.
  if (!reported && report) report(result.progress);
  const std::vector<AnalysisLine>& lines = result.progress.lines;
  size_t chosen = 0;
  if (level != nullptr) {
    chosen = ChooseLine(*level, query.strength_seed, rules.FormatFen(position, FenStyle::kStandard),
                        lines);
  }
  const AnalysisLine& line = lines[chosen];
  result.best = line.pv.front();
  result.best_san = line.pv_san.front();
  if (line.pv.size() > 1) result.ponder = line.pv[1];
  return result;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_ANALYZE_POSITION_H_
