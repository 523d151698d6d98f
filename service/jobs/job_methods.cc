#include "service/jobs/job_methods.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/wire_reader.h"
#include "service/convert/wire_writer.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

constexpr uint32_t kMaxTtlHours = 720;
constexpr uint32_t kMaxJobsOfPage = 100;
constexpr uint32_t kMaxResultsOfPage = 1'000;
constexpr uint32_t kMaxWaitMs = 50'000;
constexpr uint32_t kDefaultWaitMs = 30'000;
// A chunk has at most this much work, in validations of games. An analysis and a review take so
// much longer that a chunk of them must be small, or the last chunks of a job would take longest.
constexpr int kChunkWork = 64;
constexpr int kWorkOfAnalysis = 4;
constexpr int kWorkOfReview = 8;

absl::Status CheckRange(uint32_t value, uint32_t max, std::string_view field) {
  if (value <= max) return absl::OkStatus();
  return AtField(MakeError(ErrorReason::kLimitExceeded, StrCat("must be at most ", max)), field);
}

// Implements JobMethod::Answer for a request that is parsed as a whole.
template <typename Request, typename Response>
JobMethod::Answer Parsed(absl::StatusOr<Response> (*answer)(const JobService&, JobStore*,
                                                            std::string_view client,
                                                            const Request&)) {
  return [answer](const JobService& service, JobStore* store, std::string_view client,
                  std::string_view wire) -> absl::StatusOr<std::string> {
    Request request;
    ARBITER_RETURN_IF_ERROR(ParseJobRequest(wire, &request));
    ARBITER_ASSIGN_OR_RETURN(const Response response, answer(service, store, client, request));
    return response.SerializeAsString();
  };
}

// Implements a method whose request names a job and whose response is the job.
template <typename Request, typename Response,
          absl::StatusOr<v1::Job> (JobStore::*function)(std::string_view, std::string_view)>
absl::StatusOr<Response> AnswerJob(const JobService& /*service*/, JobStore* store,
                                   std::string_view client, const Request& request) {
  Response response;
  ARBITER_ASSIGN_OR_RETURN(*response.mutable_job(), (store->*function)(client, request.job_id()));
  return response;
}

absl::StatusOr<v1::CreateJobResponse> CreateJob(const JobService& service, JobStore* store,
                                                std::string_view client,
                                                const v1::CreateJobRequest& request) {
  if (!v1::JobPriority_IsValid(request.priority())) {
    return AtField(MakeError(ErrorReason::kBadField, "is not a priority"), "priority");
  }
  ARBITER_RETURN_IF_ERROR(CheckRange(request.ttl_hours(), kMaxTtlHours, "ttl_hours"));
  v1::CreateJobResponse response;
  ARBITER_ASSIGN_OR_RETURN(
      *response.mutable_job(),
      store->Create(client, request, request.any_engine() ? "" : service.engine_version,
                    service.quota));
  return response;
}

int WorkOf(std::string_view item) {
  switch (RequestOfItem(item)) {
    case v1::JobRequest::kReviewGame:
      return kWorkOfReview;
    case v1::JobRequest::kAnalyze:
      return kWorkOfAnalysis;
    default:
      return 1;
  }
}

// The items have been prepared. They are kept as they came, so they are not parsed here.
absl::StatusOr<std::string> AddJobItems(const JobService& service, JobStore* store,
                                        std::string_view client, std::string_view wire) {
  std::string_view job_id;
  uint64_t first_item = 0;
  std::vector<JobChunk> chunks;
  int work = 0;
  uint64_t count = 0;
  for (WireReader fields(wire); fields.Next();) {
    switch (fields.field()) {
      case v1::AddJobItemsRequest::kJobIdFieldNumber:
        job_id = fields.bytes();
        break;
      case v1::AddJobItemsRequest::kFirstItemFieldNumber:
        first_item = fields.number();
        break;
      case v1::AddJobItemsRequest::kRequestsFieldNumber: {
        const int more = WorkOf(fields.bytes());
        if (chunks.empty() || work + more > kChunkWork) {
          chunks.emplace_back();
          work = 0;
        }
        work += more;
        chunks.back().requests.emplace_back(fields.bytes());
        ++count;
        break;
      }
      default:
        break;
    }
  }
  v1::AddJobItemsResponse response;
  ARBITER_ASSIGN_OR_RETURN(
      const int64_t items,
      store->AddItems(client, job_id, static_cast<int64_t>(first_item), chunks, service.quota));
  response.set_items(static_cast<uint64_t>(items));
  response.set_next_item(first_item + count);
  return response.SerializeAsString();
}

absl::StatusOr<v1::ListJobsResponse> ListJobs(const JobService& /*service*/, JobStore* store,
                                              std::string_view client,
                                              const v1::ListJobsRequest& request) {
  ARBITER_RETURN_IF_ERROR(CheckRange(request.page_size(), kMaxJobsOfPage, "page_size"));
  const uint32_t size = request.page_size() == 0 ? kMaxJobsOfPage : request.page_size();
  v1::ListJobsResponse response;
  ARBITER_ASSIGN_OR_RETURN(
      std::vector<v1::Job> jobs,
      AtField(store->List(client, size, request.page_token(), response.mutable_next_page_token()),
              "page_token"));
  for (v1::Job& job : jobs) *response.add_jobs() = std::move(job);
  return response;
}

absl::StatusOr<std::string> ListJobResults(const JobService& service, JobStore* store,
                                           std::string_view client, std::string_view wire) {
  v1::ListJobResultsRequest request;
  ARBITER_RETURN_IF_ERROR(ParseJobRequest(wire, &request));
  ARBITER_RETURN_IF_ERROR(CheckRange(request.page_size(), kMaxResultsOfPage, "page_size"));
  ARBITER_ASSIGN_OR_RETURN(const JobResultPage page,
                           ReadJobResults(service, store, client, request.job_id(), request.order(),
                                          request.page_size(), request.page_token(), "page_token"));
  std::string response;
  {
    WireWriter answer(&response);
    for (const JobResultPage::Entry& entry : page.entries) {
      answer.Bytes(v1::ListJobResultsResponse::kResultsFieldNumber, entry.result);
    }
    if (!page.is_last) {
      answer.Text(v1::ListJobResultsResponse::kNextPageTokenFieldNumber, page.next);
    }
  }
  return response;
}

absl::StatusOr<v1::RepinJobResponse> RepinJob(const JobService& service, JobStore* store,
                                              std::string_view client,
                                              const v1::RepinJobRequest& request) {
  v1::RepinJobResponse response;
  ARBITER_ASSIGN_OR_RETURN(
      *response.mutable_job(),
      store->Repin(client, request.job_id(), request.any_engine() ? "" : service.engine_version));
  return response;
}

absl::StatusOr<v1::DeleteJobResponse> DeleteJob(const JobService& /*service*/, JobStore* store,
                                                std::string_view client,
                                                const v1::DeleteJobRequest& request) {
  ARBITER_RETURN_IF_ERROR(store->Delete(client, request.job_id()));
  return v1::DeleteJobResponse();
}

absl::StatusOr<milliseconds> MaxWait(std::string_view wire) {
  v1::WaitJobRequest request;
  request.ParseFromArray(wire.data(), static_cast<int>(wire.size()));
  ARBITER_RETURN_IF_ERROR(CheckRange(request.max_wait_ms(), kMaxWaitMs, "max_wait_ms"));
  return milliseconds(request.max_wait_ms() == 0 ? kDefaultWaitMs : request.max_wait_ms());
}

template <typename Request>
JobMethod Method(const char* name, JobMethod::Answer answer) {
  return {.name = name,
          .request = FindMessageRule(Request::descriptor()->name()),
          .type = Request::descriptor(),
          .answer = std::move(answer)};
}

template <typename Request, typename Response,
          absl::StatusOr<v1::Job> (JobStore::*function)(std::string_view, std::string_view)>
JobMethod MethodOfJob(const char* name) {
  return Method<Request>(name, Parsed(&AnswerJob<Request, Response, function>));
}

std::vector<JobMethod> MakeMethods() {
  std::vector<JobMethod> methods = {
      Method<v1::CreateJobRequest>("CreateJob", Parsed(&CreateJob)),
      Method<v1::AddJobItemsRequest>("AddJobItems", &AddJobItems),
      MethodOfJob<v1::StartJobRequest, v1::StartJobResponse, &JobStore::Start>("StartJob"),
      MethodOfJob<v1::GetJobRequest, v1::GetJobResponse, &JobStore::Get>("GetJob"),
      Method<v1::ListJobsRequest>("ListJobs", Parsed(&ListJobs)),
      Method<v1::ListJobResultsRequest>("ListJobResults", &ListJobResults),
      MethodOfJob<v1::RetryFailedItemsRequest, v1::RetryFailedItemsResponse,
                  &JobStore::RetryFailed>("RetryFailedItems"),
      Method<v1::RepinJobRequest>("RepinJob", Parsed(&RepinJob)),
      MethodOfJob<v1::CancelJobRequest, v1::CancelJobResponse, &JobStore::Cancel>("CancelJob"),
      Method<v1::DeleteJobRequest>("DeleteJob", Parsed(&DeleteJob)),
      MethodOfJob<v1::WaitJobRequest, v1::WaitJobResponse, &JobStore::Get>("WaitJob")};
  methods[1].prepare = &PrepareItems;
  methods.back().max_wait = &MaxWait;
  return methods;
}

}  // namespace

absl::Status JobService::CheckCaller(std::string_view client) const {
  if (database == nullptr) {
    return MakeError(ErrorReason::kUnimplemented,
                     "this server keeps no jobs; start arbiterd with --jobs postgresql://…");
  }
  if (is_for_anyone || !client.empty()) return absl::OkStatus();
  return MakeError(ErrorReason::kPermissionDenied,
                   "jobs need a client with a name, from a key, a token or a certificate; or start "
                   "arbiterd with --jobs-for-anyone");
}

absl::Status ParseJobRequest(std::string_view wire, google::protobuf::Message* request) {
  if (request->ParseFromArray(wire.data(), static_cast<int>(wire.size()))) return absl::OkStatus();
  return MakeError(ErrorReason::kBadField, "the message is not a valid request of this method");
}

absl::StatusOr<JobResultPage> ReadJobResults(const JobService& service, JobStore* store,
                                             std::string_view client, std::string_view job_id,
                                             v1::ResultOrder order, uint32_t max_results,
                                             std::string_view cursor,
                                             std::string_view cursor_field) {
  if (!v1::ResultOrder_IsValid(order)) {
    return AtField(MakeError(ErrorReason::kBadField, "is not an order of results"), "order");
  }
  absl::StatusOr<JobResultPage> page = store->Results(
      client, job_id, order, cursor, max_results == 0 ? kMaxResultsOfPage : max_results,
      service.limits.max_message_bytes / 2);
  if (ReasonOf(page.status()) != ErrorReason::kBadField) return page;
  return AtField(page.status(), cursor_field);
}

std::span<const JobMethod> JobMethods() {
  static const auto& methods = *new std::vector<JobMethod>(MakeMethods());
  return methods;
}

}  // namespace arbiter
