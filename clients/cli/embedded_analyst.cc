#include "clients/cli/embedded_analyst.h"

#include <new>
#include <utility>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "service/handlers/analysis_handlers.h"

namespace arbiter::cli {

absl::Status EmbeddedAnalyst::Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                                      const Sink& sink) {
  ARBITER_ASSIGN_OR_RETURN(const size_t bytes, TableBytesFor(*limits_, request));
  try {
    PrepareTable(request.position(), bytes);
  } catch (const std::bad_alloc&) {
    return MakeError(ErrorReason::kLimitExceeded, "there is no memory for so large a table");
  }
  return arbiter::Analyze({.limits = limits_, .stop = &stop, .table = table_.get()}, request, sink);
}

void EmbeddedAnalyst::PrepareTable(const v1::Position& position, size_t bytes) {
  v1::Position game;
  game.set_variant(position.variant());
  *game.mutable_options() = position.options();
  std::string key = game.SerializeAsString();
  if (table_ == nullptr || bytes != bytes_) {
    table_.reset();
    bytes_ = 0;
    table_ = std::make_unique<TranspositionTable>(bytes);
    bytes_ = bytes;
  } else if (key != game_) {
    table_->Clear();
  }
  game_ = std::move(key);
}

}  // namespace arbiter::cli
