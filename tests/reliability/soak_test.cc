// A server that is used in every way for a long time holds no more memory, descriptors and threads
// than at the beginning.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/process_facts.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Repeats some work on its own thread, pausing after each run, until `stopped` is set.
class Repeated {
 public:
  Repeated(std::atomic<bool>* stopped, milliseconds pause, std::function<void()> work)
      : thread_([this, stopped, pause, work = std::move(work)] {
          while (!*stopped) {
            work();
            ++runs_;
            std::this_thread::sleep_for(pause);
          }
        }) {}

  void Join() { thread_.join(); }
  // Returns the number of runs so far.
  int64_t runs() const { return runs_; }

 private:
  std::atomic<int64_t> runs_ = 0;
  std::thread thread_;
};

// Calls each method on each variant over a new connection, and makes one invalid request.
void CallEveryMethod(const std::string& address) {
  Client client(address);
  for (const v1::BatchRequest& item : SampleItems()) client.Call(item);
  client.Call(Item(R"({"legalMoves":{"position":{"variant":"chak","fen":"rubbish"}}})"));
}

void SendBatch(const std::string& address) {
  Client client(address);
  const std::vector<v1::BatchRequest> items = SampleItems();
  EXPECT_EQ(client.Batch(items).size(), items.size());
}

void Analyze(const std::string& address) {
  AnalysisClient client(address);
  EXPECT_EQ(client.Analyze(AnalysisToDepth("chak", 4)).status.code(), 0);
  const auto session = client.Session();
  session->Analyze("a", InfiniteAnalysis("makruk"));
  session->Stop();
  session->ReadTo("a");
  session->WritesDone();
  session->Finish();
}

// Cancels an analysis while it is running.
void CancelAnalysis(const std::string& address) {
  AnalysisClient client(address);
  const auto call = client.Start(InfiniteAnalysis("makruk"));
  v1::AnalyzeResponse response;
  call->Read(&response);
  call->Cancel();
  call->Finish();
}

// Returns the maximum of each figure over the samples from `begin` to `end`, which are fractions of
// the run.
ProcessFacts MaxIn(const std::vector<ProcessFacts>& samples, double begin, double end) {
  const auto size = static_cast<double>(samples.size());
  ProcessFacts max;
  for (auto i = static_cast<size_t>(begin * size); i < static_cast<size_t>(end * size); ++i) {
    max.resident_kib = std::max(max.resident_kib, samples[i].resident_kib);
    max.descriptors = std::max(max.descriptors, samples[i].descriptors);
    max.threads = std::max(max.threads, samples[i].threads);
  }
  return max;
}

TEST(Soak, MemoryDescriptorsAndThreadsDoNotGrow) {
  const auto time = SecondsFromEnvironment("ARBITER_SOAK_SECONDS", 60);
  const ServerProcess server({"--analysis-threads", "2", "--hash-mb", "1", "--log-sample", "0"});
  const std::string& address = server.address();
  std::atomic<bool> stopped = false;
  std::vector<std::unique_ptr<Repeated>> clients;
  for (void (*work)(const std::string&) : {CallEveryMethod, SendBatch, Analyze, CancelAnalysis}) {
    clients.push_back(std::make_unique<Repeated>(&stopped, milliseconds(50),
                                                 [work, &address] { work(address); }));
  }
  clients.push_back(std::make_unique<Repeated>(&stopped, milliseconds(1000), [&server] {
    EXPECT_FALSE(HttpGet(server.metrics_address(), "/metrics").empty());
  }));

  // On a slow machine it takes longer until the server has been used enough.
  const auto is_used_enough = [&] {
    return std::all_of(clients.begin(), clients.end(),
                       [&](const auto& client) { return client->runs() >= time.count() / 4; });
  };
  std::vector<ProcessFacts> samples;
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end || !is_used_enough()) {
    std::this_thread::sleep_for(milliseconds(100));
    samples.push_back(FactsOf(server.pid()));
  }
  stopped = true;
  std::cout << time.count() << " s;";
  for (const auto& client : clients) {
    client->Join();
    std::cout << " " << client->runs();
  }
  // The server's pools and tables fill during the first third.
  const ProcessFacts early = MaxIn(samples, 0.3, 0.6);
  const ProcessFacts late = MaxIn(samples, 0.7, 1);
  std::cout << " runs; memory " << early.resident_kib << " to " << late.resident_kib
            << " KiB, descriptors " << early.descriptors << " to " << late.descriptors
            << ", threads " << early.threads << " to " << late.threads << "\n";
  ASSERT_GT(early.resident_kib, 0);
  // The number of transposition tables that exist at the same time varies by chance.
  EXPECT_LE(late.resident_kib, early.resident_kib * 1.03 + 4 * 1024);
  EXPECT_LE(late.descriptors, early.descriptors + 8);
  EXPECT_LE(late.threads, early.threads + 2);

  // Once all clients have left, only the server's own descriptors are open.
  ProcessFacts left;
  EXPECT_TRUE(Eventually([&] {
    left = FactsOf(server.pid());
    return left.descriptors < samples.front().descriptors + 4;
  })) << left.descriptors
      << " descriptors, " << samples.front().descriptors << " at the beginning";
}

}  // namespace
}  // namespace arbiter::testing
