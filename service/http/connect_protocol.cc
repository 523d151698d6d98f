#include "service/http/connect_protocol.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/string_writer.h"
#include "core/base/strings.h"
#include "google/protobuf/any.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "service/json/json_reader.h"
#include "service/json/json_writer.h"

namespace arbiter {
namespace {

constexpr std::string_view kTypePrefix = "type.googleapis.com/";

struct CodeInfo {
  std::string_view name;
  int http_status;
};

// The codes, indexed by their number.
constexpr std::array<CodeInfo, 17> kCodes = {{{"ok", 200},
                                              {"canceled", 499},
                                              {"unknown", 500},
                                              {"invalid_argument", 400},
                                              {"deadline_exceeded", 504},
                                              {"not_found", 404},
                                              {"already_exists", 409},
                                              {"permission_denied", 403},
                                              {"resource_exhausted", 429},
                                              {"failed_precondition", 400},
                                              {"aborted", 409},
                                              {"out_of_range", 400},
                                              {"unimplemented", 501},
                                              {"internal", 500},
                                              {"unavailable", 503},
                                              {"data_loss", 500},
                                              {"unauthenticated", 401}}};

const CodeInfo& InfoOf(absl::StatusCode code) {
  const auto index = static_cast<size_t>(code);
  return kCodes.at(index < kCodes.size() ? index : static_cast<size_t>(absl::StatusCode::kUnknown));
}

std::string_view Trim(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// Returns the details of a status; none if it has no valid ones.
google::rpc::Status DetailsOf(const RpcStatus& status) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.details)) details.Clear();
  return details;
}

void WriteDetail(const google::protobuf::Any& detail, StringWriter* json) {
  std::string_view type = detail.type_url();
  if (type.starts_with(kTypePrefix)) type.remove_prefix(kTypePrefix.size());
  json->Append("{\"type\":");
  WriteJsonString(type, json);
  json->Append(",\"value\":");
  std::string value = absl::Base64Escape(detail.value());
  value.erase(std::min(value.find('='), value.size()));
  WriteJsonString(value, json);
  const google::protobuf::Descriptor* const descriptor =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(std::string(type));
  if (descriptor != nullptr) {
    json->Append(",\"debug\":");
    WriteJson(*descriptor, detail.value(), json);
  }
  json->Append('}');
}

void WriteError(const RpcStatus& status, StringWriter* json) {
  json->Append("{\"code\":");
  WriteJsonString(InfoOf(status.code).name, json);
  if (!status.message.empty()) {
    json->Append(",\"message\":");
    WriteJsonString(status.message, json);
  }
  const google::rpc::Status details = DetailsOf(status);
  for (int i = 0; i < details.details_size(); ++i) {
    json->Append(i == 0 ? std::string_view(",\"details\":[") : std::string_view(","));
    WriteDetail(details.details(i), json);
  }
  if (details.details_size() > 0) json->Append(']');
  json->Append('}');
}

// Writes `"metadata":{"name":["value",…],…}`.
void WriteMetadata(const Metadata& metadata, StringWriter* json) {
  std::map<std::string_view, std::vector<std::string_view>> values;
  for (const auto& [name, value] : metadata) values[name].push_back(value);
  std::string_view separator = "\"metadata\":{";
  for (const auto& [name, of_name] : values) {
    json->Append(std::exchange(separator, ","));
    WriteJsonString(name, json);
    for (size_t i = 0; i < of_name.size(); ++i) {
      json->Append(i == 0 ? std::string_view(":[") : std::string_view(","));
      WriteJsonString(of_name[i], json);
    }
    json->Append(']');
  }
  json->Append('}');
}

absl::Status BadRequest(std::string_view message) {
  return MakeError(ErrorReason::kBadField, message);
}

// Decodes `%41` and `+` in a part of a query; std::nullopt if the text is not valid.
std::optional<std::string> DecodePercent(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i] == '+' ? ' ' : text[i]);
      continue;
    }
    const auto is_digit = [](char digit) {
      return absl::ascii_isxdigit(static_cast<unsigned char>(digit));
    };
    if (i + 2 >= text.size() || !is_digit(text[i + 1]) || !is_digit(text[i + 2])) {
      return std::nullopt;
    }
    decoded += absl::HexStringToBytes({text.data() + i + 1, 2});
    i += 2;
  }
  return decoded;
}

// Splits a query into its parameters. BAD_FIELD if one is not valid or occurs twice.
absl::StatusOr<std::map<std::string, std::string>> ParseParameters(std::string_view query) {
  std::map<std::string, std::string> parameters;
  while (!query.empty()) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view parameter = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (parameter.empty()) continue;
    const size_t equals = std::min(parameter.find('='), parameter.size());
    std::string name(parameter.substr(0, equals));
    std::optional<std::string> value =
        DecodePercent(parameter.substr(std::min(equals + 1, parameter.size())));
    if (!value)
      return BadRequest(StrCat("the parameter ", Quoted(name), " is not percent-encoded"));
    if (!parameters.emplace(name, *std::move(value)).second) {
      return BadRequest(StrCat("the parameter ", Quoted(name), " is repeated"));
    }
  }
  return parameters;
}

// Removes a parameter and returns its value; empty if it is not there.
std::string Take(std::map<std::string, std::string>* parameters, const std::string& name) {
  auto node = parameters->extract(name);
  return node.empty() ? "" : std::move(node.mapped());
}

}  // namespace

std::optional<MessageFormat> ParseContentType(std::string_view value) {
  const size_t end = std::min(value.find(';'), value.size());
  for (std::string_view rest = value.substr(end); !rest.empty();) {
    rest.remove_prefix(1);
    const size_t next = std::min(rest.find(';'), rest.size());
    const std::string parameter = LowerCase(Trim(rest.substr(0, next)));
    if (parameter.starts_with("charset=") && parameter != "charset=utf-8" &&
        parameter != "charset=\"utf-8\"") {
      return std::nullopt;
    }
    rest.remove_prefix(next);
  }
  const std::string type = LowerCase(Trim(value.substr(0, end)));
  for (const bool is_json : {true, false}) {
    for (const bool is_stream : {true, false}) {
      const MessageFormat format = {.is_json = is_json, .is_stream = is_stream};
      if (type == ContentTypeOf(format)) return format;
    }
  }
  return std::nullopt;
}

std::string_view ContentTypeOf(const MessageFormat& format) {
  if (format.is_stream) {
    return format.is_json ? "application/connect+json" : "application/connect+proto";
  }
  return format.is_json ? "application/json" : "application/proto";
}

absl::StatusOr<std::chrono::milliseconds> ParseTimeout(std::string_view value) {
  const bool is_number = !value.empty() && value.size() <= 10 &&
                         std::all_of(value.begin(), value.end(), absl::ascii_isdigit);
  if (!is_number) {
    return BadRequest(StrCat("the header connect-timeout-ms is ", Quoted(value),
                             "; it is a number of milliseconds with at most ten digits"));
  }
  uint64_t milliseconds = 0;
  for (const char digit : value)
    milliseconds = milliseconds * 10 + static_cast<uint64_t>(digit - '0');
  return std::chrono::milliseconds(milliseconds);
}

int HttpStatusOf(absl::StatusCode code) { return InfoOf(code).http_status; }

std::optional<int64_t> RetryAfterSeconds(const RpcStatus& status) {
  const google::rpc::Status details = DetailsOf(status);
  for (const google::protobuf::Any& detail : details.details()) {
    google::rpc::RetryInfo retry;
    if (!detail.Is<google::rpc::RetryInfo>() || !detail.UnpackTo(&retry)) continue;
    // The header has whole seconds.
    return retry.retry_delay().seconds() + (retry.retry_delay().nanos() > 0 ? 1 : 0);
  }
  return std::nullopt;
}

std::string ErrorJson(const RpcStatus& status) {
  return WriteString([&](StringWriter* json) { WriteError(status, json); });
}

std::string EndOfStreamJson(const RpcStatus& status, const Metadata& trailing) {
  return WriteString([&](StringWriter* json) {
    json->Append('{');
    const bool failed = status.code != absl::StatusCode::kOk;
    if (failed) {
      json->Append("\"error\":");
      WriteError(status, json);
    }
    if (!trailing.empty()) {
      if (failed) json->Append(',');
      WriteMetadata(trailing, json);
    }
    json->Append('}');
  });
}

std::string EnvelopeHeader(EnvelopeFlag flag, size_t bytes) {
  std::string header(1, static_cast<char>(flag));
  for (int shift = 24; shift >= 0; shift -= 8) header.push_back(static_cast<char>(bytes >> shift));
  return header;
}

absl::StatusOr<std::string_view> OpenEnvelope(std::string_view body) {
  constexpr uint8_t kCompressed = static_cast<uint8_t>(EnvelopeFlag::kCompressed);
  if (body.empty()) {
    return MakeError(ErrorReason::kUnimplemented,
                     "the method takes one message, and the body has none");
  }
  const auto flags = static_cast<uint8_t>(body.front());
  if (body.size() < kEnvelopeBytes || flags > kCompressed) {
    return BadRequest(
        "the body is not a message in an envelope: a byte of flags, its size in four "
        "bytes, and the message");
  }
  if (flags == kCompressed) {
    return MakeError(ErrorReason::kBadField, absl::StatusCode::kInternal,
                     "the message is compressed, although the header connect-content-encoding does "
                     "not say so");
  }
  size_t size = 0;
  for (const char byte : body.substr(1, 4)) size = size << 8 | static_cast<uint8_t>(byte);
  body.remove_prefix(kEnvelopeBytes);
  if (size > body.size()) return BadRequest("the body ends before the end of its message");
  if (size < body.size()) {
    return MakeError(ErrorReason::kUnimplemented,
                     "the method takes one message, and the body has more");
  }
  return body;
}

absl::StatusOr<GetQuery> ParseGetQuery(std::string_view query) {
  ARBITER_ASSIGN_OR_RETURN(auto parameters, ParseParameters(query));
  GetQuery get;
  const std::string version = Take(&parameters, "connect");
  if (!version.empty() && version != "v1") {
    return BadRequest(StrCat("the parameter connect is ", Quoted(version), "; it must be v1"));
  }
  const bool has_encoding = parameters.contains("encoding");
  const std::string encoding = Take(&parameters, "encoding");
  if (has_encoding && encoding != "json" && encoding != "proto") {
    return BadRequest(
        StrCat("the parameter encoding is ", Quoted(encoding), "; it must be json or proto"));
  }
  get.format.is_json = encoding != "proto";
  const std::string compression = Take(&parameters, "compression");
  if (!compression.empty() && compression != "identity") {
    return MakeError(ErrorReason::kUnimplemented,
                     StrCat("unknown compression ", Quoted(compression), "; supported: identity"));
  }
  const std::string base64 = Take(&parameters, "base64");
  get.is_raw = Take(&parameters, "raw") == "1";
  if (!parameters.contains("message")) {
    return BadRequest("the parameter message is missing; it is the request, percent-encoded");
  }
  get.message = Take(&parameters, "message");
  if (base64 == "1") {
    std::optional<std::string> decoded = DecodeBase64(get.message);
    if (!decoded) return BadRequest("the parameter message is not valid base64");
    get.message = *std::move(decoded);
  }
  if (!parameters.empty()) {
    return BadRequest(StrCat("unknown parameter ", Quoted(parameters.begin()->first)));
  }
  return get;
}

}  // namespace arbiter
