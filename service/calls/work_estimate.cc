#include "service/calls/work_estimate.h"

namespace arbiter {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
using Request = v1::BatchRequest;

// What reading a state takes beside the rest of a request.
nanoseconds ReadingTime(const WorkFactors& factors) {
  constexpr nanoseconds kRecordAction(120);
  constexpr nanoseconds kSnapshotByte(1);
  return kRecordAction * factors.record_actions + kSnapshotByte * factors.snapshot_bytes;
}

nanoseconds ConversionTime(uint64_t from_notation) {
  switch (from_notation) {
    case v1::NOTATION_UNSPECIFIED:
    case v1::NOTATION_ACTION:
      return nanoseconds(550);
    case v1::NOTATION_LAN:
      return nanoseconds(2'200);
    default:
      return nanoseconds(1'200);
  }
}

// What the rest of a request takes.
nanoseconds AnsweringTime(Request::RequestCase method, const WorkFactors& factors) {
  switch (method) {
    case Request::kListVariants:
      return microseconds(55);
    case Request::kStartGame:
      return microseconds(4);
    case Request::kLegalMoves:
      // The length of the list is not known before the position is read: in full, the longest takes
      // 0.2 ms, which no game comes near.
      return microseconds(factors.detail == v1::DETAIL_FULL ? 18 : 4);
    case Request::kApplyMoves:
      return microseconds(6) + nanoseconds(1'100) * factors.actions;
    case Request::kAdjudicate:
      return microseconds(5);
    case Request::kValidateGame: {
      // What the seed draws is compared with what is written.
      const size_t compared = factors.has_record_seed ? factors.drawn_record_actions : 0;
      return microseconds(7) + nanoseconds(1'200) * compared;
    }
    case Request::kConvertMoves:
      return microseconds(4) + ConversionTime(factors.from_notation) * factors.actions;
    case Request::kRenderBoard: {
      const bool is_text = factors.format == v1::FORMAT_TEXT || factors.format == v1::FORMAT_ANSI;
      return microseconds(is_text ? 10 : 20) + nanoseconds(250) * factors.marks;
    }
    case Request::kReadPgn:
      return microseconds(3) + nanoseconds(150) * factors.pgn_bytes;
    case Request::kWritePgn:
      return microseconds(6) + nanoseconds(800) * factors.record_actions;
    case Request::kEnumerateOutcomes:
    case Request::kPerft:
      return kUnboundedWork;
    case Request::kBundle:
    case Request::REQUEST_NOT_SET:
      break;
  }
  return nanoseconds(0);
}

}  // namespace

nanoseconds EstimateWork(Request::RequestCase method, const WorkFactors& factors) {
  return ReadingTime(factors) + AnsweringTime(method, factors);
}

}  // namespace arbiter
