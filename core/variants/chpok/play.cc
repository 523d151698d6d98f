#include "core/variants/chpok/play.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/variants/chpok/board_fen.h"
#include "core/variants/chpok/movement.h"

namespace arbiter::chpok {
namespace {

// +1 for the 5th row, … +4 for the 8th (P14).
int RowPoints(Color mover, Sq to) { return std::max(0, to.rank_for(mover) - 3); }

// No FEN holds more (board_fen.h), and only one with nearly as many leads there.
void Saturate(PointSources* sources) {
  const int total = sources->total();
  sources->before -= total - std::clamp(total, -kMostPoints, kMostPoints);
}

bool IsEnPassant(const Position& position, const Action& action) {
  return action.kind == ActionKind::kMove && position.en_passant == action.to &&
         action.from.file() != action.to.file() &&
         position.board.KindAt(action.from) == Kind::kPawn;
}

// One action on its way through a position.
class Player {
 public:
  Player(const Action& action, Position* position, std::vector<Event>* events)
      : action_(action), position_(*position), events_(events), mover_(position->turn) {}

  void Run() {
    const bool was_forced_pass = position_.forced_pass;
    const std::array<PointSources, 2> sources = position_.sources;
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
        Tell({.kind = Event::Kind::kPlace, .to = {}, .piece = 'P', .color = mover_}, action_.to);
        break;
      case ActionKind::kRemove:
        RemoveOwn();
        break;
      case ActionKind::kPass:
        Pass(was_forced_pass);
        break;
    }
    position_.en_passant = en_passant;
    TellPoints(sources);
    PassTurn();
  }

 private:
  PointSources& Sources(Color color) { return position_.sources[Index(color)]; }

  // Adds an event, from and to where given.
  void Tell(Event event, std::optional<Sq> to = {}, std::optional<Sq> from = {}) {
    if (events_ == nullptr) return;
    if (from) event.from = ToString(*from);
    if (to) event.to = ToString(*to);
    events_->push_back(std::move(event));
  }

  // The en-passant square afterwards.
  std::optional<Sq> MovePiece() {
    const auto [from, to] = std::pair(action_.from, action_.to);
    const Kind kind = position_.board.KindAt(from);
    const char letter = CapitalLetter(kind);
    const std::optional<Kind> captured = CapturedKind(position_, action_);
    const int enemy_kings = position_.board.Of(!mover_, Kind::kKing).size();
    Sources(mover_).rows += RowPoints(mover_, to);
    Sources(mover_).kinds += position_.features.points[static_cast<size_t>(PointsIndex(kind))];
    Tell({.kind = Event::Kind::kMove, .piece = letter, .color = mover_}, to, from);
    bool takes_king = false;
    if (captured) {
      const Sq square = CaptureSquare(position_, action_);
      const bool own = action_.kind == ActionKind::kOwnCapture;
      position_.board.Remove(square);
      takes_king = *captured == Kind::kKing && !own;
      if (takes_king) Sources(mover_).kings += kKingPoints;
      Tell({.kind = Event::Kind::kCapture,
            .piece = CapitalLetter(*captured),
            .color = own ? mover_ : !mover_},
           square, from);
    }
    position_.board.Remove(from);
    const bool promotes = action_.promotion != Kind::kPawn;
    position_.board.Put(to, {promotes ? action_.promotion : kind, mover_});
    if (promotes) {
      Tell({.kind = Event::Kind::kPromote,
            .piece = CapitalLetter(action_.promotion),
            .color = mover_},
           to, from);
    }
    if (kind == Kind::kKing) ReachGoal(enemy_kings - (takes_king ? 1 : 0));
    const bool double_step = kind == Kind::kPawn && std::abs(to.rank() - from.rank()) == 2;
    if (!double_step || position_.features.Has(Switch::kNoenpassant)) return std::nullopt;
    return Sq(to.file(), (to.rank() + from.rank()) / 2);
  }

  // A king has moved (P20); the kings that are not paid yet.
  void ReachGoal(int unpaid_kings) {
    const Features& features = position_.features;
    if (features.Has(Switch::kHill) && HillOf(mover_, features.width).Has(action_.to)) {
      position_.reached = Reached::kHill;
    } else if (features.Has(Switch::kRacing) && action_.to.rank_for(mover_) == Geo::kRanks - 1) {
      position_.reached = Reached::kRacing;
    } else {
      return;
    }
    Sources(mover_).goals += kKingPoints * unpaid_kings;
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
    Tell({.kind = Event::Kind::kCastled, .piece = 'K', .color = mover_}, action_.to, action_.from);
  }

  // The opponent scores as if he had captured it (P22).
  void RemoveOwn() {
    const Kind kind = position_.board.KindAt(action_.to);
    position_.board.Remove(action_.to);
    if (kind == Kind::kKing) Sources(!mover_).kings += kKingPoints;
    Tell({.kind = Event::Kind::kRemoved, .piece = CapitalLetter(kind), .color = mover_},
         action_.to);
  }

  void Pass(bool was_forced_pass) {
    position_.forced_pass = !position_.features.Has(Switch::kSkip);
    if (position_.forced_pass && was_forced_pass) position_.reached = Reached::kBlocked;
    Tell({.kind = Event::Kind::kPass, .color = mover_});
  }

  void TellPoints(const std::array<PointSources, 2>& before) {
    if (events_ == nullptr) return;
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      const int scored =
          position_.points(color) - before[static_cast<size_t>(Index(color))].total();
      if (scored == 0) continue;
      Event& event = events_->emplace_back();
      event.kind = Event::Kind::kPoints;
      event.color = color;
      event.points = scored;
    }
  }

  void PassTurn() {
    for (PointSources& sources : position_.sources) Saturate(&sources);
    position_.turn = !mover_;
    if (mover_ == Color::kWhite) return;
    ++position_.move_number;
    position_.history.Push(position_.lead());
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
  // En passant takes the pawn that stands beside the one that takes.
  return IsEnPassant(position, action) ? Sq(action.to.file(), action.from.rank()) : action.to;
}

void Play(const Action& action, Position* position, std::vector<Event>* events) {
  Player(action, position, events).Run();
}

int PointsOf(const Position& position, const Action& action) {
  Position after = position;
  Play(action, &after, nullptr);
  return after.points(position.turn) - position.points(position.turn);
}

void LoseTime(Color loser, Position* position) {
  position->sources[Index(loser)].time -= kTimePoints;
}

}  // namespace arbiter::chpok
