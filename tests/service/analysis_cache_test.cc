// The cache of analyses that servers share. Whatever state Redis is in, each analysis is correct
// and takes no longer than without the cache.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "core/base/strings.h"
#include "core/search/limits.h"
#include "service/cache/stored_analysis.h"
#include "tests/support/durations.h"
#include "tests/support/random_play.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/redis.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

// For tests in which Redis always responds, and for those in which it does not.
constexpr milliseconds kLongTimeout(10'000);
constexpr milliseconds kShortTimeout(50);

v1::AnalyzeRequest Fresh(uint32_t depth) {
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", depth);
  request.set_fresh(true);
  return request;
}

double Requests(const ServerProcess& server, const std::string& result) {
  return MetricOf(server, "arbiter_analysis_cache_requests_total{result=\"" + result + "\"}");
}

bool IsCached(const Streamed<v1::AnalyzeResponse>& streamed) {
  return streamed.responses.size() == 2 && streamed.responses[0].progress().cached();
}

// Returns the result of an analysis, without the values that depend on the machine or on whether
// the result was cached. Nodes and the filling of the table are left out because a search visits a
// few more nodes after its last progress.
std::string ResultOf(const Streamed<v1::AnalyzeResponse>& streamed) {
  EXPECT_EQ(streamed.status.code(), 0) << streamed.status.DebugString();
  const size_t size = streamed.responses.size();
  if (size < 2) return "nothing found";
  v1::AnalysisProgress progress = streamed.responses[size - 2].progress();
  progress.clear_time_ms();
  progress.clear_nps();
  progress.clear_nodes();
  progress.clear_hash_permille();
  progress.clear_cached();
  return progress.SerializeAsString() + streamed.responses[size - 1].SerializeAsString();
}

// A server with the given cache, and a client of that server.
struct CachingServer {
  explicit CachingServer(const std::string& store, milliseconds timeout = kLongTimeout,
                         std::vector<std::string> more_flags = {})
      : server(Flags(store, timeout, std::move(more_flags))) {}

  // Expects an analysis to be correct and to take hardly longer than a fresh one. Fresh ones differ
  // much on a busy machine, because searches have the lowest priority. The tests of RedisStore have
  // a tighter bound.
  void ExpectCorrectAnalysis(uint32_t depth) {
    Durations fresh;
    Durations looked_up;
    std::string results[3];
    fresh.Measure([&] { results[0] = ResultOf(client.Analyze(Fresh(depth))); });
    looked_up.Measure(
        [&] { results[1] = ResultOf(client.Analyze(AnalysisToDepth("makruk", depth))); });
    fresh.Measure([&] { results[2] = ResultOf(client.Analyze(Fresh(depth))); });
    EXPECT_EQ(results[1], results[0]);
    EXPECT_EQ(results[2], results[0]);
    EXPECT_LE(looked_up.Median(), 10 * fresh.Slowest() + std::chrono::seconds(5));
  }

  static std::vector<std::string> Flags(const std::string& store, milliseconds timeout,
                                        std::vector<std::string> flags) {
    flags.insert(flags.end(), {"--analysis-cache", store, "--analysis-cache-timeout-ms",
                               StrCat(timeout.count()), "--analysis-threads", "1"});
    return flags;
  }

  ServerProcess server;
  AnalysisClient client{server.address()};
};

TEST(MemoryCache, ASecondAnalysisIsAnsweredAtOnce) {
  CachingServer memory("memory");
  const auto first = memory.client.Analyze(AnalysisToDepth("makruk", 6));
  const auto second = memory.client.Analyze(AnalysisToDepth("makruk", 5));
  EXPECT_FALSE(IsCached(first));
  EXPECT_TRUE(IsCached(second));
  EXPECT_EQ(ResultOf(second), ResultOf(first));
  EXPECT_EQ(Requests(memory.server, "miss"), 1);
  EXPECT_EQ(Requests(memory.server, "hit"), 1);
  EXPECT_EQ(Requests(memory.server, "error"), 0);
}

TEST(MemoryCache, IsSharedBySessionsAndCalls) {
  CachingServer memory("memory");
  const auto first = memory.client.Analyze(AnalysisToDepth("makruk", 5));
  const auto session = memory.client.Session();
  session->Analyze("again", AnalysisToDepth("makruk", 5));
  Streamed<v1::AnalyzeResponse> second;
  for (const auto& response : session->ReadTo("again")) {
    second.responses.push_back(response.update());
  }
  session->WritesDone();
  EXPECT_TRUE(IsCached(second));
  EXPECT_EQ(ResultOf(second), ResultOf(first));
}

// The results of a session's later analyses depend on the earlier ones.
TEST(MemoryCache, OnlyTheFirstAnalysisOfASessionIsStored) {
  CachingServer memory("memory");
  const auto session = memory.client.Session();
  for (const uint32_t depth : {4, 6}) {
    session->Analyze(std::to_string(depth), AnalysisToDepth("makruk", depth));
    session->ReadTo(std::to_string(depth));
  }
  session->WritesDone();
  EXPECT_TRUE(IsCached(memory.client.Analyze(AnalysisToDepth("makruk", 4))));
  const auto searched = memory.client.Analyze(AnalysisToDepth("makruk", 6));
  EXPECT_FALSE(IsCached(searched));
  EXPECT_EQ(ResultOf(searched), ResultOf(memory.client.Analyze(Fresh(6))));
}

TEST(MemoryCache, AStoppedAnalysisIsNotStored) {
  CachingServer memory("memory");
  const auto session = memory.client.Session();
  session->Analyze("endless", InfiniteAnalysis("makruk"));
  v1::SessionResponse response;
  while (session->Read(&response) && response.update().progress().depth() < 4) {
  }
  session->Stop();
  session->ReadTo("endless");
  EXPECT_FALSE(IsCached(memory.client.Analyze(AnalysisToDepth("makruk", 4))));
  session->WritesDone();
}

TEST(NoCache, EveryAnalysisIsSearched) {
  CachingServer none("none");
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(IsCached(none.client.Analyze(AnalysisToDepth("makruk", 4))));
  }
}

TEST(RedisCache, ServersShareResults) {
  const RedisProcess redis;
  CachingServer first(redis.url() + "/3");
  CachingServer second(redis.url() + "/3");
  const auto searched = first.client.Analyze(AnalysisToDepth("makruk", 6));
  EXPECT_FALSE(IsCached(searched));
  Streamed<v1::AnalyzeResponse> shared;
  EXPECT_TRUE(Eventually([&] {
    shared = second.client.Analyze(AnalysisToDepth("makruk", 6));
    return IsCached(shared);
  }));
  EXPECT_EQ(ResultOf(shared), ResultOf(searched));
  EXPECT_EQ(Requests(second.server, "error"), 0);
  EXPECT_GE(Requests(second.server, "hit"), 1);
}

TEST(RedisCache, TheDeepestResultIsKept) {
  const RedisProcess redis;
  CachingServer first(redis.url());
  first.client.Analyze(AnalysisToDepth("makruk", 6));
  ASSERT_TRUE(Eventually([&] { return !redis.Keys().empty(); }));
  first.client.Analyze(Fresh(3));
  // Changes are made in order, so once this one is seen, the earlier ones have been made.
  v1::AnalyzeRequest other = AnalysisToDepth("chak", 2);
  first.client.Analyze(other);
  ASSERT_TRUE(Eventually([&] { return redis.Keys().size() == 2; }));
  CachingServer second(redis.url());
  const auto known = second.client.Analyze(AnalysisToDepth("makruk", 3));
  ASSERT_TRUE(IsCached(known));
  EXPECT_EQ(known.responses[0].progress().depth(), 6u);
  second.client.Analyze(AnalysisToDepth("makruk", 7));
  EXPECT_TRUE(
      Eventually([&] { return IsCached(first.client.Analyze(AnalysisToDepth("makruk", 7))); }));
}

TEST(RedisCache, KeysAndValuesDoNotRevealThePosition) {
  const RedisProcess redis;
  CachingServer server(redis.url());
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 3);
  server.client.Analyze(request);
  ASSERT_TRUE(Eventually([&] { return !redis.Keys().empty(); }));
  const std::string name = redis.Keys().front();
  EXPECT_THAT(name, StartsWith("arbiter:analysis:"));
  EXPECT_THAT(name, SizeIs(17 + 64));
  EXPECT_THAT(redis.Ask("GET " + name), ::testing::Not(HasSubstr("rnsmksnr")));
  EXPECT_THAT(redis.Ask("TTL " + name), ::testing::MatchesRegex(":2[0-9]{6}\r\n"));
}

// Others can read the cache, so nothing about a hidden queen may be in it.
TEST(RedisCache, APositionWithAHiddenQueenIsNeitherStoredNorLookedUp) {
  const RedisProcess redis;
  CachingServer server(redis.url());
  v1::AnalyzeRequest request = AnalysisToDepth("chakart", 2);
  request.mutable_position()->mutable_options()->mutable_chakart();
  for (const char* action : {"e2e3", "e7e6", "d1h5?"}) {
    request.mutable_position()->mutable_record()->add_actions(action);
  }
  EXPECT_NE(ResultOf(server.client.Analyze(request)), "nothing found");
  server.client.Analyze(AnalysisToDepth("makruk", 2));
  ASSERT_TRUE(Eventually([&] { return !redis.Keys().empty(); }));
  EXPECT_THAT(redis.Keys(), SizeIs(1));
  EXPECT_EQ(Requests(server.server, "miss"), 1);
}

TEST(RedisCache, StoppedRedisNeitherFailsNorSlowsAnAnalysis) {
  const RedisProcess redis;
  CachingServer server(redis.url(), kShortTimeout);
  server.client.Analyze(AnalysisToDepth("makruk", 6));
  redis.Signal(SIGSTOP);
  server.ExpectCorrectAnalysis(6);
  EXPECT_GE(Requests(server.server, "error"), 1);
  EXPECT_THAT(server.server.Log(), HasSubstr("the analysis cache is failing"));
  redis.Signal(SIGCONT);
  EXPECT_TRUE(
      Eventually([&] { return IsCached(server.client.Analyze(AnalysisToDepth("makruk", 6))); }));
}

TEST(RedisCache, FullRedisNeitherFailsNorSlowsAnAnalysis) {
  const RedisProcess redis({"--maxmemory", "1", "--maxmemory-policy", "noeviction"});
  CachingServer server(redis.url());
  ASSERT_THAT(redis.Ask("SET a b"), StartsWith("-OOM"));
  for (const uint32_t depth : {4, 5, 6}) server.ExpectCorrectAnalysis(depth);
  EXPECT_THAT(redis.Keys(), SizeIs(0));
  EXPECT_GE(Requests(server.server, "miss"), 3);
}

TEST(RedisCache, KilledRedisNeitherFailsNorSlowsAnAnalysis) {
  RedisProcess redis;
  CachingServer server(redis.url(), kShortTimeout);
  server.client.Analyze(AnalysisToDepth("makruk", 6));
  ASSERT_TRUE(
      Eventually([&] { return IsCached(server.client.Analyze(AnalysisToDepth("makruk", 6))); }));
  redis.Kill();
  for (const uint32_t depth : {4, 5, 6}) server.ExpectCorrectAnalysis(depth);
  EXPECT_GE(Requests(server.server, "error"), 3);
  // The same holds for a server that starts without Redis.
  CachingServer late(redis.url(), kShortTimeout);
  late.ExpectCorrectAnalysis(6);
}

TEST(RedisCache, CorruptValuesNeitherFailNorSlowAnAnalysis) {
  const RedisProcess redis;
  CachingServer server(redis.url());
  const v1::AnalyzeRequest request = AnalysisToDepth("makruk", 5);
  const std::string expected = ResultOf(server.client.Analyze(request));
  ASSERT_TRUE(Eventually([&] { return redis.Keys().size() == 1; }));
  const std::string name = redis.Keys().front();
  const std::string answer = redis.Ask("GET " + name);
  const size_t head = answer.find('\n') + 1;
  const std::string value = answer.substr(head, answer.size() - head - 2);
  std::string damaged = value;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  // Claims the maximum depth, so that no deeper result would replace it.
  std::string deep = value;
  deep[5] = 120;
  Random random(1);
  std::string noise(1'000, '\0');
  for (char& byte : noise) byte = static_cast<char>(random.Below(256));

  using Corruption = std::function<void()>;
  std::vector<Corruption> corruptions;
  for (const std::string& corrupt :
       {std::string("x"), noise, damaged, value.substr(0, value.size() / 2), deep, value + value,
        std::string(20'000'000, 'x')}) {
    corruptions.push_back([&redis, name, corrupt] { redis.Set(name, corrupt); });
  }
  for (const char* command : {"LPUSH", "SADD", "HSET", "PFADD"}) {
    corruptions.push_back([&redis, name, line = StrCat(command, " ", name, " one two")] {
      redis.Ask("DEL " + name);
      redis.Ask(line);
    });
  }
  for (const Corruption& corrupt : corruptions) {
    corrupt();
    const double errors = Requests(server.server, "error");
    const auto searched = server.client.Analyze(request);
    EXPECT_FALSE(IsCached(searched));
    EXPECT_EQ(ResultOf(searched), expected);
    EXPECT_EQ(Requests(server.server, "error"), errors + 1);
    // The new result has replaced the corrupt value.
    EXPECT_TRUE(Eventually([&] { return IsCached(server.client.Analyze(request)); }));
  }
  server.ExpectCorrectAnalysis(6);
}

// Stores a result that no search has found, with a correct checksum, in place of the only value in
// Redis. `head` is the beginning of the value's name.
void Forge(const RedisProcess& redis, const std::string& head) {
  ASSERT_TRUE(Eventually([&] { return redis.Keys().size() == 1; }));
  const std::string name = redis.Keys().front();
  ASSERT_THAT(name, StartsWith(head));
  StoredAnalysis forged;
  forged.progress.set_depth(kMaxSearchDepth);
  forged.progress.add_lines()->add_pv("a3a4");
  forged.progress.mutable_lines(0)->add_pv_san("forged");
  forged.best_move.set_action("a3a4");
  redis.Set(name, EncodeAnalysis(absl::HexStringToBytes(name.substr(head.size())), forged));
}

// Anyone who can write to Redis can compute a checksum, so the keys of the server must decide.
TEST(RedisCache, WithSnapshotKeysAForgedResultIsSearchedAgain) {
  const RedisProcess redis;
  const std::string old_key = StrCat("k1 ", absl::Base64Escape(std::string(32, 'A')), "\n");
  const std::string new_key = StrCat("k2 ", absl::Base64Escape(std::string(32, 'B')), "\n");
  const TemporaryFile keys(old_key);
  CachingServer server(redis.url(), kLongTimeout, {"--snapshot-keys", keys.path()});
  const v1::AnalyzeRequest request = AnalysisToDepth("makruk", 5);
  const std::string expected = ResultOf(server.client.Analyze(request));
  Forge(redis, "arbiter:analysis:hmac:");
  const auto searched = server.client.Analyze(request);
  EXPECT_FALSE(IsCached(searched));
  EXPECT_EQ(ResultOf(searched), expected);
  EXPECT_EQ(Requests(server.server, "error"), 1);
  EXPECT_TRUE(Eventually([&] { return IsCached(server.client.Analyze(request)); }));

  // Servers that read the file again accept the results of every key in it.
  keys.Write(new_key + old_key);
  CachingServer rotated(redis.url(), kLongTimeout, {"--snapshot-keys", keys.path()});
  EXPECT_TRUE(IsCached(rotated.client.Analyze(request)));
  // Those without keys, and those with other keys, do not.
  CachingServer without(redis.url());
  EXPECT_FALSE(IsCached(without.client.Analyze(request)));
  EXPECT_EQ(Requests(without.server, "miss"), 1);
  keys.Write(new_key);
  rotated.server.Signal(SIGHUP);
  ASSERT_TRUE(EventuallyLogs(rotated.server, "settings reloaded", 1));
  EXPECT_FALSE(IsCached(rotated.client.Analyze(request)));
  EXPECT_EQ(Requests(rotated.server, "error"), 1);
}

// Without keys, Redis is trusted, as docs/security.md says.
TEST(RedisCache, WithoutSnapshotKeysAForgedResultIsReturned) {
  const RedisProcess redis;
  CachingServer server(redis.url());
  const v1::AnalyzeRequest request = AnalysisToDepth("makruk", 5);
  server.client.Analyze(request);
  Forge(redis, "arbiter:analysis:");
  const auto forged = server.client.Analyze(request);
  EXPECT_TRUE(IsCached(forged));
  EXPECT_EQ(forged.responses.back().best_move().action(), "a3a4");
}

TEST(RedisCache, AnImpostorNeitherFailsNorSlowsAnAnalysis) {
  // The bytes that the impostor sends again and again, and the pause before each time.
  struct Case {
    std::string bytes;
    int pause_ms;
  };
  const Case cases[] = {
      // An answer that comes too late.
      {"$-1\r\n", 200},
      // A value that arrives slowly and takes too long.
      {"$60000\r\n", 5},
      // A value of 500 MB.
      {"$500000000\r\n" + std::string(4'000, 'x'), 0},
      // Lengths and depths beyond the available memory.
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
    CachingServer server(redis.url(), kShortTimeout);
    for (const uint32_t depth : {4, 5}) server.ExpectCorrectAnalysis(depth);
    EXPECT_GE(Requests(server.server, "error"), 1);
    EXPECT_EQ(Requests(server.server, "hit"), 0);
  }
}

}  // namespace
}  // namespace arbiter::testing
