#ifndef ARBITER_TESTS_TOOLS_MATCH_UCI_PLAYER_H_
#define ARBITER_TESTS_TOOLS_MATCH_UCI_PLAYER_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/search/limits.h"
#include "tests/tools/match/player.h"
#include "tests/tools/match/uci_process.h"

namespace arbiter::match {

// The settings of a UCI engine.
struct UciSetUp {
  // The shell command that starts the engine.
  std::string command = {};
  std::string variant = {};
  // Names and values, sent before the variant is chosen.
  std::vector<std::pair<std::string, std::string>> options = {};
  SearchLimits limits = {};
};

// The result of a search of a UCI engine.
struct UciResult {
  std::string best = {};
  // From the last `info` line that contained them.
  int depth = 0;
  uint64_t nodes = 0;
};

// A UCI engine in its own process. NewGame() starts the engine for the first game, and again after
// a game in which the engine has failed. FAILED_PRECONDITION if the engine has never started, and
// UNAVAILABLE if it cannot be started again.
class UciPlayer : public Player {
 public:
  explicit UciPlayer(UciSetUp set_up) : set_up_(std::move(set_up)) {}

  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  absl::Status Start();

  UciSetUp set_up_;
  std::unique_ptr<UciProcess> process_;
  bool has_worked_ = false;
};

// Starts an engine, sets its options and waits until it is ready.
absl::StatusOr<std::unique_ptr<UciProcess>> StartUci(const UciSetUp& set_up);

// Waits until the engine has handled all commands so far.
absl::Status WaitUntilReady(UciProcess& process);

// Sends `position`, a UCI command such as `position startpos`, and searches that position within
// the limits and with the clocks, if any. UNAVAILABLE if the engine exits or does not answer in
// time.
absl::StatusOr<UciResult> SearchUci(UciProcess& process, const std::string& position,
                                    const SearchLimits& limits,
                                    const std::optional<MatchClocks>& clocks = std::nullopt);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_UCI_PLAYER_H_
