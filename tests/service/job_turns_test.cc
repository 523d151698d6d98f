// How long clients wait while a large job of somebody else is running.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "tests/support/key_files.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/job_server.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

constexpr int kRounds = 3;
constexpr int kArchive = 10'000;

template <typename Function>
double SecondsOf(const Function& function) {
  const auto begin = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// A review that takes a fraction of a second.
v1::ReviewGameRequest Review() {
  v1::ReviewGameRequest request;
  request.set_variant("makruk");
  for (const char* action : {"e3e4", "d6d5", "e4d5", "e6d5"}) {
    request.mutable_record()->add_actions(action);
  }
  request.mutable_limits()->set_depth(13);
  return request;
}

// Two clients with keys, and what they send with their calls.
class JobTurns : public ::testing::Test {
 protected:
  static std::string HeaderOf(const std::string& key) { return StrCat("x-api-key: ", key, "\r\n"); }

  const std::string site_key_ = StrCat("arb_", std::string(43, 's'));
  const std::string archive_key_ = StrCat("arb_", std::string(43, 'a'));
  const std::string site_ = HeaderOf(site_key_);
  const std::string archive_ = HeaderOf(archive_key_);
  const TemporaryFile keys_{
      KeyFileOf(StrCat(KeyEntry("site", site_key_), ",", KeyEntry("archive", archive_key_)))};
  JobServer server_{"both", {"--api-keys", keys_.path(), "--analysis-threads", "2"}};
  AnalysisClient client_{server_.address(), {{"x-api-key", site_key_}}};

  v1::Job JobOfClient(const std::string& id, const std::string& client) {
    v1::GetJobRequest request;
    request.set_job_id(id);
    v1::GetJobResponse response;
    EXPECT_EQ(server_.Call("GetJob", request, &response, client), 200) << server_.error();
    return response.job();
  }
  // Starts the large job of the archive, and waits until it is running.
  std::string StartArchive() {
    std::vector<v1::JobRequest> requests = MixedJobRequests(kArchive);
    requests.resize(kArchive);
    const std::string id = SubmitJob(&server_, requests, v1::JOB_PRIORITY_NORMAL, archive_);
    EXPECT_TRUE(Eventually([&] { return JobOfClient(id, archive_).done() > 0; }));
    return id;
  }
  // Cancels the large job, which must not have ended, and waits until nothing runs.
  void CancelArchive(const std::string& id) {
    v1::CancelJobRequest cancel;
    cancel.set_job_id(id);
    v1::CancelJobResponse cancelled;
    EXPECT_EQ(server_.Call("CancelJob", cancel, &cancelled, archive_), 200) << server_.error();
    EXPECT_EQ(cancelled.job().state(), v1::JOB_STATE_CANCELLED);
    EXPECT_TRUE(EventuallyIdle(server_));
  }
};

TEST_F(JobTurns, ASingleGameIsDoneWithinTenTimesItsDirectTimeWhileThousandsWait) {
  v1::JobRequest item;
  *item.mutable_review_game() = Review();
  std::vector<double> ratios;
  for (int i = 0; i < kRounds; ++i) {
    const double direct =
        SecondsOf([&] { EXPECT_EQ(client_.ReviewGame(Review()).status.code(), 0); });
    const std::string archive = StartArchive();
    const double queued = SecondsOf([&] {
      const std::string id = SubmitJob(&server_, {item}, v1::JOB_PRIORITY_NORMAL, site_);
      EXPECT_TRUE(Eventually([&] { return JobOfClient(id, site_).state() == v1::JOB_STATE_DONE; }));
    });
    CancelArchive(archive);
    ratios.push_back(queued / direct);
    RecordProperty(StrCat("round_", i), StrCat(direct, " s direct, ", queued, " s queued"));
  }
  EXPECT_LT(Median(ratios), 10);
}

TEST_F(JobTurns, AnInteractiveAnalysisKeepsItsShareOfTheThreads) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant("makruk");
  request.mutable_limits()->set_nodes(500'000);
  request.set_fresh(true);
  const auto analyze = [&] {
    return SecondsOf([&] { EXPECT_EQ(client_.Analyze(request).status.code(), 0); });
  };
  std::vector<double> ratios;
  for (int i = 0; i < kRounds; ++i) {
    const double idle = analyze();
    const std::string archive = StartArchive();
    const double busy = analyze();
    CancelArchive(archive);
    ratios.push_back(busy / idle);
    RecordProperty(StrCat("round_", i), StrCat(idle, " s idle, ", busy, " s busy"));
  }
  EXPECT_LT(Median(ratios), 4);
}

}  // namespace
}  // namespace arbiter::testing
