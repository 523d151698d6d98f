#ifndef ARBITER_CORE_SEARCH_HISTORY_H_
#define ARBITER_CORE_SEARCH_HISTORY_H_

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace arbiter {

// How well moves have done elsewhere in a search: between -kMost and kMost.
class MoveStatistics {
 public:
  static constexpr int kMost = 16384;

  explicit MoveStatistics(size_t size) : values_(size) {}

  int Get(size_t index) const { return values_[index]; }
  // The further a value is from 0, the less it is moved on; |bonus| is at most kMost.
  void Add(size_t index, int bonus) {
    int16_t& value = values_[index];
    value = static_cast<int16_t>(value + bonus - value * std::abs(bonus) / kMost);
  }

 private:
  std::vector<int16_t> values_;
};

// The statistics of one searching thread for moves of model M.
template <typename M>
class Histories {
 public:
  // A move in its context: who moves what from where to where.
  struct Entry {
    int color = 0;
    int from = 0;
    int to = 0;
    // Kind and target.
    int piece_square = 0;
  };
  // Follows a null move or the root.
  static constexpr int kNoContext = -1;

  Histories()
      : main_(2 * M::kSquares * M::kSquares),
        replies_(static_cast<size_t>(M::kPieceSquares) * M::kPieceSquares),
        noisy_(2 * M::kPieceSquares) {}

  // `before` are the piece-squares of the last two moves, the latest first.
  int Quiet(const Entry& entry, const int (&before)[2]) const {
    int sum = main_.Get(MainIndex(entry));
    for (const int context : before) {
      if (context != kNoContext) sum += replies_.Get(ReplyIndex(context, entry));
    }
    return sum;
  }
  void AddQuiet(const Entry& entry, const int (&before)[2], int bonus) {
    main_.Add(MainIndex(entry), bonus);
    for (const int context : before) {
      if (context != kNoContext) replies_.Add(ReplyIndex(context, entry), bonus);
    }
  }
  int Noisy(const Entry& entry) const { return noisy_.Get(NoisyIndex(entry)); }
  void AddNoisy(const Entry& entry, int bonus) { noisy_.Add(NoisyIndex(entry), bonus); }

 private:
  static size_t MainIndex(const Entry& entry) {
    return static_cast<size_t>((entry.color * M::kSquares + entry.from) * M::kSquares + entry.to);
  }
  static size_t ReplyIndex(int context, const Entry& entry) {
    return static_cast<size_t>(context) * M::kPieceSquares +
           static_cast<size_t>(entry.piece_square);
  }
  static size_t NoisyIndex(const Entry& entry) {
    return static_cast<size_t>(entry.color * M::kPieceSquares + entry.piece_square);
  }

  MoveStatistics main_;
  MoveStatistics replies_;
  MoveStatistics noisy_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_HISTORY_H_
