// Offers the server ten times the load that it can handle: it keeps working at its peak rate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <thread>

#include "arbiter/v1/rules_service.pb.h"
#include "tests/reliability/strict_times.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/client.h"
#include "tests/support/server/load.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kServing = 1;
constexpr double kOverloadFactor = 10;
constexpr int64_t kMaxGrowthKib = 32 * 1024;

// Returns calls that take tens of milliseconds each and run on the --work-threads.
Calls SlowCalls() {
  v1::PerftRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_depth(5);
  return {.method = "/arbiter.v1.RulesService/Perft",
          .request = request.SerializeAsString(),
          .timeout = kPatience};
}

struct Goodput {
  double per_second = 0;
  // The server's processor time for each successful call, in seconds.
  double cpu_per_call = 0;
};

// Measures wall time and the processor time of a process since its construction.
class Stopwatch {
 public:
  explicit Stopwatch(pid_t pid) : pid_(pid) {}

  steady_clock::duration elapsed() const { return steady_clock::now() - start_; }

  // Returns the rates of `calls`, which must be all calls made since the construction, and no
  // others.
  Goodput GoodputOf(const Tally& calls) const {
    const std::chrono::duration<double> wall = elapsed();
    const std::chrono::duration<double> cpu = CpuTimeOf(pid_) - cpu_at_start_;
    const auto ok = static_cast<double>(calls.ok);
    return {.per_second = ok / wall.count(), .cpu_per_call = cpu.count() / ok};
  }

 private:
  const pid_t pid_;
  const steady_clock::time_point start_ = steady_clock::now();
  const std::chrono::nanoseconds cpu_at_start_ = CpuTimeOf(pid_);
};

// Measures the goodput with as many calls in flight as the server accepts, and expects all of them
// to succeed.
Goodput PeakGoodput(Load& load, const Calls& calls, const ServerProcess& server) {
  const Stopwatch stopwatch(server.pid());
  const Tally tally = load.Keep(calls, 8, std::chrono::seconds(2));
  EXPECT_EQ(tally.failures(), 0);
  return stopwatch.GoodputOf(tally);
}

// Polls the server's health, memory and queue.
class Watcher {
 public:
  explicit Watcher(const ServerProcess& server)
      : thread_([this, &server] {
          Client client(server.address());
          while (!stopped_) {
            const auto begin = steady_clock::now();
            if (client.Health("") != kServing) ++unhealthy_;
            if (MetricOf(server, "arbiter_work_queue_depth") == 0) ++idle_;
            ++polls_;
            slowest_ = std::max(slowest_, steady_clock::now() - begin);
            peak_kib_ = std::max(peak_kib_, FactsOf(server.pid()).resident_kib);
            std::this_thread::sleep_for(milliseconds(100));
          }
        }) {}

  void Stop() {
    stopped_ = true;
    thread_.join();
  }
  // The members below may be called only after Stop().
  int polls() const { return polls_; }
  int unhealthy() const { return unhealthy_; }
  // How often nothing waited for the worker.
  int idle() const { return idle_; }
  milliseconds slowest() const { return std::chrono::duration_cast<milliseconds>(slowest_); }
  int64_t peak_kib() const { return peak_kib_; }

 private:
  std::atomic<bool> stopped_ = false;
  int polls_ = 0;
  int unhealthy_ = 0;
  int idle_ = 0;
  steady_clock::duration slowest_{0};
  int64_t peak_kib_ = 0;
  std::thread thread_;
};

TEST(Overload, TenfoldLoadDoesNotAffectGoodputHealthOrMemory) {
  const auto time = SecondsFromEnvironment("ARBITER_OVERLOAD_SECONDS", 60);
  const ServerProcess server({"--work-threads", "1", "--work-queue", "16", "--log-sample", "0"});
  Load load(server.address(), 4);
  Calls calls = SlowCalls();
  calls.expected = load.AnswerTo(calls);
  ASSERT_FALSE(calls.expected.empty());

  const Goodput peak = PeakGoodput(load, calls, server);
  const int64_t kib_at_peak = FactsOf(server.pid()).resident_kib;
  // The worker cannot be faster, whatever else the machine does.
  const double max_rate = 1 / peak.cpu_per_call;

  Watcher watcher(server);
  const Stopwatch stopwatch(server.pid());
  const Tally offered = load.Offer(calls, kOverloadFactor * max_rate, time);
  const std::chrono::duration<double> taken = stopwatch.elapsed();
  const Goodput goodput = stopwatch.GoodputOf(offered);
  watcher.Stop();
  const Goodput peak_afterwards = PeakGoodput(load, calls, server);

  // Other work on the machine changes its speed by tens of per cent within a minute.
  const double cpu_per_call = std::max(peak.cpu_per_call, peak_afterwards.cpu_per_call);
  const double min_peak = std::min(peak.per_second, peak_afterwards.per_second);
  const auto ok = static_cast<double>(offered.ok);
  const auto refused = static_cast<double>(offered.failures());
  const double cpu_per_refusal = ok * (goodput.cpu_per_call - cpu_per_call) / refused;
  std::cout << "peak " << peak.per_second << " responses a second before and "
            << peak_afterwards.per_second << " afterwards; offered "
            << static_cast<double>(offered.calls()) / taken.count() << " for " << taken.count()
            << " s: " << goodput.per_second << " answered, " << offered.with_retry_info
            << " told to retry; a call takes " << 1000 * cpu_per_call
            << " ms of processor time, and a refused one " << 1000 * cpu_per_refusal << " ms; "
            << watcher.polls() << " health checks, " << watcher.idle()
            << " times nothing waited for the worker, slowest " << watcher.slowest().count()
            << " ms; memory " << kib_at_peak << " KiB at peak rate, " << watcher.peak_kib()
            << " KiB under overload\n";
  EXPECT_GE(refused, 0.7 * kOverloadFactor * ok) << "this was no overload";
  // Hardly any processor time is spent on refusals or on responses that nobody waits for, and the
  // worker is hardly ever idle.
  EXPECT_LE(cpu_per_refusal, 0.03 * cpu_per_call);
  EXPECT_LE(watcher.idle(), watcher.polls() / 5);
  if (HasStrictTimes()) {
    EXPECT_GE(goodput.per_second, 0.8 * min_peak);
  }
  EXPECT_EQ(offered.wrong, 0);
  // Every refused client was told when to retry.
  EXPECT_EQ(offered.ok + offered.with_retry_info, offered.calls());
  EXPECT_THAT(offered.failed, ::testing::ElementsAre(::testing::Key(kResourceExhausted)));
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(offered.examples.at(kResourceExhausted)).reason(),
            "OVERLOADED");
  EXPECT_EQ(watcher.unhealthy(), 0);
  ExpectStrictly("the slowest health check", watcher.slowest(), milliseconds(1000));
  EXPECT_LE(watcher.peak_kib(), kib_at_peak + kMaxGrowthKib);
}

}  // namespace
}  // namespace arbiter::testing
