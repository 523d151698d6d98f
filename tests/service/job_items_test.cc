// The items of jobs: games in PGN, and what items cost their clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "google/rpc/error_details.pb.h"
#include "service/jobs/postgres.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/key_files.h"
#include "tests/support/server/client.h"
#include "tests/support/server/job_server.h"
#include "tests/support/status.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kGames =
    "[Event \"first\"]\n\n1. e4 d5 2. exd5 exd5 *\n\n"
    "[Event \"second\"]\n[Variant \"Chak\"]\n\n1. e4 e6 *\n"
    "[Event \"with a fault\"]\n\n1. e4 e5\n2. Nf9 Nd7 *\n"
    "[Event \"unknown\"]\n[Variant \"Chess\"]\n\n*\n"
    "[Event \"last\"]\n[VariantOptions \"draw_policy=claim\"]\n\n1. e4";

v1::AddJobItemsRequest ReviewOf(std::string_view pgn) {
  v1::AddJobItemsRequest request;
  request.mutable_games()->set_pgn(std::string(pgn));
  v1::ReviewGameRequest& review =
      *request.mutable_games()->mutable_request()->mutable_review_game();
  review.set_variant("makruk");
  review.mutable_limits()->set_depth(1);
  return request;
}

std::string CreateJob(JobServer* server, const std::string& headers = "") {
  v1::CreateJobRequest request;
  request.set_idempotency_key(NewJobKey());
  v1::CreateJobResponse response;
  EXPECT_EQ(server->Call("CreateJob", request, &response, headers), 200) << server->error();
  return response.job().id();
}

void StartJob(JobServer* server, const std::string& id, const std::string& headers = "") {
  v1::StartJobRequest request;
  request.set_job_id(id);
  v1::StartJobResponse response;
  EXPECT_EQ(server->Call("StartJob", request, &response, headers), 200) << server->error();
}

// Adds items to a new job, and returns the HTTP status.
int Add(JobServer* server, v1::AddJobItemsRequest request, const std::string& headers = "") {
  request.set_job_id(CreateJob(server, headers));
  v1::AddJobItemsResponse response;
  return server->Call("AddJobItems", request, &response, headers);
}

// Runs a job with the games of a call.
std::vector<v1::JobResult> RunJob(JobServer* server, v1::AddJobItemsRequest request) {
  const std::string id = CreateJob(server);
  request.set_job_id(id);
  v1::AddJobItemsResponse added;
  EXPECT_EQ(server->Call("AddJobItems", request, &added), 200) << server->error();
  const uint64_t items = added.items();
  EXPECT_EQ(server->Call("AddJobItems", request, &added), 200) << server->error();
  EXPECT_EQ(added.items(), items) << "a repeated call adds nothing";
  StartJob(server, id);
  EXPECT_TRUE(Eventually([&] { return IsJobDone(server, id); }));
  return ResultsOfJob(server, id);
}

TEST(JobItems, GamesInPgnHaveTheResultsOfReadPgnAndDirectReviews) {
  JobServer server("both");
  v1::BatchRequest read;
  read.mutable_read_pgn()->set_pgn(std::string(kGames));
  read.mutable_read_pgn()->set_variant("makruk");
  const auto games = Client(server.address()).Call(read).read_pgn().games();
  const std::vector<v1::JobResult> results = RunJob(&server, ReviewOf(kGames));
  ASSERT_EQ(games.size(), 5);
  ASSERT_EQ(results.size(), 5U);
  std::vector<v1::JobRequest> requests;
  std::vector<v1::JobResult> reviews;
  for (int i = 0; i < games.size(); ++i) {
    v1::JobResult result = results[static_cast<size_t>(i)];
    EXPECT_EQ(result.game().DebugString(), games[i].game().DebugString());
    EXPECT_EQ(result.has_status(), games[i].has_fault()) << result.DebugString();
    EXPECT_EQ(result.engine().empty(), games[i].has_fault());
    if (games[i].has_fault()) continue;
    v1::ReviewGameRequest& review = *requests.emplace_back().mutable_review_game();
    review.set_variant(games[i].game().variant());
    *review.mutable_options() = games[i].game().options();
    *review.mutable_record() = games[i].game().record();
    review.mutable_limits()->set_depth(1);
    result.clear_game();
    reviews.push_back(result);
  }
  EXPECT_EQ(reviews.size(), 3U);
  ExpectDirectResults(server, requests, reviews);
  // The line is that of the game.
  EXPECT_THAT(results[2].status().message(), HasSubstr("line 4, column 4: "));
  EXPECT_THAT(results[2].status().DebugString(), HasSubstr("BAD_NOTATION"));
  EXPECT_THAT(results[2].status().DebugString(), HasSubstr("\"pgn\""));
  EXPECT_EQ(results[2].game().record().actions_size(), 2);
  EXPECT_THAT(results[3].status().DebugString(), HasSubstr("UNKNOWN_VARIANT"));
}

TEST(JobItems, ALargeFileIsSplit) {
  JobServer server("both");
  v1::AddJobItemsRequest request;
  request.mutable_games()->mutable_request()->mutable_validate_game()->set_variant("makruk");
  for (int i = 0; i < 1'000; ++i) {
    StrAppend(request.mutable_games()->mutable_pgn(), "[Event \"", i, "\"]\n\n1. e4 e5 *\n\n");
  }
  const std::vector<v1::JobResult> results = RunJob(&server, request);
  ASSERT_EQ(results.size(), 1'000U);
  for (const v1::JobResult& result : results) {
    EXPECT_EQ(result.validate_game().verdict(), v1::ValidateGameResponse::VERDICT_LEGAL);
    EXPECT_EQ(result.game().tags(0).value(), std::to_string(result.item()));
    EXPECT_EQ(result.engine(), "") << "it has searched nothing";
  }
}

TEST(JobItems, AnItemWithAPgnHasOneGame) {
  JobServer server("both");
  std::vector<v1::JobRequest> requests(3);
  for (v1::JobRequest& request : requests) {
    request.mutable_validate_game()->set_variant("makruk");
    request.mutable_validate_game()->set_locale("th");
  }
  requests[0].set_pgn("1. e4 e5 2. d4 *");
  requests[1].set_pgn("1. e4 * 1. a4 *");
  requests[2].set_pgn("{nothing}");
  const std::string id = SubmitJob(&server, requests);
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, id); }));
  const std::vector<v1::JobResult> results = ResultsOfJob(&server, id);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].game().record().actions_size(), 3);
  EXPECT_EQ(results[0].validate_game().verdict(), v1::ValidateGameResponse::VERDICT_LEGAL);
  EXPECT_THAT(results[1].status().message(), HasSubstr("more than one game"));
  EXPECT_THAT(results[2].status().message(), HasSubstr("no game"));
  bool is_localized = false;
  for (const auto& detail : results[2].status().details()) {
    google::rpc::LocalizedMessage message;
    is_localized |= detail.UnpackTo(&message) && message.locale() == "th";
  }
  EXPECT_TRUE(is_localized) << results[2].DebugString();
}

TEST(JobItems, WrongItemsAreRefusedWithTheirField) {
  JobServer server("service");
  const auto expect = [&](const v1::AddJobItemsRequest& request, const std::string& field,
                          const std::string& reason = "BAD_FIELD") {
    EXPECT_EQ(Add(&server, request), reason == "BAD_FIELD" ? 400 : 429) << request.DebugString();
    EXPECT_THAT(server.error(), HasSubstr(StrCat("\"", field, "\""))) << request.DebugString();
    EXPECT_THAT(server.error(), HasSubstr(reason));
  };
  v1::AddJobItemsRequest request = ReviewOf("*");
  request.add_requests()->mutable_validate_game()->set_variant("makruk");
  expect(request, "games");
  request = ReviewOf("*");
  request.mutable_games()->clear_request();
  expect(request, "games.request");
  request.mutable_games()->mutable_request()->mutable_analyze();
  expect(request, "games.request.analyze");
  request = ReviewOf("*");
  request.mutable_games()->mutable_request()->set_pgn("*");
  expect(request, "games.request.pgn");
  request = ReviewOf("*");
  request.mutable_games()->mutable_request()->mutable_review_game()->mutable_record();
  expect(request, "games.request.review_game.record");
  request = ReviewOf("*");
  request.mutable_games()->mutable_request()->mutable_review_game()->mutable_options();
  expect(request, "games.request.review_game.options");
  request = ReviewOf("*");
  request.mutable_games()->mutable_request()->mutable_review_game()->set_variant(
      std::string(2'000, 'x'));
  expect(request, "games.request", "LIMIT_EXCEEDED");
  expect(ReviewOf("{nothing}"), "games.pgn");
  expect(ReviewOf(""), "games.pgn");
  std::string many;
  for (int i = 0; i < 10'001; ++i) many += "* ";
  expect(ReviewOf(many), "games.pgn", "LIMIT_EXCEEDED");
  request.Clear();
  request.add_requests()->mutable_validate_game();
  v1::JobRequest& item = *request.add_requests();
  expect(request, "requests[1]");
  item.set_pgn("*");
  item.mutable_analyze();
  expect(request, "requests[1].analyze");
  item.mutable_validate_game()->mutable_position();
  expect(request, "requests[1].validate_game.position");
}

// The headers of a client with this key.
std::string HeadersOf(const std::string& key) { return StrCat("x-api-key: ", key, "\r\n"); }

v1::AddJobItemsRequest Validations(int count) {
  v1::AddJobItemsRequest request;
  for (int i = 0; i < count; ++i) {
    request.add_requests()->mutable_validate_game()->set_variant("makruk");
  }
  return request;
}

TEST(JobItems, AClientPaysForItemsWhenItAddsThem) {
  const std::string key = StrCat("arb_", std::string(43, 'k'));
  const TemporaryFile keys(
      KeyFileOf(KeyEntry("poor", key, AllWithQuota(R"("tokensPerSecond":0.000001,"burst":100)"))));
  JobServer server("service", {"--api-keys", keys.path()});
  EXPECT_EQ(Add(&server, Validations(21), HeadersOf(key)), 429);
  EXPECT_THAT(server.error(), HasSubstr("send at most 20 items in a call"));
  EXPECT_THAT(server.error(), HasSubstr("LIMIT_EXCEEDED"));
  // The job and the refused call have cost 6 tokens.
  EXPECT_EQ(Add(&server, Validations(10), HeadersOf(key)), 200) << server.error();
  // Of 100 tokens, 38 are left.
  EXPECT_EQ(Add(&server, Validations(7), HeadersOf(key)), 429);
  EXPECT_THAT(server.error(), HasSubstr("QUOTA_EXCEEDED"));
  EXPECT_EQ(Add(&server, Validations(4), HeadersOf(key)), 200) << server.error();
}

TEST(JobItems, AClientWithoutTokensWaitsAndOthersDoNot) {
  const std::string poor = StrCat("arb_", std::string(43, 'p'));
  const std::string rich = StrCat("arb_", std::string(43, 'r'));
  const TemporaryFile keys(KeyFileOf(
      StrCat(KeyEntry("searcher", poor, AllWithQuota(R"("tokensPerSecond":0.000001,"burst":36)")),
             ",", KeyEntry("rich", rich))));
  JobServer server("both", {"--api-keys", keys.path()});
  // The calls cost 31 tokens. The validations are paid then; an analysis needs 10 more to begin.
  std::vector<v1::JobRequest> requests(8);
  for (size_t i = 0; i < 4; ++i) {
    requests[i].mutable_validate_game()->set_variant("makruk");
    v1::AnalyzeRequest& analysis = *requests[4 + i].mutable_analyze();
    analysis.mutable_position()->set_variant("makruk");
    analysis.mutable_limits()->set_movetime_ms(100);
  }
  const std::string id = SubmitJob(&server, requests, v1::JOB_PRIORITY_HIGH, HeadersOf(poor));
  auto database =
      PostgresConnection::Connect({.url = SharedPostgres().url(), .timeout = kPatience});
  ASSERT_THAT(database, IsOk());
  const auto query = [&](const std::string& sql, const std::string& param) {
    auto rows = (*database)->Query(sql, {param});
    EXPECT_THAT(rows, IsOk());
    return *std::move(rows);
  };
  const auto done = [&](const std::string& job) {
    return query("SELECT done FROM arbiter_jobs WHERE id = $1", job).Number(0, 0);
  };
  const auto is_paused = [&] {
    return !query("SELECT 1 FROM arbiter_turns WHERE client = $1 AND paused_until > now()",
                  "searcher")
                .empty();
  };
  EXPECT_TRUE(Eventually(is_paused));
  // Others go on, and the client has no more turns.
  const std::string other =
      SubmitJob(&server, {requests[6], requests[7]}, v1::JOB_PRIORITY_HIGH, HeadersOf(rich));
  EXPECT_TRUE(Eventually([&] { return done(other) == 2; }));
  EXPECT_EQ(done(id), 4);
  EXPECT_TRUE(
      query("SELECT 1 FROM arbiter_queue WHERE job_id = $1 AND worker IS NOT NULL", id).empty());
  // With more tokens, the rest is done when the pause is over.
  keys.Write(KeyFileOf(StrCat(KeyEntry("searcher", poor), ",", KeyEntry("rich", rich))));
  server.Signal(SIGHUP);
  EXPECT_TRUE(Eventually([&] {
    query("UPDATE arbiter_turns SET paused_until = now() WHERE client = $1", "searcher");
    return done(id) == 8;
  }));
}

// A worker opens sealed snapshots, and refuses what is hidden (H23), as a direct call does.
TEST(JobItems, SealedAndHiddenPositionsAreTreatedAsInDirectCalls) {
  const TemporaryFile keys("key QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=\n");
  JobServer server("both", {"--jobs-for-anyone", "--snapshot-keys", keys.path()});
  v1::BatchRequest move;
  move.mutable_apply_moves()->mutable_position()->set_variant("makruk");
  move.mutable_apply_moves()->add_actions("e3e4");
  const std::string sealed = Client(server.address()).Call(move).apply_moves().state().snapshot();
  ASSERT_EQ(sealed.substr(0, 4), "ARBX");

  std::vector<v1::JobRequest> requests;
  const auto analyze = [&](const v1::Position& position, v1::Viewer viewer) {
    v1::AnalyzeRequest& request = *requests.emplace_back().mutable_analyze();
    *request.mutable_position() = position;
    request.set_viewer(viewer);
    request.set_fresh(true);
    request.mutable_limits()->set_nodes(100);
  };
  v1::Position position;
  position.set_variant("makruk");
  position.set_snapshot(sealed);
  analyze(position, v1::VIEWER_ALL);
  position.set_snapshot(sealed.substr(0, sealed.size() - 1));
  analyze(position, v1::VIEWER_ALL);
  const HiddenQueen queen = HiddenQueensInFens().front();
  analyze(queen.worlds.front(), queen.OpponentsView());
  analyze(queen.worlds.front(), queen.OwnersView());

  const std::string id = SubmitJob(&server, requests);
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, id); }));
  const std::vector<v1::JobResult> results = ResultsOfJob(&server, id);
  ExpectDirectResults(server, requests, results);
  EXPECT_TRUE(results[0].has_analyze());
  EXPECT_THAT(results[1].status().message(), HasSubstr("was changed"));
  EXPECT_TRUE(results[2].has_status());
  EXPECT_TRUE(results[3].has_analyze());
}

}  // namespace
}  // namespace arbiter::testing
