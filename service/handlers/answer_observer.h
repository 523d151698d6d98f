#ifndef ARBITER_SERVICE_HANDLERS_ANSWER_OBSERVER_H_
#define ARBITER_SERVICE_HANDLERS_ANSWER_OBSERVER_H_

#include <cstddef>
#include <string_view>

#include "absl/status/status.h"
#include "core/game/analysis.h"

namespace arbiter {

// Is notified of requests and answers, in order to count them, and cannot change them. It is called
// on the threads that handle the requests, so it must be thread-safe.
class AnswerObserver {
 public:
  virtual ~AnswerObserver() = default;
  // A request names a variant, which need not exist.
  virtual void OnRequest(std::string_view variant) = 0;
  // A request, or an item of a batch or session, is refused with `status`.
  virtual void OnRefusal(const absl::Status& status) = 0;
  // An answer contains `draws` random draws.
  virtual void OnDraws(std::string_view variant, int draws) = 0;
  // A search has ended with this progress.
  virtual void OnSearch(const AnalysisProgress& last) = 0;
};

template <typename Request>
concept HasPosition = requires(const Request& request) {
  request.position();
};
template <typename Request>
concept HasGame = requires(const Request& request) {
  request.game();
};
// ReadPgn requests, whose games name their variant themselves.
template <typename Request>
concept HasPgn = requires(const Request& request) {
  request.pgn();
};
template <typename Request>
concept HasVariant = requires(const Request& request) {
  request.variant();
};
template <typename Request>
concept NamesVariant = HasPosition<Request> || HasGame<Request> ||
    (HasVariant<Request> && !HasPgn<Request>);

// Returns the id of the variant that a request names, in its position if it has one there. The id
// refers to `request`.
template <NamesVariant Request>
std::string_view VariantOf(const Request& request) {
  if constexpr (HasPosition<Request>) {
    if (!request.position().variant().empty()) return request.position().variant();
  }
  if constexpr (HasGame<Request>) {
    return request.game().variant();
  } else if constexpr (HasVariant<Request>) {
    return request.variant();
  } else {
    return {};
  }
}

// Notifies `observer`, unless it is nullptr, of a request that names a variant.
template <typename Request>
void ObserveRequest(AnswerObserver* observer, const Request& request) {
  if constexpr (NamesVariant<Request>) {
    if (observer != nullptr) observer->OnRequest(VariantOf(request));
  }
}

// Notifies `observer`, unless it is nullptr, of the number of random draws in the response to a
// request.
template <NamesVariant Request>
void ObserveDraws(AnswerObserver* observer, const Request& request, size_t draws) {
  if (observer != nullptr && draws > 0) {
    observer->OnDraws(VariantOf(request), static_cast<int>(draws));
  }
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_ANSWER_OBSERVER_H_
