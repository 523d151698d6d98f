#ifndef ARBITER_CORE_VARIANTS_MAKRUK_EVENTS_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_EVENTS_H_

#include "core/rules/event.h"

namespace arbiter::makruk {

// What happens in Makruk alone: counts (M8).
inline constexpr EventKind kCountStartedEvent = {5,
                                                 {"{player}'s count starts.", "", "{player}เริ่มนับ"}};
inline constexpr EventKind kCountStoppedEvent = {6,
                                                 {"{player} stops counting.", "", "{player}หยุดนับ"}};

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_EVENTS_H_
