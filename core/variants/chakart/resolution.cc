#include "core/variants/chakart/resolution.h"

#include <bit>

#include "core/rules/fen.h"
#include "core/variants/chakart/events.h"
#include "core/variants/chakart/movement.h"

namespace arbiter::chakart {
namespace {

constexpr auto kStraight = LeaperTable<Geo>(kStraightSteps);
constexpr auto kDiagonal = LeaperTable<Geo>(kDiagonalSteps);

// What the piece puts beside itself, and where (H9); none for other pieces.
std::optional<Object> PutBy(Kind kind) {
  if (kind == Kind::kRook) return Object::kBanana;
  if (kind == Kind::kBishop) return Object::kBomb;
  return std::nullopt;
}

// A step of the king's; a knight's leap as it is.
Step DirectionOf(Kind kind, Sq from, Sq to) {
  const Step step = {to.file() - from.file(), to.rank() - from.rank()};
  const bool double_step = kind == Kind::kPawn && (step.rank == 2 || step.rank == -2);
  return double_step ? Step{0, step.rank / 2} : step;
}

// In SAN (H27), by the numbers of Egg.
constexpr std::string_view kEggSuffixes[kEggs] = {"*B", "*K", "*T", "*C", "*D", "*M", "*L", "*W"};

}  // namespace

Resolution::Resolution(const Position& before, const Action& action, std::vector<Event>* events)
    : position_(before), events_(events) {
  if (position_.pending.promotion) {
    position_.pending.promotion.reset();
  } else {
    position_.pending = {};
  }
  const uint32_t passes = position_.passes;
  position_.passes = 0;
  switch (action.kind) {
    case ActionKind::kMove:
      Move(action);
      return;
    case ActionKind::kPlace:
      piece_ = {action.piece, position_.turn};
      Tell({.kind = &kPlaceEvent, .to = action.to, .piece = piece_.kind, .color = position_.turn});
      Land(action.to, action.to);
      Continue();
      return;
    case ActionKind::kStealth:
      StealthMove(action);
      break;
    case ActionKind::kShell:
      position_.SetPower(position_.turn, Power::kShell, false);
      Tell({.kind = &kShellEvent,
            .from = action.from,
            .to = action.to,
            .piece = Kind::kKing,
            .color = position_.turn});
      Capture(action.to, action.from);
      Reveal();
      break;
    case ActionKind::kSwap:
      Swap(action);
      break;
    case ActionKind::kPromote:
      Promote(action);
      break;
    case ActionKind::kPass:
      position_.passes = passes + 1;
      Tell({.kind = &kPassEvent, .color = position_.turn});
      Reveal();
      break;
  }
  EndAction();
}

void Resolution::Move(const Action& action) {
  piece_ = *position_.board.At(action.from);
  origin_ = action.from;
  direction_ = DirectionOf(piece_.kind, action.from, action.to);
  Tell({.kind = &kMoveEvent,
        .from = action.from,
        .to = action.to,
        .piece = piece_.kind,
        .color = piece_.color});
  position_.board.Remove(action.from);
  const Kind moved = piece_.kind;
  if (action.piece != Kind::kPawn) {
    piece_.kind = action.piece;
    direction_ = {0, 0};
  }
  Land(action.from, action.to);
  if (piece_.kind != moved) {
    Tell({.kind = &kPromoteEvent,
          .from = action.from,
          .to = action.to,
          .piece = piece_.kind,
          .color = piece_.color});
  }
  LeaveBehind(moved, action);
  Reveal();
  Continue();
}

void Resolution::StealthMove(const Action& action) {
  position_.SetPower(position_.turn, Power::kStealth, false);
  Tell({.kind = &kStealthEvent,
        .from = action.from,
        .to = action.to,
        .piece = Kind::kQueen,
        .color = position_.turn});
  piece_ = *position_.board.At(action.from);
  position_.board.Remove(action.from);
  Land(action.from, action.to);
  Reveal();
  position_.hidden = action.to;
  position_.left = action.from;
}

void Resolution::Swap(const Action& action) {
  const Piece<Kind> first = *position_.board.At(action.from);
  const Piece<Kind> second = *position_.board.At(action.to);
  position_.board.Remove(action.from);
  position_.board.Remove(action.to);
  position_.board.Put(action.from, second);
  position_.board.Put(action.to, first);
  Tell({.kind = &kSwapEvent, .from = action.from, .to = action.to});
}

void Resolution::Promote(const Action& action) {
  position_.board.Remove(action.to);
  position_.board.Put(action.to, {action.piece, position_.turn});
  Tell({.kind = &kPromoteEvent, .to = action.to, .piece = action.piece, .color = position_.turn});
}

void Resolution::Remove(Sq square) {
  position_.board.Remove(square);
  position_.immobilised.Reset(square);
  position_.released.Reset(square);
  if (position_.hidden == square) position_.hidden.reset();
}

void Resolution::Capture(Sq square, Sq by) {
  const Piece<Kind> captured = *position_.board.At(square);
  Tell({.kind = &kCaptureEvent,
        .from = by,
        .to = square,
        .piece = captured.kind,
        .color = captured.color});
  Remove(square);
}

void Resolution::Reveal() {
  if (position_.hidden) {
    Tell({.kind = &kRevealedEvent,
          .to = *position_.hidden,
          .piece = Kind::kQueen,
          .color = !position_.turn});
  }
  position_.hidden.reset();
  position_.left.reset();
}

void Resolution::LeaveBehind(Kind kind, const Action& action) {
  if (kind != Kind::kPawn && kind != Kind::kKnight) return;
  const Object object = kind == Kind::kPawn ? Object::kMushroom : Object::kEgg;
  const int ranks = action.to.rank() - action.from.rank();
  const bool double_step = kind == Kind::kPawn && (ranks == 2 || ranks == -2);
  const Sq square =
      double_step ? Sq(action.from.file(), action.from.rank() + ranks / 2) : action.from;
  if (!position_.board.IsEmpty(square)) Capture(square, action.to);
  position_.PutObject(square, object);
  Tell({.kind = &kObjectPutEvent, .to = square, .object = object});
}

void Resolution::Land(Sq from, Sq to) {
  if (!position_.board.IsEmpty(to)) Capture(to, from);
  object_ = position_.ObjectAt(to);
  position_.ClearObject(to);
  position_.board.Put(to, piece_);
  at_ = to;
  standing_ = true;
}

void Resolution::Continue() {
  while (object_ && position_.BothHaveKings()) {
    const Object object = *object_;
    object_.reset();
    switch (object) {
      case Object::kMushroom:
        OnMushroom();
        break;
      case Object::kBanana:
        Ask(Question::kPush, kStraight[at_.index()]);
        return;
      case Object::kBomb:
        Ask(Question::kPush, kDiagonal[at_.index()]);
        return;
      case Object::kEgg:
        Ask(Question::kEgg, kEggs);
        return;
      case Object::kCount:
        return;
    }
  }
  EndPath();
}

void Resolution::OnMushroom() {
  const bool carried =
      piece_.kind == Kind::kKing || piece_.kind == Kind::kPawn || piece_.kind == Kind::kKnight;
  const int file = at_.file() + direction_.file;
  const int rank = at_.rank() + direction_.rank;
  const bool directed = direction_.file != 0 || direction_.rank != 0;
  if (!carried || !directed || !Geo::Contains(file, rank)) return;
  const Sq from = at_;
  const Sq to(file, rank);
  if (!position_.board.IsEmpty(to)) return;
  Tell({.kind = &kMushroomEvent,
        .from = from,
        .to = to,
        .piece = piece_.kind,
        .color = piece_.color,
        .object = Object::kMushroom});
  position_.board.Remove(from);
  Land(from, to);
}

void Resolution::Ask(Question question, Squares squares) {
  candidate_squares_ = squares;
  Ask(question, squares.size());
}

void Resolution::Ask(Question question, int candidates) {
  question_ = question;
  candidate_count_ = candidates;
  if (candidates == 1) Choose(0);
}

std::string_view Resolution::purpose() const {
  switch (question_) {
    case Question::kPush:
      return "push";
    case Question::kEgg:
      return "egg";
    case Question::kPiece:
      return "piece";
    case Question::kTurncoat:
      return "on";
    case Question::kPut:
      return "put";
    case Question::kNone:
      break;
  }
  return "";
}

Sq Resolution::CandidateSquare(int index) const {
  Squares rest = candidate_squares_;
  for (int i = 0; i < index; ++i) rest.PopFirst();
  return rest.First();
}

std::string Resolution::CandidateText(int index) const {
  if (question_ == Question::kEgg) return std::string(kEggNames[index]);
  if (question_ == Question::kPiece) return std::string(1, SmallLetter(kOfficers[index]));
  return ToString(CandidateSquare(index));
}

std::optional<int> Resolution::CandidateNamed(std::string_view text) const {
  if (question_ != Question::kEgg && question_ != Question::kPiece) {
    const std::optional<Sq> square = ParseSquare<Geo>(text);
    if (!square || !candidate_squares_.Has(*square)) return std::nullopt;
    const uint64_t before = (uint64_t{1} << square->index()) - 1;
    return std::popcount(candidate_squares_.words()[0] & before);
  }
  for (int i = 0; i < candidates(); ++i) {
    if (CandidateText(i) == text) return i;
  }
  return std::nullopt;
}

void Resolution::Choose(int index) {
  const Question question = question_;
  question_ = Question::kNone;
  candidate_count_ = 0;
  switch (question) {
    case Question::kPush:
      Push(CandidateSquare(index));
      return;
    case Question::kEgg:
      OpenEgg(static_cast<Egg>(index));
      return;
    case Question::kPiece:
      BringGift(kOfficers[index]);
      break;
    case Question::kTurncoat:
      ChangeColor(CandidateSquare(index));
      break;
    case Question::kPut: {
      const Sq square = CandidateSquare(index);
      const Object object = *PutBy(piece_.kind);
      position_.PutObject(square, object);
      Tell({.kind = &kObjectPutEvent, .to = square, .object = object});
      EndAction();
      return;
    }
    case Question::kNone:
      return;
  }
  EndPath();
}

void Resolution::Push(Sq to) {
  const Sq from = at_;
  const bool straight = from.file() == to.file() || from.rank() == to.rank();
  const Object object = straight ? Object::kBanana : Object::kBomb;
  Tell({.kind = straight ? &kBananaEvent : &kBombEvent,
        .from = from,
        .to = to,
        .piece = piece_.kind,
        .color = piece_.color,
        .object = object});
  position_.board.Remove(from);
  direction_ = {to.file() - from.file(), to.rank() - from.rank()};
  Land(from, to);
  Continue();
}

void Resolution::EndPath() {
  if (standing_ && piece_.kind == Kind::kPawn && piece_.color == position_.turn &&
      IsLastRank(at_, piece_.color)) {
    position_.pending.promotion = at_;
  }
  const std::optional<Object> object = PutBy(piece_.kind);
  if (object && standing_ && !position_.IsOver()) {
    const auto& steps = *object == Object::kBanana ? kDiagonal : kStraight;
    const Squares free = steps[at_.index()] - position_.board.Occupied();
    if (free) {
      Ask(Question::kPut, free);
      return;
    }
  }
  EndAction();
}

void Resolution::EndAction() {
  if (position_.pending.empty() || position_.IsOver()) {
    EndTurn();
    return;
  }
  ++position_.action;
  if (CanChoose(position_)) return;
  Tell({.kind = &kLapsedEvent, .color = position_.turn});
  EndTurn();
}

void Resolution::EndTurn() {
  for (const Sq square : position_.released) {
    Tell({.kind = &kReleasedEvent,
          .to = square,
          .piece = position_.board.KindAt(square),
          .color = position_.turn});
  }
  position_.immobilised -= position_.released;
  position_.pending = {};
  position_.action = 0;
  Advance(&position_.turns);
  position_.turn = !position_.turn;
  position_.released = position_.immobilised & position_.board.Of(position_.turn);
}

void Resolution::Tell(const Happening& happening) {
  if (events_ == nullptr) return;
  events_->push_back({.kind = happening.kind,
                      .from = happening.from ? ToString(*happening.from) : "",
                      .to = happening.to ? ToString(*happening.to) : "",
                      .piece = happening.piece ? CapitalLetter(*happening.piece) : '\0',
                      .color = happening.color,
                      .object = happening.object ? LetterOf(*happening.object) : '\0',
                      .conceals_to = happening.kind == &kStealthEvent});
}

void Resolution::OpenEgg(Egg egg) {
  egg_ = egg;
  const auto tell = [this](const EventKind* kind) {
    Tell({.kind = kind,
          .to = at_,
          .piece = piece_.kind,
          .color = piece_.color,
          .object = Object::kEgg});
  };
  switch (egg) {
    case Egg::kKingBoo:
      position_.pending.bonus = Bonus::kSwap;
      tell(&kKingBooEvent);
      break;
    case Egg::kKoopa:
      Tell({.kind = &kKoopaEvent,
            .from = at_,
            .to = origin_,
            .piece = piece_.kind,
            .color = piece_.color,
            .object = Object::kEgg});
      position_.board.Remove(at_);
      standing_ = false;
      if (origin_) {
        position_.ClearObject(*origin_);
        position_.board.Put(*origin_, piece_);
      }
      break;
    case Egg::kToadette:
      Ask(Question::kPiece, kOfficerCount);
      return;
    case Egg::kChomp:
      tell(&kChompEvent);
      Remove(at_);
      standing_ = false;
      break;
    case Egg::kDaisy:
      position_.pending.bonus = Bonus::kAgain;
      tell(&kDaisyEvent);
      break;
    case Egg::kBowser:
      position_.immobilised.Set(at_);
      tell(&kBowserEvent);
      break;
    case Egg::kLuigi:
    case Egg::kWaluigi: {
      const Color color = egg == Egg::kLuigi ? !position_.turn : position_.turn;
      Squares candidates = position_.board.Of(color) - position_.board.Of(color, Kind::kKing);
      for (const Sq pawn : position_.board.Of(color, Kind::kPawn)) {
        if (IsLastRank(pawn, !color)) candidates.Reset(pawn);
      }
      if (candidates.empty()) {
        tell(egg == Egg::kLuigi ? &kLuigiEvent : &kWaluigiEvent);
        break;
      }
      Ask(Question::kTurncoat, candidates);
      return;
    }
  }
  EndPath();
}

void Resolution::ChangeColor(Sq square) {
  Piece<Kind> piece = *position_.board.At(square);
  position_.board.Remove(square);
  piece.color = !piece.color;
  position_.board.Put(square, piece);
  position_.released.Reset(square);
  turncoat_ = square;
  if (square == at_) piece_ = piece;
  Tell({.kind = *egg_ == Egg::kLuigi ? &kLuigiEvent : &kWaluigiEvent,
        .to = square,
        .piece = piece.kind,
        .color = piece.color,
        .object = Object::kEgg});
}

void Resolution::BringGift(Kind kind) {
  position_.pending.bonus = Bonus::kDrop;
  position_.pending.piece = kind;
  Tell({.kind = &kToadetteEvent, .to = at_, .piece = kind, .color = position_.turn});
}

std::string Resolution::SanSuffix() const {
  if (!egg_) return "";
  std::string suffix(kEggSuffixes[static_cast<int>(*egg_)]);
  if (turncoat_) suffix += ToString(*turncoat_);
  return suffix;
}

}  // namespace arbiter::chakart
