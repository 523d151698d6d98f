#ifndef ARBITER_SERVICE_CALLS_REFLECTION_H_
#define ARBITER_SERVICE_CALLS_REFLECTION_H_

#include <memory>

#include "service/calls/buffered_bytes.h"
#include "service/calls/public_call.h"

namespace arbiter {

// One stream of gRPC's server reflection, of which v1 and v1alpha have the same bytes. Answers one
// request after the other; ends DEADLINE_EXCEEDED when none has come for kMaxIdle.
class ReflectionStream final : public PublicCall {
 public:
  static constexpr std::chrono::seconds kMaxIdle{30};

  ReflectionStream(const CallEnvironment* environment, const MethodMetrics* method,
                   std::unique_ptr<Rpc> rpc);

  // Begins a stream. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool ok) override;
  void OnCancelled() override;
  void OnTick(Time now) override;

 private:
  const MethodMetrics* const method_;
  Time last_busy_ = std::chrono::steady_clock::now();
  // Whether an answer is being written.
  bool writing_ = false;
  // Counts that answer until the client has taken it.
  BufferedBytes::Answer buffered_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_REFLECTION_H_
