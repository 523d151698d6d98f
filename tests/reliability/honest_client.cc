#include "tests/reliability/honest_client.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/reliability/strict_times.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Slow calls show up in the statistics instead of failing.
constexpr milliseconds kTimeout = kPatience;

PacedCalls RulesCalls(const std::string& method, const std::string& request, double per_second,
                      int64_t max_in_flight) {
  return {.name = method,
          .calls = {.method = "/arbiter.v1.RulesService/" + method,
                    .request = request,
                    .timeout = kTimeout},
          .per_second = per_second,
          .max_in_flight = max_in_flight};
}

}  // namespace

std::vector<PacedCalls> ShortCalls() {
  return {RulesCalls("LegalMoves",
                     Item(R"({"legalMoves":{"position":{"variant":"chak"}}})")
                         .legal_moves()
                         .SerializeAsString(),
                     50, 50),
          {.name = "Health/Check",
           .calls = {.method = "/grpc.health.v1.Health/Check", .request = "", .timeout = kTimeout},
           .per_second = 20}};
}

std::vector<PacedCalls> LongCalls() {
  return {
      RulesCalls("Perft",
                 Item(R"({"perft":{"position":{"variant":"makruk"},"depth":3}})")
                     .perft()
                     .SerializeAsString(),
                 10, 10),
      RulesCalls("EnumerateOutcomes",
                 Item(R"({"enumerateOutcomes":{"position":{"variant":"chakart"},"action":"e2e4"}})")
                     .enumerate_outcomes()
                     .SerializeAsString(),
                 10, 10)};
}

struct HonestClient::Kind {
  Kind(const std::string& address, PacedCalls calls) : paced(std::move(calls)), load(address) {
    paced.calls.expected = load.AnswerTo(paced.calls);
    if (paced.calls.expected.empty()) {
      throw std::runtime_error(paced.name + " failed before the attack began");
    }
    thread = std::jthread([this](const std::stop_token& stop) {
      tally = load.OfferUntil({paced.calls}, paced.per_second, stop,
                              {.in_flight = paced.max_in_flight});
    });
  }

  PacedCalls paced;
  Load load;
  Tally tally;
  std::jthread thread;
};

// Keeps a Batch stream open, and replaces it regularly before its deadline expires.
struct HonestClient::Stream {
  explicit Stream(const std::string& address)
      : thread([this, address](const std::stop_token& stop) {
          constexpr milliseconds kPause(200);
          constexpr std::chrono::seconds kMaxAge(20);
          while (!stop.stop_requested()) {
            Client client(address);
            const auto batch = client.StartBatch();
            const auto end = steady_clock::now() + kMaxAge;
            bool answered = true;
            while (answered && !stop.stop_requested() && steady_clock::now() < end) {
              answered = batch->Ask(Item(R"({"legalMoves":{"position":{"variant":"makruk"}}})"))
                             .has_legal_moves();
              ++asked;
              unanswered += answered ? 0 : 1;
              std::this_thread::sleep_for(kPause);
            }
            if (answered) batch->Finish();
          }
        }) {}

  int64_t asked = 0;
  int64_t unanswered = 0;
  std::jthread thread;
};

HonestClient::HonestClient(const std::string& address, std::vector<PacedCalls> kinds) {
  for (PacedCalls& kind : kinds) kinds_.push_back(std::make_unique<Kind>(address, std::move(kind)));
  stream_ = std::make_unique<Stream>(address);
}

HonestClient::~HonestClient() = default;

bool HonestClient::AwaitAnswers(int64_t calls) const {
  std::vector<int64_t> enough;
  for (const auto& kind : kinds_) enough.push_back(kind->load.ended() + calls);
  return Eventually([&] {
    for (size_t i = 0; i < kinds_.size(); ++i) {
      if (kinds_[i]->load.ended() < enough[i]) return false;
    }
    return true;
  });
}

void HonestClient::Stop() {
  for (const auto& kind : kinds_) kind->thread.request_stop();
  stream_->thread.request_stop();
  for (const auto& kind : kinds_) kind->thread.join();
  stream_->thread.join();
}

const Tally& HonestClient::TallyOf(const std::string& name) const {
  for (const auto& kind : kinds_) {
    if (kind->paced.name == name) return kind->tally;
  }
  throw std::invalid_argument("no calls named " + name);
}

void HonestClient::ExpectStrictP99(milliseconds limit) const {
  for (const auto& kind : kinds_) {
    ExpectStrictly("p99 of " + kind->paced.name, kind->tally.Percentile(0.99), limit);
  }
}

int64_t HonestClient::failures() const {
  int64_t failures = stream_->unanswered;
  for (const auto& kind : kinds_) failures += kind->tally.failures();
  return failures;
}

std::string HonestClient::Summary() const {
  std::ostringstream summary;
  summary << "honest:";
  for (const auto& kind : kinds_) {
    const Tally& tally = kind->tally;
    summary << " " << kind->paced.name << " " << tally.calls() << " calls, " << tally.failures()
            << " failed, p50 " << tally.Percentile(0.5).count() << " p90 "
            << tally.Percentile(0.9).count() << " p99 " << tally.Percentile(0.99).count() << " max "
            << tally.Percentile(1).count() << " ms;";
    for (const auto& [code, status] : tally.examples) {
      summary << " code " << code << " (" << status.message() << ");";
    }
  }
  summary << " Batch " << stream_->asked << " requests, " << stream_->unanswered << " unanswered";
  return summary.str();
}

}  // namespace arbiter::testing
