#include "core/variants/chakart/movement.h"

#include "core/rules/moves_in_advance.h"

namespace arbiter::chakart {
namespace {

constexpr auto kKing = LeaperTable<Geo>(kKingSteps);
constexpr auto kKnight = LeaperTable<Geo>(kKnightSteps);
constexpr auto kPawnCaptures = LeaperTables<Geo>(kPawnCaptureSteps);

Squares QueenAttacks(Sq from, const Squares& occupied) {
  return RookAttacks<Geo>(from, occupied) | BishopAttacks<Geo>(from, occupied);
}

// Returns the targets of the pawn on `from` (H4).
Squares PawnTargets(const Position& position, Sq from) {
  const Color color = position.turn;
  const Squares visible = position.Visible();
  Squares targets;
  const int forward = color == Color::kWhite ? 1 : -1;
  if (Geo::Contains(from.file(), from.rank() + forward)) {
    const Sq next(from.file(), from.rank() + forward);
    if (!visible.Has(next)) targets.Set(next);
    if (from.rank_for(color) <= 1 && !Blockers(position).Has(next)) {
      const Sq second(from.file(), from.rank() + 2 * forward);
      if (!visible.Has(second)) targets.Set(second);
    }
  }
  Squares captures = position.board.Of(!color) & visible;
  for (const Squares& squares : position.objects) captures |= squares;
  return targets | (AttacksFrom(position, from, Squares()) & captures);
}

template <typename Visitor>
bool VisitMovesFrom(const Position& position, Sq from, Visitor visit) {
  const Kind kind = position.board.KindAt(from);
  for (const Sq to : MoveTargets(position, from)) {
    if (kind != Kind::kPawn || !IsLastRank(to, position.turn)) {
      if (!visit(Action{ActionKind::kMove, from, to, Kind::kPawn})) return false;
      continue;
    }
    for (const Kind promotion : kOfficers) {
      if (!visit(Action{ActionKind::kMove, from, to, promotion})) return false;
    }
  }
  if (kind == Kind::kQueen && position.HasPower(position.turn, Power::kStealth)) {
    for (const Sq to : StealthTargets(position, from)) {
      if (!visit(Action{ActionKind::kStealth, from, to, Kind::kPawn})) return false;
    }
  }
  if (kind == Kind::kKing && position.HasPower(position.turn, Power::kShell)) {
    for (const Sq to : ShellTargets(position, from)) {
      if (!visit(Action{ActionKind::kShell, from, to, Kind::kPawn})) return false;
    }
  }
  return true;
}

template <typename Visitor>
bool VisitMoves(const Position& position, Visitor visit) {
  for (const Sq from : position.board.Of(position.turn) - position.immobilised) {
    if (!VisitMovesFrom(position, from, visit)) return false;
  }
  return true;
}

template <typename Visitor>
bool VisitSwaps(const Position& position, Visitor visit) {
  const Squares movable = position.board.Occupied() - position.immobilised;
  for (const Sq from : movable) {
    for (const Sq to : movable) {
      if (to.index() <= from.index() || !CanSwap(position, from, to)) continue;
      if (!visit(Action{ActionKind::kSwap, from, to, Kind::kPawn})) return false;
    }
  }
  return true;
}

// Visits the actions that the pending choice allows, or the moves if no choice is pending. Stops
// and returns false as soon as `visit` returns false.
template <typename Visitor>
bool VisitChoices(const Position& position, Visitor visit) {
  const Pending& pending = position.pending;
  if (pending.promotion) {
    for (const Kind kind : kOfficers) {
      if (!visit(Action{ActionKind::kPromote, Sq(0), *pending.promotion, kind})) return false;
    }
    return true;
  }
  switch (pending.bonus) {
    case Bonus::kSwap:
      return VisitSwaps(position, visit);
    case Bonus::kDrop:
      for (int i = 0; i < Geo::kSquares; ++i) {
        if (!position.board.IsEmpty(Sq(i))) continue;
        if (!visit(Action{ActionKind::kPlace, Sq(0), Sq(i), pending.piece})) return false;
      }
      return true;
    case Bonus::kAgain:
    case Bonus::kNone:
      break;
  }
  return VisitMoves(position, visit);
}

// Returns whether a move, a stealth move or a throw of the shell is legal.
bool IsLegalFrom(const Position& position, const Action& action) {
  const Color mover = position.turn;
  if (!(position.board.Of(mover) - position.immobilised).Has(action.from)) return false;
  const Kind kind = position.board.KindAt(action.from);
  if (action.kind == ActionKind::kStealth) {
    return kind == Kind::kQueen && position.HasPower(mover, Power::kStealth) &&
           AcceptedStealthTargets(position, action.from).Has(action.to);
  }
  if (action.kind == ActionKind::kShell) {
    return kind == Kind::kKing && position.HasPower(mover, Power::kShell) &&
           ShellTargets(position, action.from).Has(action.to);
  }
  const bool promotes = kind == Kind::kPawn && IsLastRank(action.to, mover);
  return promotes == (action.piece != Kind::kPawn) &&
         MoveTargets(position, action.from).Has(action.to);
}

}  // namespace

Squares AttacksFrom(const Position& position, Sq from, const Squares& blockers) {
  switch (position.board.KindAt(from)) {
    case Kind::kKing:
      return kKing[from.index()];
    case Kind::kKnight:
      return kKnight[from.index()];
    case Kind::kQueen:
      return RookAttacks<Geo>(from, blockers) | BishopAttacks<Geo>(from, blockers);
    case Kind::kRook:
      return RookAttacks<Geo>(from, blockers);
    case Kind::kBishop:
      return BishopAttacks<Geo>(from, blockers);
    case Kind::kPawn: {
      const bool white = position.board.Of(Color::kWhite).Has(from);
      return kPawnCaptures[white ? 0 : 1][from.index()];
    }
    case Kind::kCount:
      break;
  }
  return {};
}

Squares AttackersOf(const Position& position, Sq square, Color color, const Squares& blockers) {
  const ChakartBoard& board = position.board;
  const int index = square.index();
  Squares attackers = (kKing[index] & board.Of(Kind::kKing)) |
                      (kKnight[index] & board.Of(Kind::kKnight)) |
                      (kPawnCaptures[Index(!color)][index] & board.Of(Kind::kPawn));
  const Squares straight = board.Of(Kind::kRook) | board.Of(Kind::kQueen);
  const Squares diagonal = board.Of(Kind::kBishop) | board.Of(Kind::kQueen);
  if (kRookLines<Geo>[index] & straight & board.Of(color)) {
    attackers |= RookAttacks<Geo>(square, blockers) & straight;
  }
  if (kRayUnion<Geo, 1>[index] & diagonal & board.Of(color)) {
    attackers |= BishopAttacks<Geo>(square, blockers) & diagonal;
  }
  return (attackers & board.Of(color)) - position.immobilised;
}

bool CanCaptureLastKing(const Position& position, Color by, const Squares& blockers) {
  const Squares kings = position.board.Of(!by, Kind::kKing);
  if (kings.size() != 1) return false;
  const Sq king = kings.First();
  if (AttackersOf(position, king, by, blockers)) return true;
  if (!position.HasPower(by, Power::kShell)) return false;
  const Squares throwers =
      (position.board.Of(by, Kind::kKing) - position.immobilised) & kQueenLines<Geo>[king.index()];
  if (!throwers) return false;
  const Squares lines = RookAttacks<Geo>(king, blockers) | BishopAttacks<Geo>(king, blockers);
  return static_cast<bool>(lines & throwers);
}

void GenerateActions(const Position& position, Actions* actions) {
  actions->Clear();
  if (position.IsOver()) return;
  VisitChoices(position, [actions](const Action& action) {
    actions->Add(action);
    return true;
  });
  // A player without a legal action passes (H18). This is never the case while a choice is pending,
  // because a choice that cannot be made has lapsed (H14).
  if (actions->size() == 0) {
    actions->Add({ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn});
  }
}

Position AfterPass(Position position) {
  position.pending = {};
  position.hidden.reset();
  position.turn = !position.turn;
  return position;
}

std::vector<Action> MovesInAdvance(const Position& position) {
  Actions legal;
  GenerateActions(position, &legal);
  std::vector<Action> actions(legal.begin(), legal.end());
  const Squares own = position.board.Of(position.turn);
  const Squares kings = position.board.Of(position.turn, Kind::kKing);
  Position captured = position;
  for (const Sq from : own - position.immobilised) {
    captured.board = WithPiecesCaptured(position.board, position.turn, kings | Squares(from));
    VisitMovesFrom(captured, from, [&](const Action& action) {
      if (own.Has(action.to)) actions.push_back(action);
      return true;
    });
  }
  return actions;
}

bool CanChoose(const Position& position) {
  if (position.pending.empty()) return true;
  return !VisitChoices(position, [](const Action&) { return false; });
}

bool IsLegal(const Position& position, const Action& action) {
  if (position.IsOver()) return false;
  const Pending& pending = position.pending;
  if (pending.promotion) {
    return action.kind == ActionKind::kPromote && action.to == *pending.promotion;
  }
  if (pending.bonus == Bonus::kSwap) {
    return action.kind == ActionKind::kSwap && CanSwap(position, action.from, action.to);
  }
  if (pending.bonus == Bonus::kDrop) {
    return action.kind == ActionKind::kPlace && action.piece == pending.piece &&
           position.board.IsEmpty(action.to);
  }
  switch (action.kind) {
    case ActionKind::kMove:
    case ActionKind::kStealth:
    case ActionKind::kShell:
      return IsLegalFrom(position, action);
    case ActionKind::kPass:
      return VisitMoves(position, [](const Action&) { return false; });
    case ActionKind::kSwap:
    case ActionKind::kPlace:
    case ActionKind::kPromote:
      break;
  }
  return false;
}

Squares OriginsOf(const Position& position, Kind kind, Sq to) {
  Squares origins;
  for (const Sq from : position.board.Of(position.turn, kind) - position.immobilised) {
    if (MoveTargets(position, from).Has(to)) origins.Set(from);
  }
  return origins;
}

Squares MoveTargets(const Position& position, Sq from) {
  if (position.board.KindAt(from) == Kind::kPawn) return PawnTargets(position, from);
  return AttacksFrom(position, from, Blockers(position)) - position.board.Of(position.turn);
}

Squares StealthTargets(const Position& position, Sq from) {
  return AcceptedStealthTargets(position, from) - position.board.Occupied();
}

Squares AcceptedStealthTargets(const Position& position, Sq from) {
  Squares targets = QueenAttacks(from, Blockers(position)) - position.Visible();
  for (const Squares& squares : position.objects) targets -= squares;
  return targets;
}

Squares ShellTargets(const Position& position, Sq from) {
  return QueenAttacks(from, Blockers(position)) & position.board.Of(!position.turn) &
         position.Visible();
}

bool CanSwap(const Position& position, Sq a, Sq b) {
  const auto lands_well = [&position](Sq from, Sq to) {
    const Piece<Kind> piece = *position.board.At(from);
    return piece.kind != Kind::kPawn || !IsLastRank(to, piece.color);
  };
  const Squares movable = position.board.Occupied() - position.immobilised;
  return a != b && movable.Has(a) && movable.Has(b) && lands_well(a, b) && lands_well(b, a);
}

Squares Blockers(const Position& position) {
  return position.Visible() | position.Of(Object::kBanana) | position.Of(Object::kBomb);
}

}  // namespace arbiter::chakart
