#ifndef ARBITER_CORE_SEARCH_CORRECTION_HISTORY_H_
#define ARBITER_CORE_SEARCH_CORRECTION_HISTORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/board/color.h"
#include "core/search/history.h"
#include "core/search/parameters.h"
#include "core/search/score.h"

namespace arbiter {

// Corrects static evaluations by how far the searches of one thread have differed from those of
// positions with the same pawns, with the same material, and after the same two moves (correction
// history).
template <typename M>
class CorrectionHistory {
  static constexpr size_t kEntries = 1 << 14;

 public:
  using Position = typename M::Position;

  // The size of an object with everything that it owns.
  static constexpr size_t kBytes = 6 * kEntries * sizeof(int16_t);
  using PreviousMoves = typename Histories<M>::PreviousMoves;

  CorrectionHistory() : pawns_(2 * kEntries), material_(2 * kEntries), moves_(2 * kEntries) {}

  // Returns the corrected evaluation of a position.
  Value Correct(const Position& position, const PreviousMoves& previous, Value eval) const {
    const SearchParameters& p = M::parameters();
    const int sum = p.correction_pawns * pawns_[IndexOf(position, M::PawnKey(position))] +
                    p.correction_material * material_[IndexOf(position, M::MaterialKey(position))] +
                    p.correction_moves * moves_[IndexOf(position, MovesKey(previous))];
    return ClampEval(eval + sum / kUnit);
  }
  // Notes by how much the value of a search to this depth differs from the corrected evaluation.
  void Add(const Position& position, const PreviousMoves& previous, Value difference, int depth) {
    const int step = std::clamp(difference * depth / 8, -kMaxStep, kMaxStep);
    for (int16_t* entry : {&pawns_[IndexOf(position, M::PawnKey(position))],
                           &material_[IndexOf(position, M::MaterialKey(position))],
                           &moves_[IndexOf(position, MovesKey(previous))]}) {
      *entry = static_cast<int16_t>(*entry + step - *entry * std::abs(step) / kUnit);
    }
  }

 private:
  // The limit of an entry, and of what a single search adds to it.
  static constexpr int kUnit = 1024;
  static constexpr int kMaxStep = kUnit / 4;

  static uint64_t MovesKey(const PreviousMoves& previous) {
    return static_cast<uint64_t>((previous[0] + 1) * 1021 + previous[1] + 1);
  }
  static size_t IndexOf(const Position& position, uint64_t key) {
    return (key & (kEntries - 1)) + (position.turn == Color::kBlack ? kEntries : 0);
  }

  std::vector<int16_t> pawns_;
  std::vector<int16_t> material_;
  std::vector<int16_t> moves_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_CORRECTION_HISTORY_H_
