#ifndef ARBITER_TESTS_TUNE_SAMPLES_H_
#define ARBITER_TESTS_TUNE_SAMPLES_H_

#include <cstdint>
#include <vector>

namespace arbiter::tune {

// A term of an evaluation and how often it occurs for White less how often for Black.
struct SampleTerm {
  int16_t term;
  int16_t times;
};

// Positions of self-played games, as the evaluation sees them, with how the games ended.
class Samples {
 public:
  struct Sample {
    size_t first_term;
    size_t end_term;
    // Of the opening, 0 to 1.
    float opening;
    // What the evaluation counts beside the terms.
    float fixed;
    // What a search said, from White's view.
    float searched;
    // 1, 0.5 or 0 for White.
    float result;
  };

  void Add(const std::vector<SampleTerm>& terms, float opening, float fixed, float searched) {
    samples_.push_back(
        {terms_.size(), terms_.size() + terms.size(), opening, fixed, searched, 0.5F});
    terms_.insert(terms_.end(), terms.begin(), terms.end());
  }
  // Of all samples from `first` on.
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

#endif  // ARBITER_TESTS_TUNE_SAMPLES_H_
