#ifndef ARBITER_CORE_SEARCH_NETWORK_EVALUATOR_H_
#define ARBITER_CORE_SEARCH_NETWORK_EVALUATOR_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/search/network.h"
#include "core/search/network_kernels.h"
#include "core/search/score.h"

namespace arbiter {

// What a network sees of the positions of a royal game (core/rules/royal_moves.h). A feature is a
// piece of one kind and side on one square, as seen from one side: ranks are counted from there,
// and files are mirrored if that side's royal is to the right of the middle. A variant can divide
// the board into zones; a piece is then another feature if that side's royal is in another zone.
template <typename P>
struct RoyalInputs {
  using Geo = typename P::Geo;
  static constexpr int kFiles = Geo::kFiles;
  // The number of zones of a side's royal.
  static constexpr int kZones = 1;
  // The number of features that every position has in addition to its pieces, and of those that it
  // can have.
  static constexpr int kOthers = 0;
  static constexpr int kOtherFeatures = 0;

  // Returns whether the files are mirrored as seen from `side`.
  static bool IsMirrored(const P& position, Color side) {
    return RoyalOf(position.board, side).file() > (kFiles - 1) / 2;
  }
  // Returns the zone of the royal of `side`, less than kZones.
  static int ZoneOf(const P& /*position*/, Color /*side*/) { return 0; }
  // Returns the features that are no pieces, as seen from `side`, each less than kOtherFeatures.
  static std::array<int16_t, kOthers> OtherFeatures(const P& /*position*/, Color /*side*/) {
    return {};
  }
};

// Evaluates positions with a network, in one thread of a search. `Inputs`, such as RoyalInputs,
// says what the network sees: first the pieces, by zone, side (own, other), kind and square, and
// then the other features.
//
// For each ply, the evaluator keeps the sums of the network's first layer and the features to which
// they belong, and makes the sums of a position from those of the ply before. It compares the
// features, so its values never depend on what it evaluated before.
template <typename P, typename Inputs>
class NetworkEvaluator {
 public:
  using Geo = typename P::Geo;
  using Board = decltype(P::board);
  static constexpr int kSquares = Inputs::kFiles * Geo::kRanks;
  static constexpr int kPieceFeatures = Inputs::kZones * 2 * Board::kKinds * kSquares;
  static constexpr int kFeatures = kPieceFeatures + Inputs::kOtherFeatures;

  // The network must have kFeatures features, and must outlive the evaluator.
  explicit NetworkEvaluator(const Network& network)
      : network_(network),
        kernels_(FastestKernels()),
        known_features_(kPlies),
        sums_(std::make_unique_for_overwrite<int16_t[]>(size_t{kPlies} * 2 *
                                                        static_cast<size_t>(network.neurons()))) {
    for (const Color side : {Color::kWhite, Color::kBlack}) {
      std::copy_n(network.biases(), network.neurons(), SumsOf(0, side));
    }
  }

  // Returns the value for the side to move, in centipawns. `ply` is the number of plies since the
  // root, at most kMaxPly.
  int Evaluate(const P& position, int ply) {
    Update(position, ply);
    const int pieces = position.board.Occupied().size();
    const int bucket = std::min((pieces - 1) / kPiecesPerBucket, network_.buckets() - 1);
    return network_.Evaluate(SumsOf(ply, position.turn), SumsOf(ply, !position.turn), bucket);
  }

 private:
  static constexpr int kPlies = kMaxPly + 1;
  static constexpr int kPiecesPerBucket = 4;
  static constexpr size_t kWords = (Geo::kSquares + 7) / 8;

  // What decides how a side sees the pieces.
  struct View {
    int zone;
    bool mirrored;
    bool operator==(const View&) const = default;
  };
  // The features to which the sums of one ply belong.
  struct KnownFeatures {
    // The cells, padded with zeros.
    std::array<uint64_t, kWords> words{};
    // std::nullopt as long as there are no features, not even the others.
    std::optional<View> views[2];
    std::array<int16_t, Inputs::kOthers> others[2] = {};
  };
  // The rows of the features that a position has and another has not.
  struct Rows {
    std::array<const int16_t*, Geo::kSquares + Inputs::kOthers> rows;
    int count = 0;
    void Add(const int16_t* row) { rows[static_cast<size_t>(count++)] = row; }
  };

  int16_t* SumsOf(int ply, Color side) {
    return sums_.get() + (2 * ply + Index(side)) * network_.neurons();
  }

  // Returns the row of a piece on a square, as seen from `side`.
  const int16_t* RowOf(uint8_t cell, int square, Color side, View view) const {
    const int kind = (cell & 15) - 1;
    const bool own = cell >> 4 == Index(side);
    const Square<Geo> on(square);
    const int file = view.mirrored ? Inputs::kFiles - 1 - on.file() : on.file();
    const int seen = on.rank_for(side) * Inputs::kFiles + file;
    const int piece = (2 * view.zone + (own ? 0 : 1)) * Board::kKinds + kind;
    return network_.row(piece * kSquares + seen);
  }

  // Makes the sums of a ply those of `position`.
  void Update(const P& position, int ply) {
    const Board& board = position.board;
    // The plies in between have not been evaluated yet.
    for (; known_ < ply; ++known_) {
      known_features_[known_] = known_features_[known_ - 1];
      std::copy_n(SumsOf(known_ - 1, Color::kWhite), 2 * network_.neurons(),
                  SumsOf(known_, Color::kWhite));
    }
    known_ = std::max(known_, ply + 1);
    const int before = std::max(ply - 1, 0);
    const KnownFeatures from = known_features_[before];
    KnownFeatures& to = known_features_[ply];
    std::memcpy(to.words.data(), board.cells().data(), board.cells().size());
    for (const Color side : {Color::kWhite, Color::kBlack}) {
      const View view{Inputs::ZoneOf(position, side), Inputs::IsMirrored(position, side)};
      to.views[Index(side)] = view;
      const bool rebuild = from.views[Index(side)] != view;
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
          if (old_cell != 0) removed.Add(RowOf(old_cell, square, side, view));
          if (new_cell != 0) added.Add(RowOf(new_cell, square, side, view));
        }
      }
      to.others[Index(side)] = Inputs::OtherFeatures(position, side);
      for (size_t i = 0; i < Inputs::kOthers; ++i) {
        const int16_t old_feature = from.others[Index(side)][i];
        const int16_t new_feature = to.others[Index(side)][i];
        if (!rebuild && old_feature == new_feature) continue;
        if (!rebuild) removed.Add(network_.row(kPieceFeatures + old_feature));
        added.Add(network_.row(kPieceFeatures + new_feature));
      }
      kernels_.change(rebuild ? network_.biases() : SumsOf(before, side), added.rows.data(),
                      added.count, removed.rows.data(), removed.count, network_.neurons(),
                      SumsOf(ply, side));
    }
  }

  const Network& network_;
  const NetworkKernels& kernels_;
  std::vector<KnownFeatures> known_features_;
  // The sums of the first layer, by ply and side.
  std::unique_ptr<int16_t[]> sums_;
  // The plies below this one have features and sums. Those of ply 0 begin without any feature.
  int known_ = 1;
};

// The evaluation of a variant: `kFinalValue` makes it from the position and the network's value for
// the side to move. Both are in the unit of the variant's evaluation.
template <typename P, typename Inputs, const Network& (*kNetwork)(),
          int (*kFinalValue)(const P&, int)>
class VariantNetworkEvaluator {
 public:
  // Returns the value for the side to move. `ply` is the number of plies since the root, at most
  // kMaxPly.
  int Evaluate(const P& position, int ply) {
    return kFinalValue(position, network_.Evaluate(position, ply));
  }

 private:
  NetworkEvaluator<P, Inputs> network_{kNetwork()};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_NETWORK_EVALUATOR_H_
