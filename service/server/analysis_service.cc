#include "service/server/analysis_service.h"

#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "service/analysis_handlers.h"
#include "service/server/analysis_session.h"
#include "service/server/analysis_stream.h"

namespace arbiter {
namespace {

class AnalysisService final : public v1::AnalysisService::CallbackService {
 public:
  explicit AnalysisService(const CallEnvironment* environment)
      : environment_(environment),
        analyze_(AddMethod(CallType::kServerStream, "Analyze")),
        session_(AddMethod(CallType::kBidiStream, "Session")),
        review_game_(AddMethod(CallType::kServerStream, "ReviewGame")) {}

  grpc::ServerWriteReactor<v1::AnalyzeResponse>* Analyze(
      grpc::CallbackServerContext* context, const v1::AnalyzeRequest* request) override {
    return AnalyzeStream::Start(environment_, &analyze_, &arbiter::Analyze, context, request);
  }

  grpc::ServerBidiReactor<v1::SessionRequest, v1::SessionResponse>* Session(
      grpc::CallbackServerContext* context) override {
    return AnalysisSession::Start(environment_, &session_, context);
  }

  grpc::ServerWriteReactor<v1::ReviewGameResponse>* ReviewGame(
      grpc::CallbackServerContext* context, const v1::ReviewGameRequest* request) override {
    return ReviewStream::Start(environment_, &review_game_, &arbiter::ReviewGame, context, request);
  }

 private:
  MethodMetrics AddMethod(CallType type, const char* name) {
    return environment_->metrics.AddMethod(type, kAnalysisServiceName, name);
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
