#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/search/query.h"
#include "service/cache/analysis_cache.h"
#include "service/convert/read.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// Records of up to this many actions are read within a few milliseconds.
constexpr int kMaxUninterruptedActions = 1'000;

// Returns the context for reading the position. If the analysis is stopped meanwhile, a long record
// is abandoned. A shorter one is read to its end, because even a search that is stopped at once
// finds a best move.
CallContext ReadingContext(const AnalysisContext& context, const v1::Position& position) {
  if (position.record().actions_size() <= kMaxUninterruptedActions) {
    return {context.limits, nullptr, context.sealer};
  }
  return {context.limits, [&context] { return CheckNotStopped(*context.stop); }, context.sealer};
}

// Replaces the texts, which are written in `notation`, by action texts without outcomes.
absl::Status ReadSearchMoves(const ViewedGame& game, v1::Notation notation,
                             std::vector<std::string>* texts) {
  ARBITER_ASSIGN_OR_RETURN(const Notation written,
                           ReadNotation(game.shown().variant(), notation, "notation"));
  if (written == Notation::kAction) return absl::OkStatus();
  for (size_t i = 0; i < texts->size(); ++i) {
    std::string& text = (*texts)[i];
    ARBITER_ASSIGN_OR_RETURN(
        text, AtField(game.shown().ReadMove(text, written), "search_moves[", i, "]"));
    text.erase(std::min(text.find('{'), text.size()));
  }
  return absl::OkStatus();
}

// Whether every equal request has the same result as this search, which has ended. A search that
// helper threads, an earlier search or its end in time have influenced may have found something
// else.
bool IsReproducible(const AnalysisQuery& query, bool had_new_table, const StopToken& stop) {
  return HasOnlyDepthLimit(query.limits) && query.threads == 1 && had_new_table && !stop.stopped();
}

// Sends a stored result as the messages of an analysis.
void SendStored(StoredAnalysis stored, const AnalyzeSink& send) {
  v1::AnalyzeResponse response;
  *response.mutable_progress() = std::move(stored.progress);
  send(response);
  *response.mutable_best_move() = std::move(stored.best_move);
  send(response);
}

}  // namespace

absl::Status Analyze(const AnalysisContext& context, const v1::AnalyzeRequest& request,
                     const AnalyzeSink& send) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"}}));
  ARBITER_ASSIGN_OR_RETURN(AnalysisQuery query, ReadAnalysisQuery(*context.limits, request));
  query.threads = context.threads;
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame viewed,
                           ReadPosition(ReadingContext(context, request.position()), request));
  ARBITER_ASSIGN_OR_RETURN(const Game* const game,
                           viewed.FullGame("the best move cannot be shown"));
  v1::AnalyzeResponse last;
  v1::BestMove* best = last.mutable_best_move();
  if (game->Adjudicate().end) {
    WriteAdjudication(*game, ParseLocale(request.locale()), best->mutable_adjudication());
    send(last);
    return absl::OkStatus();
  }
  ARBITER_RETURN_IF_ERROR(ReadSearchMoves(viewed, request.notation(), &query.search_moves));
  std::optional<std::string> key;
  if (context.cache != nullptr && HasOnlyDepthLimit(query.limits)) {
    key = context.cache->MakeKey(*game, query, context.table->bytes());
  }
  if (key && !request.fresh()) {
    if (auto found = context.cache->Find(*key, query.limits.depth)) {
      SendStored(*std::move(found), send);
      return absl::OkStatus();
    }
  }
  const bool had_new_table = context.table->is_new();
  const auto report = [&send](const AnalysisProgress& progress) {
    v1::AnalyzeResponse response;
    WriteProgress(progress, response.mutable_progress());
    send(response);
  };
  ARBITER_ASSIGN_OR_RETURN(const AnalysisResult result,
                           game->Analyze(query, *context.stop, context.table, report));
  if (context.observer != nullptr) context.observer->OnSearch(result.progress);
  best->set_action(result.best);
  best->set_san(result.best_san);
  best->set_ponder(result.ponder);
  best->set_engine(EngineName(game->variant()));
  if (key && IsReproducible(query, had_new_table, *context.stop)) {
    StoredAnalysis found = {.progress = {}, .best_move = *best};
    WriteProgress(result.progress, &found.progress);
    context.cache->Store(*key, found);
  }
  send(last);
  return absl::OkStatus();
}

}  // namespace arbiter
