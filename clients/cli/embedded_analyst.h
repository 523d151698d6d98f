#ifndef ARBITER_CLIENTS_CLI_EMBEDDED_ANALYST_H_
#define ARBITER_CLIENTS_CLI_EMBEDDED_ANALYST_H_

#include <cstddef>
#include <memory>
#include <string>

#include "clients/cli/analyst.h"
#include "core/search/transposition_table.h"
#include "service/handlers/limits.h"

namespace arbiter::cli {

// The service in this process.
class EmbeddedAnalyst : public Analyst {
 public:
  // `limits` has to live as long.
  explicit EmbeddedAnalyst(const Limits* limits) : limits_(limits) {}

  absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                       const Sink& sink) override;

 private:
  // Leaves in `table_` what may be of use to the request.
  void PrepareTable(const v1::Position& position, size_t bytes);

  const Limits* const limits_;
  std::unique_ptr<TranspositionTable> table_;
  // What was asked for, which the table may be smaller than.
  size_t bytes_ = 0;
  // The variant and the options, which the table's entries belong to.
  std::string game_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_EMBEDDED_ANALYST_H_
