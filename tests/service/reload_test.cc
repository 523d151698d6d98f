// The settings that a running server reloads at SIGHUP, and those that it keeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

constexpr char kGood[] = R"({"legalMoves":{"position":{"variant":"makruk"}}})";
constexpr char kBad[] = R"({"legalMoves":{"position":{"variant":"chess"}}})";
constexpr char kReloaded[] = "settings reloaded";
constexpr char kNotReloaded[] = "cannot reload the settings; the previous ones stay in use";

class Reloading : public ::testing::Test {
 protected:
  // Makes the server reload these settings and waits until it has logged `message` `count` times.
  void Reload(const std::string& settings, const std::string& message, size_t count) {
    config_.Write(settings);
    server_.Signal(SIGHUP);
    ASSERT_TRUE(EventuallyLogs(server_, message, count)) << server_.Log();
  }
  // Makes ten calls and returns how many of them are logged. A call with an error follows them. Its
  // line, which is always logged, shows that the log is complete.
  size_t LinesOfTenCalls() {
    const size_t before = server_.LogLines("call").size();
    Client client(server_.address());
    for (int i = 0; i < 10; ++i) client.Call(Item(kGood));
    client.Call(Item(kBad));
    EXPECT_TRUE(Eventually([&] {
      const std::vector<std::string> lines = server_.LogLines("call");
      return lines.size() > before && lines.back().find("UNKNOWN_VARIANT") != std::string::npos;
    }));
    return server_.LogLines("call").size() - before - 1;
  }

  const TemporaryFile config_{"log-sample = 0\n"};
  ServerProcess server_{{"--config", config_.path()}};
};

TEST_F(Reloading, ChangesLogSampleAndLevel) {
  EXPECT_EQ(LinesOfTenCalls(), 0u);
  Reload("log-sample = 1\n", kReloaded, 1);
  EXPECT_EQ(LinesOfTenCalls(), 10u);
  Reload("log-sample = 0.0\nlog-level = debug\n", kReloaded, 2);
  EXPECT_EQ(LinesOfTenCalls(), 0u);
  config_.Write("log-level = \"error\"\n");
  server_.Signal(SIGHUP);
  EXPECT_TRUE(Eventually([&] {
    const size_t before = server_.LogLines("call").size();
    Client(server_.address()).Call(Item(kBad));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return server_.LogLines("call").size() == before;
  }));
  Reload("log-level = \"info\"\nlog-sample = 1\n", kReloaded, 3);
  EXPECT_EQ(LinesOfTenCalls(), 10u);
}

TEST_F(Reloading, ABadFileKeepsThePreviousSettingsAndIsLogged) {
  Reload("log-sample = 2\n", kNotReloaded, 1);
  EXPECT_THAT(server_.LogLines(kNotReloaded)[0], HasSubstr("log-sample"));
  EXPECT_EQ(LinesOfTenCalls(), 0u);
  Reload("no-such-setting = 1\n", kNotReloaded, 2);
  EXPECT_EQ(LinesOfTenCalls(), 0u);
  Reload("log-sample = 1\n", kReloaded, 1);
  EXPECT_EQ(LinesOfTenCalls(), 10u);
}

TEST_F(Reloading, IsCounted) {
  constexpr char kOk[] = R"(arbiter_reload_total{result="ok",what="config"})";
  constexpr char kFailed[] = R"(arbiter_reload_total{result="failed",what="config"})";
  EXPECT_EQ(MetricOf(server_, kOk), 0);
  EXPECT_EQ(MetricOf(server_, kFailed), 0);
  Reload("no-such-setting = 1\n", kNotReloaded, 1);
  EXPECT_TRUE(Eventually([&] { return MetricOf(server_, kFailed) == 1; }));
  EXPECT_EQ(MetricOf(server_, kOk), 0);
  Reload("log-sample = 1\n", kReloaded, 1);
  EXPECT_EQ(MetricOf(server_, kOk), 1);
  EXPECT_EQ(MetricOf(server_, kFailed), 1);
}

// The address and the limits of a server cannot change while it runs.
TEST_F(Reloading, KeepsSettingsThatNeedARestart) {
  Reload("listen = \"127.0.0.1:1\"\nmax-perft-depth = 1\n", kReloaded, 1);
  const v1::BatchResponse answer =
      Client(server_.address())
          .Call(Item(R"({"perft":{"position":{"variant":"makruk"},"depth":2}})"));
  EXPECT_GT(answer.perft().nodes(), 0u) << answer.DebugString();
}

}  // namespace
}  // namespace arbiter::testing
