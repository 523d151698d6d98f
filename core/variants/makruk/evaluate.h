#ifndef ARBITER_CORE_VARIANTS_MAKRUK_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_EVALUATE_H_

#include <algorithm>
#include <array>

#include "core/rules/evaluation.h"
#include "core/variants/makruk/movement.h"
#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

// The terms of the evaluation, each with a weight for the opening and one for the endgame, in
// hundredths of a bia. The weights come from self-play (`./dev tune`, docs/engine.md).
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  // By kind: what the piece is worth.
  static constexpr int kMaterial = 0;
  // By kind and folded square: how much more it is worth there.
  static constexpr int kPieceSquare = kMaterial + kKinds;
  // By kind and number of squares it attacks that no own piece and no enemy bia guards.
  static constexpr int kMobilities = 15;
  static constexpr int kMobility = kPieceSquare + kKinds * kFoldedSquares<Geo>;
  // By attacks on the squares around the enemy khun.
  static constexpr int kDangers = 16;
  static constexpr int kDanger = kMobility + kKinds * kMobilities;
  // A bia guarded by a bia; by kind an enemy piece attacked by a bia; by kind an attacked piece
  // that nothing guards.
  static constexpr int kChain = kDanger + kDangers;
  static constexpr int kBiaThreat = kChain + 1;
  static constexpr int kHanging = kBiaThreat + kKinds;
  // A ruea on a file without bia of its own side, and without any.
  static constexpr int kHalfOpenFile = kHanging + kKinds;
  static constexpr int kOpenFile = kHalfOpenFile + 1;
  // Against a bare khun: by its distance from the centre, by the distance of the khuns.
  static constexpr int kDriven = kOpenFile + 1;
  static constexpr int kDistance = kDriven + 4;
  // By squares around one's khun that are free to go to; by the pieces that attack the squares
  // around the enemy khun.
  static constexpr int kRoom = kDistance + 8;
  static constexpr int kAttackers = kRoom + 9;
  static constexpr int kMostAttackers = 6;
  static constexpr int kTempo = kAttackers + kMostAttackers;
  static constexpr int kCount = kTempo + 1;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

// From 0, where nothing but khuns and bia are left, to that of the start.
inline constexpr int kMostPhase = 34;
inline int PhaseOf(const MakrukBoard& board) {
  const int phase = 4 * board.Of(Kind::kRuea).size() + 2 * board.Of(Kind::kMa).size() +
                    2 * board.Of(Kind::kKhon).size() + board.Of(Kind::kMet).size();
  return std::min(phase, kMostPhase);
}

inline constexpr std::array<Squares, Geo::kFiles> kFiles = [] {
  std::array<Squares, Geo::kFiles> files;
  for (int i = 0; i < Geo::kFiles; ++i) {
    files[static_cast<size_t>(i)] =
        SquaresWhere<Geo>([i](Sq square) { return square.file() == i; });
  }
  return files;
}();

// Tells `sink` which terms occur (core/rules/evaluation.h).
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
      const int mobility = std::min((attacks - barred).size(), Terms::kMobilities - 1);
      sink->AddFor(white, Terms::kMobility + k * Terms::kMobilities + mobility);
      const int near = (attacks & zone).size();
      danger += kind == Kind::kRuea ? 2 * near : near;
      attackers += near > 0 ? 1 : 0;
      if (kind == Kind::kRuea) {
        const Squares file = kFiles[static_cast<size_t>(square.file())];
        if (!(file & own_bia)) {
          sink->AddFor(white,
                       file & board.Of(Kind::kBia) ? Terms::kHalfOpenFile : Terms::kOpenFile);
        }
      }
    }
    danger += (by_bia[Index(color)] & zone).size();
    sink->AddFor(white, Terms::kDanger + std::min(danger, Terms::kDangers - 1));
    sink->AddFor(white, Terms::kAttackers + std::min(attackers, Terms::kMostAttackers - 1));
    sink->AddFor(white, Terms::kChain, (by_bia[Index(color)] & own_bia).size());
    const Squares others = board.Of(!color);
    for (const Sq square : by_bia[Index(color)] & others) {
      sink->AddFor(white, Terms::kBiaThreat + static_cast<int>(board.KindAt(square)));
    }
    if (others.size() == 1) {
      const int file = enemy_khun.file() < 4 ? 3 - enemy_khun.file() : enemy_khun.file() - 4;
      const int rank = enemy_khun.rank() < 4 ? 3 - enemy_khun.rank() : enemy_khun.rank() - 4;
      sink->AddFor(white, Terms::kDriven + std::max(file, rank));
      sink->AddFor(white, Terms::kDistance + Distance<Geo>(RoyalOf(board, color), enemy_khun));
    }
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const Squares around = kKhunAttacks[RoyalOf(board, color).index()];
    const Squares room = (around - board.Of(color)) - attacked[Index(!color)];
    sink->AddFor(color == Color::kWhite, Terms::kRoom + room.size());
    const Squares loose = (board.Of(!color) & attacked[Index(color)]) - attacked[Index(!color)];
    for (const Sq square : loose) {
      sink->AddFor(color == Color::kWhite,
                   Terms::kHanging + static_cast<int>(board.KindAt(square)));
    }
  }
  sink->AddFor(position.turn == Color::kWhite, Terms::kTempo);
}

// What the position is worth to the side to move, in hundredths of a bia.
int Evaluate(const Position& position);

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_EVALUATE_H_
