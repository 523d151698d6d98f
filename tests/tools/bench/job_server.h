#ifndef ARBITER_TESTS_TOOLS_BENCH_JOB_SERVER_H_
#define ARBITER_TESTS_TOOLS_BENCH_JOB_SERVER_H_

#include <chrono>
#include <string>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/postgres.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/programs.h"

// Jobs on a PostgreSQL server of their own, with all programs on any processor.
namespace arbiter::bench {

// A PostgreSQL server with the settings of a new installation, some of which are smaller in tests.
class JobDatabase {
 public:
  const testing::PostgresProcess& process() const { return process_; }
  // The processor time that it has used so far.
  std::chrono::duration<double> cpu_time() const {
    return testing::CpuTimeWithChildren(process_.pid());
  }

 private:
  const testing::PostgresProcess process_{
      {"shared_buffers=128MB", "max_wal_size=1GB", "min_wal_size=80MB"}};
};

// arbiterd with jobs.
class JobServer {
 public:
  // `arbiterd` is the path of the program, and `role` what it does about jobs (`--role`).
  JobServer(const std::string& arbiterd, const JobDatabase& database,
            const std::string& role = "both");

  template <typename Response, typename Request>
  Response Call(const std::string& method, const Request& request) const {
    testing::HttpClient client(http_address_);
    const testing::HttpResponse answer =
        client.Post(StrCat("/arbiter.v1.JobService/", method), request.SerializeAsString(),
                    "content-type: application/proto\r\n");
    if (answer.status != 200) Die(StrCat(method, " failed: ", answer.status, " ", answer.body));
    Response response;
    response.ParseFromString(answer.body);
    return response;
  }

  // The address for gRPC.
  std::string address() const { return arbiterd_.address(); }
  // The processor time that has been used so far, and the part of it that analyses have used.
  std::chrono::duration<double> cpu_time() const { return testing::CpuTimeOf(arbiterd_.pid()); }
  std::chrono::duration<double> analysis_time() const;
  double resident_kib() const { return arbiterd_.ResidentKib(); }

 private:
  const std::string http_address_;
  const std::string metrics_address_;
  const Server arbiterd_;
};

// Creates a job with these items, starts it, and returns its id.
std::string SubmitJob(const JobServer& server, const std::vector<v1::JobRequest>& requests,
                      v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL);
// Waits until a job has ended, and reads its results. Ends the program if one of its items failed,
// or if there are not this many results.
std::vector<v1::JobResult> FinishJob(const JobServer& server, const std::string& id, size_t items);
// Runs a job, from its creation until its last result has been read.
std::vector<v1::JobResult> RunJob(const JobServer& server,
                                  const std::vector<v1::JobRequest>& requests);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_JOB_SERVER_H_
