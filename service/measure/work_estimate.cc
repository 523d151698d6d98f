#include "service/measure/work_estimate.h"

namespace arbiter {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
using Request = v1::BatchRequest;

// Returns the time to restore the state that a request names.
nanoseconds ReadingTime(const WorkFactors& factors) {
  constexpr nanoseconds kRecordAction(160);
  constexpr nanoseconds kSnapshotByte(1);
  return kRecordAction * factors.record_actions + kSnapshotByte * factors.snapshot_bytes;
}

// The number of moves is not known before the position is read. The longest list in full detail
// takes 0.2 ms, but the lists of real games take much less.
constexpr nanoseconds kFullMoves = microseconds(18);
constexpr nanoseconds kShortMoves = microseconds(4);
// Moves in advance are described even where only their texts are listed.
constexpr nanoseconds kMovesInAdvance = microseconds(30);
constexpr nanoseconds kPicture = microseconds(20);
constexpr nanoseconds kMark(250);

[[maybe_unused]] nanoseconds LegalMovesTime(const WorkFactors& work) {
  if (work.names_side) return kMovesInAdvance;
  return work.detail == v1::DETAIL_FULL ? kFullMoves : kShortMoves;
}

// Returns the time to write the views of a request.
nanoseconds ViewTime(const WorkFactors& work) {
  return microseconds(4) * work.views + kFullMoves * work.full_view_moves +
         kShortMoves * work.short_view_moves + kPicture * work.view_pictures + kMark * work.marks;
}

// Returns the time to find the move that a text names.
nanoseconds TextTime(const WorkFactors& work) {
  const bool is_action =
      work.from_notation == v1::NOTATION_UNSPECIFIED || work.from_notation == v1::NOTATION_ACTION;
  if (is_action) return nanoseconds(0);
  switch (work.from_notation) {
    case v1::NOTATION_LAN:
      return nanoseconds(1'650);
    case v1::NOTATION_ANY:
      // SAN takes 650 ns, but what people write otherwise is read several times.
      return nanoseconds(4'000);
    default:
      return nanoseconds(650);
  }
}

[[maybe_unused]] nanoseconds ApplicationTime(const WorkFactors& work) {
  return microseconds(6) + (nanoseconds(1'100) + TextTime(work)) * work.actions + ViewTime(work);
}

[[maybe_unused]] nanoseconds ValidationTime(const WorkFactors& work) {
  // With a seed, the recorded outcomes are compared with those that the seed determines.
  const size_t compared = work.has_record_seed ? work.record_actions_with_outcomes : 0;
  // Of a game whose illegal actions are skipped, any action may have to be explained.
  const nanoseconds explained = work.skips_illegal ? nanoseconds(3'000) : nanoseconds(0);
  return microseconds(7) + nanoseconds(1'200) * compared +
         (TextTime(work) + explained) * work.record_actions;
}

[[maybe_unused]] nanoseconds ConversionTime(const WorkFactors& work) {
  return microseconds(4) + (nanoseconds(550) + TextTime(work)) * work.actions;
}

[[maybe_unused]] nanoseconds RenderingTime(const WorkFactors& work) {
  const bool is_text = work.format == v1::FORMAT_TEXT || work.format == v1::FORMAT_ANSI;
  return (is_text ? kPicture / 2 : kPicture) + kMark * work.marks;
}

// Returns the time that a handler takes in addition to ReadingTime().
nanoseconds AnsweringTime(Request::RequestCase method, [[maybe_unused]] const WorkFactors& work) {
  switch (method) {
#define ARBITER_UNARY_METHOD(name, item, cost, bundling, time) \
  case Request::k##name:                                       \
    return time;
#include "service/methods.def"
    default:
      return nanoseconds(0);
  }
}

}  // namespace

nanoseconds EstimateWork(Request::RequestCase method, const WorkFactors& factors) {
  return ReadingTime(factors) + AnsweringTime(method, factors);
}

}  // namespace arbiter
