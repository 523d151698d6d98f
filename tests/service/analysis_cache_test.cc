// Analyses that servers keep for each other. Whatever becomes of Redis, each analysis is answered
// rightly and as soon as without it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/rules/strings.h"
#include "tests/service/redis.h"
#include "tests/support/random_play.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

// What a lookup may add to an analysis where other work has taken the processors: searches have the
// lowest priority. That it is much less, RedisStore's own tests see.
constexpr milliseconds kMostDelay(5'000 * kSanitizerSlowdown);

v1::AnalyzeRequest Fresh(uint32_t depth) {
  v1::AnalyzeRequest request = ToDepth("makruk", depth);
  request.set_fresh(true);
  return request;
}

double Requests(const ServerProcess& server, const std::string& result) {
  return MetricOf(server, "arbiter_analysis_cache_requests_total{result=\"" + result + "\"}");
}

bool IsCached(const Streamed<v1::AnalyzeResponse>& streamed) {
  return streamed.responses.size() == 2 && streamed.responses[0].progress().cached();
}

// The end of an analysis, less what depends on the machine and on who has searched. A search goes
// on for a few nodes behind its last progress.
std::string EndOf(const Streamed<v1::AnalyzeResponse>& streamed) {
  EXPECT_EQ(streamed.status.code(), 0) << streamed.status.DebugString();
  const size_t size = streamed.responses.size();
  if (size < 2) return "nothing found";
  v1::AnalysisProgress progress = streamed.responses[size - 2].progress();
  progress.clear_time_ms();
  progress.clear_nps();
  progress.clear_nodes();
  progress.clear_cached();
  return progress.SerializeAsString() + streamed.responses[size - 1].SerializeAsString();
}

// A server with this cache.
struct Caching {
  explicit Caching(const std::string& store)
      : server({"--analysis-cache", store, "--analysis-cache-timeout-ms", "50",
                "--analysis-threads", "1"}) {}

  // Asks for an analysis, which must be right and come in time.
  void ExpectRight(uint32_t depth) {
    const std::string expected = EndOf(client.Analyze(Fresh(depth)));
    const auto start = steady_clock::now();
    const auto searched = client.Analyze(Fresh(depth));
    const auto middle = steady_clock::now();
    const auto asked = client.Analyze(ToDepth("makruk", depth));
    const auto end = steady_clock::now();
    EXPECT_EQ(EndOf(searched), expected);
    EXPECT_EQ(EndOf(asked), expected);
    EXPECT_LE(end - middle, (middle - start) * 2 + kMostDelay);
  }

  ServerProcess server;
  AnalysisClient client{server.address()};
};

TEST(MemoryCache, ASecondAnalysisIsAnsweredAtOnce) {
  Caching memory("memory");
  const auto first = memory.client.Analyze(ToDepth("makruk", 6));
  const auto second = memory.client.Analyze(ToDepth("makruk", 5));
  EXPECT_FALSE(IsCached(first));
  EXPECT_TRUE(IsCached(second));
  EXPECT_EQ(EndOf(second), EndOf(first));
  EXPECT_EQ(Requests(memory.server, "miss"), 1);
  EXPECT_EQ(Requests(memory.server, "hit"), 1);
  EXPECT_EQ(Requests(memory.server, "error"), 0);
}

TEST(MemoryCache, SessionsShareItWithCalls) {
  Caching memory("memory");
  const auto first = memory.client.Analyze(ToDepth("makruk", 5));
  const auto session = memory.client.Session();
  session->Analyze("again", ToDepth("makruk", 5));
  Streamed<v1::AnalyzeResponse> second;
  for (const auto& response : session->ReadTo("again")) {
    second.responses.push_back(response.update());
  }
  session->WritesDone();
  EXPECT_TRUE(IsCached(second));
  EXPECT_EQ(EndOf(second), EndOf(first));
}

TEST(MemoryCache, WhatACallerHasStoppedIsKeptAsFarAsItCame) {
  Caching memory("memory");
  const auto session = memory.client.Session();
  session->Analyze("endless", Endless("makruk"));
  v1::SessionResponse response;
  while (session->Read(&response) && response.update().progress().depth() < 4) {
  }
  session->Stop();
  session->ReadTo("endless");
  EXPECT_TRUE(IsCached(memory.client.Analyze(ToDepth("makruk", 4))));
  session->WritesDone();
}

TEST(NoCache, EveryAnalysisIsSearched) {
  Caching none("none");
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(IsCached(none.client.Analyze(ToDepth("makruk", 4))));
}

TEST(RedisCache, ServersShareResults) {
  const RedisProcess redis;
  Caching first(redis.url() + "/3");
  Caching second(redis.url() + "/3");
  const auto searched = first.client.Analyze(ToDepth("makruk", 6));
  EXPECT_FALSE(IsCached(searched));
  Streamed<v1::AnalyzeResponse> shared;
  EXPECT_TRUE(Soon([&] {
    shared = second.client.Analyze(ToDepth("makruk", 6));
    return IsCached(shared);
  }));
  EXPECT_EQ(EndOf(shared), EndOf(searched));
  EXPECT_EQ(Requests(second.server, "error"), 0);
  EXPECT_GE(Requests(second.server, "hit"), 1);
}

TEST(RedisCache, TheDeepestIsKept) {
  const RedisProcess redis;
  Caching first(redis.url());
  first.client.Analyze(ToDepth("makruk", 6));
  ASSERT_TRUE(Soon([&] { return !redis.Keys().empty(); }));
  first.client.Analyze(Fresh(3));
  // What comes before it has been done before it.
  v1::AnalyzeRequest other = ToDepth("chak", 2);
  first.client.Analyze(other);
  ASSERT_TRUE(Soon([&] { return redis.Keys().size() == 2; }));
  Caching second(redis.url());
  const auto known = second.client.Analyze(ToDepth("makruk", 3));
  ASSERT_TRUE(IsCached(known));
  EXPECT_EQ(known.responses[0].progress().depth(), 6u);
  second.client.Analyze(ToDepth("makruk", 7));
  EXPECT_TRUE(Soon([&] { return IsCached(first.client.Analyze(ToDepth("makruk", 7))); }));
}

TEST(RedisCache, NamesAndValuesTellNothingOfThePosition) {
  const RedisProcess redis;
  Caching server(redis.url());
  v1::AnalyzeRequest request = ToDepth("makruk", 3);
  server.client.Analyze(request);
  ASSERT_TRUE(Soon([&] { return !redis.Keys().empty(); }));
  const std::string name = redis.Keys().front();
  EXPECT_THAT(name, StartsWith("arbiter:analysis:"));
  EXPECT_THAT(name, SizeIs(17 + 64));
  EXPECT_THAT(redis.Ask("GET " + name), ::testing::Not(HasSubstr("rnsmksnr")));
  EXPECT_THAT(redis.Ask("TTL " + name), ::testing::MatchesRegex(":2[0-9]{6}\r\n"));
}

// Hidden queens are nowhere to be found in what others can read.
TEST(RedisCache, APositionWithAHiddenQueenLeavesNoTrace) {
  const RedisProcess redis;
  Caching server(redis.url());
  v1::AnalyzeRequest request = ToDepth("chakart", 2);
  request.mutable_position()->mutable_options()->mutable_chakart();
  for (const char* action : {"e2e3", "e7e6", "d1h5?"}) {
    request.mutable_position()->mutable_record()->add_actions(action);
  }
  EXPECT_NE(EndOf(server.client.Analyze(request)), "nothing found");
  server.client.Analyze(ToDepth("makruk", 2));
  ASSERT_TRUE(Soon([&] { return !redis.Keys().empty(); }));
  EXPECT_THAT(redis.Keys(), SizeIs(1));
  EXPECT_EQ(Requests(server.server, "miss"), 1);
}

TEST(RedisCache, SlowNeitherFailsNorSlowsAnAnalysis) {
  const RedisProcess redis;
  Caching server(redis.url());
  server.client.Analyze(ToDepth("makruk", 6));
  redis.Signal(SIGSTOP);
  server.ExpectRight(6);
  EXPECT_GE(Requests(server.server, "error"), 1);
  EXPECT_THAT(server.server.Log(), HasSubstr("the analysis cache fails"));
  redis.Signal(SIGCONT);
  EXPECT_TRUE(Soon([&] { return IsCached(server.client.Analyze(ToDepth("makruk", 6))); }));
}

TEST(RedisCache, FullNeitherFailsNorSlowsAnAnalysis) {
  const RedisProcess redis({"--maxmemory", "1", "--maxmemory-policy", "noeviction"});
  Caching server(redis.url());
  ASSERT_THAT(redis.Ask("SET a b"), StartsWith("-OOM"));
  for (const uint32_t depth : {4, 5, 6}) server.ExpectRight(depth);
  EXPECT_THAT(redis.Keys(), SizeIs(0));
  EXPECT_GE(Requests(server.server, "miss"), 3);
}

TEST(RedisCache, GoneNeitherFailsNorSlowsAnAnalysis) {
  RedisProcess redis;
  Caching server(redis.url());
  server.client.Analyze(ToDepth("makruk", 6));
  ASSERT_TRUE(Soon([&] { return IsCached(server.client.Analyze(ToDepth("makruk", 6))); }));
  redis.Kill();
  for (const uint32_t depth : {4, 5, 6}) server.ExpectRight(depth);
  EXPECT_GE(Requests(server.server, "error"), 3);
  // Nor where it never was.
  Caching late(redis.url());
  late.ExpectRight(6);
}

TEST(RedisCache, RubbishNeitherFailsNorSlowsAnAnalysis) {
  const RedisProcess redis;
  Caching server(redis.url());
  const v1::AnalyzeRequest request = ToDepth("makruk", 5);
  const std::string expected = EndOf(server.client.Analyze(request));
  ASSERT_TRUE(Soon([&] { return redis.Keys().size() == 1; }));
  const std::string name = redis.Keys().front();
  const std::string kept = redis.Ask("GET " + name);
  const size_t head = kept.find('\n') + 1;
  const std::string value = kept.substr(head, kept.size() - head - 2);
  std::string damaged = value;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  // As deep as can be, so that nothing deeper takes its place.
  std::string deep = value;
  deep[5] = 120;
  Random random(1);
  std::string noise(1'000, '\0');
  for (char& byte : noise) byte = static_cast<char>(random.Below(256));

  using Spoil = std::function<void()>;
  std::vector<Spoil> spoils;
  for (const std::string& rubbish :
       {std::string("x"), noise, damaged, value.substr(0, value.size() / 2), deep, value + value,
        std::string(20'000'000, 'x')}) {
    spoils.push_back([&redis, name, rubbish] { redis.Set(name, rubbish); });
  }
  for (const char* command : {"LPUSH", "SADD", "HSET", "PFADD"}) {
    spoils.push_back([&redis, name, line = StrCat(command, " ", name, " one two")] {
      redis.Ask("DEL " + name);
      redis.Ask(line);
    });
  }
  for (const Spoil& spoil : spoils) {
    spoil();
    const double errors = Requests(server.server, "error");
    const auto asked = server.client.Analyze(request);
    EXPECT_FALSE(IsCached(asked));
    EXPECT_EQ(EndOf(asked), expected);
    EXPECT_EQ(Requests(server.server, "error"), errors + 1);
    // What was found has taken its place.
    EXPECT_TRUE(Soon([&] { return IsCached(server.client.Analyze(request)); }));
  }
  server.ExpectRight(6);
}

TEST(RedisCache, WhatIsNoRedisNeitherFailsNorSlowsAnAnalysis) {
  struct Case {
    std::string bytes;
    int pause_ms;
  };
  const Case cases[] = {
      // Late.
      {"$-1\r\n", 200},
      // A byte now and then, for ever.
      {"$60000\r\n", 5},
      // Without end.
      {"$500000000\r\n" + std::string(4'000, 'x'), 0},
      // Announces more than there is memory for.
      {"*2000000000\r\n", 0},
      {"$9000000000000000000\r\n", 0},
      {std::string(8, '*') + "\r\n", 0},
      {"HTTP/1.1 400 Bad Request\r\n\r\n", 0},
      {"-NOAUTH Authentication required.\r\n", 0},
      {":1\r\n", 0},
  };
  for (const Case& fake : cases) {
    SCOPED_TRACE(fake.bytes.substr(0, 30));
    const FakeRedis redis(fake.bytes, fake.pause_ms);
    Caching server(redis.url());
    for (const uint32_t depth : {4, 5}) server.ExpectRight(depth);
    EXPECT_GE(Requests(server.server, "error"), 1);
    EXPECT_EQ(Requests(server.server, "hit"), 0);
  }
}

}  // namespace
}  // namespace arbiter::testing
