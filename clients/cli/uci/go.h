#ifndef ARBITER_CLIENTS_CLI_UCI_GO_H_
#define ARBITER_CLIENTS_CLI_UCI_GO_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter::cli {

// A player's clock as `go` tells it, in milliseconds.
struct GoClock {
  std::optional<int64_t> time;
  int64_t increment = 0;
};

// What `go` asks for.
struct GoCommand {
  // Action texts.
  std::vector<std::string> search_moves;
  std::optional<int64_t> depth;
  std::optional<int64_t> nodes;
  std::optional<int64_t> movetime;
  // A mate within so many moves is looked for, and found ends the search.
  std::optional<int64_t> mate;
  std::optional<int64_t> perft;
  // Of the first player: White, or the Challenger; and of the second.
  std::array<GoClock, 2> clocks;
  std::optional<int64_t> moves_to_go;
  bool infinite = false;
  bool ponder = false;

  // The limits of the search that answers it, where `player`, 0 or 1, is to move. At least
  // `overhead_ms` of the clock are left over.
  v1::AnalysisLimits Limits(int player, int64_t overhead_ms) const;
};

// Reads the words behind `go`. An error for a number that is none or is missing; words that UCI
// does not have are passed over.
absl::StatusOr<GoCommand> ParseGo(const std::vector<std::string>& words);

// Milliseconds to think: at least 1, and otherwise never more than the clock less the overhead.
int64_t ThinkingTime(int64_t clock, int64_t increment, std::optional<int64_t> moves_to_go,
                     int64_t overhead_ms);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_GO_H_
