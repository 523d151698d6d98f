// Long-running work: it uses no more processor time than its client's quota allows, and it ends
// when the client's credentials expire or are revoked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <ctime>
#include <future>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/strict_times.h"
#include "tests/reliability/target.h"
#include "tests/support/key_files.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/load.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/temporary_file.h"
#include "tests/support/token_signer.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr char kKey[] = "arb_key";

// The status of a call that has ended, and how long it took.
struct EndedCall {
  google::rpc::Status status;
  milliseconds duration{0};
};

template <typename Call>
std::future<EndedCall> InBackground(Call call) {
  return std::async(std::launch::async, [call = std::move(call)] {
    const auto begin = steady_clock::now();
    EndedCall ended;
    ended.status = call();
    ended.duration = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
    return ended;
  });
}

// The deadline of calls that should not reach it.
constexpr int kTimeoutMs = milliseconds(kPatience).count();
constexpr char kTimeout[] = "60000";

std::future<EndedCall> StartPerft(const std::string& address, const std::string& secret) {
  return InBackground([address, secret] {
    return Client(address, Bearer(secret)).Call(BusyCaller::LongCall(), kTimeoutMs).status();
  });
}

std::future<EndedCall> StartAnalyze(const std::string& address, const std::string& secret) {
  return InBackground([address, secret] {
    return AnalysisClient(address, Bearer(secret))
        .Analyze(InfiniteAnalysis("chak"), kTimeoutMs)
        .status;
  });
}

std::future<EndedCall> StartReview(const std::string& address, const std::string& secret) {
  return InBackground([address, secret] {
    v1::ReviewGameRequest request;
    request.set_variant("makruk");
    for (const char* action : {"a1a2", "a8a7", "a2a1", "a7a8"}) {
      request.mutable_record()->add_actions(action);
    }
    request.mutable_limits()->set_movetime_ms(kTimeoutMs);
    return AnalysisClient(address, Bearer(secret)).ReviewGame(request, kTimeoutMs).status;
  });
}

void Print(const std::string& what, const EndedCall& ended) {
  std::cout << what << " ended after " << ended.duration.count() << " ms with code "
            << ended.status.code() << " " << ReasonOf(ended.status) << "\n";
}

class QuotaAttacks : public ::testing::TestWithParam<Route> {};

// Without quotas, the calls would occupy all workers until their deadlines.
TEST_P(QuotaAttacks, PerftsUseNoMoreTimeThanTheirTokensAllow) {
  constexpr double kTokensPerSecond = 1;
  constexpr double kBurst = 160;
  const TemporaryFile keys(KeyFileOf(
      KeyEntry("site", kKey, AllWithQuota(R"("tokensPerSecond":1,"burst":160,"maxInFlight":64)"))));
  const Target target(GetParam(), {"--api-keys", keys.path(), "--max-call-ms", kTimeout});
  const auto before = CpuTimeOf(target.server().pid());
  const auto begin = steady_clock::now();
  const Calls perft = {.method = "/arbiter.v1.RulesService/Perft",
                       .request = BusyCaller::LongCall().perft().SerializeAsString(),
                       .timeout = milliseconds(kTimeoutMs),
                       .metadata = Bearer(kKey)};
  // Their start costs all tokens of the burst.
  constexpr int kPerfts = 16;
  const Tally tally = Load(target.address(), 1).Send(perft, kPerfts);
  const std::chrono::duration<double> taken = steady_clock::now() - begin;
  const std::chrono::duration<double> used = CpuTimeOf(target.server().pid()) - before;
  // One second of a thread costs a hundred tokens.
  const double allowed = (kBurst + kTokensPerSecond * taken.count()) / 100;
  std::cout << kPerfts << " Perfts ended within " << taken.count() << " s, used " << used.count()
            << " s of processor time, and were allowed " << allowed << " s\n";
  // Work is charged many times a second, and once more when a call ends.
  EXPECT_LT(used.count(), 1.25 * allowed + 0.6);
  EXPECT_THAT(tally.failed, ::testing::ElementsAre(::testing::Pair(kResourceExhausted, kPerfts)));
  for (const auto& [unused, status] : tally.examples) {
    EXPECT_EQ(ReasonOf(status), "QUOTA_EXCEEDED");
  }
}

TEST_P(QuotaAttacks, AnalysesAndReviewsEndWhenTheirTokensRunOut) {
  // Opening the stream costs 1 token, and the first second of a search costs 100 tokens in advance.
  constexpr char kQuota[] = R"("tokensPerSecond":1,"burst":110)";
  const TemporaryFile keys(KeyFileOf(KeyEntry("one", "arb_1", AllWithQuota(kQuota)) + "," +
                                     KeyEntry("two", "arb_2", AllWithQuota(kQuota))));
  const Target target(GetParam(), {"--api-keys", keys.path(), "--analysis-cache", "none"});
  auto analysis = StartAnalyze(target.address(), "arb_1");
  auto review = StartReview(target.address(), "arb_2");
  for (auto* running : {&analysis, &review}) {
    const EndedCall ended = running->get();
    Print(running == &analysis ? "Analyze" : "ReviewGame", ended);
    EXPECT_EQ(ReasonOf(ended.status), "QUOTA_EXCEEDED") << ended.status.DebugString();
    // The tokens last for little more than one second.
    ExpectStrictly("until the tokens ran out", ended.duration, milliseconds(3500));
  }
}

class ExpiredCredentials : public ::testing::TestWithParam<Route> {
 protected:
  // Expects that all of these calls end because of their credentials, and strictly within `time` of
  // `begin`.
  static void ExpectEnd(std::vector<std::future<EndedCall>> running, steady_clock::time_point begin,
                        milliseconds time) {
    for (std::future<EndedCall>& call : running) {
      const EndedCall ended = call.get();
      Print("a running call", ended);
      EXPECT_EQ(ended.status.code(), kUnauthenticated) << ended.status.DebugString();
      EXPECT_EQ(ReasonOf(ended.status), "UNAUTHENTICATED");
    }
    ExpectStrictly("until the calls ended",
                   std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin), time);
  }

  static std::vector<std::future<EndedCall>> StartAll(const std::string& address,
                                                      const std::string& secret) {
    std::vector<std::future<EndedCall>> running;
    running.push_back(StartPerft(address, secret));
    running.push_back(StartAnalyze(address, secret));
    running.push_back(StartReview(address, secret));
    return running;
  }
};

TEST_P(ExpiredCredentials, ARevokedKeyEndsRunningWork) {
  const TemporaryFile keys(
      KeyFileOf(KeyEntry("site", kKey) + "," + KeyEntry("mover", "arb_other")));
  std::optional<Target> target(std::in_place, GetParam(),
                               std::vector<std::string>{"--api-keys", keys.path()});
  auto running = StartAll(target->address(), kKey);
  auto untouched = StartPerft(target->address(), "arb_other");
  EXPECT_TRUE(Eventually([&] { return RunningAnalyses(target->server()) == 2; }));
  std::this_thread::sleep_for(milliseconds(300));
  keys.Write(KeyFileOf(KeyEntry("mover", "arb_other")));
  const auto begin = steady_clock::now();
  target->server().Signal(SIGHUP);
  ExpectEnd(std::move(running), begin, milliseconds(1000));
  EXPECT_EQ(untouched.wait_for(seconds(0)), std::future_status::timeout)
      << "the key of the other client is still valid";
  target.reset();
  EXPECT_EQ(untouched.get().status.code(), kUnavailable);
}

TEST_P(ExpiredCredentials, AnExpiringTokenEndsRunningWork) {
  const TokenSigner signer("ES256", "one");
  const TemporaryFile jwks(signer.JwkSet());
  const Target target(GetParam(), {"--jwt-keys", jwks.path(), "--jwt-issuer",
                                   "https://login.example", "--jwt-audience", "arbiter"});
  // A token is accepted for 60 seconds after it has expired.
  constexpr int kLeewaySeconds = 60;
  constexpr int kLifetimeSeconds = 2;
  const auto begin = steady_clock::now();
  const std::string token =
      signer.Sign(R"({"iss":"https://login.example","aud":"arbiter","sub":"site","exp":)" +
                  std::to_string(std::time(nullptr) + kLifetimeSeconds - kLeewaySeconds) + "}");
  ExpectEnd(StartAll(target.address(), token), begin,
            seconds(kLifetimeSeconds) + milliseconds(1500));
  // The token is valid until the second in which it expires.
  EXPECT_GE(steady_clock::now() - begin, seconds(kLifetimeSeconds - 1));
}

class InfiniteAnalyses : public ::testing::TestWithParam<Route> {};

TEST_P(InfiniteAnalyses, EndAfterMaxMovetime) {
  const Target target(GetParam(), {"--max-movetime-ms", "1000"});
  const auto begin = steady_clock::now();
  const auto analysis =
      AnalysisClient(target.address()).Analyze(InfiniteAnalysis("chak"), kTimeoutMs);
  const auto taken = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
  std::cout << "an infinite analysis ended after " << taken.count() << " ms with code "
            << analysis.status.code() << "\n";
  EXPECT_EQ(analysis.status.code(), 0) << analysis.status.DebugString();
  ASSERT_FALSE(analysis.responses.empty());
  EXPECT_TRUE(analysis.responses.back().has_best_move());
  ExpectStrictly("an infinite analysis", taken, milliseconds(2500));
}

INSTANTIATE_TEST_SUITE_P(All, QuotaAttacks, BothRoutes(), NameOfRoute);
INSTANTIATE_TEST_SUITE_P(All, ExpiredCredentials, BothRoutes(), NameOfRoute);
INSTANTIATE_TEST_SUITE_P(All, InfiniteAnalyses, BothRoutes(), NameOfRoute);

}  // namespace
}  // namespace arbiter::testing
