#ifndef ARBITER_TESTS_SUPPORT_ANALYSIS_H_
#define ARBITER_TESTS_SUPPORT_ANALYSIS_H_

#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "service/convert/read.h"
#include "service/handlers/handlers.h"
#include "tests/support/status.h"

namespace arbiter::testing {

// The messages and the final status of a streaming handler.
template <typename Response>
struct Streamed {
  absl::Status status;
  std::vector<Response> messages;
};

// Calls `handler` with a fresh transposition table. `observe` is called with each message as it
// arrives and may stop the search.
template <typename Request, typename Response>
Streamed<Response> Stream(
    absl::Status (*handler)(const AnalysisContext&, const Request&,
                            const std::function<void(const Response&)>&),
    const Request& request, const Limits& limits = {},
    const std::function<void(const Response&, StopToken*)>& observe = nullptr) {
  StopToken stop;
  TranspositionTable table(1 << 20);
  Streamed<Response> answer;
  const absl::StatusOr<SearchResources> resources = ReadSearchResources(limits, request);
  if (!resources.ok()) return {.status = resources.status(), .messages = {}};
  answer.status =
      handler({&limits, &stop, resources->threads, &table}, request, [&](const Response& response) {
        answer.messages.push_back(response);
        if (observe) observe(response, &stop);
      });
  return answer;
}

inline void ExpectRefused(const absl::Status& status, ErrorReason reason, std::string_view field) {
  EXPECT_THAT(status, Fails(reason, ""));
  EXPECT_EQ(FieldOf(status), field);
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_ANALYSIS_H_
