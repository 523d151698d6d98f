#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVENTS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVENTS_H_

#include "core/rules/event.h"

namespace arbiter::chpok {

// The events that only Chpok's board has.
inline constexpr EventKind kPointsEvent = {35,
                                           {"{player} scores {points}.", "{player}得{points}分。"}};
inline constexpr EventKind kCastledEvent = {
    36,
    {"The {piece} on {from} castles with the rook on {to}.", "{from}的{piece}与{to}的车易位。"}};
inline constexpr EventKind kRemovedEvent = {
    37, {"{player} removes the {piece} on {to}.", "{player}移除{to}的{piece}。"}};
inline constexpr EventKind kUndoneEvent = {
    38, {"{player} takes back the last two moves.", "{player}悔棋，撤回最后两步。"}};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_EVENTS_H_
