#include "service/ops/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <thread>

#include "service/access/clients.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(MetricsTest, TheSeriesOfAMethodBeginWithZero) {
  Metrics metrics("0");
  metrics.AddMethod(CallType::kBidiStream, "S", "M");
  const std::string text = metrics.Text({});
  const std::string labels = R"(grpc_method="M",grpc_service="S",grpc_type="bidi_stream"} 0)";
  for (const char* name :
       {"grpc_server_started_total{", "grpc_server_msg_received_total{",
        "grpc_server_msg_sent_total{", R"(grpc_server_handled_total{grpc_code="OK",)",
        R"(grpc_server_handled_total{grpc_code="Unauthenticated",)"}) {
    EXPECT_THAT(text, HasSubstr(name + labels));
  }
  EXPECT_THAT(text, HasSubstr("# TYPE grpc_server_handled_total counter\n"));
}

TEST(MetricsTest, CountsEachMethodAndCode) {
  Metrics metrics("0");
  MethodMetrics& first = *metrics.AddMethod(CallType::kUnary, "S", "First");
  metrics.AddMethod(CallType::kUnary, "S", "Second");
  first.started.Increment();
  first.received.Increment();
  first.sent.Increment();
  first.handled[static_cast<size_t>(absl::StatusCode::kNotFound)].Increment();
  first.handled[static_cast<size_t>(absl::StatusCode::kNotFound)].Increment();
  const std::string text = metrics.Text({});
  const std::string labels = R"(grpc_method="First",grpc_service="S",grpc_type="unary"})";
  EXPECT_THAT(text, HasSubstr("grpc_server_started_total{" + labels + " 1\n"));
  EXPECT_THAT(text, HasSubstr("grpc_server_msg_received_total{" + labels + " 1\n"));
  EXPECT_THAT(text, HasSubstr("grpc_server_msg_sent_total{" + labels + " 1\n"));
  const std::string handled = "grpc_server_handled_total{grpc_code=";
  EXPECT_THAT(text, HasSubstr(handled + R"("NotFound",)" + labels + " 2\n"));
  EXPECT_THAT(text, HasSubstr(handled + R"("OK",)" + labels + " 0\n"));
  EXPECT_THAT(text, HasSubstr(R"(started_total{grpc_method="Second",grpc_service="S",)"
                              R"(grpc_type="unary"} 0)"));
}

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
  MethodMetrics& first_ = *metrics_.AddMethod(CallType::kUnary, "S", "First");
  MethodMetrics& second_ = *metrics_.AddMethod(CallType::kUnary, "S", "Second");
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
  const auto count = [&] {
    for (int i = 0; i < 1'000; ++i) Count(a);
  };
  std::array<std::thread, 4> threads;
  for (std::thread& thread : threads) thread = std::thread(count);
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(metrics_.Text({}), HasSubstr(R"({client="a",code="OK",method="First"} 4000)"));
}

}  // namespace
}  // namespace arbiter
