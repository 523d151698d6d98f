#include "tests/tools/tune/bid_values_fit.h"

#include <cmath>
#include <utility>

namespace arbiter::tune {
namespace {

using chpok::BidAmounts;
using chpok::BidTerms;

constexpr size_t kTerms = BidTerms::kCount;
constexpr int kNewtonSteps = 12;
using Matrix = std::array<std::array<double, kTerms>, kTerms>;

// Inverts a symmetric positive definite matrix by Gauss–Jordan elimination.
Matrix Inverse(Matrix matrix) {
  Matrix inverse = {};
  for (size_t i = 0; i < kTerms; ++i) inverse[i][i] = 1;
  for (size_t pivot = 0; pivot < kTerms; ++pivot) {
    const double scale = 1 / matrix[pivot][pivot];
    for (size_t column = 0; column < kTerms; ++column) {
      matrix[pivot][column] *= scale;
      inverse[pivot][column] *= scale;
    }
    for (size_t row = 0; row < kTerms; ++row) {
      const double factor = matrix[row][pivot];
      if (row == pivot || factor == 0) continue;
      for (size_t column = 0; column < kTerms; ++column) {
        matrix[row][column] -= factor * matrix[pivot][column];
        inverse[row][column] -= factor * inverse[pivot][column];
      }
    }
  }
  return inverse;
}

}  // namespace

BidFit FitBidWeights(const std::vector<BidSample>& samples) {
  BidFit fit;
  for (int step = 0; step < kNewtonSteps; ++step) {
    std::array<double, kTerms> gradient;
    Matrix curvature = {};
    for (size_t i = 0; i < kTerms; ++i) {
      gradient[i] = -fit.weights[i] / (kPriorDeviation * kPriorDeviation);
      curvature[i][i] = 1 / (kPriorDeviation * kPriorDeviation);
    }
    for (const BidSample& sample : samples) {
      const BidAmounts amounts = BidAmountsOf(sample.setting.features, sample.setting.row);
      double log_odds = 0;
      for (size_t i = 0; i < kTerms; ++i) log_odds += fit.weights[i] * amounts[i];
      const double expected = 1 / (1 + std::exp(-log_odds));
      for (size_t i = 0; i < kTerms; ++i) {
        if (amounts[i] == 0) continue;
        gradient[i] += (sample.score - expected) * amounts[i];
        for (size_t j = 0; j < kTerms; ++j) {
          curvature[i][j] += expected * (1 - expected) * amounts[i] * amounts[j];
        }
      }
    }
    const Matrix inverse = Inverse(curvature);
    for (size_t i = 0; i < kTerms; ++i) {
      for (size_t j = 0; j < kTerms; ++j) fit.weights[i] += inverse[i][j] * gradient[j];
      fit.standard_errors[i] = std::sqrt(inverse[i][i]);
    }
  }
  return fit;
}

}  // namespace arbiter::tune
