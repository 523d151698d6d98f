// What a server says about itself while the database of jobs is away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>

#include "service/jobs/postgres.h"
#include "tests/support/server/client.h"
#include "tests/support/server/postgres.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/status.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr int kServing = 1;
constexpr int kNotServing = 2;
constexpr const char* kJobs = "arbiter.v1.JobService";
constexpr char kRequest[] = R"({"legalMoves":{"position":{"variant":"makruk"}}})";

TEST(JobsReadiness, AServerWithoutItsDatabaseServesEverythingElse) {
  PostgresProcess database;
  const ServerProcess server({"--jobs", database.url(), "--role", "service"});
  Client client(server.address());
  EXPECT_EQ(client.Health(kJobs), kServing);
  EXPECT_THAT(HttpGet(server.metrics_address(), "/readyz"), EndsWith("\r\nready\n"));
  EXPECT_EQ(MetricOf(server, "arbiter_jobs_database_up"), 1);

  // Nobody calls JobService, so the server finds out by itself.
  database.Kill();
  ASSERT_TRUE(Eventually([&] { return client.Health(kJobs) == kNotServing; }));
  for (const char* service : {"", "arbiter.v1.RulesService", "arbiter.v1.AnalysisService"}) {
    EXPECT_EQ(client.Health(service), kServing) << service;
  }
  const std::string ready = HttpGet(server.metrics_address(), "/readyz");
  EXPECT_THAT(ready, HasSubstr("200 OK"));
  EXPECT_THAT(ready, EndsWith("\r\nready, but the database of jobs is not available\n"));
  EXPECT_EQ(MetricOf(server, "arbiter_jobs_database_up"), 0);
  EXPECT_TRUE(client.Call(Item(kRequest)).has_legal_moves());

  database.Start();
  ASSERT_TRUE(Eventually([&] { return client.Health(kJobs) == kServing; }));
  EXPECT_THAT(HttpGet(server.metrics_address(), "/readyz"), EndsWith("\r\nready\n"));
}

TEST(JobsReadiness, AServerStartsWithoutItsDatabase) {
  ServerProcess server({"--jobs", "postgresql://127.0.0.1:1/arbiter"});
  Client client(server.address());
  EXPECT_EQ(client.Health(""), kServing);
  EXPECT_EQ(client.Health(kJobs), kNotServing);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
}

TEST(JobsReadiness, AServerEndsInTimeAlthoughItsDatabaseDoesNotAnswer) {
  const PostgresProcess database;
  ServerProcess server({"--jobs", database.url(), "--grace-period-ms", "1000"});
  const auto connection = PostgresConnection::Connect({.url = database.url()});
  ASSERT_THAT(connection, IsOk());
  // No new connection gets an answer, and those of the server end.
  database.Signal(SIGSTOP);
  ASSERT_THAT((*connection)
                  ->Query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                          "WHERE application_name = 'arbiterd' AND pid <> pg_backend_pid()"),
              IsOk());
  const auto begin = std::chrono::steady_clock::now();
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8))
      << "an attempt to connect takes 10 s";
  database.Signal(SIGCONT);
}

TEST(JobsReadiness, AServerWithoutJobsDoesNotKnowTheService) {
  const ServerProcess server;
  Client client(server.address());
  EXPECT_EQ(client.Health(kJobs), static_cast<int>(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace arbiter::testing
