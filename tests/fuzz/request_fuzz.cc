// Input: a byte that says how the rest spells a BatchRequest, `b` binary, `t` text
// format, `j` JSON. Every request is answered or refused with a reason, the same
// each time, in a message that a client can read; every state answered reads back, but
// those that are for showing only.
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

// False where the bytes spell no request. As on the wire, what a client sends has
// passed through the binary format.
bool ReadRequest(std::string_view input, v1::BatchRequest* request) {
  if (input.empty()) return false;
  const char spelling = input.front();
  const std::string body(input.substr(1));
  if (spelling == 'b') return request->ParseFromString(body);
  v1::BatchRequest spelt;
  const bool read =
      spelling == 't'
          ? google::protobuf::TextFormat::ParseFromString(body, &spelt)
          : spelling == 'j' && google::protobuf::util::JsonStringToMessage(body, &spelt).ok();
  return read && request->ParseFromString(spelt.SerializeAsString());
}

v1::BatchResponse Answer(const v1::BatchRequest& request) {
  v1::BatchResponse response;
  HandleBatchItem({&kLimits, nullptr}, request, &response);
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

// Whether the state is what somebody sees from whom a queen is hidden (ruling H23).
bool IsForShowing(const v1::State& state) {
  return state.chakart().hidden() != v1::COLOR_UNSPECIFIED &&
         state.chakart().hidden_square().empty();
}

void RequireRefused(const v1::BatchResponse& response, ErrorReason reason) {
  google::rpc::ErrorInfo info;
  Require(response.status().details_size() > 0 && response.status().details(0).UnpackTo(&info) &&
              info.reason() == ReasonName(reason),
          "what is for showing is refused as input", response.ShortDebugString());
}

void CheckState(const v1::State& state) {
  const auto data = DecodeSnapshot(state.snapshot());
  Require(data.ok(), "a state has a good snapshot", state.fen());
  v1::BatchRequest request;
  request.mutable_adjudicate()->mutable_position()->set_variant(data->variant);
  request.mutable_adjudicate()->mutable_position()->set_snapshot(state.snapshot());
  const v1::BatchResponse again = Answer(request);
  if (IsForShowing(state)) {
    RequireRefused(again, ErrorReason::kBadSnapshot);
    request.mutable_adjudicate()->mutable_position()->set_fen(state.fen());
    RequireRefused(Answer(request), ErrorReason::kBadFen);
    return;
  }
  Require(again.adjudicate().state().snapshot() == state.snapshot(), "a state reads back",
          state.fen());
  Require(again.adjudicate().adjudication().result() == state.adjudication().result(),
          "a state keeps its result", state.fen());
}

// Every State somewhere in an answer.
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
  if (!ReadRequest(input, &request)) return;
  const v1::BatchResponse response = Answer(request);
  const std::string bytes = response.SerializeAsString();
  v1::BatchResponse read;
  Require(read.ParseFromString(bytes), "a client can read the answer", request.ShortDebugString());
  Require(response.response_case() != v1::BatchResponse::RESPONSE_NOT_SET, "every item is answered",
          request.ShortDebugString());
  if (response.has_status()) CheckStatus(response.status());
  if (!GeneratesSeed(request)) {
    Require(Answer(request).SerializeAsString() == bytes, "equal requests give equal bytes",
            request.ShortDebugString());
  }
  CheckStates(response);
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Protobuf says on stderr what it could not parse; here that is most of the input.
  static const auto quiet = google::protobuf::SetLogHandler(nullptr);
  static_cast<void>(quiet);
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
