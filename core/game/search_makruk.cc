#include "core/game/typed_search.h"
#include "core/variants/makruk/rules.h"

namespace arbiter {

template absl::StatusOr<AnalysisResult> AnalyzePosition(
    const makruk::MakrukRules& rules, const makruk::MakrukRules::Position& position,
    const History& history, const AnalysisQuery& query, const StopToken& stop,
    TranspositionTable* table, const ProgressSink& report);

}  // namespace arbiter
