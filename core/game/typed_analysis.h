#ifndef ARBITER_CORE_GAME_TYPED_ANALYSIS_H_
#define ARBITER_CORE_GAME_TYPED_ANALYSIS_H_

#include "absl/status/statusor.h"
#include "core/game/analysis.h"
#include "core/game/history.h"
#include "core/rules/rules.h"
#include "core/search/stop_token.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// Game::Analyze for a game that goes on. Its body is in typed_search.h, which takes long to
// compile: each variant's rules are instantiated in a file of their own (search_*.cc).
template <Rules R>
absl::StatusOr<AnalysisResult> AnalyzePosition(const R& rules, const typename R::Position& position,
                                               const History& history, const AnalysisQuery& query,
                                               const StopToken& stop, TranspositionTable* table,
                                               const ProgressSink& report);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_ANALYSIS_H_
