#ifndef ARBITER_CORE_VARIANTS_CHAKART_EVALUATE_H_
#define ARBITER_CORE_VARIANTS_CHAKART_EVALUATE_H_

#include <algorithm>
#include <array>

#include "core/board/attacks.h"
#include "core/search/evaluation.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// The indices of the evaluation's terms. Each term has a weight for the opening and one for the
// endgame, in centipawns. A comment that says "by X" describes a group of terms, one for each X,
// and the constant is the index of the first.
struct Terms {
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  static constexpr int kRanks = Geo::kRanks - 1;
  // The value of a piece, by kind. A side's first king does not count.
  static constexpr int kMaterial = 0;
  // The bonus of a piece for its square, by kind and folded square.
  static constexpr int kPieceSquare = kMaterial + kKinds;
  // A passed pawn, by its rank as seen from its side.
  static constexpr int kPassedRank = kPieceSquare + kKinds * kFoldedSquares<Geo>;
  // A pawn guarded by a pawn.
  static constexpr int kPawnChain = kPassedRank + kRanks;
  // A rook on a file that holds pawns of the other side only.
  static constexpr int kHalfOpenFile = kPawnChain + 1;
  // A rook on a file without any pawn.
  static constexpr int kOpenFile = kHalfOpenFile + 1;
  // An attacked square without a piece of the attacker's side, by the kind of the attacker. Pawns
  // have no such term.
  static constexpr int kMobility = kOpenFile + 1;
  // An attacked square around an enemy king, by the kind of the attacker.
  static constexpr int kKingAttack = kMobility + kKinds;
  // The pieces that attack an enemy king or a square around it, by number.
  static constexpr int kAttackers = kKingAttack + kKinds;
  static constexpr int kAttackerLevels = 6;
  // The squares around a side's kings that no enemy attacks and no piece of its own stands on, by
  // number.
  static constexpr int kKingRoom = kAttackers + kAttackerLevels;
  static constexpr int kKingRoomLevels = 9;
  // A piece next to a king of its own side.
  static constexpr int kShelter = kKingRoom + kKingRoomLevels;
  // The other side could capture the last king of the side to move at once.
  static constexpr int kThreatened = kShelter + 1;
  // A hundredth of the value of a hanging piece of the side to move: one that is attacked and not
  // defended, or attacked by a piece of lower value.
  static constexpr int kHangingToMove = kThreatened + 1;
  // A hundredth of the value of a hanging piece of the other side.
  static constexpr int kHanging = kHangingToMove + 1;
  // An unused shell.
  static constexpr int kShell = kHanging + 1;
  // An unused stealth move of a side that has a queen.
  static constexpr int kStealth = kShell + 1;
  // A queen that is hidden from the side to move.
  static constexpr int kHidden = kStealth + 1;
  // A hundredth of the value of an immobilised piece that the end of this turn does not free.
  static constexpr int kImmobilised = kHidden + 1;
  // The pending choices. The piece to place counts in addition to kDrop.
  static constexpr int kSwap = kImmobilised + 1;
  static constexpr int kAgain = kSwap + 1;
  static constexpr int kDrop = kAgain + 1;
  static constexpr int kTempo = kDrop + 1;
  // An object that a pawn attacks, by its kind.
  static constexpr int kPawnObject = kTempo + 1;
  // An object that any piece attacks, by its kind.
  static constexpr int kObject = kPawnObject + kObjects;
  // An object next to a side's own king, by its kind.
  static constexpr int kObjectAtKing = kObject + kObjects;
  static constexpr int kCount = kObjectAtKing + kObjects;
};
extern const std::array<Tapered, Terms::kCount> kWeights;

// Returns the value of a piece for exchanges and move ordering, in centipawns. The value of a king
// is that of one of several kings.
constexpr int PieceValue(Kind kind) {
  constexpr int kValues[] = {1000, 900, 500, 300, 300, 100};
  return kValues[static_cast<int>(kind)];
}

// Returns the value of an ongoing game for the side to move, in centipawns. The evaluation sees
// everything, including a hidden queen.
int Evaluate(const Position& position);

// The game phase is 0 in the endgame and kMaxPhase in the opening.
inline constexpr int kMaxPhase = 24;
int PhaseOf(const Position& position);

// Reports the terms that occur in a position to a sink (core/search/evaluation.h). The position and
// the sink must outlive this object.
template <typename Sink>
class TermVisit {
 public:
  TermVisit(const Position& position, Sink* sink)
      : position_(position), blockers_(BlockersAfterAction(position)), sink_(sink) {}

  void Run() {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      for (const Sq king : position_.board.Of(color, Kind::kKing)) {
        sides_[Index(color)].ring |= kRing[king.index()];
      }
    }
    for (const Color color : {Color::kWhite, Color::kBlack}) VisitAttacks(color);
    for (const Color color : {Color::kWhite, Color::kBlack}) VisitSide(color);
    VisitTurn();
  }

 private:
  static constexpr auto kRing = LeaperTable<Geo>(kKingSteps);

  void Add(Color color, int term, int times = 1) {
    sink_->AddFor(color == Color::kWhite, term, times);
  }

  // Also records the attacked squares in `sides_`, which the other visits use.
  void VisitAttacks(Color color) {
    const ChakartBoard& board = position_.board;
    const Squares ring = sides_[Index(!color)].ring;
    const Squares zone = ring | board.Of(!color, Kind::kKing);
    int attackers = 0;
    Side& side = sides_[Index(color)];
    for (int i = 0; i < ChakartBoard::kKinds; ++i) {
      const auto kind = static_cast<Kind>(i);
      for (const Sq from : board.Of(color, kind) - position_.immobilised) {
        const Squares attacks = AttacksFrom(position_, from, blockers_);
        side.all |= attacks;
        side.by_value[ValueClass(kind)] |= attacks;
        if (kind == Kind::kPawn) {
          side.pawns |= attacks;
        } else {
          Add(color, Terms::kMobility + i, (attacks - board.Of(color)).size());
        }
        Add(color, Terms::kKingAttack + i, (attacks & ring).size());
        if (attacks & zone) ++attackers;
      }
    }
    Add(color, Terms::kAttackers + std::min(attackers, Terms::kAttackerLevels - 1));
  }

  void VisitSide(Color color) {
    const ChakartBoard& board = position_.board;
    const Side& side = sides_[Index(color)];
    for (const Sq square : board.Of(color)) {
      const Kind kind = board.KindAt(square);
      const int i = static_cast<int>(kind);
      if (kind != Kind::kKing) Add(color, Terms::kMaterial + i);
      Add(color, Terms::kPieceSquare + i * kFoldedSquares<Geo> + FoldedSquare<Geo>(square, color));
      if (kind == Kind::kPawn) VisitPawn(color, square);
      if (kind == Kind::kRook) VisitRook(color, square);
      if (kind != Kind::kKing) VisitHanging(color, square, kind);
      if (position_.immobilised.Has(square) && !position_.released.Has(square)) {
        Add(color, Terms::kImmobilised, PieceValue(kind) / 100);
      }
    }
    const Squares kings = board.Of(color, Kind::kKing);
    Add(color, Terms::kMaterial, kings.size() - 1);
    const Squares ring = side.ring;
    Add(color, Terms::kShelter, (ring & board.Of(color)).size());
    const int room = (ring - board.Of(color) - sides_[Index(!color)].all).size();
    Add(color, Terms::kKingRoom + std::min(room, Terms::kKingRoomLevels - 1));
    if (position_.HasPower(color, Power::kShell)) Add(color, Terms::kShell);
    if (position_.HasPower(color, Power::kStealth) && board.Of(color, Kind::kQueen)) {
      Add(color, Terms::kStealth);
    }
    Add(color, Terms::kPawnChain, (side.pawns & board.Of(color, Kind::kPawn)).size());
    for (int object = 0; object < kObjects; ++object) {
      const Squares squares = position_.objects[static_cast<size_t>(object)];
      Add(color, Terms::kPawnObject + object, (squares & side.pawns).size());
      Add(color, Terms::kObject + object, (squares & side.all).size());
      Add(color, Terms::kObjectAtKing + object, (squares & ring).size());
    }
  }

  void VisitPawn(Color color, Sq square) {
    const int rank = square.rank_for(color);
    for (const Sq enemy : position_.board.Of(!color, Kind::kPawn)) {
      const int files = enemy.file() - square.file();
      if (files >= -1 && files <= 1 && enemy.rank_for(color) > rank) return;
    }
    Add(color, Terms::kPassedRank + rank);
  }

  void VisitRook(Color color, Sq square) {
    const Squares file = kFileSquares<Geo>[static_cast<size_t>(square.file())];
    const ChakartBoard& board = position_.board;
    if (file & board.Of(color, Kind::kPawn)) return;
    Add(color, file & board.Of(Kind::kPawn) ? Terms::kHalfOpenFile : Terms::kOpenFile);
  }

  void VisitHanging(Color color, Sq square, Kind kind) {
    const Side& enemy = sides_[Index(!color)];
    if (!enemy.all.Has(square)) return;
    bool hanging = !sides_[Index(color)].all.Has(square);
    for (int lesser = 0; lesser < ValueClass(kind); ++lesser) {
      hanging = hanging || enemy.by_value[lesser].Has(square);
    }
    if (hanging) {
      Add(color, color == position_.turn ? Terms::kHangingToMove : Terms::kHanging,
          PieceValue(kind) / 100);
    }
  }

  void VisitTurn() {
    const Color mover = position_.turn;
    const Pending& pending = position_.pending;
    Add(mover, Terms::kTempo);
    if (position_.hidden) Add(!mover, Terms::kHidden);
    if (CanCaptureLastKing(position_, !mover, blockers_)) Add(mover, Terms::kThreatened);
    if (pending.promotion) {
      Add(mover, Terms::kMaterial + static_cast<int>(Kind::kQueen));
      Add(mover, Terms::kMaterial + static_cast<int>(Kind::kPawn), -1);
    }
    if (pending.bonus == Bonus::kSwap) Add(mover, Terms::kSwap);
    if (pending.bonus == Bonus::kAgain) Add(mover, Terms::kAgain);
    if (pending.bonus == Bonus::kDrop) {
      Add(mover, Terms::kDrop);
      Add(mover, Terms::kMaterial + static_cast<int>(pending.piece));
    }
  }

  // Returns 0 for pawns, 1 for minor pieces, 2 for rooks, and 3 for queens and kings.
  static constexpr int ValueClass(Kind kind) {
    constexpr int kClasses[] = {3, 3, 2, 1, 1, 0};
    return kClasses[static_cast<int>(kind)];
  }

  struct Side {
    // The squares around the kings.
    Squares ring;
    // The attacked squares.
    Squares all;
    Squares pawns;
    Squares by_value[4];
  };

  const Position& position_;
  Squares blockers_;
  Sink* sink_;
  Side sides_[2];
};

template <typename Sink>
void VisitTerms(const Position& position, Sink* sink) {
  TermVisit<Sink>(position, sink).Run();
}

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_EVALUATE_H_
