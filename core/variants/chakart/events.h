#ifndef ARBITER_CORE_VARIANTS_CHAKART_EVENTS_H_
#define ARBITER_CORE_VARIANTS_CHAKART_EVENTS_H_

#include "core/rules/event.h"

namespace arbiter::chakart {

// The kinds of events that only Chakart has: effects of objects and eggs (H8 to H14) and powers (H6
// and H7).
inline constexpr EventKind kMushroomEvent = {
    15, {"A mushroom carries the {piece} from {from} to {to}."}};
inline constexpr EventKind kBananaEvent = {16, {"A banana sends the {piece} from {from} to {to}."}};
inline constexpr EventKind kBombEvent = {17, {"A bomb sends the {piece} from {from} to {to}."}};
inline constexpr EventKind kKingBooEvent = {
    18, {"The egg on {to} holds King Boo: {player} swaps two pieces."}};
inline constexpr EventKind kKoopaEvent = {
    19, {"The egg on {from} holds Koopa: the {piece} goes back to where it came from."}};
inline constexpr EventKind kToadetteEvent = {
    20, {"The egg on {to} holds Toadette: {player} places a {piece}."}};
inline constexpr EventKind kChompEvent = {
    21, {"The egg on {to} holds Chomp: {player}'s {piece} is captured."}};
inline constexpr EventKind kDaisyEvent = {22,
                                          {"The egg on {to} holds Daisy: {player} moves again."}};
inline constexpr EventKind kBowserEvent = {
    23, {"The egg on {to} holds Bowser: the {piece} cannot move next turn."}};
inline constexpr EventKind kLuigiEvent = {
    24, {"The egg holds Luigi: the {piece} on {to} now belongs to {player}."}};
inline constexpr EventKind kWaluigiEvent = {
    25, {"The egg holds Waluigi: the {piece} on {to} now belongs to {player}."}};
// The eggs of Luigi and Waluigi if no piece can change sides (H13).
inline constexpr EventKind kLuigiInVainEvent = {
    24, {"The egg on {to} holds Luigi, but there is no piece to change sides."}};
inline constexpr EventKind kWaluigiInVainEvent = {
    25, {"The egg on {to} holds Waluigi, but there is no piece to change sides."}};
inline constexpr EventKind kObjectPutEvent = {26, {"{object} left on {to}."}};
inline constexpr EventKind kStealthEvent = {27, {"{player}'s {piece} on {from} moves unseen."}};
inline constexpr EventKind kRevealedEvent = {28, {"{player}'s {piece} on {to} is revealed."}};
inline constexpr EventKind kShellEvent = {
    29, {"{player}'s {piece} on {from} throws the shell at {to}."}};
inline constexpr EventKind kSwapEvent = {30, {"The pieces on {from} and {to} change places."}};
inline constexpr EventKind kReleasedEvent = {33, {"The {piece} on {to} can move again."}};
inline constexpr EventKind kLapsedEvent = {34, {"The choice lapses because it cannot be made."}};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_EVENTS_H_
