#include <string>
#include <string_view>

#include "core/rules/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "service/errors.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {
namespace {

// Longest id of a batch item, in bytes.
constexpr size_t kMaxBatchId = 128;

absl::Status Dispatch(const CallContext& context, const v1::BatchRequest& request,
                      v1::BatchResponse* response) {
  if (request.id().size() > kMaxBatchId) {
    return BadField("id", StrCat("an id has at most ", kMaxBatchId, " bytes"));
  }
  switch (request.request_case()) {
    case v1::BatchRequest::kListVariants:
      return ListVariants(context, request.list_variants(), response->mutable_list_variants());
    case v1::BatchRequest::kStartGame:
      return StartGame(context, request.start_game(), response->mutable_start_game());
    case v1::BatchRequest::kLegalMoves:
      return LegalMoves(context, request.legal_moves(), response->mutable_legal_moves());
    case v1::BatchRequest::kApplyMoves:
      return ApplyMoves(context, request.apply_moves(), response->mutable_apply_moves());
    case v1::BatchRequest::kEnumerateOutcomes:
      return EnumerateOutcomes(context, request.enumerate_outcomes(),
                               response->mutable_enumerate_outcomes());
    case v1::BatchRequest::kAdjudicate:
      return Adjudicate(context, request.adjudicate(), response->mutable_adjudicate());
    case v1::BatchRequest::kValidateGame:
      return ValidateGame(context, request.validate_game(), response->mutable_validate_game());
    case v1::BatchRequest::kConvertMoves:
      return ConvertMoves(context, request.convert_moves(), response->mutable_convert_moves());
    case v1::BatchRequest::kRenderBoard:
      return RenderBoard(context, request.render_board(), response->mutable_render_board());
    case v1::BatchRequest::kPerft:
      return Perft(context, request.perft(), response->mutable_perft());
    case v1::BatchRequest::REQUEST_NOT_SET:
      break;
  }
  return BadField("request", "the item holds no request");
}

}  // namespace

void HandleBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     v1::BatchResponse* response) {
  const absl::Status status = Dispatch(context, request, response);
  if (!status.ok()) return FailBatchItem(status, request, response);
  response->set_id(request.id());
}

void FailBatchItem(const absl::Status& status, const v1::BatchRequest& request,
                   v1::BatchResponse* response) {
  response->Clear();
  if (request.id().size() <= kMaxBatchId) response->set_id(request.id());
  *response->mutable_status() = ToRpcStatus(status, LocaleOf(request));
}

std::string LocaleOf(const google::protobuf::Message& request) {
  const auto* type = request.GetDescriptor();
  const auto* reflection = request.GetReflection();
  if (const auto* field = type->FindFieldByName("locale")) {
    return reflection->GetString(request, field);
  }
  // A batch item has the locale of the request in it.
  const auto* item = type->FindOneofByName("request");
  const auto* field =
      item == nullptr ? nullptr : reflection->GetOneofFieldDescriptor(request, item);
  return field == nullptr ? std::string() : LocaleOf(reflection->GetMessage(request, field));
}

}  // namespace arbiter
