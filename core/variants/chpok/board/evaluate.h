#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVALUATE_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/search/evaluation.h"
#include "core/search/network.h"
#include "core/search/network_evaluator.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// The value of a point in the evaluation.
inline constexpr int kValuesPerPoint = 10;

// The terms of the evaluation in addition to the lead in points. Each term has a weight for the
// opening and one for the endgame, in tenths of a point. A comment that says "by X" describes a
// group of terms, one for each X, and the constant is the index of the first. The weights come from
// self-play (`./dev tune`, docs/engine.md).
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  // The value of a piece, by kind.
  static constexpr int kMaterial = 0;
  // The bonus of a piece for its row, by kind and by row as seen from its own side.
  static constexpr int kRows = 8;
  static constexpr int kKindRow = kMaterial + kKinds;
  // The mobility of a piece, by kind and by the number of squares that it attacks, without those
  // that hold its own side's pieces.
  static constexpr int kMobilities = 17;
  static constexpr int kMobility = kKindRow + kKinds * kRows;
  // The danger to the enemy's last king, by the number of attacks on it and the squares around it.
  // The attacks of a queen count twice.
  static constexpr int kDangers = 16;
  static constexpr int kDanger = kMobility + kKinds * kMobilities;
  // An attacked enemy piece without a defender, by kind.
  static constexpr int kHanging = kDanger + kDangers;
  // The best move of a side to a square that the enemy does not attack, by the points for its row
  // (0 to 4). The first group of weights is for the side to move, the second for the other side.
  static constexpr int kIncomes = 5;
  static constexpr int kIncome = kHanging + kKinds;
  // The claim of the side that leads, by the number of moves in which its lead has not fallen
  // (P18).
  static constexpr int kSteady = kIncome + 2 * kIncomes;
  static constexpr int kSteadies = 21;
  static constexpr int kTempo = kSteady + kSteadies;
  static constexpr int kCount = kTempo + 1;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

// The game phase is at most kMaxPhase, and 0 once only kings and pawns are left.
inline constexpr int kMaxPhase = 32;
inline int PhaseOf(const ChpokBoard& board) {
  const int phase = 4 * board.Of(Kind::kQueen).size() + 3 * board.Of(Kind::kRook).size() +
                    2 * (board.Of(Kind::kBishop).size() + board.Of(Kind::kDragon).size() +
                         board.Of(Kind::kKnight).size());
  return std::min(phase, kMaxPhase);
}

// Returns the part of the evaluation that has no weights: White's lead.
inline int FixedPart(const Position& position) { return kValuesPerPoint * position.lead(); }

// Returns the value of the position for the side to move from the value of its pieces: adds the
// lead, and reduces the value of the pieces near the move limit, where they have less and less time
// to score (P17).
int FinalValue(const Position& position, int value);

// Reports the terms of a position to `sink`; see core/search/evaluation.h.
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
    const bool to_move = color == position.turn;
    sink->AddFor(white, Terms::kIncome + (to_move ? 0 : Terms::kIncomes) + income);
    if (white ? position.lead() > 0 : position.lead() < 0) {
      sink->AddFor(white, Terms::kSteady +
                              std::min(position.history.SteadyRun(color), Terms::kSteadies - 1));
    }
  }
  sink->AddFor(position.turn == Color::kWhite, Terms::kTempo);
}

// The handmade evaluation, which is the sum of the terms. It evaluates the games that the network
// does not know, and was the teacher of the first network.
struct HandmadeEvaluator {
  // Returns the value of the position for the side to move, in tenths of a point.
  static int Evaluate(const Position& position, int /*ply*/ = 0);
};

// What the network sees of a position, on a board of 8 files: the pieces, with files mirrored if
// the side's leftmost king is to the right of the middle; who leads and by how much; the run on
// which a claim depends (P18); and which sides have castlings left.
struct Inputs {
  static constexpr int kFiles = 8;
  static constexpr int kZones = 1;
  // The levels of a lead, by the numbers of points at which they begin.
  static constexpr std::array<int, 5> kLeads = {1, 4, 8, 16, 32};
  static constexpr int kRuns = kClaimMoves + 1;
  // The first features of each group. Groups of leads and runs have a part for each sign of the
  // lead.
  static constexpr int kLead = 0;
  static constexpr int kLeadLevels = static_cast<int>(kLeads.size());
  static constexpr int kRun = kLead + 2 * kLeadLevels + 1;
  static constexpr int kCastlings = kRun + 3 * kRuns;
  static constexpr int kOthers = 3;
  static constexpr int kOtherFeatures = kCastlings + 4;

  static bool IsMirrored(const Position& position, Color side);
  static int ZoneOf(const Position& /*position*/, Color /*side*/) { return 0; }
  static std::array<int16_t, kOthers> OtherFeatures(const Position& position, Color side);
};

// The network of this variant, chpok.nnue (docs/engine.md).
const Network& ThisNetwork();

// The evaluation of the search: the network's where the features do not change the moves or their
// points, otherwise the handmade one.
class Evaluator {
 public:
  // Returns the value of the position for the side to move, in tenths of a point.
  int Evaluate(const Position& position, int ply);

 private:
  VariantNetworkEvaluator<Position, Inputs, ThisNetwork, FinalValue> network_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVALUATE_H_
