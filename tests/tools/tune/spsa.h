#ifndef ARBITER_TESTS_TOOLS_TUNE_SPSA_H_
#define ARBITER_TESTS_TOOLS_TUNE_SPSA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/search/parameters.h"

namespace arbiter::tune {

// Simultaneous perturbation stochastic approximation (Spall 1998): changes all parameters at once,
// each up or down at random, plays a pair of games between the two opposite changes, and moves all
// parameters towards the winner. Equal seeds and equal results give equal parameters.
class Spsa {
 public:
  struct Options {
    // The number of pairs of games after which the changes have shrunk to the step of each
    // parameter (core/search/parameters.def). They begin wider.
    int pairs = 10'000;
    // How far a parameter moves in the last pairs if one side wins by a point, as a share of its
    // step.
    double rate = 0.002;
    uint64_t seed = 1;
    // What else a run depends on, such as the nodes per move, in one line.
    std::string conditions;
  };

  // Two opposite changes of the parameters.
  struct Trial {
    SearchParameters up;
    SearchParameters down;
    // The signs of the changes of `up`, in the order of kSearchParameters; 0 for what stays.
    std::vector<int> signs;
    // The number of the trial, from 0.
    int number = 0;
  };

  // Tunes the parameters with these names, which must exist; all if there are none.
  Spsa(const SearchParameters& start, const std::vector<std::string>& names,
       const Options& options);

  // Begins a trial.
  Trial Next();
  // Ends a trial, in which `up` scored `points` more than `down`: from -2 to 2.
  void Learn(const Trial& trial, double points);

  // The number of trials that have ended, or were lost because a run was killed during them.
  int done() const { return done_; }
  // The parameters that the trials so far have led to.
  SearchParameters Result() const;

  // Write and read what the trials so far have led to, as text. Trials that have begun but not
  // ended are lost. A text of other options or parameters is INVALID_ARGUMENT.
  std::string Save() const;
  absl::Status Load(const std::string& text);

 private:
  // The change of a parameter in a trial.
  double WidthOf(size_t index, int number) const;
  // Sets a parameter to a value, which is rounded at random if `random` is not half.
  static void Set(size_t index, double value, double random, SearchParameters* parameters);
  std::string Header() const;

  const SearchParameters start_;
  const Options options_;
  // The values of kSearchParameters, and whether they are tuned.
  std::vector<double> values_;
  std::vector<bool> tuned_;
  int begun_ = 0;
  int done_ = 0;
};

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_SPSA_H_
