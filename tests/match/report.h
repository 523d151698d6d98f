#ifndef ARBITER_TESTS_MATCH_REPORT_H_
#define ARBITER_TESTS_MATCH_REPORT_H_

#include <chrono>
#include <string>

#include "tests/match/play_match.h"

namespace arbiter::match {

// What a player is called, and the time it was to keep to, 0 for none.
struct PlayerTitle {
  std::string name;
  std::chrono::milliseconds movetime;
};

// What a match was about.
struct MatchTitles {
  std::string variant;
  // `100 ms a move`.
  std::string limits;
  PlayerTitle a;
  PlayerTitle b;
};

// Points, error bar, Elo, times and ends, in lines for a reader.
std::string ReportText(const MatchTitles& titles, const MatchSummary& summary);
// The same on one line of JSON.
std::string ReportJson(const MatchTitles& titles, const MatchSummary& summary);

// A game on one line: who won and how, the start and all actions.
std::string GameLine(int pair, bool a_is_white, const GameRecord& record);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_REPORT_H_
