#include "core/game/typed_search.h"
#include "core/variants/chpok/board_rules.h"

namespace arbiter {

template absl::StatusOr<AnalysisResult> AnalyzePosition(
    const chpok::BoardRules& rules, const chpok::BoardRules::Position& position,
    const History& history, const AnalysisQuery& query, const StopToken& stop,
    TranspositionTable* table, const ProgressSink& report);

}  // namespace arbiter
