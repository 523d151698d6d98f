// Input: a byte that names the format of the rest, which is a BatchRequest: `b` for binary, `t` for
// text format, `j` for JSON. Every request is answered or refused with a reason. The response is
// reproducible, a client can parse it, and every state in it reads back unless it is only for
// display.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "core/game/snapshot.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/error_details.pb.h"
#include "service/handlers/handlers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

using google::protobuf::Message;

const Limits kLimits = {.max_record_actions = 64,
                        .max_perft_depth = 3,
                        .max_perft_nodes = 20'000,
                        .max_outcome_paths = 500};

// Parses the input and returns false if it is not a valid request. As on the wire, every request
// passes through the binary format.
bool ParseRequest(std::string_view input, v1::BatchRequest* request) {
  if (input.empty()) return false;
  const char format = input.front();
  const std::string body(input.substr(1));
  if (format == 'b') return request->ParseFromString(body);
  v1::BatchRequest text_request;
  const bool parsed =
      format == 't'
          ? google::protobuf::TextFormat::ParseFromString(body, &text_request)
          : format == 'j' && google::protobuf::util::JsonStringToMessage(body, &text_request).ok();
  return parsed && request->ParseFromString(text_request.SerializeAsString());
}

v1::BatchResponse Handle(const v1::BatchRequest& request) {
  std::string bytes;
  AnswerBatchItem({&kLimits, nullptr}, request.SerializeAsString(), &bytes);
  v1::BatchResponse response;
  Require(response.ParseFromString(bytes), "a client can parse a response");
  return response;
}

bool GeneratesSeed(const v1::BatchRequest& request) {
  return request.start_game().randomness().generate() ||
         request.apply_moves().randomness().generate();
}

void CheckStatus(const google::rpc::Status& status) {
  constexpr std::array<absl::StatusCode, 4> kCodes = {
      absl::StatusCode::kInvalidArgument, absl::StatusCode::kFailedPrecondition,
      absl::StatusCode::kResourceExhausted, absl::StatusCode::kUnimplemented};
  Require(std::count(kCodes.begin(), kCodes.end(), static_cast<absl::StatusCode>(status.code())),
          "a refusal has one of the documented codes", status.ShortDebugString());
  google::rpc::ErrorInfo info;
  Require(status.details_size() > 0 && status.details(0).UnpackTo(&info) && !info.reason().empty(),
          "a refusal has a reason", status.ShortDebugString());
  Require(!status.message().empty(), "a refusal says why", info.reason());
}

// Returns whether the state is the view of a viewer from whom a queen is hidden (H23).
bool IsForDisplay(const v1::State& state) {
  return state.chakart().hidden() != v1::COLOR_UNSPECIFIED &&
         state.chakart().hidden_square().empty();
}

void RequireRefused(const v1::BatchResponse& response, ErrorReason reason) {
  google::rpc::ErrorInfo info;
  Require(response.status().details_size() > 0 && response.status().details(0).UnpackTo(&info) &&
              info.reason() == ReasonName(reason),
          "a state for display is refused as input", response.ShortDebugString());
}

void CheckState(const v1::State& state) {
  const auto data = DecodeSnapshot(state.snapshot());
  Require(data.ok(), "a state has a valid snapshot", state.fen());
  v1::BatchRequest request;
  request.mutable_adjudicate()->mutable_position()->set_variant(std::string(data->variant));
  request.mutable_adjudicate()->mutable_position()->set_snapshot(state.snapshot());
  const v1::BatchResponse again = Handle(request);
  if (IsForDisplay(state)) {
    RequireRefused(again, ErrorReason::kBadSnapshot);
    request.mutable_adjudicate()->mutable_position()->set_fen(state.fen());
    RequireRefused(Handle(request), ErrorReason::kBadFen);
    return;
  }
  Require(again.adjudicate().state().snapshot() == state.snapshot(), "a state reads back",
          state.fen());
  Require(again.adjudicate().adjudication().result() == state.adjudication().result(),
          "a state keeps its result", state.fen());
}

// Checks every State in a response.
void CheckStates(const Message& message) {
  if (message.GetDescriptor() == v1::State::descriptor()) {
    CheckState(static_cast<const v1::State&>(message));
    return;
  }
  const auto* reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      CheckStates(reflection->GetMessage(message, field));
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      CheckStates(reflection->GetRepeatedMessage(message, field, i));
    }
  }
}

void Check(std::string_view input) {
  v1::BatchRequest request;
  if (!ParseRequest(input, &request)) return;
  const v1::BatchResponse response = Handle(request);
  const std::string bytes = response.SerializeAsString();
  v1::BatchResponse read;
  Require(read.ParseFromString(bytes), "a client can parse the response",
          request.ShortDebugString());
  Require(response.response_case() != v1::BatchResponse::RESPONSE_NOT_SET, "every item is answered",
          request.ShortDebugString());
  if (response.has_status()) CheckStatus(response.status());
  if (!GeneratesSeed(request)) {
    Require(Handle(request).SerializeAsString() == bytes, "equal requests have equal responses",
            request.ShortDebugString());
  }
  CheckStates(response);
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Protobuf would log every input that it cannot parse, which is most of them.
  static const auto quiet = google::protobuf::SetLogHandler(nullptr);
  static_cast<void>(quiet);
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
