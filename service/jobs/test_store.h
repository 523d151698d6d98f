#ifndef ARBITER_SERVICE_JOBS_TEST_STORE_H_
#define ARBITER_SERVICE_JOBS_TEST_STORE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "service/jobs/job_store.h"
#include "service/jobs/postgres.h"
#include "service/jobs/schema.h"
#include "service/net/fd.h"
#include "tests/support/server/postgres.h"
#include "tests/support/status.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {

// A lease that ends only when a test says so.
inline constexpr std::chrono::milliseconds kLongLease = kPatience;

inline std::unique_ptr<PostgresConnection> ConnectTo(const PostgresProcess& server) {
  auto connection = PostgresConnection::Connect({.url = server.url(), .timeout = kPatience});
  EXPECT_THAT(connection, IsOk());
  return *std::move(connection);
}

// A host that accepts connections, and never says anything.
class SilentHost {
 public:
  SilentHost() {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(socket_.get(), generic, size), 0);
    EXPECT_EQ(listen(socket_.get(), 8), 0);
    EXPECT_EQ(getsockname(socket_.get(), generic, &size), 0);
    port_ = ntohs(address.sin_port);
  }

  // The port on 127.0.0.1.
  int port() const { return port_; }
  // Waits until somebody has connected.
  void WaitForConnection() const {
    pollfd waiting = {socket_.get(), POLLIN, 0};
    EXPECT_EQ(poll(&waiting, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())), 1);
  }

 private:
  const Fd socket_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  int port_ = 0;
};

// A store on a server that all tests of the program share; it is empty when a test begins.
class JobStoreFixture : public ::testing::Test {
 protected:
  JobStoreFixture() {
    EXPECT_THAT(MigrateJobSchema(connection_.get()), IsOk());
    for (const char* table :
         {"arbiter_jobs", "arbiter_remains", "arbiter_queue", "arbiter_turns", "arbiter_workers"}) {
      Run(std::string("DELETE FROM ") + table);
    }
  }

  static PostgresProcess& server() {
    static PostgresProcess process;
    return process;
  }

  // Runs a statement on the test's connection.
  PostgresRows Run(const std::string& sql, const std::vector<PostgresParam>& params = {}) {
    auto rows = connection_->Query(sql, params);
    EXPECT_THAT(rows, IsOk()) << sql << DatabaseErrorOf(rows.status());
    return *std::move(rows);
  }
  int64_t Count(const std::string& what) {
    return Run("SELECT count(*) FROM " + what).Number(0, 0);
  }

  static v1::CreateJobRequest Request(const std::string& key,
                                      v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL) {
    v1::CreateJobRequest request;
    request.set_idempotency_key(key);
    request.set_priority(priority);
    return request;
  }
  v1::Job Create(const std::string& client, const std::string& key,
                 v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL) {
    auto job = store_.Create(client, Request(key, priority), "engine 1", {});
    EXPECT_THAT(job, IsOk());
    return *job;
  }

  // Makes chunks of items whose requests are `first`, `first + 1` and so on.
  static std::vector<JobChunk> Chunks(const std::vector<int>& sizes, int first = 0) {
    std::vector<JobChunk> chunks;
    for (const int size : sizes) {
      JobChunk& chunk = chunks.emplace_back();
      for (int i = 0; i < size; ++i) chunk.requests.push_back("request " + std::to_string(first++));
    }
    return chunks;
  }
  // Creates and starts a job with chunks of these sizes.
  v1::Job Start(const std::string& client, const std::string& key, const std::vector<int>& sizes,
                v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL) {
    const v1::Job job = Create(client, key, priority);
    EXPECT_THAT(store_.AddItems(client, job.id(), 0, Chunks(sizes), {}), IsOk());
    auto started = store_.Start(client, job.id());
    EXPECT_THAT(started, IsOk());
    return *started;
  }
  v1::Job Get(const v1::Job& job, const std::string& client = "site") {
    auto found = store_.Get(client, job.id());
    EXPECT_THAT(found, IsOk());
    return *found;
  }

  // Claims a chunk; fails the test if there is none.
  JobLease Claim(const JobStore::WorkerName& worker,
                 v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL) {
    auto leases = store_.Claim(worker, priority, {}, kLongLease);
    EXPECT_THAT(leases, IsOk());
    EXPECT_EQ(leases->size(), 1u);
    return leases->empty() ? JobLease() : leases->front();
  }
  bool HasNothingToClaim(const JobStore::WorkerName& worker) {
    auto leases = store_.Claim(worker, v1::JOB_PRIORITY_NORMAL, {}, kLongLease);
    EXPECT_THAT(leases, IsOk());
    return leases->empty();
  }
  // Lets all leases run out.
  void EndLeases() {
    Run("UPDATE arbiter_queue SET leased_until = now() WHERE leased_until IS NOT NULL");
  }

  static JobItemResult ResultOf(int64_t item, bool has_failed = false) {
    v1::JobResult result;
    result.set_version("worker of " + std::to_string(item));
    return {item, has_failed, result.SerializeAsString()};
  }
  // The results of all items of a lease.
  static std::vector<JobItemResult> ResultsOf(const JobLease& lease) {
    std::vector<JobItemResult> results;
    for (const JobLease::Item& item : lease.items) results.push_back(ResultOf(item.number));
    return results;
  }
  static std::vector<int64_t> NumbersOf(const JobLease& lease) {
    std::vector<int64_t> numbers;
    for (const JobLease::Item& item : lease.items) numbers.push_back(item.number);
    return numbers;
  }
  bool Record(const JobStore::WorkerName& worker, const JobLease& lease,
              const std::vector<JobItemResult>& results) {
    const auto recorded = store_.Record(worker, {{lease, results}});
    EXPECT_THAT(recorded, IsOk());
    return recorded.ok() && recorded->front();
  }

  const JobStore::WorkerName anna_ = {"anna", "engine 1"};
  const JobStore::WorkerName bert_ = {"bert", "engine 1"};
  const std::unique_ptr<PostgresConnection> connection_ = ConnectTo(server());
  JobStore store_{connection_.get()};
};

}  // namespace arbiter::testing

#endif  // ARBITER_SERVICE_JOBS_TEST_STORE_H_
