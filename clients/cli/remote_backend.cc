#include "clients/cli/remote_backend.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "clients/cli/batch_stream.h"
#include "clients/cli/failure.h"
#include "clients/cli/remote_analyst.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/grpcpp.h"
#include "service/handlers.h"

namespace arbiter::cli {
namespace {

// Larger requests go by unary calls, so that one that is too large for the
// server fails alone and does not end the stream.
constexpr size_t kMaxStreamItemBytes = 1 << 20;

// A bundle has no unary method to go by.
v1::BatchResponse TooLargeBundle(const v1::BatchRequest& request) {
  std::string bytes;
  FailBatchItem(MakeError(ErrorReason::kLimitExceeded,
                          StrCat("the bundle has more than ", kMaxStreamItemBytes,
                                 " bytes, the most that is sent at once")),
                request, &bytes);
  v1::BatchResponse response;
  response.ParseFromString(bytes);
  return response;
}

}  // namespace

RemoteBackend::RemoteBackend(const std::string& server, const ServerAccess& access,
                             absl::Duration timeout)
    : server_(server, access, timeout), stub_(v1::RulesService::NewStub(server_.channel())) {}

void RemoteBackend::Call(const v1::BatchRequest& request, v1::BatchResponse* response) {
  response->Clear();
  const grpc::Status status = CallMethod(request, response);
  if (!status.ok()) *response->mutable_status() = server_.ErrorOf(status);
  response->set_id(request.id());
}

absl::Status RemoteBackend::CallAll(const Source& source, const Sink& sink) {
  grpc::ClientContext context;
  server_.Authorize(&context);
  std::mutex sink_mutex;
  const auto locked_sink = [&](const v1::BatchResponse& response) {
    const std::lock_guard lock(sink_mutex);
    sink(response);
  };
  BatchStream stream(stub_->Batch(&context), locked_sink);
  while (std::optional<v1::BatchRequest> request = source()) {
    if (request->ByteSizeLong() > kMaxStreamItemBytes) {
      v1::BatchResponse response;
      if (request->has_bundle()) {
        response = TooLargeBundle(*request);
      } else {
        Call(*request, &response);
      }
      locked_sink(response);
    } else if (!stream.Send(*request)) {
      break;
    }
  }
  const grpc::Status status = stream.Finish();
  if (status.ok()) return absl::OkStatus();
  if (status.error_code() != grpc::StatusCode::UNAVAILABLE && !status.error_details().empty()) {
    return FromRpcStatus(server_.ErrorOf(status));
  }
  return absl::UnavailableError(
      StrCat(server_.Explain(status), "; not all requests were answered"));
}

std::unique_ptr<Analyst> RemoteBackend::MakeAnalyst() {
  return std::make_unique<RemoteAnalyst>(&server_);
}

absl::Status RemoteBackend::ReviewGame(const v1::ReviewGameRequest& request,
                                       const ReviewSink& sink) {
  grpc::ClientContext context;
  server_.Authorize(&context);
  const auto stub = v1::AnalysisService::NewStub(server_.channel());
  const auto stream = stub->ReviewGame(&context, request);
  v1::ReviewGameResponse response;
  while (stream->Read(&response)) sink(response);
  const grpc::Status status = stream->Finish();
  return status.ok() ? absl::OkStatus() : FromRpcStatus(server_.ErrorOf(status));
}

grpc::Status RemoteBackend::CallMethod(const v1::BatchRequest& request,
                                       v1::BatchResponse* response) {
  grpc::ClientContext context;
  server_.Authorize(&context);
  server_.SetDeadline(&context);
  switch (request.request_case()) {
    case v1::BatchRequest::kListVariants:
      return stub_->ListVariants(&context, request.list_variants(),
                                 response->mutable_list_variants());
    case v1::BatchRequest::kStartGame:
      return stub_->StartGame(&context, request.start_game(), response->mutable_start_game());
    case v1::BatchRequest::kLegalMoves:
      return stub_->LegalMoves(&context, request.legal_moves(), response->mutable_legal_moves());
    case v1::BatchRequest::kApplyMoves:
      return stub_->ApplyMoves(&context, request.apply_moves(), response->mutable_apply_moves());
    case v1::BatchRequest::kEnumerateOutcomes:
      return stub_->EnumerateOutcomes(&context, request.enumerate_outcomes(),
                                      response->mutable_enumerate_outcomes());
    case v1::BatchRequest::kAdjudicate:
      return stub_->Adjudicate(&context, request.adjudicate(), response->mutable_adjudicate());
    case v1::BatchRequest::kValidateGame:
      return stub_->ValidateGame(&context, request.validate_game(),
                                 response->mutable_validate_game());
    case v1::BatchRequest::kConvertMoves:
      return stub_->ConvertMoves(&context, request.convert_moves(),
                                 response->mutable_convert_moves());
    case v1::BatchRequest::kRenderBoard:
      return stub_->RenderBoard(&context, request.render_board(), response->mutable_render_board());
    case v1::BatchRequest::kPerft:
      return stub_->Perft(&context, request.perft(), response->mutable_perft());
    case v1::BatchRequest::kBundle:  // Batch alone takes it.
    case v1::BatchRequest::REQUEST_NOT_SET:
      break;
  }
  return {grpc::StatusCode::INVALID_ARGUMENT, "the request names no method"};
}

}  // namespace arbiter::cli
