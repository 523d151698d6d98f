#include "service/server/client_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "service/server/metrics.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ClientMetricsTest : public ::testing::Test {
 protected:
  Metrics metrics_{"0"};
  const MethodMetrics first_ = metrics_.AddMethod(CallType::kUnary, "S", "First");
  const MethodMetrics second_ = metrics_.AddMethod(CallType::kUnary, "S", "Second");
};

TEST_F(ClientMetricsTest, CountsByClientMethodAndCode) {
  metrics_.clients().Of("a").Count(first_, absl::StatusCode::kOk);
  metrics_.clients().Of("a").Count(second_, absl::StatusCode::kUnavailable);
  metrics_.clients().Of("b").Count(first_, absl::StatusCode::kOk);
  metrics_.clients().Of("b").Count(first_, absl::StatusCode::kOk);
  const std::string text = metrics_.Text({});
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="a",code="OK",method="First"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="a",code="Unavailable",method="Second"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="b",code="OK",method="First"} 2)"));
}

TEST_F(ClientMetricsTest, ManyClientsShareTheSeriesOfOther) {
  for (size_t i = 0; i < 2 * ClientMetrics::kMaxClients; ++i) {
    metrics_.clients().Of("client " + std::to_string(i)).Count(first_, absl::StatusCode::kOk);
  }
  metrics_.clients().Of("client 0").Count(first_, absl::StatusCode::kOk);
  const std::string text = metrics_.Text({});
  // `anonymous` is one of them.
  EXPECT_THAT(text, HasSubstr(R"({client="other",code="OK",method="First"} 201)"));
  EXPECT_THAT(text, HasSubstr(R"({client="client 0",code="OK",method="First"} 2)"));
  EXPECT_THAT(text, Not(HasSubstr(R"(client="client 199")")));
}

TEST_F(ClientMetricsTest, NoCallIsLostBetweenThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      for (int j = 0; j < 1'000; ++j) {
        metrics_.clients().Of("a").Count(first_, absl::StatusCode::kOk);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(metrics_.Text({}), HasSubstr(R"({client="a",code="OK",method="First"} 4000)"));
}

}  // namespace
}  // namespace arbiter
