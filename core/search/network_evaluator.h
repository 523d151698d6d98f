#ifndef ARBITER_CORE_SEARCH_NETWORK_EVALUATOR_H_
#define ARBITER_CORE_SEARCH_NETWORK_EVALUATOR_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/search/network.h"
#include "core/search/network_kernels.h"
#include "core/search/score.h"

namespace arbiter {

// Evaluates the positions of a royal game (core/rules/royal_moves.h) with a network, in one thread
// of a search. A feature is a piece of one kind and side on one square, as seen from one side:
// ranks are counted from there, and files are mirrored if that side's royal is to the right of the
// middle.
//
// For each ply, the evaluator keeps the sums of the network's first layer and the board to which
// they belong, and makes the sums of a position from those of the ply before. It compares the
// boards, so its values never depend on what it evaluated before.
template <typename P>
class NetworkEvaluator {
 public:
  using Geo = typename P::Geo;
  using Board = typename P::Board;
  static constexpr int kFeatures = 2 * Board::kKinds * Geo::kSquares;

  // The network must have kFeatures features, and must outlive the evaluator.
  explicit NetworkEvaluator(const Network& network)
      : network_(network),
        kernels_(FastestKernels()),
        boards_(kPlies),
        sums_(std::make_unique_for_overwrite<int16_t[]>(
            static_cast<size_t>(kPlies * 2 * network.neurons()))) {
    for (const Color side : {Color::kWhite, Color::kBlack}) {
      std::copy_n(network.biases(), network.neurons(), SumsOf(0, side));
    }
  }

  // Returns the value for the side to move, in centipawns. `ply` is the number of plies since the
  // root, at most kMaxPly.
  int Evaluate(const P& position, int ply) {
    Update(position.board, ply);
    const int pieces = position.board.Occupied().size();
    const int bucket = std::min((pieces - 1) / kPiecesPerBucket, network_.buckets() - 1);
    return network_.Evaluate(SumsOf(ply, position.turn), SumsOf(ply, !position.turn), bucket);
  }

 private:
  static constexpr int kPlies = kMaxPly + 1;
  static constexpr int kPiecesPerBucket = 4;
  static constexpr size_t kWords = (Geo::kSquares + 7) / 8;

  // The board to which the sums of one ply belong.
  struct KnownBoard {
    // The cells, padded with zeros.
    std::array<uint64_t, kWords> words{};
    bool mirrored[2] = {};
  };
  // The rows of the features that a board has and another has not.
  struct Rows {
    std::array<const int16_t*, Geo::kSquares> rows;
    int count = 0;
    void Add(const int16_t* row) { rows[static_cast<size_t>(count++)] = row; }
  };

  int16_t* SumsOf(int ply, Color side) {
    return sums_.get() + (2 * ply + Index(side)) * network_.neurons();
  }

  // Returns the row of a piece on a square, as seen from `side`.
  const int16_t* RowOf(uint8_t cell, int square, Color side, bool mirrored) const {
    const int kind = (cell & 15) - 1;
    const bool own = cell >> 4 == Index(side);
    const Square<Geo> on(square);
    const int file = mirrored ? Geo::kFiles - 1 - on.file() : on.file();
    const int seen = on.rank_for(side) * Geo::kFiles + file;
    return network_.row(((own ? 0 : Board::kKinds) + kind) * Geo::kSquares + seen);
  }

  // Makes the sums of a ply those of `board`.
  void Update(const Board& board, int ply) {
    // The plies in between have not been evaluated yet.
    for (; known_ < ply; ++known_) {
      boards_[known_] = boards_[known_ - 1];
      std::copy_n(SumsOf(known_ - 1, Color::kWhite), 2 * network_.neurons(),
                  SumsOf(known_, Color::kWhite));
    }
    known_ = std::max(known_, ply + 1);
    const int before = std::max(ply - 1, 0);
    const KnownBoard from = boards_[before];
    KnownBoard& to = boards_[ply];
    std::memcpy(to.words.data(), board.cells().data(), board.cells().size());
    for (const Color side : {Color::kWhite, Color::kBlack}) {
      const bool mirrored = RoyalOf(board, side).file() > (Geo::kFiles - 1) / 2;
      to.mirrored[Index(side)] = mirrored;
      const bool rebuild = mirrored != from.mirrored[Index(side)];
      Rows added;
      Rows removed;
      for (size_t i = 0; i < kWords; ++i) {
        const uint64_t old_word = rebuild ? 0 : from.words[i];
        uint64_t changes = old_word ^ to.words[i];
        while (changes != 0) {
          const int byte = std::countr_zero(changes) / 8;
          changes &= ~(uint64_t{0xff} << 8 * byte);
          const int square = static_cast<int>(8 * i) + byte;
          const auto old_cell = static_cast<uint8_t>(old_word >> 8 * byte);
          const auto new_cell = static_cast<uint8_t>(to.words[i] >> 8 * byte);
          if (old_cell != 0) removed.Add(RowOf(old_cell, square, side, mirrored));
          if (new_cell != 0) added.Add(RowOf(new_cell, square, side, mirrored));
        }
      }
      kernels_.change(rebuild ? network_.biases() : SumsOf(before, side), added.rows.data(),
                      added.count, removed.rows.data(), removed.count, network_.neurons(),
                      SumsOf(ply, side));
    }
  }

  const Network& network_;
  const NetworkKernels& kernels_;
  std::vector<KnownBoard> boards_;
  // The sums of the first layer, by ply and side.
  std::unique_ptr<int16_t[]> sums_;
  // The plies below this one have a board and sums. Those of ply 0 begin with an empty board.
  int known_ = 1;
};

// The evaluation of a variant: the value of its network, which `kScale` reduces where a win is less
// likely than the pieces suggest.
template <typename P, const Network& (*kNetwork)(), int (*kScale)(const P&, int)>
class ScaledNetworkEvaluator {
 public:
  // Returns the value for the side to move, in centipawns. `ply` is the number of plies since the
  // root, at most kMaxPly.
  int Evaluate(const P& position, int ply) {
    return kScale(position, network_.Evaluate(position, ply));
  }

 private:
  NetworkEvaluator<P> network_{kNetwork()};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_NETWORK_EVALUATOR_H_
