// A server that is used in every way for a long time holds no more than at the beginning.
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

// Does something over and over, with a pause, until it is told to stop.
class Repeated {
 public:
  Repeated(std::atomic<bool>* over, milliseconds pause, std::function<void()> work)
      : thread_([this, over, pause, work = std::move(work)] {
          while (!*over) {
            work();
            ++times_;
            std::this_thread::sleep_for(pause);
          }
        }) {}

  // Once it is over: how often it was done.
  int64_t Join() {
    thread_.join();
    return times_;
  }

 private:
  int64_t times_ = 0;
  std::thread thread_;
};

// Each method on each variant, over a new connection, and a request that is refused.
void CallEveryMethod(const std::string& address) {
  Client client(address);
  for (const v1::BatchRequest& item : OneOfEach()) client.Call(item);
  client.Call(Item(R"({"legalMoves":{"position":{"variant":"chak","fen":"rubbish"}}})"));
}

void SendBatch(const std::string& address) {
  Client client(address);
  const std::vector<v1::BatchRequest> items = OneOfEach();
  EXPECT_EQ(client.Batch(items).size(), items.size());
}

void Analyze(const std::string& address) {
  AnalysisClient client(address);
  EXPECT_EQ(client.Analyze(ToDepth("chak", 4)).status.code(), 0);
  const auto session = client.Session();
  session->Analyze("a", Endless("makruk"));
  session->Stop();
  session->ReadTo("a");
  session->WritesDone();
  session->Finish();
}

// Goes away in the middle.
void GiveUp(const std::string& address) {
  AnalysisClient client(address);
  const auto call = client.Start(Endless("makruk"));
  v1::AnalyzeResponse response;
  call->Read(&response);
  call->Cancel();
  call->Finish();
}

// The most that the server held at any time from `begin` to `end`, as shares of all samples.
ProcessFacts MostIn(const std::vector<ProcessFacts>& samples, double begin, double end) {
  const auto size = static_cast<double>(samples.size());
  ProcessFacts most;
  for (auto i = static_cast<size_t>(begin * size); i < static_cast<size_t>(end * size); ++i) {
    most.resident_kib = std::max(most.resident_kib, samples[i].resident_kib);
    most.descriptors = std::max(most.descriptors, samples[i].descriptors);
    most.threads = std::max(most.threads, samples[i].threads);
  }
  return most;
}

TEST(Soak, MemoryDescriptorsAndThreadsDoNotGrow) {
  const auto time = SecondsOf("ARBITER_SOAK_SECONDS", 60);
  const ServerProcess server({"--analysis-threads", "2", "--hash-mb", "1", "--log-sample", "0"});
  const std::string& address = server.address();
  std::atomic<bool> over = false;
  std::vector<std::unique_ptr<Repeated>> clients;
  for (void (*work)(const std::string&) : {CallEveryMethod, SendBatch, Analyze, GiveUp}) {
    clients.push_back(
        std::make_unique<Repeated>(&over, milliseconds(50), [work, &address] { work(address); }));
  }
  clients.push_back(std::make_unique<Repeated>(&over, milliseconds(1000), [&server] {
    EXPECT_FALSE(HttpGet(server.metrics_address(), "/metrics").empty());
  }));

  std::vector<ProcessFacts> samples;
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds(100));
    samples.push_back(FactsOf(server.pid()));
  }
  over = true;
  std::cout << time.count() << " s;";
  for (const auto& client : clients) {
    const int64_t times = client->Join();
    std::cout << " " << times;
    EXPECT_GE(times, time.count() / 4);
  }
  // In the first third its pools and tables fill.
  const ProcessFacts early = MostIn(samples, 0.3, 0.6);
  const ProcessFacts late = MostIn(samples, 0.7, 1);
  std::cout << " rounds; memory " << early.resident_kib << " to " << late.resident_kib
            << " KiB, descriptors " << early.descriptors << " to " << late.descriptors
            << ", threads " << early.threads << " to " << late.threads << "\n";
  ASSERT_GT(early.resident_kib, 0);
  // How many tables are there at a time is chance.
  EXPECT_LE(late.resident_kib, early.resident_kib * 1.03 + 4 * 1024);
  EXPECT_LE(late.descriptors, early.descriptors + 8);
  EXPECT_LE(late.threads, early.threads + 2);

  // When everybody has left, only what belongs to the server is open.
  ProcessFacts left;
  EXPECT_TRUE(Soon([&] {
    left = FactsOf(server.pid());
    return left.descriptors < samples.front().descriptors + 4;
  })) << left.descriptors
      << " descriptors, " << samples.front().descriptors << " at the beginning";
}

}  // namespace
}  // namespace arbiter::testing
