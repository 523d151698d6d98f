#ifndef ARBITER_CORE_RULES_EVENT_H_
#define ARBITER_CORE_RULES_EVENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/board/color.h"
#include "core/rules/roles.h"

namespace arbiter {

// Something that an action did. Same kinds and numbers as `arbiter.v1.Event.Kind`.
struct Event {
  enum class Kind : uint8_t {
    kMove = 1,
    kCapture = 2,
    kPromote = 3,
    kCheck = 4,
    kCountStarted = 5,
    kCountStopped = 6,
    kDrawOffered = 7,
    kDrawWithdrawn = 8,
    kDrawAccepted = 9,
    kDrawDeclined = 10,
    kResigned = 11,
    kClaimed = 12,
    kTimedOut = 13,
    kGameOver = 14,
    kMushroom = 15,
    kBanana = 16,
    kBomb = 17,
    kKingBoo = 18,
    kKoopa = 19,
    kToadette = 20,
    kChomp = 21,
    kDaisy = 22,
    kBowser = 23,
    kLuigi = 24,
    kWaluigi = 25,
    kObjectPut = 26,
    kStealth = 27,
    kRevealed = 28,
    kShell = 29,
    kSwap = 30,
    kPlace = 31,
    kPass = 32,
    kReleased = 33,
    kLapsed = 34,
    kPoints = 35,
    kCastled = 36,
    kRemoved = 37,
    kUndone = 38,
    kBid = 39,
    kDrawn = 40,
    kBiddingOver = 41,
  };
  Kind kind;
  // Squares as text; empty where the kind has none.
  std::string from = {};
  std::string to = {};
  // Capital FEN letter, or 0.
  char piece = 0;
  std::optional<Color> color = {};
  // FEN letter of the object concerned, or 0.
  char object = 0;
  // kPoints: what `color` has scored.
  int points = 0;
  // What was bid on or drawn for (kBid, kDrawn): `white`, `time`, `home`, `xf`; empty elsewhere.
  std::string_view target = {};
  // The outcome that kBid or kDrawn brought; empty elsewhere.
  std::string outcome = {};
  // Whom `color` means.
  Roles roles = Roles::kColors;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_EVENT_H_
