#include "clients/cli/json.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/error_details.pb.h"

namespace arbiter::cli {
namespace {

// A syntax error is a sentence, the text around it, and a line with a mark below.
std::string OnOneLine(const std::string& message) {
  const std::vector<std::string> lines = absl::StrSplit(message, '\n');
  return lines.size() < 2 ? message : StrCat(lines[0], " Near: ", lines[1]);
}

}  // namespace

absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message) {
  // The details of a status are of these types; their descriptors have to be linked in.
  google::protobuf::LinkMessageReflection<google::rpc::ErrorInfo>();
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json);
  if (status.ok()) return json;
  return absl::InternalError(StrCat("the answer cannot be written as JSON: ", status.ToString()));
}

absl::Status FromJson(std::string_view json, google::protobuf::Message* message) {
  const auto status =
      google::protobuf::util::JsonStringToMessage({json.data(), json.size()}, message);
  if (status.ok()) return absl::OkStatus();
  return MakeError(ErrorReason::kBadField, OnOneLine(status.message().ToString()));
}

}  // namespace arbiter::cli
