#ifndef ARBITER_SERVICE_SERVER_ANALYSIS_OUTBOX_H_
#define ARBITER_SERVICE_SERVER_ANALYSIS_OUTBOX_H_

#include <cstddef>
#include <deque>
#include <utility>

#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter {

// Whether a later message says all that this one does.
inline bool IsProgress(const v1::AnalyzeResponse& response) { return response.has_progress(); }
inline bool IsProgress(const v1::SessionResponse& response) {
  return response.update().has_progress();
}
inline bool IsProgress(const v1::ReviewGameResponse& /*response*/) { return false; }

// What a stream has still to send, in order. Progress does not heap up before a client that reads
// slowly: once so many bytes wait, the newest progress takes the place of the one before it.
// Everything else is kept; an analysis has a bounded amount of it.
template <typename Response>
class AnalysisOutbox {
 public:
  static constexpr size_t kManyBytes = 256 * 1024;

  void Push(Response response) {
    const bool replaces = bytes_ >= kManyBytes && !entries_.empty() && IsProgress(response) &&
                          IsProgress(entries_.back().response);
    if (replaces) {
      bytes_ -= entries_.back().bytes;
      entries_.pop_back();
    }
    const size_t bytes = response.ByteSizeLong();
    bytes_ += bytes;
    if (!IsProgress(response)) ++kept_;
    entries_.push_back({bytes, std::move(response)});
  }

  // The oldest, which leaves; there is one.
  Response Pop() {
    Response response = std::move(entries_.front().response);
    bytes_ -= entries_.front().bytes;
    entries_.pop_front();
    if (!IsProgress(response)) --kept_;
    return response;
  }

  void Clear() {
    entries_.clear();
    bytes_ = 0;
    kept_ = 0;
  }

  bool empty() const { return entries_.empty(); }
  // On the wire.
  size_t bytes() const { return bytes_; }
  // Messages that are no progress.
  size_t kept() const { return kept_; }

 private:
  struct Entry {
    size_t bytes;
    Response response;
  };

  std::deque<Entry> entries_;
  size_t bytes_ = 0;
  size_t kept_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ANALYSIS_OUTBOX_H_
