#ifndef ARBITER_TESTS_TOOLS_TUNE_SAMPLES_H_
#define ARBITER_TESTS_TOOLS_TUNE_SAMPLES_H_

#include <cstdint>
#include <vector>

namespace arbiter::tune {

// A term of an evaluation, and its number of occurrences for White minus those for Black.
struct SampleTerm {
  int16_t term;
  int16_t times;
};

// The evaluation terms of positions from self-play, with the results of the games.
class Samples {
 public:
  struct Sample {
    size_t first_term;
    size_t end_term;
    // The weight of the opening in the game phase, 0 to 1.
    float opening;
    // The part of the evaluation that does not depend on the weights.
    float fixed;
    // The value that a search returned, from White's point of view.
    float searched;
    // White's score: 1, 0.5 or 0.
    float result;
  };

  void Add(const std::vector<SampleTerm>& terms, float opening, float fixed, float searched) {
    samples_.push_back(
        {terms_.size(), terms_.size() + terms.size(), opening, fixed, searched, 0.5F});
    terms_.insert(terms_.end(), terms.begin(), terms.end());
  }
  // Sets the result of all samples from `first` on.
  void SetResult(size_t first, float result) {
    for (size_t i = first; i < samples_.size(); ++i) samples_[i].result = result;
  }

  size_t size() const { return samples_.size(); }
  const Sample& operator[](size_t i) const { return samples_[i]; }
  const SampleTerm* terms() const { return terms_.data(); }

 private:
  std::vector<Sample> samples_;
  std::vector<SampleTerm> terms_;
};

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_SAMPLES_H_
