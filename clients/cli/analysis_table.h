#ifndef ARBITER_CLIENTS_CLI_ANALYSIS_TABLE_H_
#define ARBITER_CLIENTS_CLI_ANALYSIS_TABLE_H_

#include <cstdint>
#include <string>

#include "arbiter/v1/analysis_service.pb.h"
#include "clients/cli/players.h"

namespace arbiter::cli {

// An analysis for people: a row a depth and line as it goes on, then the best move.
class AnalysisTable {
 public:
  // Prints what the answer adds to the table.
  void Add(const v1::AnalyzeResponse& response, const Players& players);

 private:
  // Prints the rows of the latest progress.
  void PrintLatest();

  v1::AnalysisProgress latest_;
  // Of the latest progress that was printed.
  v1::AnalysisProgress printed_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ANALYSIS_TABLE_H_
