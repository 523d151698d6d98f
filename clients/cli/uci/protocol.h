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
#include "arbiter/v1/analysis_service.pb.h"
#include "clients/cli/uci/time_manager.h"

// Reads and writes the lines of UCI. UCI separates moves by spaces, which some action texts
// contain. An underscore therefore stands for a space in an action text, for example in
// `raise_time_+3_5+2`. Action texts contain no underscores themselves.
namespace arbiter::cli {

// Returns the action text for a word of UCI.
std::string FromActionWord(std::string word);

// A player's clock in a `go` command, in milliseconds.
struct GoClock {
  std::optional<int64_t> time;
  int64_t increment = 0;
};

// The parameters of a `go` command.
struct GoCommand {
  // The moves to search, as action texts. If empty, all moves are searched.
  std::vector<std::string> search_moves;
  // The words that have no meaning.
  std::vector<std::string> ignored;
  std::optional<int64_t> depth;
  std::optional<int64_t> nodes;
  // The time of the search, in milliseconds.
  std::optional<int64_t> movetime;
  // A mate within this many moves ends the search.
  std::optional<int64_t> mate;
  std::optional<int64_t> perft;
  // The clocks of the first player, White or the Challenger, and of the second.
  std::array<GoClock, 2> clocks;
  std::optional<int64_t> moves_to_go;
  bool infinite = false;
  bool ponder = false;

  // Returns the time that the clock leaves for this move when `player`, 0 or 1, is to move, with at
  // least `overhead_ms` to spare. Returns std::nullopt if no clock limits the search.
  std::optional<ThinkingTime> ClockTime(int player, int64_t overhead_ms) const;
  // Returns the limits of the search. A clock limits it to the maximum of ClockTime().
  v1::AnalysisLimits Limits(int player, int64_t overhead_ms) const;
};

// Parses the words after `go`. Words that have no meaning, and limits without a valid number, are
// ignored. If no limit is left because of this, the search lasts a second.
GoCommand ParseGo(const std::vector<std::string>& words);

// Formats one line of the progress: `info depth 9 seldepth 14 multipv 1 score cp 34 … pv e3e4
// e6e5`. A point of Chpok counts as 100 cp.
std::string InfoLine(const v1::AnalysisProgress& progress, const v1::AnalysisLine& line);

// Formats the best move: `bestmove e3e4 ponder e6e5`, or `bestmove (none)` if there is none.
std::string BestMoveLine(const v1::BestMove& best);

// Writes lines to standard output, and flushes each line. Thread-safe.
class UciOutput {
 public:
  void Line(std::string_view text);
  // Writes an `info string`, which is meant for people.
  void Note(std::string_view text);
  // Writes a note about the error of the command `what`; writes nothing if the status is OK.
  void ReportFailure(std::string_view what, const absl::Status& status);

 private:
  std::mutex mutex_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_PROTOCOL_H_
