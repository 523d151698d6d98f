#ifndef ARBITER_TESTS_TOOLS_MATCH_STATISTICS_H_
#define ARBITER_TESTS_TOOLS_MATCH_STATISTICS_H_

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
  // The variance of the scores of pairs, which are from 0 to 1. It includes half a pair with each
  // score, because a few pairs with equal scores do not show that the variance is small.
  double variance() const;

 private:
  std::array<int, 5> counts_ = {};
};

// Returns the Elo difference at which a player is expected to score `score` of the points; infinite
// for 0 and 1.
double EloOf(double score);

// Returns the score that a player is expected to have with this Elo difference.
double ScoreOf(double elo);

// A sequential probability ratio test of two hypotheses about A's Elo difference. A match is
// continued until one of them can be rejected; in 5 % of matches in which a hypothesis is true, it
// is rejected nevertheless. It is the generalised test for scores of pairs, with normal
// approximation (https://archive.org/details/gsprt).
class SequentialTest {
 public:
  enum class Result { kUndecided, kLower, kHigher };

  // The hypotheses are that A is better by `low` or by `high` Elo; `low` must be below `high`.
  SequentialTest(double low, double high) : low_(low), high_(high) {}

  // Returns the logarithm of the likelihood of `high` divided by that of `low`.
  double LogLikelihoodRatio(const PairedScores& scores) const;
  Result Decide(const PairedScores& scores) const;

  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_;
  double high_;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_STATISTICS_H_
