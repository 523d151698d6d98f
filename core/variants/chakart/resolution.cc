#include "core/variants/chakart/resolution.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/rules/fen.h"
#include "core/variants/chakart/events.h"
#include "core/variants/chakart/movement.h"

namespace arbiter::chakart {
namespace {

constexpr auto kStraight = LeaperTable<Geo>(kStraightSteps);
constexpr auto kDiagonal = LeaperTable<Geo>(kDiagonalSteps);

// Returns the object that a piece of this kind puts next to its square (H9); std::nullopt if it
// puts none.
std::optional<Object> PutBy(Kind kind) {
  if (kind == Kind::kRook) return Object::kBanana;
  if (kind == Kind::kBishop) return Object::kBomb;
  return std::nullopt;
}

// Returns the squares on which a piece on `square` can put this object.
Squares PutSquares(Object object, Sq square, const Squares& occupied) {
  return (object == Object::kBanana ? kDiagonal : kStraight)[square.index()] - occupied;
}

// Returns whether mushrooms carry pieces of this kind (H10).
bool IsCarried(Kind kind) {
  return kind == Kind::kKing || kind == Kind::kPawn || kind == Kind::kKnight;
}

// Returns the direction in which a mushroom carries a piece after its move: the move itself, or one
// step of a pawn's double step. It is not used for sliders, which mushrooms do not carry.
Step DirectionOf(Kind kind, Sq from, Sq to) {
  const Step step = {to.file() - from.file(), to.rank() - from.rank()};
  const bool double_step = kind == Kind::kPawn && (step.rank == 2 || step.rank == -2);
  return double_step ? Step{0, step.rank / 2} : step;
}

// The lower-case letters of kOfficers.
constexpr auto kOfficerLetters = [] {
  std::array<char, kOfficerCount> letters{};
  for (int i = 0; i < kOfficerCount; ++i) letters[i] = SmallLetter(kOfficers[i]);
  return letters;
}();

// The suffixes in SAN (H27), indexed by Egg.
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
      EmitEvent(
          {.kind = &kPlaceEvent, .to = action.to, .piece = piece_.kind, .color = position_.turn});
      Land(action.to, action.to);
      TriggerObjects();
      return;
    case ActionKind::kStealth:
      StealthMove(action);
      break;
    case ActionKind::kShell:
      position_.SetPower(position_.turn, Power::kShell, false);
      EmitEvent({.kind = &kShellEvent,
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
      EmitEvent({.kind = &kPassEvent, .color = position_.turn});
      Reveal();
      break;
  }
  EndAction();
}

void Resolution::Move(const Action& action) {
  piece_ = *position_.board.At(action.from);
  origin_ = action.from;
  direction_ = DirectionOf(piece_.kind, action.from, action.to);
  EmitEvent({.kind = &kMoveEvent,
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
    EmitEvent({.kind = &kPromoteEvent,
               .from = action.from,
               .to = action.to,
               .piece = piece_.kind,
               .color = piece_.color});
  }
  LeaveBehind(moved, action);
  Reveal();
  TriggerObjects();
}

void Resolution::StealthMove(const Action& action) {
  position_.SetPower(position_.turn, Power::kStealth, false);
  EmitEvent({.kind = &kStealthEvent,
             .from = action.from,
             .to = action.to,
             .piece = Kind::kQueen,
             .color = position_.turn});
  piece_ = *position_.board.At(action.from);
  position_.board.Remove(action.from);
  Land(action.from, action.to);
  Reveal();
  position_.hidden = action.to;
  position_.stealth_origin = action.from;
}

void Resolution::Swap(const Action& action) {
  const Piece<Kind> first = *position_.board.At(action.from);
  const Piece<Kind> second = *position_.board.At(action.to);
  position_.board.Remove(action.from);
  position_.board.Remove(action.to);
  position_.board.Put(action.from, second);
  position_.board.Put(action.to, first);
  EmitEvent({.kind = &kSwapEvent, .from = action.from, .to = action.to});
}

void Resolution::Promote(const Action& action) {
  position_.board.Remove(action.to);
  position_.board.Put(action.to, {action.piece, position_.turn});
  EmitEvent(
      {.kind = &kPromoteEvent, .to = action.to, .piece = action.piece, .color = position_.turn});
}

void Resolution::Remove(Sq square) {
  position_.board.Remove(square);
  position_.immobilised.Reset(square);
  position_.released.Reset(square);
  if (position_.hidden == square) position_.hidden.reset();
}

void Resolution::Capture(Sq square, Sq by) {
  const Piece<Kind> captured = *position_.board.At(square);
  EmitEvent({.kind = &kCaptureEvent,
             .from = by,
             .to = square,
             .piece = captured.kind,
             .color = captured.color});
  Remove(square);
}

void Resolution::Reveal() {
  if (position_.hidden) {
    EmitEvent({.kind = &kRevealedEvent,
               .to = *position_.hidden,
               .piece = Kind::kQueen,
               .color = !position_.turn});
  }
  position_.hidden.reset();
  position_.stealth_origin.reset();
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
  EmitEvent({.kind = &kObjectPutEvent, .to = square, .object = object});
}

void Resolution::Land(Sq from, Sq to) {
  if (!position_.board.IsEmpty(to)) Capture(to, from);
  object_ = position_.ObjectAt(to);
  position_.ClearObject(to);
  position_.board.Put(to, piece_);
  square_ = to;
  standing_ = true;
}

void Resolution::TriggerObjects() {
  while (object_ && position_.BothHaveKings()) {
    const Object object = *object_;
    object_.reset();
    switch (object) {
      case Object::kMushroom:
        CarryByMushroom();
        break;
      case Object::kBanana:
        BeginDraw(RandomDraw::kPush, kStraight[square_.index()]);
        return;
      case Object::kBomb:
        BeginDraw(RandomDraw::kPush, kDiagonal[square_.index()]);
        return;
      case Object::kEgg:
        BeginDraw(RandomDraw::kEgg, kEggs);
        return;
      case Object::kCount:
        return;
    }
  }
  EndPath();
}

void Resolution::CarryByMushroom() {
  const int file = square_.file() + direction_.file;
  const int rank = square_.rank() + direction_.rank;
  const bool directed = direction_.file != 0 || direction_.rank != 0;
  if (!IsCarried(piece_.kind) || !directed || !Geo::Contains(file, rank)) return;
  const Sq from = square_;
  const Sq to(file, rank);
  if (!position_.board.IsEmpty(to)) return;
  EmitEvent({.kind = &kMushroomEvent,
             .from = from,
             .to = to,
             .piece = piece_.kind,
             .color = piece_.color,
             .object = Object::kMushroom});
  position_.board.Remove(from);
  Land(from, to);
}

void Resolution::BeginDraw(RandomDraw draw, Squares squares) {
  candidate_squares_ = squares;
  BeginDraw(draw, squares.size());
}

void Resolution::BeginDraw(RandomDraw draw, int candidates) {
  draw_ = draw;
  candidate_count_ = candidates;
  if (candidates == 1) Choose(0);
}

std::string_view Resolution::purpose() const {
  switch (draw_) {
    case RandomDraw::kPush:
      return "push";
    case RandomDraw::kEgg:
      return "egg";
    case RandomDraw::kPiece:
      return "piece";
    case RandomDraw::kTurncoat:
      return "on";
    case RandomDraw::kPut:
      return "put";
    case RandomDraw::kNone:
      break;
  }
  return "";
}

Sq Resolution::CandidateSquare(int index) const {
  Squares rest = candidate_squares_;
  for (int i = 0; i < index; ++i) rest.PopFirst();
  return rest.First();
}

std::string_view Resolution::CandidateText(int index) const {
  if (draw_ == RandomDraw::kEgg) return kEggNames[index];
  if (draw_ == RandomDraw::kPiece) return {&kOfficerLetters[index], 1};
  return NameOf(CandidateSquare(index));
}

std::optional<int> Resolution::FindCandidate(std::string_view text) const {
  if (draw_ != RandomDraw::kEgg && draw_ != RandomDraw::kPiece) {
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
  const RandomDraw draw = draw_;
  draw_ = RandomDraw::kNone;
  candidate_count_ = 0;
  switch (draw) {
    case RandomDraw::kPush:
      Push(CandidateSquare(index));
      return;
    case RandomDraw::kEgg:
      OpenEgg(static_cast<Egg>(index));
      return;
    case RandomDraw::kPiece:
      OfferPiece(kOfficers[index]);
      break;
    case RandomDraw::kTurncoat:
      ChangeColor(CandidateSquare(index));
      break;
    case RandomDraw::kPut: {
      const Sq square = CandidateSquare(index);
      const Object object = *PutBy(piece_.kind);
      position_.PutObject(square, object);
      EmitEvent({.kind = &kObjectPutEvent, .to = square, .object = object});
      EndAction();
      return;
    }
    case RandomDraw::kNone:
      return;
  }
  EndPath();
}

void Resolution::Push(Sq to) {
  const Sq from = square_;
  const bool straight = from.file() == to.file() || from.rank() == to.rank();
  const Object object = straight ? Object::kBanana : Object::kBomb;
  EmitEvent({.kind = straight ? &kBananaEvent : &kBombEvent,
             .from = from,
             .to = to,
             .piece = piece_.kind,
             .color = piece_.color,
             .object = object});
  position_.board.Remove(from);
  direction_ = {to.file() - from.file(), to.rank() - from.rank()};
  Land(from, to);
  TriggerObjects();
}

void Resolution::EndPath() {
  if (standing_ && piece_.kind == Kind::kPawn && piece_.color == position_.turn &&
      IsLastRank(square_, piece_.color)) {
    position_.pending.promotion = square_;
  }
  const std::optional<Object> object = PutBy(piece_.kind);
  if (object && standing_ && !position_.IsOver()) {
    const Squares free = PutSquares(*object, square_, position_.board.Occupied());
    if (free) {
      BeginDraw(RandomDraw::kPut, free);
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
  EmitEvent({.kind = &kLapsedEvent, .color = position_.turn});
  EndTurn();
}

void Resolution::EndTurn() {
  for (const Sq square : position_.released) {
    EmitEvent({.kind = &kReleasedEvent,
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

void Resolution::EmitEvent(const RawEvent& event) {
  if (events_ == nullptr) return;
  events_->push_back({.kind = event.kind,
                      .from = event.from ? NameOf(*event.from) : "",
                      .to = event.to ? NameOf(*event.to) : "",
                      .piece = event.piece ? CapitalLetter(*event.piece) : '\0',
                      .color = event.color,
                      .object = event.object ? LetterOf(*event.object) : '\0',
                      .conceals_to = event.kind == &kStealthEvent});
}

void Resolution::OpenEgg(Egg egg) {
  egg_ = egg;
  const auto emit = [this](const EventKind* kind) {
    EmitEvent({.kind = kind,
               .to = square_,
               .piece = piece_.kind,
               .color = piece_.color,
               .object = Object::kEgg});
  };
  switch (egg) {
    case Egg::kKingBoo:
      position_.pending.bonus = Bonus::kSwap;
      emit(&kKingBooEvent);
      break;
    case Egg::kKoopa:
      EmitEvent({.kind = &kKoopaEvent,
                 .from = square_,
                 .to = origin_,
                 .piece = piece_.kind,
                 .color = piece_.color,
                 .object = Object::kEgg});
      position_.board.Remove(square_);
      standing_ = false;
      if (origin_) {
        position_.ClearObject(*origin_);
        position_.board.Put(*origin_, piece_);
      }
      break;
    case Egg::kToadette:
      BeginDraw(RandomDraw::kPiece, kOfficerCount);
      return;
    case Egg::kChomp:
      emit(&kChompEvent);
      Remove(square_);
      standing_ = false;
      break;
    case Egg::kDaisy:
      position_.pending.bonus = Bonus::kAgain;
      emit(&kDaisyEvent);
      break;
    case Egg::kBowser:
      position_.immobilised.Set(square_);
      emit(&kBowserEvent);
      break;
    case Egg::kLuigi:
    case Egg::kWaluigi: {
      const Color color = egg == Egg::kLuigi ? !position_.turn : position_.turn;
      Squares candidates = position_.board.Of(color) - position_.board.Of(color, Kind::kKing);
      for (const Sq pawn : position_.board.Of(color, Kind::kPawn)) {
        if (IsLastRank(pawn, !color)) candidates.Reset(pawn);
      }
      if (candidates.empty()) {
        emit(egg == Egg::kLuigi ? &kLuigiInVainEvent : &kWaluigiInVainEvent);
        break;
      }
      BeginDraw(RandomDraw::kTurncoat, candidates);
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
  if (square == square_) piece_ = piece;
  EmitEvent({.kind = *egg_ == Egg::kLuigi ? &kLuigiEvent : &kWaluigiEvent,
             .to = square,
             .piece = piece.kind,
             .color = piece.color,
             .object = Object::kEgg});
}

void Resolution::OfferPiece(Kind kind) {
  position_.pending.bonus = Bonus::kDrop;
  position_.pending.piece = kind;
  EmitEvent({.kind = &kToadetteEvent, .to = square_, .piece = kind, .color = position_.turn});
}

int CountOutcomes(const Position& before, const Action& action) {
  Kind kind = action.piece;
  Squares occupied = before.board.Occupied();
  switch (action.kind) {
    case ActionKind::kMove:
      if (kind == Kind::kPawn) kind = before.board.KindAt(action.from);
      occupied.Reset(action.from);
      break;
    case ActionKind::kPlace:
      break;
    case ActionKind::kStealth:
    case ActionKind::kShell:
    case ActionKind::kSwap:
    case ActionKind::kPromote:
    case ActionKind::kPass:
      return 1;
  }
  const std::optional<Object> target = before.ObjectAt(action.to);
  if (target && (target != Object::kMushroom || IsCarried(kind))) return 0;
  const std::optional<Object> object = PutBy(kind);
  const bool captures_last_king = before.board.Of(!before.turn, Kind::kKing) == Squares(action.to);
  if (!object || captures_last_king) return 1;
  const Squares free = PutSquares(*object, action.to, occupied);
  // Putting an object where there is already one of its kind changes nothing, wherever that is.
  const Squares unchanged = free & before.Of(*object);
  return std::max(1, (free - unchanged).size() + (unchanged ? 1 : 0));
}

std::string Resolution::SanSuffix() const {
  if (!egg_) return "";
  std::string suffix(kEggSuffixes[static_cast<int>(*egg_)]);
  if (turncoat_) suffix += ToString(*turncoat_);
  return suffix;
}

}  // namespace arbiter::chakart
