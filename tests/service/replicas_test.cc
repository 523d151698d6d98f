// Several processes give byte-identical answers to equal requests, whatever their settings and
// environment.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "service/handlers/handlers.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/scoped_variable.h"
#include "tests/support/server/client.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

constexpr size_t kItemsInBundle = 100;
constexpr size_t kRequests = 100'000 / kSanitizerSlowdown;

// Returns the flags of a server. Their limits are small because there are many requests, some of
// which should exceed them.
std::vector<std::string> Flags(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--max-perft-nodes", "2000", "--max-outcome-paths", "200"});
  return more;
}

std::unique_ptr<ServerProcess> StartInAnotherEnvironment() {
  const ScopedVariable locale("LC_ALL", "de_DE.UTF-8");
  const ScopedVariable language("LANG", "th_TH.UTF-8");
  const ScopedVariable zone("TZ", "Asia/Kathmandu");
  return std::make_unique<ServerProcess>(
      Flags({"--work-threads", "7", "--analysis-threads", "3", "--log-level", "debug"}));
}

// Returns the requests as messages of one Batch stream. Requests that may take long have a message
// of their own, and the others are in bundles.
std::vector<v1::BatchRequest> Bundled(const std::vector<v1::BatchRequest>& requests) {
  std::vector<v1::BatchRequest> messages;
  v1::BatchRequest bundle;
  for (const v1::BatchRequest& request : requests) {
    if (!CanBeBundled(request.request_case())) {
      messages.push_back(request);
      continue;
    }
    *bundle.mutable_bundle()->add_items() = request;
    if (bundle.bundle().items_size() < static_cast<int>(kItemsInBundle)) continue;
    messages.push_back(bundle);
    bundle.Clear();
  }
  if (bundle.bundle().items_size() > 0) messages.push_back(bundle);
  return messages;
}

// Returns the number of errors among these answers.
int64_t CountErrors(const std::vector<std::string>& answers) {
  int64_t errors = 0;
  for (const std::string& bytes : answers) {
    v1::BatchResponse answer;
    EXPECT_TRUE(answer.ParseFromString(bytes));
    errors += answer.has_status() ? 1 : 0;
    for (const v1::BatchResponse& item : answer.bundle().items()) {
      errors += item.has_status() ? 1 : 0;
    }
  }
  return errors;
}

class Replicas : public ::testing::Test {
 protected:
  // Sends the messages to all replicas at the same time, expects the same answers from all, and
  // returns them.
  std::vector<std::string> Ask(const std::vector<v1::BatchRequest>& messages) {
    std::vector<std::vector<std::string>> answers(std::size(clients_));
    std::vector<std::thread> threads;
    for (size_t i = 0; i < std::size(clients_); ++i) {
      threads.emplace_back([&, i] { answers[i] = clients_[i]->BatchAnswers(messages); });
    }
    for (std::thread& thread : threads) thread.join();
    for (size_t i = 0; i < std::size(clients_); ++i) {
      EXPECT_EQ(answers[i].size(), messages.size());
      const size_t size = std::min(answers[i].size(), answers[0].size());
      for (size_t m = 0; m < size; ++m) {
        EXPECT_TRUE(answers[i][m] == answers[0][m])
            << "replica " << i << ": " << messages[m].ShortDebugString().substr(0, 2'000);
      }
    }
    return answers[0];
  }

 private:
  const std::unique_ptr<ServerProcess> servers_[3] = {
      std::make_unique<ServerProcess>(Flags()), StartInAnotherEnvironment(),
      std::make_unique<ServerProcess>(Flags({"--work-threads", "1", "--hash-mb", "1"}))};
  const std::unique_ptr<Client> clients_[3] = {std::make_unique<Client>(servers_[0]->address()),
                                               std::make_unique<Client>(servers_[1]->address()),
                                               std::make_unique<Client>(servers_[2]->address())};
};

TEST_F(Replicas, AnswerAHundredThousandMixedRequestsIdentically) {
  Random random(7);
  size_t sent = 0;
  int64_t errors = 0;
  const std::vector<GameCase> cases = AllGameCases();
  for (size_t i = 0; sent < kRequests; ++i) {
    std::vector<v1::BatchRequest> requests(1);
    requests.emplace_back().mutable_list_variants()->set_locale(i % 2 == 0 ? "th" : "zh-CN");
    AddRequestsOf(cases[i % cases.size()], random, &requests);
    for (size_t r = 0; r < requests.size(); ++r) requests[r].set_id(std::to_string(sent + r));
    errors += CountErrors(Ask(Bundled(requests)));
    if (HasFailure()) return;
    sent += requests.size();
  }
  EXPECT_GT(errors, static_cast<int64_t>(sent / 20));
  EXPECT_LT(errors, static_cast<int64_t>(sent / 2));
  std::cout << sent << " requests, " << errors << " of them refused\n";
}

}  // namespace
}  // namespace arbiter::testing
