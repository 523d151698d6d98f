#include "core/game/strength.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/strings.h"
#include "core/random/sha256.h"

namespace arbiter {
namespace {

// Returns the likelihood of a line relative to one without loss, from 0 to kUnit. It falls with the
// fourth power of the loss, so small losses are common and blunders rare.
int64_t Likelihood(int64_t loss, int64_t half_loss) {
  constexpr int64_t kUnit = 1 << 16;
  const int64_t half = half_loss * half_loss;
  const int64_t square = loss * loss;
  // Both are at most 10^8, so the products fit.
  return kUnit * (half * half / 1'000) / ((half * half + square * square) / 1'000);
}

}  // namespace

size_t ChooseLine(const StrengthLevel& level, std::string_view seed, std::string_view position,
                  const std::vector<AnalysisLine>& lines) {
  const auto expectation = [](const AnalysisLine& line) {
    return static_cast<int64_t>(std::lround(10'000 * line.score.expectation()));
  };
  std::vector<int64_t> likelihoods;
  int64_t sum = 0;
  for (const AnalysisLine& line : lines) {
    const int64_t loss = std::max<int64_t>(0, expectation(lines.front()) - expectation(line));
    likelihoods.push_back(Likelihood(loss, level.half_loss));
    sum += likelihoods.back();
  }
  const Digest digest =
      Sha256(StrCat("arbiter-strength-1:", seed.size(), ":", seed, ":", position));
  uint64_t word = 0;
  for (size_t i = 0; i < sizeof(word); ++i) word = word << 8 | digest[i];
  // The sum is tiny compared with 2^64, so the bias of the remainder is, too.
  auto rest = static_cast<int64_t>(word % static_cast<uint64_t>(sum));
  for (size_t i = 0; i < likelihoods.size(); ++i) {
    rest -= likelihoods[i];
    if (rest < 0) return i;
  }
  return 0;
}

}  // namespace arbiter
