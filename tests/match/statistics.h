#ifndef ARBITER_TESTS_MATCH_STATISTICS_H_
#define ARBITER_TESTS_MATCH_STATISTICS_H_

#include <array>

namespace arbiter::match {

// Player A's scores in games that were played in pairs: the same opening twice, with colours
// swapped. The two games of a pair depend on each other, so errors are computed from the scores of
// pairs.
class PairedScores {
 public:
  // Adds a pair in whose two games A won this many half points, 0 to 4.
  void AddPair(int half_points) { ++counts_[half_points]; }

  // The number of pairs in which A scored 0, 1/2, 1, 1 1/2 and 2 points.
  const std::array<int, 5>& counts() const { return counts_; }
  int pairs() const;
  // A's points divided by the number of games, 0 to 1. Requires at least one pair.
  double score() const;
  // Half the width of the 95 % confidence interval of score(): 1.96 standard errors of the mean of
  // the pairs. If all pairs have the same score, the rule of three applies: 3 / pairs, at most 1.
  double error_bar() const;
  // The bounds of the interval, 0 to 1.
  double low() const;
  double high() const;

 private:
  std::array<int, 5> counts_ = {};
};

// Returns the Elo difference at which a player is expected to score `score` of the points; infinite
// for 0 and 1.
double EloOf(double score);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_STATISTICS_H_
