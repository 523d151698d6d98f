#include "clients/cli/text/json.h"

#include <iostream>
#include <string>

#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/error_details.pb.h"

namespace arbiter::cli {
absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message) {
  // Status details are of these types, so their descriptors must be linked in.
  google::protobuf::LinkMessageReflection<google::rpc::ErrorInfo>();
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json);
  if (status.ok()) return json;
  return absl::InternalError(StrCat("the answer cannot be written as JSON: ", status.ToString()));
}

absl::Status PrintJson(const google::protobuf::Message& message) {
  const absl::StatusOr<std::string> json = ToJson(message);
  if (json.ok()) std::cout << *json << '\n';
  return json.status();
}

}  // namespace arbiter::cli
