#ifndef ARBITER_CORE_SEARCH_CORRECTION_HISTORY_H_
#define ARBITER_CORE_SEARCH_CORRECTION_HISTORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/board/color.h"
#include "core/search/score.h"

namespace arbiter {

// Corrects static evaluations by how far the searches of one thread have differed from those of
// positions with the same pawns, and of positions with the same material (correction history).
template <typename M>
class CorrectionHistory {
  static constexpr size_t kEntries = 1 << 14;

 public:
  using Position = typename M::Position;

  // The size of an object with everything that it owns.
  static constexpr size_t kBytes = 4 * kEntries * sizeof(int16_t);

  CorrectionHistory() : pawns_(2 * kEntries), material_(2 * kEntries) {}

  // Returns the corrected evaluation of a position.
  Value Correct(const Position& position, Value eval) const {
    const int sum = kPawnWeight * pawns_[IndexOf(position, M::PawnKey(position))] +
                    kMaterialWeight * material_[IndexOf(position, M::MaterialKey(position))];
    return ClampEval(eval + sum / kUnit);
  }
  // Notes by how much the value of a search to this depth differs from the corrected evaluation.
  void Add(const Position& position, Value difference, int depth) {
    const int step = std::clamp(difference * depth / 8, -kMaxStep, kMaxStep);
    for (int16_t* entry : {&pawns_[IndexOf(position, M::PawnKey(position))],
                           &material_[IndexOf(position, M::MaterialKey(position))]}) {
      *entry = static_cast<int16_t>(*entry + step - *entry * std::abs(step) / kUnit);
    }
  }

 private:
  // The limit of an entry, and of what a single search adds to it.
  static constexpr int kUnit = 1024;
  static constexpr int kMaxStep = kUnit / 4;
  // The corrections of full entries, in centipawns.
  static constexpr int kPawnWeight = 32;
  static constexpr int kMaterialWeight = 16;

  static size_t IndexOf(const Position& position, uint64_t key) {
    return (key & (kEntries - 1)) + (position.turn == Color::kBlack ? kEntries : 0);
  }

  std::vector<int16_t> pawns_;
  std::vector<int16_t> material_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_CORRECTION_HISTORY_H_
