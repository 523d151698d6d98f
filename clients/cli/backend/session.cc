#include "clients/cli/backend/session.h"

#include "clients/cli/text/failure.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"

namespace arbiter::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Returns the field of `batch_item` whose message type is `type`, or nullptr if there is none.
const FieldDescriptor* FieldOfType(const Descriptor* batch_item, const Descriptor* type) {
  for (int index = 0; index < batch_item->field_count(); ++index) {
    if (batch_item->field(index)->message_type() == type) return batch_item->field(index);
  }
  return nullptr;
}

}  // namespace

absl::Status IncompleteAnswerError(std::string_view method) {
  return absl::InternalError(StrCat("the answer to ", method,
                                    " is incomplete; check that --server is an Arbiter server of "
                                    "this version"));
}

absl::Status Session::CallMethod(const google::protobuf::Message& request,
                                 google::protobuf::Message* response) {
  v1::BatchRequest item;
  v1::BatchRequest::GetReflection()
      ->MutableMessage(&item,
                       FieldOfType(v1::BatchRequest::GetDescriptor(), request.GetDescriptor()))
      ->CopyFrom(request);
  v1::BatchResponse answer;
  backend_->Call(item, &answer);
  if (answer.has_status()) return FromRpcStatus(answer.status());
  response->CopyFrom(v1::BatchResponse::GetReflection()->GetMessage(
      answer, FieldOfType(v1::BatchResponse::GetDescriptor(), response->GetDescriptor())));
  return absl::OkStatus();
}

}  // namespace arbiter::cli
