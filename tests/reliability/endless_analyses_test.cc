// Endless analyses of many clients: whoever waits begins soon, and hears the truth if it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "tests/reliability/http2_client.h"
#include "tests/reliability/strict_times.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A client at an address of its own that makes one call of Analyze after the other.
class Analyst {
 public:
  Analyst(const std::string& address, const std::string& source) : client_(address, source) {}

  void Analyze(const v1::AnalyzeRequest& request) {
    received_ = client_.received_bytes();
    stream_ = client_.Open(PathFields("/arbiter.v1.AnalysisService/Analyze"));
    client_.Write(stream_, Message(request.SerializeAsString()), true);
  }
  void Work(milliseconds wait) { client_.Work(wait); }
  // Whether the analysis has sent something, and whether it has ended.
  bool has_begun() const { return client_.received_bytes() > received_; }
  bool has_ended() const { return client_.Ended(stream_); }
  std::optional<int> status() const { return client_.StatusOf(stream_); }

 private:
  Http2Client client_;
  uint32_t stream_ = 0;
  int64_t received_ = 0;
};

// How long a client waits that was refused.
constexpr milliseconds kRetryPause(200);

// Clients at different addresses, each of which always has an endless analysis, running or waiting.
class EndlessAnalysts {
 public:
  EndlessAnalysts(const std::string& address, int count)
      : thread_([this, address, count](const std::stop_token& stop) {
          std::vector<std::unique_ptr<Holder>> holders;
          for (int i = 0; i < count; ++i) {
            const std::string source =
                "127.0." + std::to_string(1 + i / 250) + "." + std::to_string(1 + i % 250);
            holders.push_back(std::make_unique<Holder>(Holder{.analyst = {address, source}}));
          }
          while (!stop.stop_requested()) {
            for (const auto& holder : holders) Work(holder.get());
            std::this_thread::sleep_for(milliseconds(5));
          }
        }) {}

  // The number of clients for which an analysis has begun.
  int begun() const { return begun_; }
  // The number of analyses that have ended after they had begun, and of those that were refused.
  int ended() const { return ended_; }
  int refused() const { return refused_; }

 private:
  struct Holder {
    Analyst analyst;
    bool is_active = false;
    bool has_begun = false;
    steady_clock::time_point next;
  };

  void Work(Holder* holder) {
    if (!holder->is_active && steady_clock::now() >= holder->next) {
      holder->analyst.Analyze(InfiniteAnalysis("makruk"));
      holder->is_active = true;
    }
    holder->analyst.Work(milliseconds(0));
    if (!holder->is_active) return;
    const bool begins = !holder->has_begun && holder->analyst.has_begun();
    if (begins) ++begun_;
    holder->has_begun |= begins;
    if (!holder->analyst.has_ended()) return;
    holder->is_active = false;
    if (holder->analyst.has_begun()) {
      ++ended_;
    } else {
      ++refused_;
      holder->next = steady_clock::now() + kRetryPause;
    }
  }

  std::atomic<int> begun_ = 0;
  std::atomic<int> ended_ = 0;
  std::atomic<int> refused_ = 0;
  std::jthread thread_;
};

class EndlessAnalyses : public ::testing::TestWithParam<std::tuple<Route, int>> {};

TEST_P(EndlessAnalyses, DoNotKeepANewcomerWaiting) {
  const auto [route, count] = GetParam();
  const Target target(route, {"--analysis-threads", "2"});
  const EndlessAnalysts analysts(target.address(), count);
  // All of them have begun, one after the other.
  ASSERT_TRUE(Eventually([&, clients = count] { return analysts.begun() == clients; }))
      << analysts.begun() << " of " << count << " have begun";
  v1::AnalyzeRequest request = Analysis("chak");
  request.mutable_limits()->set_movetime_ms(50);
  milliseconds longest(0);
  for (int i = 0; i < 10; ++i) {
    Analyst newcomer(target.address(), "127.0.10." + std::to_string(1 + i));
    const auto before = steady_clock::now();
    newcomer.Analyze(request);
    ASSERT_TRUE(Eventually([&] {
      newcomer.Work(milliseconds(5));
      return newcomer.has_begun() || newcomer.has_ended();
    }));
    longest = std::max(longest, std::chrono::ceil<milliseconds>(steady_clock::now() - before));
    ASSERT_TRUE(Eventually([&] {
      newcomer.Work(milliseconds(5));
      return newcomer.has_ended();
    }));
    EXPECT_EQ(newcomer.status(), 0);
  }
  std::cout << count << " endless analyses: a newcomer's began after at most " << longest.count()
            << " ms; " << analysts.ended() << " ended for others, " << analysts.refused()
            << " were refused\n";
  ExpectStrictly("the newcomer's beginning", longest,
                 count > 100 ? milliseconds(2000) : milliseconds(1000));
}

INSTANTIATE_TEST_SUITE_P(All, EndlessAnalyses,
                         ::testing::Combine(BothRoutes(), ::testing::Values(4, 18, 300)),
                         [](const ::testing::TestParamInfo<std::tuple<Route, int>>& info) {
                           const std::string route = std::get<0>(info.param) == Route::kDirect
                                                         ? "Direct"
                                                         : "ThroughHaproxy";
                           return route + std::to_string(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace arbiter::testing
