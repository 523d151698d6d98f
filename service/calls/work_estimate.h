#ifndef ARBITER_SERVICE_CALLS_WORK_ESTIMATE_H_
#define ARBITER_SERVICE_CALLS_WORK_ESTIMATE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "arbiter/v1/rules_service.pb.h"

namespace arbiter {

// What decides how long a handler takes.
struct WorkFactors {
  // Actions of a record, which are replayed before anything is answered, and how many of them have
  // their outcomes written behind them.
  size_t record_actions = 0;
  size_t drawn_record_actions = 0;
  // Whether the record has a seed.
  bool has_record_seed = false;
  // Actions that ApplyMoves applies, or texts that ConvertMoves converts.
  size_t actions = 0;
  // Bytes of a snapshot.
  size_t snapshot_bytes = 0;
  // Bytes of PGN.
  size_t pgn_bytes = 0;
  // Arrows and highlighted squares of a picture.
  size_t marks = 0;
  // Values of the enums of the same names, which need not be known.
  uint64_t detail = v1::DETAIL_UNSPECIFIED;
  uint64_t from_notation = v1::NOTATION_UNSPECIFIED;
  uint64_t format = v1::FORMAT_UNSPECIFIED;
};

// The work of a request that may take any time though it is small: Perft, EnumerateOutcomes and
// the analyses.
inline constexpr std::chrono::nanoseconds kUnboundedWork = std::chrono::seconds(1);

// An estimate of the time that the handler of `method` takes on one thread, without parsing the
// request: a little more than what the median request of its kind takes, and at least half of what
// nearly all take. What a refusal takes is not estimated. The times are those of one idle core of a
// server of 2023; on another machine they are longer or shorter as a whole.
std::chrono::nanoseconds EstimateWork(v1::BatchRequest::RequestCase method,
                                      const WorkFactors& factors);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_WORK_ESTIMATE_H_
