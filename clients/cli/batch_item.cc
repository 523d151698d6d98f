#include "clients/cli/batch_item.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "clients/cli/json.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "google/protobuf/struct.pb.h"
#include "service/convert/errors.h"

namespace arbiter::cli {
namespace {

// Where the JSON value that begins `text` ends, a text or a number; 0 if it is neither.
size_t EndOfScalar(std::string_view text) {
  if (!text.starts_with('"')) {
    // A number is whole only if something follows it.
    const size_t end = text.find_first_not_of("-+.0123456789eE");
    return end == std::string_view::npos ? 0 : end;
  }
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return 0;
}

// The `"id":…` of a line whose JSON is broken, where it comes before it breaks; empty if it
// doesn't.
std::string_view FindId(std::string_view line) {
  int depth = 0;
  for (size_t i = 0; i < line.size();) {
    if (line[i] != '"') {
      depth += line[i] == '{' || line[i] == '[' ? 1 : line[i] == '}' || line[i] == ']' ? -1 : 0;
      ++i;
      continue;
    }
    const size_t size = EndOfScalar(line.substr(i));
    if (size == 0) break;
    const size_t colon = line.find_first_not_of(" \t", i + size);
    const bool is_key = colon != std::string_view::npos && line[colon] == ':';
    if (depth == 1 && is_key && line.substr(i, size) == "\"id\"") {
      const size_t value = std::min(line.find_first_not_of(" \t", colon + 1), line.size());
      const size_t length = EndOfScalar(line.substr(value));
      return length == 0 ? std::string_view() : line.substr(i, value + length - i);
    }
    i += size;
  }
  return {};
}

// Empty unless the line is a JSON object, or the beginning of one, with a text or a number as its
// `id`.
// NOLINTNEXTLINE(misc-no-recursion): once, with an object that can be read.
std::string ReadId(std::string_view line) {
  google::protobuf::Struct object;
  if (!FromJson(line, &object).ok()) {
    const std::string_view id = FindId(line);
    return id.empty() || id.size() + 2 == line.size() ? "" : ReadId(StrCat("{", id, "}"));
  }
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
