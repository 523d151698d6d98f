#ifndef ARBITER_TESTS_TOOLS_MATCH_REPORT_H_
#define ARBITER_TESTS_TOOLS_MATCH_REPORT_H_

#include <chrono>
#include <optional>
#include <string>

#include "tests/tools/match/play_match.h"

namespace arbiter::match {

// The name of a player, and its limit on the time per move; 0 if there is none.
struct PlayerTitle {
  std::string name;
  std::chrono::milliseconds movetime;
};

// The texts that describe a match in its report.
struct MatchTitles {
  std::string variant;
  // Example: `100 ms per move`.
  std::string limits;
  PlayerTitle a;
  PlayerTitle b;
  // The sequential test that the match was played for, if any.
  std::optional<SequentialTest> test = std::nullopt;
};

// Formats points, error bar, Elo, times and ends as text.
std::string ReportText(const MatchTitles& titles, const MatchSummary& summary);
// Formats the same report as one line of JSON.
std::string ReportJson(const MatchTitles& titles, const MatchSummary& summary);

// Formats a game as one line: its result and how it ended, the start FEN and all actions.
std::string GameLine(int pair, bool a_is_white, const GameRecord& record);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_REPORT_H_
