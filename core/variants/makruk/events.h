#ifndef ARBITER_CORE_VARIANTS_MAKRUK_EVENTS_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_EVENTS_H_

#include "core/rules/event.h"

namespace arbiter::makruk {

// The kinds of events that only Makruk has: a count starts or stops (M7, M8).
inline constexpr EventKind kCountStartedEvent = {
    5, {"{player}'s count starts.", "", "{player}เริ่มนับศักดิ์"}};
inline constexpr EventKind kCountStoppedEvent = {
    6, {"{player} stops counting.", "", "{player}หยุดนับศักดิ์"}};

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_EVENTS_H_
