#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "service/convert/errors.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "service/handlers/text_bundle.h"

namespace arbiter {
namespace {

// The MethodId of each method: the number of its row.
namespace Row {
enum : MethodId {
#define ARBITER_UNARY_METHOD(name, ...) name,
#define ARBITER_STREAM_METHOD(service, name, ...) name,
#include "service/methods.def"
};
}  // namespace Row

// The cost in tokens of an item without a request.
constexpr double kEmptyItemCost = 1;

using Field = v1::BatchResponse;

// Writes the response of `handler` as field number `field` of a BatchResponse.
template <typename Request>
absl::Status AnswerWith(Handler<std::type_identity_t<Request>> handler, const CallContext& context,
                        const Request& request, int field, WireWriter* answer) {
  const size_t begin = answer->Begin(field);
  ObserveRequest(context.observer, request);
  absl::Status status = handler(context, request, answer);
  if (status.ok()) answer->End(begin);
  return status;
}

// Writes the response to an item that fails.
void Fail(const absl::Status& status, const v1::BatchRequest& request, WireWriter* answer) {
  if (!request.id().empty() && request.id().size() <= kMaxBatchIdBytes) {
    answer->Bytes(Field::kIdFieldNumber, request.id());
  }
  answer->Message(Field::kStatusFieldNumber, ToRpcStatus(status, LocaleOf(request)));
}

void Fail(const absl::Status& status, const TextBundle& bundle, WireWriter* answer) {
  // A bundle has no locale, so the error depends on nothing else of the request.
  v1::BatchRequest request;
  request.set_id(std::string(bundle.id));
  Fail(status, request, answer);
}

// Like Fail(), for an error of a handler.
template <typename Request>
void Refuse(const CallContext& context, const absl::Status& status, const Request& request,
            WireWriter* answer) {
  if (context.observer != nullptr) context.observer->OnRefusal(status);
  Fail(status, request, answer);
}

enum class Bundling { kInBundles, kAlone };

constexpr Bundling BundlingOf(v1::BatchRequest::RequestCase method) {
  switch (method) {
#define ARBITER_UNARY_METHOD(name, item, cost, bundling, work) \
  case v1::BatchRequest::k##name:                              \
    return Bundling::bundling;
#include "service/methods.def"
    case v1::BatchRequest::kBundle:
      return Bundling::kAlone;
    default:
      // An item without a request is refused anyway, in a bundle or not.
      return Bundling::kInBundles;
  }
}

// Returns the names of the methods that a bundle cannot hold, separated by commas.
std::string UnbundledMethodNames() {
  std::string names;
#define ARBITER_UNARY_METHOD(name, ...)                            \
  if (BundlingOf(v1::BatchRequest::k##name) == Bundling::kAlone) { \
    names += StrCat(names.empty() ? "" : ", ", #name);             \
  }
#include "service/methods.def"
  return names;
}

void AddNeeds(const v1::BatchRequest& item, WorkNeeds* needs) {
  if (item.has_bundle()) {
    for (const v1::BatchRequest& inner : item.bundle().items()) {
      // A bundle in a bundle is refused, whatever its items are.
      if (!inner.has_bundle()) AddNeeds(inner, needs);
    }
    return;
  }
  switch (item.request_case()) {
#define ARBITER_UNARY_METHOD(name, ...)    \
  case v1::BatchRequest::k##name:          \
    needs->methods.set(Row::name);         \
    needs->cost += RuleOf(Row::name).cost; \
    break;
#include "service/methods.def"
    default:
      needs->cost += kEmptyItemCost;
      break;
  }
}

// Writes the answers to the items of a bundle; `write(item)` writes the answer to one of them.
template <typename Items, typename Write>
absl::Status AnswerItems(const CallContext& context, const Items& items, WireWriter* answer,
                         const Write& write) {
  const size_t begin = answer->Begin(Field::kBundleFieldNumber);
  Budget budget(UINT64_MAX, context.stop_test);
  for (const auto& item : items) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kReadingCost));
    const size_t item_begin = answer->Begin(v1::BatchAnswers::kItemsFieldNumber);
    write(item);
    answer->End(item_begin);
    const auto max = static_cast<size_t>(context.limits->max_message_bytes);
    if (answer->size() - begin > max) {
      return MakeError(ErrorReason::kLimitExceeded,
                       StrCat("the answers of the bundle have more than ", max,
                              " bytes; send fewer items in a bundle"));
    }
  }
  answer->End(begin);
  return absl::OkStatus();
}

void AnswerItem(const CallContext& context, const v1::BatchRequest& request, WireWriter* answer);

absl::Status AnswerBundle(const CallContext& context, const v1::BatchBundle& bundle,
                          WireWriter* answer) {
  return AnswerItems(context, bundle.items(), answer, [&](const v1::BatchRequest& item) {
    if (CanBeBundled(item.request_case())) return AnswerItem(context, item, answer);
    Refuse(
        context,
        BadField("request", StrCat("a bundle cannot hold ", UnbundledMethodNames(),
                                   " or another bundle; send that request as an item of its own")),
        item, answer);
  });
}

void AnswerTextItem(const CallContext& context, const TextBundle::Item& item, WireWriter* answer) {
  const size_t begin = answer->size();
  if (!item.id.empty()) answer->Bytes(Field::kIdFieldNumber, item.id);
  const size_t response = answer->Begin(Field::kLegalMovesFieldNumber);
  if (EncodeLegalTexts(item.variant, item.fen, answer)) {
    answer->End(response);
    if (context.observer != nullptr) context.observer->OnRequest(item.variant);
    return;
  }
  // The handler of the message says why the item is refused.
  answer->Truncate(begin);
  v1::BatchRequest request;
  const bool parsed = request.ParseFromArray(item.wire.data(), static_cast<int>(item.wire.size()));
  assert(parsed);
  AnswerItem(context, request, answer);
}

// Writes the response without its id.
absl::Status Answer(const CallContext& context, const v1::BatchRequest& request,
                    WireWriter* answer) {
  switch (request.request_case()) {
#define ARBITER_UNARY_METHOD(name, item, ...) \
  case v1::BatchRequest::k##name:             \
    return AnswerWith(&name, context, request.item(), Field::k##name##FieldNumber, answer);
#include "service/methods.def"
    case v1::BatchRequest::kBundle:
      return AnswerBundle(context, request.bundle(), answer);
    default:
      return BadField("request", "the item holds no request; set the field of a method");
  }
}

void AnswerItem(const CallContext& context, const v1::BatchRequest& request, WireWriter* answer) {
  const size_t begin = answer->size();
  if (request.id().size() > kMaxBatchIdBytes) {
    Refuse(context,
           BadField("id", StrCat("the id has ", request.id().size(), " bytes; the maximum is ",
                                 kMaxBatchIdBytes)),
           request, answer);
    return;
  }
  if (!request.id().empty()) answer->Bytes(Field::kIdFieldNumber, request.id());
  const absl::Status status = Answer(context, request, answer);
  if (status.ok()) return;
  answer->Truncate(begin);
  Refuse(context, status, request, answer);
}

}  // namespace

void AnswerBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     std::string* bytes) {
  WireWriter answer(bytes);
  AnswerItem(context, request, &answer);
}

void AnswerTextBundle(const CallContext& context, const TextBundle& bundle, std::string* bytes) {
  // The answer to most positions is not longer. A bundle may hold many more items than are useful,
  // so the memory that it reserves is limited.
  constexpr size_t kBytesPerItem = 384;
  constexpr size_t kMinReserved = 1 << 10;
  constexpr size_t kMaxReserved = 64 << 10;
  const size_t expected = kBytesPerItem * bundle.items.size();
  bytes->reserve(bytes->size() + std::clamp(expected, kMinReserved, kMaxReserved));
  WireWriter answer(bytes);
  const size_t begin = answer.size();
  if (!bundle.id.empty()) answer.Bytes(Field::kIdFieldNumber, bundle.id);
  const absl::Status status =
      AnswerItems(context, bundle.items, &answer,
                  [&](const TextBundle::Item& item) { AnswerTextItem(context, item, &answer); });
  if (status.ok()) return;
  answer.Truncate(begin);
  Refuse(context, status, bundle, &answer);
}

bool CanBeBundled(v1::BatchRequest::RequestCase method) {
  return BundlingOf(method) == Bundling::kInBundles;
}

WorkNeeds NeedsOf(const v1::BatchRequest& item) {
  WorkNeeds needs;
  AddNeeds(item, &needs);
  return needs;
}

WorkNeeds NeedsOf(const TextBundle& bundle) {
  if (bundle.items.empty()) return {};
  v1::BatchRequest item;
  item.mutable_legal_moves();
  WorkNeeds needs = NeedsOf(item);
  needs.cost *= static_cast<double>(bundle.items.size());
  return needs;
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
  WireWriter answer(bytes);
  Fail(status, request, &answer);
}

void FailBatchItem(const absl::Status& status, const TextBundle& bundle, std::string* bytes) {
  WireWriter answer(bytes);
  Fail(status, bundle, &answer);
}

std::string LocaleOf(const google::protobuf::Message& request) {
  const auto* type = request.GetDescriptor();
  const auto* reflection = request.GetReflection();
  if (const auto* field = type->FindFieldByName("locale")) {
    return reflection->GetString(request, field);
  }
  // The locale of a batch item is that of the request in it.
  const auto* item = type->FindOneofByName("request");
  const auto* field =
      item == nullptr ? nullptr : reflection->GetOneofFieldDescriptor(request, item);
  return field == nullptr ? std::string() : LocaleOf(reflection->GetMessage(request, field));
}

}  // namespace arbiter
