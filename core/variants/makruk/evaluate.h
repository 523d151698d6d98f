#ifndef ARBITER_CORE_VARIANTS_MAKRUK_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_EVALUATE_H_

#include <algorithm>
#include <array>

#include "core/search/evaluation.h"
#include "core/search/network.h"
#include "core/search/network_evaluator.h"
#include "core/variants/makruk/movement.h"
#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

// The indices of the evaluation's terms. Each term has a weight for the opening and one for the
// endgame, in hundredths of a bia. A comment that says "by X" describes a group of terms, one for
// each X, and the constant is the index of the first. The weights come from self-play (`./dev
// tune`, docs/engine.md).
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  // The value of a piece, by kind.
  static constexpr int kMaterial = 0;
  // The bonus of a piece for its square, by kind and folded square.
  static constexpr int kPieceSquare = kMaterial + kKinds;
  // The mobility of a piece, by kind and by the number of squares that it attacks, without those
  // that hold its own side's pieces or that enemy bia attack.
  static constexpr int kMobilityLevels = 15;
  static constexpr int kMobility = kPieceSquare + kKinds * kFoldedSquares<Geo>;
  // The danger to the enemy khun, by the weighted number of attacks on it and the squares around
  // it.
  static constexpr int kDangerLevels = 16;
  static constexpr int kDanger = kMobility + kKinds * kMobilityLevels;
  // A bia guarded by a bia.
  static constexpr int kBiaChain = kDanger + kDangerLevels;
  // An enemy piece attacked by a bia, by kind.
  static constexpr int kBiaThreat = kBiaChain + 1;
  // An enemy piece that is attacked and not guarded, by kind.
  static constexpr int kHanging = kBiaThreat + kKinds;
  // A ruea on a file that holds bia of the other side only.
  static constexpr int kHalfOpenFile = kHanging + kKinds;
  // A ruea on a file without any bia.
  static constexpr int kOpenFile = kHalfOpenFile + 1;
  // A bare enemy khun, by its distance from the centre.
  static constexpr int kBareKhunFromCentre = kOpenFile + 1;
  // A bare enemy khun, by the distance between the khuns.
  static constexpr int kKhunDistance = kBareKhunFromCentre + 4;
  // The safe squares around a khun, by number.
  static constexpr int kKhunMobility = kKhunDistance + 8;
  // The pieces that attack the enemy khun or a square around it, by number.
  static constexpr int kAttackers = kKhunMobility + 9;
  static constexpr int kAttackerLevels = 6;
  static constexpr int kTempo = kAttackers + kAttackerLevels;
  static constexpr int kCount = kTempo + 1;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

// The game phase is kMaxPhase at the start and 0 once only khuns and bia are left.
inline constexpr int kMaxPhase = 34;
inline int PhaseOf(const MakrukBoard& board) {
  const int phase = 4 * board.Of(Kind::kRuea).size() + 2 * board.Of(Kind::kMa).size() +
                    2 * board.Of(Kind::kKhon).size() + board.Of(Kind::kMet).size();
  return std::min(phase, kMaxPhase);
}

// Reports the terms that occur in the position to `sink` (core/search/evaluation.h).
template <typename Sink>
void VisitTerms(const Position& position, Sink* sink) {
  const MakrukBoard& board = position.board;
  const Squares occupied = board.Occupied();
  Squares attacked[2];
  Squares by_bia[2];
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const Sq square : board.Of(color, Kind::kBia)) {
      by_bia[Index(color)] |= kBiaAttacks[Index(color)][square.index()];
    }
    attacked[Index(color)] = by_bia[Index(color)];
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool white = color == Color::kWhite;
    const Squares own = board.Of(color);
    const Squares own_bia = board.Of(color, Kind::kBia);
    const Squares barred = own | by_bia[Index(!color)];
    const Sq enemy_khun = RoyalOf(board, !color);
    const Squares zone = kKhunAttacks[enemy_khun.index()] | Squares(enemy_khun);
    int danger = 0;
    int attackers = 0;
    for (const Sq square : own) {
      const Kind kind = board.KindAt(square);
      const int k = static_cast<int>(kind);
      sink->AddFor(white, Terms::kMaterial + k);
      sink->AddFor(
          white, Terms::kPieceSquare + k * kFoldedSquares<Geo> + FoldedSquare<Geo>(square, color));
      if (kind == Kind::kBia) continue;
      const Squares attacks = AttacksFrom({kind, color}, square, occupied);
      attacked[Index(color)] |= attacks;
      if (kind == Kind::kKhun) continue;
      const int mobility = std::min((attacks - barred).size(), Terms::kMobilityLevels - 1);
      sink->AddFor(white, Terms::kMobility + k * Terms::kMobilityLevels + mobility);
      const int near = (attacks & zone).size();
      danger += kind == Kind::kRuea ? 2 * near : near;
      attackers += near > 0 ? 1 : 0;
      if (kind == Kind::kRuea) {
        const Squares file = kFileSquares<Geo>[static_cast<size_t>(square.file())];
        if (!(file & own_bia)) {
          sink->AddFor(white,
                       file & board.Of(Kind::kBia) ? Terms::kHalfOpenFile : Terms::kOpenFile);
        }
      }
    }
    danger += (by_bia[Index(color)] & zone).size();
    sink->AddFor(white, Terms::kDanger + std::min(danger, Terms::kDangerLevels - 1));
    sink->AddFor(white, Terms::kAttackers + std::min(attackers, Terms::kAttackerLevels - 1));
    sink->AddFor(white, Terms::kBiaChain, (by_bia[Index(color)] & own_bia).size());
    const Squares others = board.Of(!color);
    for (const Sq square : by_bia[Index(color)] & others) {
      sink->AddFor(white, Terms::kBiaThreat + static_cast<int>(board.KindAt(square)));
    }
    if (others.size() == 1) {
      const int file = enemy_khun.file() < 4 ? 3 - enemy_khun.file() : enemy_khun.file() - 4;
      const int rank = enemy_khun.rank() < 4 ? 3 - enemy_khun.rank() : enemy_khun.rank() - 4;
      sink->AddFor(white, Terms::kBareKhunFromCentre + std::max(file, rank));
      sink->AddFor(white, Terms::kKhunDistance + Distance<Geo>(RoyalOf(board, color), enemy_khun));
    }
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const Squares around = kKhunAttacks[RoyalOf(board, color).index()];
    const Squares room = (around - board.Of(color)) - attacked[Index(!color)];
    sink->AddFor(color == Color::kWhite, Terms::kKhunMobility + room.size());
    const Squares hanging = (board.Of(!color) & attacked[Index(color)]) - attacked[Index(!color)];
    for (const Sq square : hanging) {
      sink->AddFor(color == Color::kWhite,
                   Terms::kHanging + static_cast<int>(board.KindAt(square)));
    }
  }
  sink->AddFor(position.turn == Color::kWhite, Terms::kTempo);
}

// Returns the value of the position for the side to move from the value of its pieces: reduces it
// the more, the nearer a running count is to its limit, because the game is then drawn for both
// sides (M7).
int FinalValue(const Position& position, int value);

// The handmade evaluation, which is the sum of the terms. It was the teacher of the first network.
struct HandmadeEvaluator {
  // Returns the value of the position for the side to move, in hundredths of a bia.
  static int Evaluate(const Position& position, int /*ply*/ = 0);
};

// The network in this folder, makruk.nnue (docs/engine.md).
const Network& ThisNetwork();

// What the network sees. The zones of the own khun are the outer files of its first two ranks,
// their two middle files, its third rank, and the rest of the board. In self-play, it is in each of
// them in 16 to 35 % of the positions.
struct Inputs : RoyalInputs<Position> {
  static constexpr int kZones = 4;
  static int ZoneOf(const Position& position, Color side) {
    const auto khun = RoyalOf(position.board, side);
    const int rank = khun.rank_for(side);
    if (rank >= 3) return 3;
    if (rank == 2) return 2;
    return FoldedFile(khun) == 3 ? 1 : 0;
  }
};

// The evaluation of the search.
using Evaluator = VariantNetworkEvaluator<Position, Inputs, ThisNetwork, FinalValue>;

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_EVALUATE_H_
