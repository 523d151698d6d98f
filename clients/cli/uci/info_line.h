#ifndef ARBITER_CLIENTS_CLI_UCI_INFO_LINE_H_
#define ARBITER_CLIENTS_CLI_UCI_INFO_LINE_H_

#include <string>

#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter::cli {

// `info depth 9 seldepth 14 multipv 1 score cp 34 … pv e3e4 e6e5` for one line of the progress. A
// point of Chpok counts 100 cp.
std::string InfoLine(const v1::AnalysisProgress& progress, const v1::AnalysisLine& line);

// `bestmove e3e4 ponder e6e5`; `bestmove (none)` where there is none.
std::string BestMoveLine(const v1::BestMove& best);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_INFO_LINE_H_
