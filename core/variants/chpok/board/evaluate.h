#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVALUATE_H_

#include <algorithm>
#include <array>

#include "core/rules/evaluation.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// Values of the evaluation that make a point.
inline constexpr int kValuesPerPoint = 10;

// The terms of the evaluation beside the lead in points, each with a weight for the opening and
// one for the endgame, in tenths of a point. The weights come from self-play (`./dev tune`,
// docs/engine.md).
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  // By kind: what the piece is worth.
  static constexpr int kMaterial = 0;
  // By kind and the row that its player sees it on: how much more it is worth there.
  static constexpr int kRows = 8;
  static constexpr int kKindRow = kMaterial + kKinds;
  // By kind and number of squares it attacks that no own piece holds.
  static constexpr int kMobilities = 17;
  static constexpr int kMobility = kKindRow + kKinds * kRows;
  // By attacks on the squares around the enemy king, while he is the last.
  static constexpr int kDangers = 16;
  static constexpr int kDanger = kMobility + kKinds * kMobilities;
  // By kind an attacked piece that nothing guards.
  static constexpr int kHanging = kDanger + kDangers;
  // The most points that a move to a square without enemy attack scores (0 to 4), of the side to
  // move and of the other one.
  static constexpr int kIncomes = 5;
  static constexpr int kIncome = kHanging + kKinds;
  // By moves for which the lead has not fallen, while one leads.
  static constexpr int kSteady = kIncome + 2 * kIncomes;
  static constexpr int kSteadies = 21;
  static constexpr int kTempo = kSteady + kSteadies;
  static constexpr int kCount = kTempo + 1;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

inline constexpr int kMostPhase = 32;
inline int PhaseOf(const ChpokBoard& board) {
  const int phase = 4 * board.Of(Kind::kQueen).size() + 3 * board.Of(Kind::kRook).size() +
                    2 * (board.Of(Kind::kBishop).size() + board.Of(Kind::kDragon).size() +
                         board.Of(Kind::kKnight).size());
  return std::min(phase, kMostPhase);
}

// What the evaluation counts beside the terms: White's lead, which loses nothing of its worth.
inline int FixedPart(const Position& position) { return kValuesPerPoint * position.lead(); }

// Tells `sink` which terms occur (core/rules/evaluation.h).
template <typename Sink>
void VisitTerms(const Position& position, Sink* sink) {
  const ChpokBoard& board = position.board;
  const Squares on_board = position.OnBoard();
  Squares attacked[2];
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool white = color == Color::kWhite;
    const Squares own = board.Of(color);
    const Squares kings = board.Of(!color, Kind::kKing);
    const bool last = kings.size() == 1;
    const Squares zone = last ? KingZone(kings.First()) : Squares();
    int danger = 0;
    for (const Sq square : own) {
      const Kind kind = board.KindAt(square);
      const int k = static_cast<int>(kind);
      sink->AddFor(white, Terms::kMaterial + k);
      sink->AddFor(white, Terms::kKindRow + k * Terms::kRows + square.rank_for(color));
      const Squares attacks = AttacksFrom(position, {kind, color}, square);
      attacked[Index(color)] |= attacks;
      if (kind == Kind::kPawn) continue;
      const int mobility = std::min((attacks - own).size(), Terms::kMobilities - 1);
      sink->AddFor(white, Terms::kMobility + k * Terms::kMobilities + mobility);
      const int near = (attacks & zone).size();
      danger += kind == Kind::kQueen ? 2 * near : near;
    }
    if (last) sink->AddFor(white, Terms::kDanger + std::min(danger, Terms::kDangers - 1));
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool white = color == Color::kWhite;
    const Squares loose = (board.Of(!color) & attacked[Index(color)]) - attacked[Index(!color)];
    for (const Sq square : loose) {
      sink->AddFor(white, Terms::kHanging + static_cast<int>(board.KindAt(square)));
    }
    const Squares safe =
        ((attacked[Index(color)] & on_board) - board.Of(color)) - attacked[Index(!color)];
    int income = 0;
    while (income < 4 && safe & RowsFrom(color, 4 + income)) ++income;
    const bool waits = color != position.turn;
    sink->AddFor(white, Terms::kIncome + (waits ? Terms::kIncomes : 0) + income);
    if (white ? position.lead() > 0 : position.lead() < 0) {
      sink->AddFor(white, Terms::kSteady +
                              std::min(position.history.SteadyRun(color), Terms::kSteadies - 1));
    }
  }
  sink->AddFor(position.turn == Color::kWhite, Terms::kTempo);
}

// What the position is worth to the side to move, in tenths of a point.
int Evaluate(const Position& position);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVALUATE_H_
