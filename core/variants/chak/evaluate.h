#ifndef ARBITER_CORE_VARIANTS_CHAK_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_CHAK_EVALUATE_H_

#include <algorithm>
#include <array>

#include "core/search/evaluation.h"
#include "core/search/network.h"
#include "core/search/network_evaluator.h"
#include "core/variants/chak/movement.h"
#include "core/variants/chak/position.h"

namespace arbiter::chak {

// The indices of the evaluation's terms. Each term has a weight for the opening and one for the
// endgame, in hundredths of a pawn. A comment that says "by X" describes a group of terms, one for
// each X, and the constant is the index of the first. The weights come from self-play (`./dev
// tune`, docs/engine.md).
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  // The value of a piece, by kind.
  static constexpr int kMaterial = 0;
  // The bonus of a piece for its square, by kind and folded square. For kings and divine kings it
  // measures the progress of their run to the altar.
  static constexpr int kPieceSquare = kMaterial + kKinds;
  // The mobility of a piece, by kind and by the number of squares that it attacks, without those
  // that hold its own side's pieces or that enemy pawns attack.
  static constexpr int kMobilityLevels = 17;
  static constexpr int kMobility = kPieceSquare + kKinds * kFoldedSquares<Geo>;
  // The danger to the enemy royal, by the weighted number of attacks on it and the squares around
  // it.
  static constexpr int kDangerLevels = 16;
  static constexpr int kDanger = kMobility + kKinds * kMobilityLevels;
  // A pawn guarded by a pawn.
  static constexpr int kPawnChain = kDanger + kDangerLevels;
  // An enemy piece attacked by a pawn, by kind.
  static constexpr int kPawnThreat = kPawnChain + 1;
  // An enemy piece that is attacked and not guarded, by kind.
  static constexpr int kHanging = kPawnThreat + kKinds;
  // A divine king, by the number of guards of the enemy altar (0, 1, 2 or more) and by its distance
  // from that altar.
  static constexpr int kRunDistances = 9;
  static constexpr int kAltarRun = kHanging + kKinds;
  // The pieces in a side's temple except the royal and the offering, by number. The first set of
  // weights is for an enemy with a king, the second for an enemy with a divine king.
  static constexpr int kDefenderLevels = 6;
  static constexpr int kFortress = kAltarRun + 3 * kRunDistances;
  // The attacks of a side with a divine king on the enemy altar, by number.
  static constexpr int kAltarAttackLevels = 4;
  static constexpr int kAltarAttack = kFortress + 2 * kDefenderLevels;
  // The safe squares around a royal, by number.
  static constexpr int kRoyalMobility = kAltarAttack + kAltarAttackLevels;
  // The pieces that attack the enemy royal or a square around it, by number.
  static constexpr int kAttackers = kRoyalMobility + 9;
  static constexpr int kAttackerLevels = 6;
  static constexpr int kTempo = kAttackers + kAttackerLevels;
  static constexpr int kCount = kTempo + 1;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

// The game phase is kMaxPhase at the start and 0 once only royals, pawns, warriors and offerings
// are left.
inline constexpr int kMaxPhase = 36;
inline int PhaseOf(const ChakBoard& board) {
  const int phase = 3 * (board.Of(Kind::kSerpent).size() + board.Of(Kind::kJaguar).size() +
                         board.Of(Kind::kQuetzal).size()) +
                    2 * board.Of(Kind::kVulture).size() + board.Of(Kind::kShaman).size();
  return std::min(phase, kMaxPhase);
}

// Reports the terms that occur in the position to `sink` (core/search/evaluation.h).
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
    // All pawns together count once; the loop below adds the other pieces.
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
      const int mobility = std::min((attacks - barred).size(), Terms::kMobilityLevels - 1);
      sink->AddFor(white, Terms::kMobility + k * Terms::kMobilityLevels + mobility);
      if (kind == Kind::kKing || kind == Kind::kDivineKing) continue;
      const int near = (attacks & zone).size();
      danger += kind == Kind::kShaman || kind == Kind::kWarrior ? near : 2 * near;
      attackers += near > 0 ? 1 : 0;
    }
    danger += (by_pawns[Index(color)] & zone).size();
    sink->AddFor(white, Terms::kDanger + std::min(danger / 2, Terms::kDangerLevels - 1));
    sink->AddFor(white, Terms::kAttackers + std::min(attackers, Terms::kAttackerLevels - 1));
    sink->AddFor(white, Terms::kPawnChain,
                 (by_pawns[Index(color)] & board.Of(color, Kind::kPawn)).size());
    for (const Sq square : by_pawns[Index(color)] & board.Of(!color)) {
      sink->AddFor(white, Terms::kPawnThreat + static_cast<int>(board.KindAt(square)));
    }
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool white = color == Color::kWhite;
    const Squares around = kKingAttacks[RoyalOf(board, color).index()];
    const Squares room = (around - board.Of(color)) - attacked[Index(!color)];
    sink->AddFor(white, Terms::kRoyalMobility + room.size());
    const Squares hanging = (board.Of(!color) & attacked[Index(color)]) - attacked[Index(!color)];
    for (const Sq square : hanging) {
      sink->AddFor(white, Terms::kHanging + static_cast<int>(board.KindAt(square)));
    }
    const Squares divine = board.Of(color, Kind::kDivineKing);
    if (divine) {
      const int distance = Distance<Geo>(divine.First(), AltarOf(!color));
      const int guards = std::min(altar_guards[Index(!color)], 2);
      sink->AddFor(white, Terms::kAltarRun + guards * Terms::kRunDistances + distance);
      sink->AddFor(white, Terms::kAltarAttack +
                              std::min(altar_attacks[Index(color)], Terms::kAltarAttackLevels - 1));
    }
    const Squares royals =
        board.Of(Kind::kKing) | board.Of(Kind::kDivineKing) | board.Of(Kind::kOffering);
    const Squares defenders = (board.Of(color) & kTemple[Index(color)]) - royals;
    const bool enemy_is_divine = !board.Of(!color, Kind::kDivineKing).empty();
    sink->AddFor(white, Terms::kFortress + (enemy_is_divine ? Terms::kDefenderLevels : 0) +
                            std::min(defenders.size(), Terms::kDefenderLevels - 1));
  }
  sink->AddFor(position.turn == Color::kWhite, Terms::kTempo);
}

// Returns the value of the position for the side to move from the value of its pieces: reduces it
// if a win of the side that is ahead is unlikely.
int FinalValue(const Position& position, int value);

// The handmade evaluation, which is the sum of the terms. It was the teacher of the first network.
struct HandmadeEvaluator {
  // Returns the value of the position for the side to move, in hundredths of a pawn.
  static int Evaluate(const Position& position, int /*ply*/ = 0);
};

// The network in this folder, chak.nnue (docs/engine.md).
const Network& ThisNetwork();

// What the network sees.
using Inputs = RoyalInputs<Position>;

// The evaluation of the search.
using Evaluator = VariantNetworkEvaluator<Position, Inputs, ThisNetwork, FinalValue>;

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_EVALUATE_H_
