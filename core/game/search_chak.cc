#include "core/game/typed_search.h"
#include "core/variants/chak/rules.h"

namespace arbiter {

template absl::StatusOr<AnalysisResult> AnalyzePosition(
    const chak::ChakRules& rules, const chak::ChakRules::Position& position, const History& history,
    const AnalysisQuery& query, const StopToken& stop, TranspositionTable* table,
    const ProgressSink& report);

}  // namespace arbiter
