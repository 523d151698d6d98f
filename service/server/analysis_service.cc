#include "service/server/analysis_service.h"

#include "absl/strings/str_cat.h"
#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "core/rules/error.h"

namespace arbiter {
namespace {

// A stream that ends at once.
template <typename Reactor>
class Refusal final : public Reactor {
 public:
  explicit Refusal(grpc::Status status) { this->Finish(std::move(status)); }
  void OnDone() override { delete this; }
};

class AnalysisService final : public v1::AnalysisService::CallbackService {
 public:
  explicit AnalysisService(const CallEnvironment* environment)
      : environment_(environment),
        analyze_(AddMethod(CallType::kServerStream, "Analyze")),
        session_(AddMethod(CallType::kBidiStream, "Session")),
        review_game_(AddMethod(CallType::kServerStream, "ReviewGame")) {}

  grpc::ServerWriteReactor<v1::AnalyzeResponse>* Analyze(
      grpc::CallbackServerContext* context, const v1::AnalyzeRequest* /*request*/) override {
    analyze_.received->Increment();
    return Refuse<grpc::ServerWriteReactor<v1::AnalyzeResponse>>(analyze_, context);
  }

  grpc::ServerBidiReactor<v1::SessionRequest, v1::SessionResponse>* Session(
      grpc::CallbackServerContext* context) override {
    return Refuse<grpc::ServerBidiReactor<v1::SessionRequest, v1::SessionResponse>>(session_,
                                                                                    context);
  }

  grpc::ServerWriteReactor<v1::ReviewGameResponse>* ReviewGame(
      grpc::CallbackServerContext* context, const v1::ReviewGameRequest* /*request*/) override {
    review_game_.received->Increment();
    return Refuse<grpc::ServerWriteReactor<v1::ReviewGameResponse>>(review_game_, context);
  }

 private:
  MethodMetrics AddMethod(CallType type, const char* name) {
    return environment_->metrics.AddMethod(type, kAnalysisServiceName, name);
  }

  template <typename Reactor>
  Reactor* Refuse(const MethodMetrics& method, grpc::CallbackServerContext* context) {
    CallScope scope(environment_, &method, context);
    const absl::Status status =
        MakeError(ErrorReason::kUnimplemented,
                  absl::StrCat(method.method, " does not exist in this version"));
    return new Refusal<Reactor>(scope.Finish(status, ""));
  }

  const CallEnvironment* const environment_;
  const MethodMetrics analyze_;
  const MethodMetrics session_;
  const MethodMetrics review_game_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeAnalysisService(const CallEnvironment* environment) {
  return std::make_unique<AnalysisService>(environment);
}

}  // namespace arbiter
