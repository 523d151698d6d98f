#ifndef ARBITER_SERVICE_SERVER_ADMISSION_H_
#define ARBITER_SERVICE_SERVER_ADMISSION_H_

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "grpcpp/server_context.h"
#include "service/access/access.h"
#include "service/access/charge.h"
#include "service/access/methods.h"

namespace arbiter {

// Who makes a call, and what he may do in it. Refuses nothing where the server asks nobody who he
// is. Thread-safe but for End().
class Admission {
 public:
  // Finds out who calls `method`, and takes what the call costs and a place among his calls. Both
  // outlive this, the metadata of `context` while work is admitted.
  Admission(Access* access, const grpc::CallbackServerContext* context, std::string_view method);
  ~Admission() { End(); }
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  // OK, or why the call is refused: UNAUTHENTICATED, PERMISSION_DENIED or QUOTA_EXCEEDED.
  const absl::Status& status() const { return status_; }
  // Empty where the caller has no name.
  std::string_view client() const { return client_ == nullptr ? "" : client_->name(); }
  // Null where the caller has no name.
  const Client* caller() const { return client_.get(); }
  // The charge of a unary call.
  Charge* charge() { return &charge_; }

  // Takes what an item of a stream costs; a bundle, what its items do. Refused as a call is, also
  // where the key has been revoked since or the stream's own method is not allowed any more.
  absl::StatusOr<Charge> AdmitItem(const v1::BatchRequest& item);
  // Takes the first second of an analysis by so many threads, or all of it where it may take less;
  // its time settles the rest. ReviewGame has no limit in all.
  absl::StatusOr<Charge> AdmitAnalysis(const v1::AnalyzeRequest& request, int threads);
  absl::StatusOr<Charge> AdmitAnalysis(const v1::ReviewGameRequest& request, int threads);

  // Settles the charge and gives the place back. Before the client learns of the end, since he may
  // call again at once.
  void End();

 private:
  absl::Status Admit(std::string_view method);
  absl::StatusOr<Clients::Ptr> Authenticate() const;
  // Who calls, by what the files say now.
  absl::StatusOr<Clients::Ptr> Current();
  // Refuses what needs a method that `client` may not call, the call's own among them.
  absl::Status CheckMethods(const Client& client, MethodSet needed) const;
  absl::StatusOr<Charge> TakeTime(std::chrono::milliseconds at_most, int threads);

  Access* const access_;
  const grpc::CallbackServerContext* const context_;
  Clients::Ptr client_;
  // The call's; none where it needs no permission.
  std::optional<MethodId> method_;
  bool is_stream_ = false;
  // It has a place among the client's calls.
  bool entered_ = false;
  Charge charge_;
  absl::Status status_;

  std::mutex mutex_;
  // Of the files by which current_ was found, who is charged for the items of a stream.
  uint64_t generation_ = 0;
  absl::StatusOr<Clients::Ptr> current_ = Clients::Ptr();
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ADMISSION_H_
