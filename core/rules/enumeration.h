#ifndef ARBITER_CORE_RULES_ENUMERATION_H_
#define ARBITER_CORE_RULES_ENUMERATION_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/base/budget.h"
#include "core/base/fraction.h"
#include "core/rules/rules.h"

namespace arbiter {

// Finds entries of a growing list by a hash, which is called their key.
class KeyIndex {
 public:
  // Returns the index of the first entry with this key for which `is_equal(index)` holds; the size
  // of the list if there is none.
  template <typename IsEqual>
  size_t Find(uint64_t key, IsEqual is_equal) const {
    if (slots_.empty()) {
      for (size_t i = 0; i < keys_.size(); ++i) {
        if (keys_[i] == key && is_equal(i)) return i;
      }
      return keys_.size();
    }
    for (size_t slot = key & mask(); slots_[slot] != kFree; slot = (slot + 1) & mask()) {
      if (keys_[slots_[slot]] == key && is_equal(slots_[slot])) return slots_[slot];
    }
    return keys_.size();
  }

  // Notes that an entry with this key has been appended to the list.
  void Add(uint64_t key) {
    keys_.push_back(key);
    if (keys_.size() <= kMaxScanned) return;
    if (2 * keys_.size() <= slots_.size()) {
      Insert(keys_.size() - 1);
    } else {
      slots_.assign(4 * std::bit_ceil(keys_.size()), kFree);
      for (size_t i = 0; i < keys_.size(); ++i) Insert(i);
    }
  }

 private:
  // Up to this size, comparing all keys is faster than a hash table.
  static constexpr size_t kMaxScanned = 16;
  static constexpr size_t kFree = SIZE_MAX;

  size_t mask() const { return slots_.size() - 1; }

  void Insert(size_t index) {
    size_t slot = keys_[index] & mask();
    while (slots_[slot] != kFree) slot = (slot + 1) & mask();
    slots_[slot] = index;
  }

  std::vector<uint64_t> keys_;
  // A hash table of indices, with linear probing. Its size is a power of two, or 0 for a short
  // list.
  std::vector<size_t> slots_;
};

// The limits of an enumeration.
struct EnumerationLimits {
  // The maximum number of distinct results to list.
  size_t outcomes = SIZE_MAX;
  // The maximum number of series of random draws to follow. An enumeration that reaches this limit
  // reports the probabilities found so far.
  uint64_t paths = UINT64_MAX;
  // Whether to list equal results of different series of draws separately.
  bool separate_paths = false;
};

// Enumerates the results of an action with their exact probabilities (ruling R5). Each series of
// random draws takes one unit of the budget. Memory is proportional to the number of results
// listed.
template <StochasticRules R>
class Enumeration {
 public:
  using Position = typename R::Position;
  using Resolution = typename R::Resolution;

  struct Outcome {
    Position after;
    // The part of choices_ that PathOf() returns.
    size_t path_begin;
    size_t path_size;
    // std::nullopt if it does not fit into a Fraction; missing_mass() then includes all of it.
    std::optional<Fraction> probability;
  };

  // `budget` must outlive this object.
  Enumeration(const EnumerationLimits& limits, Budget* budget) : limits_(limits), budget_(budget) {}

  // Enumerates the results of `start`. Returns only errors of the budget.
  absl::Status Run(const Resolution& start) {
    path_.clear();
    Visit(start, Fraction(1), 1.0);
    return stop_;
  }

  // The results, in draw order.
  const std::vector<Outcome>& outcomes() const { return outcomes_; }
  // Returns the indices of the candidates chosen, in draw order, in the first series with this
  // result.
  std::span<const int> PathOf(const Outcome& outcome) const {
    return std::span(choices_).subspan(outcome.path_begin, outcome.path_size);
  }
  // Whether a limit was reached, so that results may be missing.
  bool cut_short() const { return cut_short_; }
  // The total probability of all results that are not listed or have no exact probability.
  double missing_mass() const { return missing_mass_; }

 private:
  // `probability` is std::nullopt if it does not fit into a Fraction; `mass` is its rounded value.
  void Visit(const Resolution& resolution, std::optional<Fraction> probability, double mass) {
    if (!stop_.ok()) return;
    const int candidates = resolution.candidates();
    if (candidates == 0) {
      AddResult(resolution.after(), probability, mass);
      return;
    }
    if (paths_ >= limits_.paths) {
      CutShort(mass);
      return;
    }
    const auto parts = static_cast<uint64_t>(candidates);
    const auto part = probability ? probability->DividedBy(parts) : std::nullopt;
    for (int i = 0; i < candidates; ++i) {
      Resolution next = resolution;
      next.Choose(i);
      path_.push_back(i);
      Visit(next, part, mass / candidates);
      path_.pop_back();
    }
  }

  void AddResult(const Position& after, std::optional<Fraction> probability, double mass) {
    ++paths_;
    if (stop_ = budget_->Spend(); !stop_.ok()) return;
    // An action without random draws has one result, which needs no merging.
    const bool merges = !limits_.separate_paths && !path_.empty();
    const uint64_t key = merges ? after.key() : 0;
    if (merges) {
      const size_t index = by_key_.Find(key, [&](size_t i) { return outcomes_[i].after == after; });
      if (index < outcomes_.size()) {
        AddProbability(probability, mass, &outcomes_[index]);
        return;
      }
    }
    if (outcomes_.size() >= limits_.outcomes) {
      CutShort(mass);
      return;
    }
    if (!probability) missing_mass_ += mass;
    if (merges) by_key_.Add(key);
    outcomes_.push_back({after, choices_.size(), path_.size(), probability});
    choices_.insert(choices_.end(), path_.begin(), path_.end());
  }

  void AddProbability(std::optional<Fraction> probability, double mass, Outcome* outcome) {
    std::optional<Fraction>& sum = outcome->probability;
    const double before = sum ? sum->ToDouble() : 0;
    sum = sum && probability ? Sum(*sum, *probability) : std::nullopt;
    if (!sum) missing_mass_ += before + mass;
  }

  void CutShort(double mass) {
    cut_short_ = true;
    missing_mass_ += mass;
  }

  EnumerationLimits limits_;
  Budget* budget_;
  std::vector<Outcome> outcomes_;
  // The paths of all outcomes, one after the other.
  std::vector<int> choices_;
  KeyIndex by_key_;
  std::vector<int> path_;
  uint64_t paths_ = 0;
  absl::Status stop_;
  bool cut_short_ = false;
  double missing_mass_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ENUMERATION_H_
