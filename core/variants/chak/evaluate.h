#ifndef ARBITER_CORE_VARIANTS_CHAK_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_CHAK_EVALUATE_H_

#include <algorithm>
#include <array>

#include "core/rules/evaluation.h"
#include "core/variants/chak/movement.h"
#include "core/variants/chak/position.h"

namespace arbiter::chak {

// The terms of the evaluation, each with a weight for the opening and one for the endgame, in
// hundredths of a pawn. The weights come from self-play (`./dev tune`, docs/engine.md).
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  // By kind: what the piece is worth.
  static constexpr int kMaterial = 0;
  // By kind and folded square: how much more it is worth there. For kings and divine kings that is
  // how far their run to the altar has come.
  static constexpr int kPieceSquare = kMaterial + kKinds;
  // By kind and number of squares it attacks that no own piece and no enemy pawn guards; for a
  // quetzal that is what its mounts give.
  static constexpr int kMobilities = 17;
  static constexpr int kMobility = kPieceSquare + kKinds * kFoldedSquares<Geo>;
  // By attacks on the squares around the enemy royal.
  static constexpr int kDangers = 16;
  static constexpr int kDanger = kMobility + kKinds * kMobilities;
  // A pawn guarded by a pawn; by kind an enemy piece attacked by a pawn; by kind an attacked piece
  // that nothing guards.
  static constexpr int kChain = kDanger + kDangers;
  static constexpr int kPawnThreat = kChain + 1;
  static constexpr int kHanging = kPawnThreat + kKinds;
  // A divine king, by its distance from the enemy altar and by how often that is guarded (0, 1,
  // 2 or more times).
  static constexpr int kRunDistances = 9;
  static constexpr int kRun = kHanging + kKinds;
  // By own pieces beside the royal in one's own temple (the fortress), while the enemy has a king
  // and while it has a divine king.
  static constexpr int kDefenders = 6;
  static constexpr int kFortress = kRun + 3 * kRunDistances;
  // Attacks on the enemy altar, while one's king is divine.
  static constexpr int kAims = 4;
  static constexpr int kAim = kFortress + 2 * kDefenders;
  // By squares around one's royal that are free to go to; by the pieces that attack the squares
  // around the enemy royal.
  static constexpr int kRoom = kAim + kAims;
  static constexpr int kAttackers = kRoom + 9;
  static constexpr int kMostAttackers = 6;
  static constexpr int kTempo = kAttackers + kMostAttackers;
  static constexpr int kCount = kTempo + 1;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

// From 0, where nothing but royals, pawns, warriors and offerings are left, to that of the start.
inline constexpr int kMostPhase = 36;
inline int PhaseOf(const ChakBoard& board) {
  const int phase = 3 * (board.Of(Kind::kSerpent).size() + board.Of(Kind::kJaguar).size() +
                         board.Of(Kind::kQuetzal).size()) +
                    2 * board.Of(Kind::kVulture).size() + board.Of(Kind::kShaman).size();
  return std::min(phase, kMostPhase);
}

// d1–f3 and d7–f9 (K1).
inline constexpr Squares kTemple[2] = {
    SquaresWhere<Geo>([](Sq s) { return s.rank() <= 2 && s.file() >= 3 && s.file() <= 5; }),
    SquaresWhere<Geo>([](Sq s) { return s.rank() >= 6 && s.file() >= 3 && s.file() <= 5; })};

// Tells `sink` which terms occur (core/rules/evaluation.h).
template <typename Sink>
void VisitTerms(const Position& position, Sink* sink) {
  const ChakBoard& board = position.board;
  const Squares occupied = board.Occupied();
  Squares attacked[2];
  Squares by_pawns[2];
  int altar_attacks[2] = {};
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    Squares& attacks = by_pawns[Index(color)];
    for (const Sq square : board.Of(color, Kind::kPawn)) {
      attacks |= kPawnAttacks[Index(color)][square.index()];
    }
    attacked[Index(color)] = attacks;
    // Guards of the own altar and attackers of the other one are counted below.
    altar_attacks[Index(color)] = attacks.Has(AltarOf(!color)) ? 1 : 0;
  }
  int altar_guards[2] = {};
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool white = color == Color::kWhite;
    const Squares own = board.Of(color);
    const Squares barred = own | by_pawns[Index(!color)];
    const Sq enemy_royal = RoyalOf(board, !color);
    const Squares zone = kKingAttacks[enemy_royal.index()] | Squares(enemy_royal);
    int danger = 0;
    int attackers = 0;
    for (const Sq square : own) {
      const Kind kind = board.KindAt(square);
      const int k = static_cast<int>(kind);
      sink->AddFor(white, Terms::kMaterial + k);
      sink->AddFor(
          white, Terms::kPieceSquare + k * kFoldedSquares<Geo> + FoldedSquare<Geo>(square, color));
      if (kind == Kind::kPawn || kind == Kind::kOffering) continue;
      const Squares attacks = AttacksFrom({kind, color}, square, occupied);
      attacked[Index(color)] |= attacks;
      altar_guards[Index(color)] += attacks.Has(AltarOf(color)) ? 1 : 0;
      altar_attacks[Index(color)] += attacks.Has(AltarOf(!color)) ? 1 : 0;
      const int mobility = std::min((attacks - barred).size(), Terms::kMobilities - 1);
      sink->AddFor(white, Terms::kMobility + k * Terms::kMobilities + mobility);
      if (kind == Kind::kKing || kind == Kind::kDivineKing) continue;
      const int near = (attacks & zone).size();
      danger += kind == Kind::kShaman || kind == Kind::kWarrior ? near : 2 * near;
      attackers += near > 0 ? 1 : 0;
    }
    danger += (by_pawns[Index(color)] & zone).size();
    sink->AddFor(white, Terms::kDanger + std::min(danger / 2, Terms::kDangers - 1));
    sink->AddFor(white, Terms::kAttackers + std::min(attackers, Terms::kMostAttackers - 1));
    sink->AddFor(white, Terms::kChain,
                 (by_pawns[Index(color)] & board.Of(color, Kind::kPawn)).size());
    for (const Sq square : by_pawns[Index(color)] & board.Of(!color)) {
      sink->AddFor(white, Terms::kPawnThreat + static_cast<int>(board.KindAt(square)));
    }
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool white = color == Color::kWhite;
    const Squares around = kKingAttacks[RoyalOf(board, color).index()];
    const Squares room = (around - board.Of(color)) - attacked[Index(!color)];
    sink->AddFor(white, Terms::kRoom + room.size());
    const Squares loose = (board.Of(!color) & attacked[Index(color)]) - attacked[Index(!color)];
    for (const Sq square : loose) {
      sink->AddFor(white, Terms::kHanging + static_cast<int>(board.KindAt(square)));
    }
    const Squares divine = board.Of(color, Kind::kDivineKing);
    if (divine) {
      const int distance = Distance<Geo>(divine.First(), AltarOf(!color));
      const int guards = std::min(altar_guards[Index(!color)], 2);
      sink->AddFor(white, Terms::kRun + guards * Terms::kRunDistances + distance);
      sink->AddFor(white, Terms::kAim + std::min(altar_attacks[Index(color)], Terms::kAims - 1));
    }
    const Squares royals =
        board.Of(Kind::kKing) | board.Of(Kind::kDivineKing) | board.Of(Kind::kOffering);
    const Squares defenders = (board.Of(color) & kTemple[Index(color)]) - royals;
    const bool runs = !board.Of(!color, Kind::kDivineKing).empty();
    sink->AddFor(white, Terms::kFortress + (runs ? Terms::kDefenders : 0) +
                            std::min(defenders.size(), Terms::kDefenders - 1));
  }
  sink->AddFor(position.turn == Color::kWhite, Terms::kTempo);
}

// What the position is worth to the side to move, in hundredths of a pawn.
int Evaluate(const Position& position);

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_EVALUATE_H_
