#include "core/variants/chakart/egg.h"
#include "core/variants/chakart/events.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/resolution.h"

namespace arbiter::chakart {
namespace {

// In SAN (H27), by the numbers of Egg.
constexpr std::string_view kEggSuffixes[kEggs] = {"*B", "*K", "*T", "*C", "*D", "*M", "*L", "*W"};

}  // namespace

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
