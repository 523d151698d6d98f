#include "core/variants/chpok/board/play.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/variants/chpok/board/events.h"
#include "core/variants/chpok/board/fen.h"
#include "core/variants/chpok/board/movement.h"

namespace arbiter::chpok {
namespace {

// Returns the points for a row: 1 for the 5th to 4 for the 8th (P14).
int RowPoints(Color mover, Sq to) { return std::max(0, to.rank_for(mover) - 3); }

// Limits points to those that a FEN can contain (kMaxPoints) and returns the result. A game can
// reach that limit only if it begins at a FEN that already has nearly as many points.
int Saturate(PointSources* sources) {
  const int total = sources->total();
  const int kept = std::clamp(total, -kMaxPoints, kMaxPoints);
  sources->before -= total - kept;
  return kept;
}

bool IsEnPassant(const Position& position, const Action& action) {
  return action.kind == ActionKind::kMove && position.en_passant == action.to &&
         action.from.file() != action.to.file() &&
         position.board.KindAt(action.from) == Kind::kPawn;
}

// Makes one action.
class MoveMaker {
 public:
  MoveMaker(const Action& action, Position* position, std::vector<Event>* events)
      : action_(action), position_(*position), events_(events), mover_(position->turn) {}

  void Run() {
    const bool was_forced_pass = position_.forced_pass;
    std::array<int, 2> points = {};
    if (events_ != nullptr) {
      points = {position_.points(Color::kWhite), position_.points(Color::kBlack)};
    }
    position_.forced_pass = false;
    std::optional<Sq> en_passant;
    switch (action_.kind) {
      case ActionKind::kMove:
      case ActionKind::kOwnCapture:
        en_passant = MovePiece();
        break;
      case ActionKind::kCastling:
        Castle();
        break;
      case ActionKind::kPlace:
        position_.board.Put(action_.to, {Kind::kPawn, mover_});
        position_.newborn[Index(mover_)] = false;
        EmitEvent({.kind = &kPlaceEvent, .to = action_.to, .piece = Kind::kPawn, .color = mover_});
        break;
      case ActionKind::kRemove:
        RemoveOwn();
        break;
      case ActionKind::kPass:
        Pass(was_forced_pass);
        break;
    }
    position_.en_passant = en_passant;
    if (events_ != nullptr) EmitPointsEvents(points);
    PassTurn();
  }

 private:
  // An event with squares and kinds instead of texts.
  struct RawEvent {
    const EventKind* kind;
    std::optional<Sq> from = {};
    std::optional<Sq> to = {};
    std::optional<Kind> piece = {};
    Color color;
  };

  PointSources& Sources(Color color) { return position_.sources[Index(color)]; }

  void EmitEvent(const RawEvent& raw) {
    if (events_ == nullptr) return;
    Event& event = events_->emplace_back();
    event.kind = raw.kind;
    if (raw.from) event.from = NameOf(*raw.from);
    if (raw.to) event.to = NameOf(*raw.to);
    if (raw.piece) event.piece = CapitalLetter(*raw.piece);
    event.color = raw.color;
  }

  // Makes a move or an own capture and returns the new en-passant square.
  std::optional<Sq> MovePiece() {
    const auto [from, to] = std::pair(action_.from, action_.to);
    const Kind kind = position_.board.KindAt(from);
    const int enemy_kings = position_.board.Of(!mover_, Kind::kKing).size();
    Sources(mover_).rows += RowPoints(mover_, to);
    Sources(mover_).kinds += position_.features.points[static_cast<size_t>(PointsIndex(kind))];
    EmitEvent({.kind = &kMoveEvent, .from = from, .to = to, .piece = kind, .color = mover_});
    const bool takes_king = Capture(CaptureSquare(position_, action_)) == Kind::kKing &&
                            action_.kind == ActionKind::kMove;
    if (takes_king) Sources(mover_).kings += kKingPoints;
    position_.board.Remove(from);
    const bool promotes = action_.promotion != Kind::kPawn;
    position_.board.Put(to, {promotes ? action_.promotion : kind, mover_});
    if (promotes) {
      EmitEvent({.kind = &kPromoteEvent,
                 .from = from,
                 .to = to,
                 .piece = action_.promotion,
                 .color = mover_});
    }
    if (kind == Kind::kKing) CheckGoal(enemy_kings - (takes_king ? 1 : 0));
    const bool double_step = kind == Kind::kPawn && std::abs(to.rank() - from.rank()) == 2;
    if (!double_step || position_.features.Has(Switch::kNoenpassant)) return std::nullopt;
    return Sq(to.file(), (to.rank() + from.rank()) / 2);
  }

  // Removes the piece on a square and returns its kind; std::nullopt if the square is empty.
  std::optional<Kind> Capture(Sq square) {
    if (position_.board.IsEmpty(square)) return std::nullopt;
    const Kind kind = position_.board.KindAt(square);
    position_.board.Remove(square);
    EmitEvent({.kind = &kCaptureEvent,
               .from = action_.from,
               .to = square,
               .piece = kind,
               .color = action_.kind == ActionKind::kOwnCapture ? mover_ : !mover_});
    return kind;
  }

  // Ends the game if the king that has moved reached a goal, and scores the enemy kings, apart from
  // one that it has just captured (P20).
  void CheckGoal(int unscored_kings) {
    const Features& features = position_.features;
    if (features.Has(Switch::kHill) && HillOf(mover_, features.width).Has(action_.to)) {
      position_.immediate_end = ImmediateEnd::kHill;
    } else if (features.Has(Switch::kRacing) && action_.to.rank_for(mover_) == Geo::kRanks - 1) {
      position_.immediate_end = ImmediateEnd::kRacing;
    } else {
      return;
    }
    Sources(mover_).goals += kKingPoints * unscored_kings;
  }

  void Castle() {
    const Castled castled = CastledSquares(action_.from, action_.to);
    position_.board.Remove(action_.from);
    position_.board.Remove(action_.to);
    position_.board.Put(castled.king, {Kind::kKing, mover_});
    position_.board.Put(castled.rook, {Kind::kRook, mover_});
    --position_.castlings[Index(mover_)];
    Sources(mover_).kinds +=
        position_.features.points[static_cast<size_t>(PointsIndex(Kind::kKing))];
    EmitEvent({.kind = &kCastledEvent,
               .from = action_.from,
               .to = action_.to,
               .piece = Kind::kKing,
               .color = mover_});
  }

  // Removes a piece of the player's own side. For a king the opponent scores as for a capture
  // (P22).
  void RemoveOwn() {
    const Kind kind = position_.board.KindAt(action_.to);
    position_.board.Remove(action_.to);
    if (kind == Kind::kKing) Sources(!mover_).kings += kKingPoints;
    EmitEvent({.kind = &kRemovedEvent, .to = action_.to, .piece = kind, .color = mover_});
  }

  void Pass(bool was_forced_pass) {
    position_.forced_pass = !position_.features.Has(Switch::kSkip);
    if (position_.forced_pass && was_forced_pass) position_.immediate_end = ImmediateEnd::kBlocked;
    EmitEvent({.kind = &kPassEvent, .color = mover_});
  }

  void EmitPointsEvents(const std::array<int, 2>& before) {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      const int scored = position_.points(color) - before[static_cast<size_t>(Index(color))];
      if (scored == 0) continue;
      Event& event = events_->emplace_back();
      event.kind = &kPointsEvent;
      event.color = color;
      event.points = scored;
    }
  }

  void PassTurn() {
    const int white = Saturate(&Sources(Color::kWhite));
    const int black = Saturate(&Sources(Color::kBlack));
    position_.turn = !mover_;
    if (mover_ == Color::kWhite) return;
    ++position_.move_number;
    position_.history.Push(white - black);
  }

  const Action action_;
  Position& position_;
  std::vector<Event>* const events_;
  const Color mover_;
};

}  // namespace

Kind MovedKind(const Position& position, const Action& action) {
  return action.HasFrom() ? position.board.KindAt(action.from) : Kind::kPawn;
}

std::optional<Kind> CapturedKind(const Position& position, const Action& action) {
  if (action.kind != ActionKind::kMove && action.kind != ActionKind::kOwnCapture) return {};
  const auto piece = position.board.At(CaptureSquare(position, action));
  if (!piece) return std::nullopt;
  return piece->kind;
}

Sq CaptureSquare(const Position& position, const Action& action) {
  // The pawn that is captured en passant stands next to the capturing one.
  return IsEnPassant(position, action) ? Sq(action.to.file(), action.from.rank()) : action.to;
}

void Play(const Action& action, Position* position, std::vector<Event>* events) {
  MoveMaker(action, position, events).Run();
}

int PointsOf(const Position& position, const Action& action) {
  Position after = position;
  Play(action, &after, nullptr);
  return after.points(position.turn) - position.points(position.turn);
}

void LoseTime(Color loser, Position* position) {
  PointSources& sources = position->sources[Index(loser)];
  Saturate(&sources);
  sources.time -= kTimePoints;
}

}  // namespace arbiter::chpok
