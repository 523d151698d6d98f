#ifndef ARBITER_SERVICE_MEASURE_WORK_ESTIMATE_H_
#define ARBITER_SERVICE_MEASURE_WORK_ESTIMATE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "arbiter/v1/rules_service.pb.h"

namespace arbiter {

// The properties of a request that determine how long its handler takes.
struct WorkFactors {
  // The number of actions of the record, which the handler replays first, and how many of them are
  // followed by the outcomes of their random draws.
  size_t record_actions = 0;
  size_t record_actions_with_outcomes = 0;
  // Whether the record has a seed.
  bool has_record_seed = false;
  // The number of actions that ApplyMoves applies, or of texts that ConvertMoves converts.
  size_t actions = 0;
  size_t snapshot_bytes = 0;
  size_t pgn_bytes = 0;
  // The number of arrows and highlighted squares of pictures.
  size_t marks = 0;
  // The number of views, of those with legal moves in full detail and in short, and of those with a
  // picture.
  size_t views = 0;
  size_t full_view_moves = 0;
  size_t short_view_moves = 0;
  size_t view_pictures = 0;
  // Whether the side is named whose moves are listed, which may be moves in advance.
  bool names_side = false;
  // Whether illegal actions are skipped, and not only the first one is explained.
  bool skips_illegal = false;
  // The numeric values of the enums with the same names, which may be unknown values.
  uint64_t detail = v1::DETAIL_UNSPECIFIED;
  uint64_t from_notation = v1::NOTATION_UNSPECIFIED;
  uint64_t format = v1::FORMAT_UNSPECIFIED;
};

// The estimate for requests that can take any time, however small they are: Perft,
// EnumerateOutcomes and analyses.
inline constexpr std::chrono::nanoseconds kUnboundedWork = std::chrono::seconds(1);

// Estimates the time that the handler of `method` takes on one thread, without parsing the request.
// The estimate is a little more than the time of the median request of the method, and at least
// half the time of nearly every request. Refusals are not estimated. The times are those of an idle
// core of a server from 2023; other machines are faster or slower by about the same factor for all
// methods.
std::chrono::nanoseconds EstimateWork(v1::BatchRequest::RequestCase method,
                                      const WorkFactors& factors);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_MEASURE_WORK_ESTIMATE_H_
