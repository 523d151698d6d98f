#ifndef ARBITER_CORE_RULES_EVENT_H_
#define ARBITER_CORE_RULES_EVENT_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/board/color.h"
#include "core/rules/event_sentence.h"
#include "core/rules/roles.h"

namespace arbiter {

// A kind of event. The kinds below are shared by several variants; a variant declares its own kinds
// next to its rules. A kind is identified by its address and has static storage duration.
struct EventKind {
  // The number in `arbiter.v1.Event.Kind`.
  int number;
  LocalEventSentence sentence;
};

// An effect of an action.
struct Event {
  const EventKind* kind;
  // The names of squares, which have static storage duration; empty if the event has none.
  std::string_view from = {};
  std::string_view to = {};
  // The capital FEN letter of a piece; 0 if there is none.
  char piece = 0;
  // The player concerned, or the colour of the piece.
  std::optional<Color> color = {};
  // The FEN letter of an object; 0 if there is none.
  char object = 0;
  // The points that `color` has scored.
  int points = 0;
  // The subject of a bid or a random draw, and the decision; empty for other kinds.
  std::string_view target = {};
  std::string outcome = {};
  // Whether `to` is hidden from some viewers (ruling H23).
  bool conceals_to = false;
  // The names of the players.
  const Roles* roles = &kColors;
};

inline constexpr EventKind kMoveEvent = {
    1, {"{piece} {from}-{to}.", "{piece} {from}-{to}。", "{piece} {from}-{to}"}};
inline constexpr EventKind kCaptureEvent = {
    2,
    {"{player}'s {piece} on {to} is captured.", "{to}的{player}{piece}被吃。",
     "{piece}ของ{player}ที่ {to} ถูกกิน"}};
inline constexpr EventKind kPromoteEvent = {
    3, {"It becomes a {piece} on {to}.", "在{to}升变为{piece}。", "หงายเป็น{piece}ที่ {to}"}};
inline constexpr EventKind kCheckEvent = {
    4, {"{player} is in check.", "{player}被将军。", "{player}ถูกรุก"}};
inline constexpr EventKind kDrawOfferedEvent = {
    7, {"{player} offers a draw.", "{player}提和。", "{player}ขอเสมอ"}};
inline constexpr EventKind kDrawWithdrawnEvent = {
    8, {"{player} withdraws the draw offer.", "{player}撤回提和。", "{player}ถอนคำขอเสมอ"}};
inline constexpr EventKind kDrawAcceptedEvent = {
    9, {"{player} accepts the draw.", "{player}同意和棋。", "{player}ตกลงเสมอ"}};
inline constexpr EventKind kDrawDeclinedEvent = {
    10, {"{player} declines the draw.", "{player}拒绝和棋。", "{player}ปฏิเสธคำขอเสมอ"}};
inline constexpr EventKind kResignedEvent = {
    11, {"{player} resigns.", "{player}认输。", "{player}ยอมแพ้"}};
inline constexpr EventKind kClaimedEvent = {
    12, {"{player} makes a valid claim.", "{player}申请判定。", "{player}ขอตัดสินตามกติกา"}};
inline constexpr EventKind kTimedOutEvent = {
    13, {"{player}'s time has run out.", "{player}超时。", "{player}หมดเวลา"}};
inline constexpr EventKind kGameOverEvent = {14, {"The game is over.", "对局结束。", "จบเกม"}};
inline constexpr EventKind kPlaceEvent = {31, {"{player} places a {piece} on {to}."}};
inline constexpr EventKind kPassEvent = {32, {"{player} passes."}};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_EVENT_H_
