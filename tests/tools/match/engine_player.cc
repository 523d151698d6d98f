#include "tests/tools/match/engine_player.h"

#include "core/base/strings.h"

namespace arbiter::match {

absl::Status EnginePlayer::NewGame(uint64_t seed) {
  seed_ = StrCat(seed);
  table_.Clear();
  return absl::OkStatus();
}

absl::StatusOr<Choice> EnginePlayer::Choose(const Situation& situation) {
  AnalysisQuery query;
  query.limits = limits_;
  query.strength = strength_;
  query.strength_seed = seed_;
  const auto result = situation.game.Analyze(query, StopToken(), &table_, nullptr);
  if (!result.ok()) return result.status();
  return Choice{result->best, result->progress.depth, result->progress.nodes};
}

}  // namespace arbiter::match
