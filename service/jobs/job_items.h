#ifndef ARBITER_SERVICE_JOBS_JOB_ITEMS_H_
#define ARBITER_SERVICE_JOBS_JOB_ITEMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/job_service.pb.h"
#include "core/base/budget.h"
#include "service/access/methods.h"

// The items of jobs, which are serialised v1::JobRequests, before they are parsed.
namespace arbiter {

// Returns which request an item has; REQUEST_NOT_SET if it has none that this version knows.
v1::JobRequest::RequestCase RequestOfItem(std::string_view item);

// Returns the cost of the method that does what an item does, in tokens; 0 if it has no request.
double CostOfItem(std::string_view item);

// A request of AddJobItems whose items have been checked.
struct PreparedItems {
  // The serialised request, in which `requests` has all items.
  std::string wire;
  // The field that had the items.
  std::string_view field;
  // The methods that do what the items do, and the cost of each item in tokens.
  MethodSet methods;
  std::vector<double> costs;
};

// Checks the items of a serialised AddJobItemsRequest, which has been measured, and cuts the PGN in
// `games` into its games, each of which becomes an item. An equal request has the same items.
// BAD_FIELD if an item has no request, or something that it must not have together with a PGN;
// LIMIT_EXCEEDED if there are more games than `requests` may have items.
absl::StatusOr<PreparedItems> PrepareItems(std::string_view wire,
                                           const Budget::StopTest& stop_test);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_ITEMS_H_
