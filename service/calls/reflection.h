#ifndef ARBITER_SERVICE_CALLS_REFLECTION_H_
#define ARBITER_SERVICE_CALLS_REFLECTION_H_

#include <memory>

#include "service/calls/public_call.h"
#include "service/scheduling/buffered_bytes.h"

namespace arbiter {

// One stream of gRPC's server reflection; v1 and v1alpha have the same wire format. Answers
// requests one at a time. Ends with DEADLINE_EXCEEDED if no request has arrived for kMaxIdle.
class ReflectionStream final : public PublicCall {
 public:
  static constexpr std::chrono::seconds kMaxIdle{30};

  ReflectionStream(const CallEnvironment* environment, MethodMetrics* method,
                   std::unique_ptr<Rpc> rpc);

  // Begins a stream. `environment` and `method` must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc);

  void OnReadDone(bool has_message) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnTick(Time now) override;

 private:
  MethodMetrics* const method_;
  Time last_busy_ = std::chrono::steady_clock::now();
  // Whether an answer is being written.
  bool writing_ = false;
  // Counts the bytes of the answer as buffered until the client has received it.
  BufferedBytes::Answer buffered_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_REFLECTION_H_
