#include "core/game/typed_search.h"
#include "core/variants/chakart/rules.h"

namespace arbiter {

template absl::StatusOr<AnalysisResult> AnalyzePosition(
    const chakart::ChakartRules& rules, const chakart::ChakartRules::Position& position,
    const History& history, const AnalysisQuery& query, const StopToken& stop,
    TranspositionTable* table, const ProgressSink& report);

}  // namespace arbiter
