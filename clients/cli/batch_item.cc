#include "clients/cli/batch_item.h"

#include "absl/status/statusor.h"
#include "clients/cli/json.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "google/protobuf/struct.pb.h"
#include "service/errors.h"

namespace arbiter::cli {
namespace {

// Empty unless the line is a JSON object with a text or a number as its `id`.
std::string ReadId(std::string_view line) {
  google::protobuf::Struct object;
  if (!FromJson(line, &object).ok()) return "";
  const auto id = object.fields().find("id");
  if (id == object.fields().end()) return "";
  if (id->second.has_number_value()) return ToJson(id->second).value_or("");
  return id->second.string_value();
}

}  // namespace

std::variant<v1::BatchRequest, v1::BatchResponse> ParseItem(std::string_view line) {
  v1::BatchRequest request;
  const absl::Status status = FromJson(line, &request);
  if (status.ok()) return request;
  v1::BatchResponse response;
  response.set_id(ReadId(line));
  *response.mutable_status() = ToRpcStatus(status, "");
  return response;
}

v1::BatchResponse TooLongAnswer(size_t max_bytes) {
  v1::BatchResponse response;
  *response.mutable_status() =
      ToRpcStatus(MakeError(ErrorReason::kLimitExceeded,
                            StrCat("the line is longer than ", max_bytes, " bytes")),
                  "");
  return response;
}

std::string AnswerLine(const v1::BatchResponse& response) {
  absl::StatusOr<std::string> json = ToJson(response);
  if (json.ok()) return *std::move(json);
  v1::BatchResponse failure;
  failure.set_id(response.id());
  failure.mutable_status()->set_code(static_cast<int>(json.status().code()));
  failure.mutable_status()->set_message(std::string(json.status().message()));
  return *ToJson(failure);
}

}  // namespace arbiter::cli
