#include "service/ops/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "service/access/clients.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ClientMetricsTest : public ::testing::Test {
 protected:
  static Client MakeUnlisted(const std::string& name) {
    return {name, /*listed=*/false, Grant::All(), std::make_shared<Usage>()};
  }
  static Client MakeListed(const std::string& name) {
    return {name, /*listed=*/true, Grant::All(), std::make_shared<Usage>()};
  }
  void Count(const Client& client) {
    metrics_.clients().Of(client).Count(first_, absl::StatusCode::kOk);
  }

  Metrics metrics_{"0"};
  const MethodMetrics first_ = metrics_.AddMethod(CallType::kUnary, "S", "First");
  const MethodMetrics second_ = metrics_.AddMethod(CallType::kUnary, "S", "Second");
};

TEST_F(ClientMetricsTest, CountsByClientMethodAndCode) {
  Count(MakeListed("a"));
  metrics_.clients().Of(MakeListed("a")).Count(second_, absl::StatusCode::kUnavailable);
  const Client b = MakeUnlisted("b");
  Count(b);
  Count(b);
  metrics_.clients().anonymous().Count(first_, absl::StatusCode::kOk);
  const std::string text = metrics_.Text({});
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="a",code="OK",method="First"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="a",code="Unavailable",method="Second"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="b",code="OK",method="First"} 2)"));
  EXPECT_THAT(text, HasSubstr(R"(calls_total{client="anonymous",code="OK",method="First"} 1)"));
}

TEST_F(ClientMetricsTest, AClientIsLookedUpOnlyOnce) {
  const Client a = MakeListed("a");
  EXPECT_EQ(a.calls().load(), nullptr);
  ClientCalls& calls = metrics_.clients().Of(a);
  EXPECT_EQ(a.calls().load(), &calls);
  EXPECT_EQ(&metrics_.clients().Of(MakeListed("a")), &calls) << "after a reload";
}

TEST_F(ClientMetricsTest, ClientsBeyondTheMaximumShareTheSeriesOfOther) {
  for (size_t i = 0; i < 2 * ClientMetrics::kMaxClients; ++i) {
    Count(MakeUnlisted("client " + std::to_string(i)));
  }
  Count(MakeUnlisted("client 0"));
  const std::string text = metrics_.Text({});
  EXPECT_THAT(text, HasSubstr(R"({client="other",code="OK",method="First"} 200)"));
  EXPECT_THAT(text, HasSubstr(R"({client="client 0",code="OK",method="First"} 2)"));
  EXPECT_THAT(text, Not(HasSubstr(R"(client="client 200")")));
}

TEST_F(ClientMetricsTest, ClientsOfTheKeyFileAlwaysHaveTheirOwnSeries) {
  for (size_t i = 0; i < 2 * ClientMetrics::kMaxClients; ++i) {
    Count(MakeUnlisted("stranger " + std::to_string(i)));
  }
  for (size_t i = 0; i < 2 * ClientMetrics::kMaxClients; ++i) {
    Count(MakeListed("site " + std::to_string(i)));
  }
  const std::string text = metrics_.Text({});
  EXPECT_THAT(text, HasSubstr(R"({client="site 399",code="OK",method="First"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"({client="other",code="OK",method="First"} 200)"));
}

TEST_F(ClientMetricsTest, CountsTheCallsOfAllThreads) {
  const Client a = MakeListed("a");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 1'000; ++j) Count(a);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(metrics_.Text({}), HasSubstr(R"({client="a",code="OK",method="First"} 4000)"));
}

}  // namespace
}  // namespace arbiter
