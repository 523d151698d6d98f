#ifndef ARBITER_TESTS_MATCH_UCI_PLAYER_H_
#define ARBITER_TESTS_MATCH_UCI_PLAYER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/search/limits.h"
#include "tests/match/player.h"
#include "tests/match/uci_process.h"

namespace arbiter::match {

// What a UCI engine is started with.
struct UciSetUp {
  // Of the shell.
  std::string command = {};
  std::string variant = {};
  // Names and values, sent before the variant is chosen.
  std::vector<std::pair<std::string, std::string>> options = {};
  SearchLimits limits = {};
};

// What an engine found.
struct UciAnswer {
  std::string best = {};
  // Of the last `info` line that told them.
  int depth = 0;
  uint64_t nodes = 0;
};

// A UCI engine in a process of its own. It is started at the first game, FAILED_PRECONDITION where
// that fails, and once more at the next game where it has failed in one.
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

// Starts an engine, sets it up and waits until it is ready.
absl::StatusOr<std::unique_ptr<UciProcess>> StartUci(const UciSetUp& set_up);

// Waits until the engine has done what it was told.
absl::Status WaitUntilReady(UciProcess& process);

// Searches the position that `position`, a UCI command, sets.
absl::StatusOr<UciAnswer> SearchUci(UciProcess& process, const std::string& position,
                                    const SearchLimits& limits);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_UCI_PLAYER_H_
