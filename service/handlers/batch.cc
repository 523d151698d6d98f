#include <cassert>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/rules/budget.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "service/convert/errors.h"
#include "service/convert/wire.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/encode.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// Longest id of a batch item, in bytes.
constexpr size_t kMaxBatchId = 128;

using Field = v1::BatchResponse;

// Appends what `encoder` answers as the field `field` of a BatchResponse.
template <typename Request>
absl::Status AnswerBy(Encoder<std::type_identity_t<Request>> encoder, const CallContext& context,
                      const Request& request, int field, std::string* bytes) {
  WireWriter writer(bytes);
  const size_t begin = writer.Begin(field);
  ObserveRequest(context.observer, request);
  absl::Status status = encoder(context, request, bytes);
  if (status.ok()) writer.End(begin);
  return status;
}

void Refuse(const CallContext& context, const absl::Status& status, const v1::BatchRequest& request,
            std::string* bytes) {
  if (context.observer != nullptr) context.observer->OnRefusal(status);
  FailBatchItem(status, request, bytes);
}

absl::Status AnswerBundle(const CallContext& context, const v1::BatchBundle& bundle,
                          std::string* bytes) {
  WireWriter writer(bytes);
  const size_t begin = writer.Begin(Field::kBundleFieldNumber);
  Budget budget(UINT64_MAX, context.stop_test);
  for (const v1::BatchRequest& item : bundle.items()) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kReadingCost));
    const size_t item_begin = writer.Begin(v1::BatchAnswers::kItemsFieldNumber);
    if (item.has_bundle() || MayRunLong(item.request_case())) {
      Refuse(context,
             BadField("request",
                      "a bundle holds no Perft, EnumerateOutcomes or bundle; "
                      "send it as an item of its own"),
             item, bytes);
    } else {
      AnswerBatchItem(context, item, bytes);
    }
    writer.End(item_begin);
    const auto most = static_cast<size_t>(context.limits->max_message_bytes);
    if (bytes->size() - begin > most) {
      return MakeError(ErrorReason::kLimitExceeded,
                       StrCat("the answers of the bundle have more than ", most, " bytes"));
    }
  }
  writer.End(begin);
  return absl::OkStatus();
}

// Appends the answer without its id.
absl::Status Answer(const CallContext& context, const v1::BatchRequest& request,
                    std::string* bytes) {
  switch (request.request_case()) {
    case v1::BatchRequest::kListVariants:
      return AnswerBy(&Encode<&ListVariants>, context, request.list_variants(),
                      Field::kListVariantsFieldNumber, bytes);
    case v1::BatchRequest::kStartGame:
      return AnswerBy(&Encode<&StartGame>, context, request.start_game(),
                      Field::kStartGameFieldNumber, bytes);
    case v1::BatchRequest::kLegalMoves:
      return AnswerBy(&EncodeLegalMoves, context, request.legal_moves(),
                      Field::kLegalMovesFieldNumber, bytes);
    case v1::BatchRequest::kApplyMoves:
      return AnswerBy(&Encode<&ApplyMoves>, context, request.apply_moves(),
                      Field::kApplyMovesFieldNumber, bytes);
    case v1::BatchRequest::kEnumerateOutcomes:
      return AnswerBy(&Encode<&EnumerateOutcomes>, context, request.enumerate_outcomes(),
                      Field::kEnumerateOutcomesFieldNumber, bytes);
    case v1::BatchRequest::kAdjudicate:
      return AnswerBy(&Encode<&Adjudicate>, context, request.adjudicate(),
                      Field::kAdjudicateFieldNumber, bytes);
    case v1::BatchRequest::kValidateGame:
      return AnswerBy(&Encode<&ValidateGame>, context, request.validate_game(),
                      Field::kValidateGameFieldNumber, bytes);
    case v1::BatchRequest::kConvertMoves:
      return AnswerBy(&Encode<&ConvertMoves>, context, request.convert_moves(),
                      Field::kConvertMovesFieldNumber, bytes);
    case v1::BatchRequest::kRenderBoard:
      return AnswerBy(&Encode<&RenderBoard>, context, request.render_board(),
                      Field::kRenderBoardFieldNumber, bytes);
    case v1::BatchRequest::kPerft:
      return AnswerBy(&Encode<&Perft>, context, request.perft(), Field::kPerftFieldNumber, bytes);
    case v1::BatchRequest::kReadPgn:
      return AnswerBy(&Encode<&ReadPgn>, context, request.read_pgn(), Field::kReadPgnFieldNumber,
                      bytes);
    case v1::BatchRequest::kWritePgn:
      return AnswerBy(&Encode<&WritePgn>, context, request.write_pgn(), Field::kWritePgnFieldNumber,
                      bytes);
    case v1::BatchRequest::kBundle:
      return AnswerBundle(context, request.bundle(), bytes);
    case v1::BatchRequest::REQUEST_NOT_SET:
      break;
  }
  return BadField("request", "the item holds no request");
}

}  // namespace

void AnswerBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     std::string* bytes) {
  const size_t begin = bytes->size();
  if (request.id().size() > kMaxBatchId) {
    Refuse(context, BadField("id", StrCat("an id has at most ", kMaxBatchId, " bytes")), request,
           bytes);
    return;
  }
  if (!request.id().empty()) WireWriter(bytes).Bytes(Field::kIdFieldNumber, request.id());
  const absl::Status status = Answer(context, request, bytes);
  if (status.ok()) return;
  bytes->resize(begin);
  Refuse(context, status, request, bytes);
}

bool MayRunLong(v1::BatchRequest::RequestCase method) {
  return method == v1::BatchRequest::kPerft || method == v1::BatchRequest::kEnumerateOutcomes;
}

void HandleBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     v1::BatchResponse* response) {
  std::string bytes;
  AnswerBatchItem(context, request, &bytes);
  const bool parsed = response->ParseFromString(bytes);
  assert(parsed);
}

void FailBatchItem(const absl::Status& status, const v1::BatchRequest& request,
                   std::string* bytes) {
  WireWriter writer(bytes);
  if (!request.id().empty() && request.id().size() <= kMaxBatchId) {
    writer.Bytes(Field::kIdFieldNumber, request.id());
  }
  writer.Bytes(Field::kStatusFieldNumber,
               ToRpcStatus(status, LocaleOf(request)).SerializeAsString());
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
