#ifndef ARBITER_CLIENTS_CLI_UCI_PROTOCOL_H_
#define ARBITER_CLIENTS_CLI_UCI_PROTOCOL_H_

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"

// The lines of UCI, as they are read and written. UCI separates moves by blanks, which some action
// texts have: there `_` stands for a blank, as in `raise_time_+3_5+2`. No action text has a `_` of
// its own.
namespace arbiter::cli {

// The action that a word stands for.
std::string FromActionWord(std::string word);

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
  // A mate within this many moves ends the search.
  std::optional<int64_t> mate;
  std::optional<int64_t> perft;
  // Of the first player, who is White or the Challenger, and of the second.
  std::array<GoClock, 2> clocks;
  std::optional<int64_t> moves_to_go;
  bool infinite = false;
  bool ponder = false;

  // The limits of the search that answers it, where `player`, 0 or 1, is to move. At least
  // `overhead_ms` of the clock are left over.
  v1::AnalysisLimits Limits(int player, int64_t overhead_ms) const;
};

// Reads the words behind `go`. Fails if a number is missing or is not one; ignores words that UCI
// does not have.
absl::StatusOr<GoCommand> ParseGo(const std::vector<std::string>& words);

// `info depth 9 seldepth 14 multipv 1 score cp 34 … pv e3e4 e6e5` for one line of the progress. A
// point of Chpok counts 100 cp.
std::string InfoLine(const v1::AnalysisProgress& progress, const v1::AnalysisLine& line);

// `bestmove e3e4 ponder e6e5`; `bestmove (none)` if there is none.
std::string BestMoveLine(const v1::BestMove& best);

// Standard output, where each line is written at once. Thread-safe.
class UciOutput {
 public:
  void Line(std::string_view text);
  // An `info string`, which people read.
  void Note(std::string_view text);
  // Notes what went wrong at `what`, if anything did.
  void Tell(std::string_view what, const absl::Status& status);

 private:
  std::mutex mutex_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_PROTOCOL_H_
