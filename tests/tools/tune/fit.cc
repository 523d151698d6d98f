#include "tests/tools/tune/fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace arbiter::tune {
namespace {

struct Weight {
  double opening;
  double endgame;
};

double ValueOf(const Samples& samples, size_t i, const std::vector<Weight>& weights) {
  const Samples::Sample& sample = samples[i];
  double opening = 0;
  double endgame = 0;
  for (size_t t = sample.first_term; t < sample.end_term; ++t) {
    const SampleTerm& term = samples.terms()[t];
    opening += weights[static_cast<size_t>(term.term)].opening * term.times;
    endgame += weights[static_cast<size_t>(term.term)].endgame * term.times;
  }
  return sample.fixed + sample.opening * opening + (1 - sample.opening) * endgame;
}

double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

double CrossEntropy(double target, double value, double slope) {
  const double p = std::clamp(Logistic(value / slope), 1e-9, 1 - 1e-9);
  return -target * std::log(p) - (1 - target) * std::log(1 - p);
}

double TargetOf(const Samples::Sample& sample, const FitOptions& options) {
  return options.result_share * sample.result +
         (1 - options.result_share) * Logistic(sample.searched / options.slope);
}

double MeanEntropy(const Samples& samples, const std::vector<Weight>& weights,
                   const FitOptions& options) {
  double sum = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    sum += CrossEntropy(TargetOf(samples[i], options), ValueOf(samples, i, weights), options.slope);
  }
  return sum / static_cast<double>(samples.size());
}

// Returns the slope that minimises the cross entropy of the results, by golden-section search.
double ResultSlope(const Samples& samples, const std::vector<Weight>& weights) {
  std::vector<double> values;
  for (size_t i = 0; i < samples.size(); ++i) values.push_back(ValueOf(samples, i, weights));
  const auto entropy = [&](double slope) {
    double sum = 0;
    for (size_t i = 0; i < samples.size(); ++i) {
      sum += CrossEntropy(samples[i].result, values[i], slope);
    }
    return sum;
  };
  double low = 30;
  double high = 3000;
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 20; ++i) {
    const double a = high - ratio * (high - low);
    const double b = low + ratio * (high - low);
    (entropy(a) < entropy(b) ? high : low) = entropy(a) < entropy(b) ? b : a;
  }
  return (low + high) / 2;
}

// Returns the sum of the opening weights of material, by which the scale is preserved.
double MaterialSum(const std::vector<Weight>& weights, const FitOptions& options) {
  double sum = 0;
  for (size_t w = 0; w < options.material_end; ++w) sum += weights[w].opening;
  return sum;
}

// The state of Adam for one weight.
struct Moments {
  double first = 0;
  double second = 0;
};

double Step(double gradient, int round, Moments* moments) {
  constexpr double kRate = 1;
  moments->first = 0.9 * moments->first + 0.1 * gradient;
  moments->second = 0.999 * moments->second + 0.001 * gradient * gradient;
  const double first = moments->first / (1 - std::pow(0.9, round));
  const double second = moments->second / (1 - std::pow(0.999, round));
  return kRate * first / (std::sqrt(second) + 1e-12);
}

}  // namespace

Fit FitWeights(const Samples& samples, std::span<const Tapered> start, const FitOptions& options) {
  std::vector<Weight> weights;
  for (const Tapered& weight : start) {
    weights.push_back(
        {static_cast<double>(weight.opening()), static_cast<double>(weight.endgame())});
  }
  const std::vector<Weight> initial = weights;
  Fit fit;
  fit.result_slope = ResultSlope(samples, weights);
  fit.before = MeanEntropy(samples, weights, options);
  std::vector<Moments> opening(weights.size());
  std::vector<Moments> endgame(weights.size());
  const auto count = static_cast<double>(samples.size());
  const auto prior_strength = [&options](size_t w) {
    const double deviation =
        w < options.material_end ? options.material_deviation : options.deviation;
    return options.slope * options.correlated_positions / (deviation * deviation);
  };
  for (int round = 1; round <= options.rounds; ++round) {
    std::vector<Weight> gradient(weights.size(), {0, 0});
    for (size_t i = 0; i < samples.size(); ++i) {
      const Samples::Sample& sample = samples[i];
      const double error =
          Logistic(ValueOf(samples, i, weights) / options.slope) - TargetOf(sample, options);
      for (size_t t = sample.first_term; t < sample.end_term; ++t) {
        const SampleTerm& term = samples.terms()[t];
        Weight& slot = gradient[static_cast<size_t>(term.term)];
        slot.opening += error * sample.opening * term.times;
        slot.endgame += error * (1 - sample.opening) * term.times;
      }
    }
    for (size_t w = 0; w < weights.size(); ++w) {
      const double strength = prior_strength(w);
      const double opening_prior = strength * (weights[w].opening - initial[w].opening);
      const double endgame_prior = strength * (weights[w].endgame - initial[w].endgame);
      weights[w].opening -= Step((gradient[w].opening + opening_prior) / count, round, &opening[w]);
      weights[w].endgame -= Step((gradient[w].endgame + endgame_prior) / count, round, &endgame[w]);
    }
    if (round % 50 == 0) {
      std::fprintf(stderr, "round %d: %.5f\n", round, MeanEntropy(samples, weights, options));
    }
  }
  fit.after = MeanEntropy(samples, weights, options);
  const double scale = MaterialSum(initial, options) / MaterialSum(weights, options);
  for (const Weight& weight : weights) {
    fit.weights.emplace_back(static_cast<int>(std::lround(scale * weight.opening)),
                             static_cast<int>(std::lround(scale * weight.endgame)));
  }
  return fit;
}

}  // namespace arbiter::tune
