#ifndef ARBITER_SERVICE_JOBS_JOB_METHODS_H_
#define ARBITER_SERVICE_JOBS_JOB_METHODS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/budget.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_items.h"
#include "service/jobs/job_store.h"
#include "service/jobs/job_watch.h"
#include "service/limits.h"
#include "service/measure/message_rules.h"

namespace arbiter {

inline constexpr char kJobServiceName[] = "arbiter.v1.JobService";

// What the methods of JobService share.
struct JobService {
  const Limits& limits;
  // Both are nullptr if the server keeps no jobs.
  JobDatabase* database = nullptr;
  JobWatch* watch = nullptr;
  // Whether callers without a name may have jobs, which then belong to all of them.
  bool is_for_anyone = false;
  JobQuota quota = {};
  // The version of the engine to which jobs are pinned.
  std::string engine_version = {};

  // Returns OK, UNIMPLEMENTED if the server keeps no jobs, or PERMISSION_DENIED if this caller,
  // whose name may be empty, can have none.
  absl::Status CheckCaller(std::string_view client) const;
};

// A unary method of JobService.
struct JobMethod {
  // Does what a serialised request of this client asks for, on a thread of the database, and
  // returns the serialised response. The request has been measured.
  using Answer = std::function<absl::StatusOr<std::string>(
      const JobService& service, JobStore* store, std::string_view client, std::string_view wire)>;

  const char* name;
  const MessageRule* request;
  const google::protobuf::Descriptor* type;
  Answer answer;
  // For AddJobItems: PrepareItems(). nullptr if the request is answered as it came.
  absl::StatusOr<PreparedItems> (*prepare)(std::string_view wire,
                                           const Budget::StopTest& stop_test) = nullptr;
  // For WaitJob: returns how long the request wants to wait. nullptr if the method does not wait.
  absl::StatusOr<std::chrono::milliseconds> (*max_wait)(std::string_view wire) = nullptr;
};

// Returns all unary methods of JobService.
std::span<const JobMethod> JobMethods();

// Parses a request. BAD_FIELD if it is not valid.
absl::Status ParseJobRequest(std::string_view wire, google::protobuf::Message* request);

// Returns a page of results after `cursor`, which is small enough for one message. 0 for
// `max_results` means the maximum. BAD_FIELD, at `cursor_field`, if the cursor is not one of this
// job and order.
absl::StatusOr<JobResultPage> ReadJobResults(const JobService& service, JobStore* store,
                                             std::string_view client, std::string_view job_id,
                                             v1::ResultOrder order, uint32_t max_results,
                                             std::string_view cursor,
                                             std::string_view cursor_field);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_METHODS_H_
