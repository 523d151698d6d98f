#ifndef ARBITER_CORE_SEARCH_HISTORY_H_
#define ARBITER_CORE_SEARCH_HISTORY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace arbiter {

// A table of history scores, which say how well moves have done elsewhere in the search. Scores are
// between -kMax and kMax.
class HistoryTable {
 public:
  static constexpr int kMax = 16384;

  explicit HistoryTable(size_t size) : values_(size) {}

  int ScoreAt(size_t index) const { return values_[index]; }
  // Adds a bonus of at most kMax or a malus of at least -kMax. The closer a score is to the limit,
  // the less a bonus or malus moves it towards that limit (history gravity).
  void Add(size_t index, int bonus) {
    int16_t& value = values_[index];
    value = static_cast<int16_t>(value + bonus - value * std::abs(bonus) / kMax);
  }

 private:
  std::vector<int16_t> values_;
};

// The history heuristics of one search thread for the moves of the model M: butterfly history,
// continuation history and capture history.
template <typename M>
class Histories {
  static constexpr size_t kButterflySize = size_t{2} * M::kSquares * M::kSquares;
  static constexpr size_t kContinuationSize = size_t{M::kPieceSquares} * M::kPieceSquares;
  static constexpr size_t kCaptureSize = size_t{2} * M::kPieceSquares * (M::kKinds + 1);

 public:
  // The indices of a move.
  struct Entry {
    int color = 0;
    int from = 0;
    int to = 0;
    // The kind of the piece and the target square, as M::PieceSquare() combines them.
    int piece_square = 0;
    // M::CapturedKind().
    int captured = 0;
  };
  // The piece-squares of the moves 1, 2 and 4 plies before, or kNoMove.
  using PreviousMoves = std::array<int, 3>;
  static Entry EntryOf(const typename M::Position& position, const typename M::Move& move) {
    return {static_cast<int>(position.turn), M::FromIndex(move), M::ToIndex(move),
            M::PieceSquare(position, move), M::CapturedKind(position, move)};
  }
  // The piece-square of a null move, or of the move before the root.
  static constexpr int kNoMove = -1;

  // The size of an object with everything that it owns.
  static constexpr size_t kBytes =
      (kButterflySize + kContinuationSize + kCaptureSize) * sizeof(int16_t);

  Histories()
      : butterfly_(kButterflySize), continuation_(kContinuationSize), captures_(kCaptureSize) {}

  // Returns the score of a quiet move.
  int Quiet(const Entry& entry, const PreviousMoves& previous) const {
    int sum = butterfly_.ScoreAt(ButterflyIndex(entry));
    for (size_t i = 0; i < previous.size(); ++i) {
      if (previous[i] == kNoMove) continue;
      const int score = continuation_.ScoreAt(ContinuationIndex(previous[i], entry));
      // The move 4 plies before says less.
      sum += i == 2 ? score / 2 : score;
    }
    return sum;
  }
  void AddQuiet(const Entry& entry, const PreviousMoves& previous, int bonus) {
    AddButterfly(entry, bonus);
    AddContinuation(entry, previous, bonus);
  }
  void AddButterfly(const Entry& entry, int bonus) { butterfly_.Add(ButterflyIndex(entry), bonus); }
  void AddContinuation(const Entry& entry, const PreviousMoves& previous, int bonus) {
    for (const int earlier : previous) {
      if (earlier != kNoMove) continuation_.Add(ContinuationIndex(earlier, entry), bonus);
    }
  }
  int Noisy(const Entry& entry) const { return captures_.ScoreAt(CaptureIndex(entry)); }
  void AddNoisy(const Entry& entry, int bonus) { captures_.Add(CaptureIndex(entry), bonus); }

 private:
  static size_t ButterflyIndex(const Entry& entry) {
    const int index = (entry.color * M::kSquares + entry.from) * M::kSquares + entry.to;
    return static_cast<size_t>(index);
  }
  static size_t ContinuationIndex(int earlier, const Entry& entry) {
    return static_cast<size_t>(earlier) * M::kPieceSquares +
           static_cast<size_t>(entry.piece_square);
  }
  static size_t CaptureIndex(const Entry& entry) {
    const int index = entry.color * M::kPieceSquares + entry.piece_square;
    return static_cast<size_t>(index) * (M::kKinds + 1) + static_cast<size_t>(entry.captured);
  }

  HistoryTable butterfly_;
  HistoryTable continuation_;
  HistoryTable captures_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_HISTORY_H_
