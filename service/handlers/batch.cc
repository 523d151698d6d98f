#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "service/convert/errors.h"
#include "service/convert/read.h"
#include "service/convert/wire_reader.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/answer_from_wire.h"
#include "service/handlers/handlers.h"
#include "service/measure/message_rules.h"

namespace arbiter {
namespace {

using Field = v1::BatchResponse;
using Method = v1::BatchRequest::RequestCase;

// The MethodId of each method: the number of its row.
namespace Row {
enum : MethodId {
#define ARBITER_UNARY_METHOD(name, ...) name,
#define ARBITER_STREAM_METHOD(service, name, ...) name,
#include "service/methods.def"
};
}  // namespace Row

// The maximum length of the id of an item, in bytes.
const size_t kMaxIdBytes = RuleOfField("BatchRequest", v1::BatchRequest::kIdFieldNumber).max_bytes;

// The cost in tokens of an item without a request.
constexpr double kEmptyItemCost = 1;

// A BatchRequest.
struct Item {
  std::string_view id;
  Method method = v1::BatchRequest::REQUEST_NOT_SET;
  // The bytes of the request of `method`.
  std::string_view request;
};

// Reads an item. If its request is in several parts, `merged` holds them together, and the item
// refers to it.
Item ReadItem(std::string_view wire, std::string* merged) {
  Item item;
  for (WireReader fields(wire); fields.Next();) {
    switch (fields.tag()) {
      case WireReader::BytesTag(v1::BatchRequest::kIdFieldNumber):
        item.id = fields.bytes();
        break;
#define ARBITER_UNARY_METHOD(name, ...) \
  case WireReader::BytesTag(v1::BatchRequest::k##name##FieldNumber):
#include "service/methods.def"
      case WireReader::BytesTag(v1::BatchRequest::kBundleFieldNumber):
        if (item.method == fields.field()) {
          if (merged->empty()) *merged = item.request;
          merged->append(fields.bytes());
          item.request = *merged;
        } else {
          merged->clear();
          item.method = static_cast<Method>(fields.field());
          item.request = fields.bytes();
        }
    }
  }
  return item;
}

// The tag of each item of a BatchBundle.
constexpr uint32_t kItemTag = WireReader::BytesTag(v1::BatchBundle::kItemsFieldNumber);

enum class Bundling { kInBundles, kAlone };

constexpr Bundling BundlingOf(Method method) {
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

// Adds the needs of an item of this method. A bundle needs only what its items need, and one in a
// bundle needs nothing, because it is refused.
void AddNeeds(Method method, WorkNeeds* needs) {
  switch (method) {
#define ARBITER_UNARY_METHOD(name, ...)    \
  case v1::BatchRequest::k##name:          \
    needs->methods.set(Row::name);         \
    needs->cost += RuleOf(Row::name).cost; \
    break;
#include "service/methods.def"
    case v1::BatchRequest::kBundle:
      break;
    default:
      needs->cost += kEmptyItemCost;
  }
}

std::string_view LocaleOf(const Item& item) {
  const auto* method = v1::BatchRequest::descriptor()->FindFieldByNumber(item.method);
  return method == nullptr ? "" : ReadLocale(*method->message_type(), item.request);
}

// Writes the response to an item that fails.
void Fail(const absl::Status& status, std::string_view id, std::string_view locale,
          WireWriter* answer) {
  if (id.size() <= kMaxIdBytes) answer->Text(Field::kIdFieldNumber, id);
  answer->Message(Field::kStatusFieldNumber, ToRpcStatus(status, locale));
}

enum class Place { kAlone, kInBundle };

void AnswerItem(const CallContext& context, std::string_view wire, Place place, WireWriter* answer);

// Answers the items of a BatchBundle.
absl::Status AnswerBundle(const CallContext& context, std::string_view bundle, WireWriter* answer) {
  const size_t begin = answer->size();
  const auto max = static_cast<size_t>(context.limits->max_message_bytes);
  Budget budget(UINT64_MAX, context.stop_test);
  for (WireReader items(bundle); items.Next();) {
    if (items.tag() != kItemTag) continue;
    ARBITER_RETURN_IF_ERROR(budget.Spend(kReadingCost));
    const size_t item_begin = answer->Begin(v1::BatchAnswers::kItemsFieldNumber);
    AnswerItem(context, items.bytes(), Place::kInBundle, answer);
    answer->End(item_begin);
    if (answer->size() - begin > max) {
      return MakeError(ErrorReason::kLimitExceeded,
                       StrCat("the answers of the bundle have more than ", max,
                              " bytes; send fewer items in a bundle"));
    }
  }
  return absl::OkStatus();
}

// Writes the fields of the response to an item. On error it may have written some of them.
absl::Status Answer(const CallContext& context, const Item& item, Place place, WireWriter* answer) {
  if (place == Place::kInBundle && BundlingOf(item.method) == Bundling::kAlone) {
    return BadField("request",
                    StrCat("a bundle cannot hold ", UnbundledMethodNames(),
                           " or another bundle; send that request as an item of its own"));
  }
  if (item.id.size() > kMaxIdBytes) {
    return BadField("id",
                    StrCat("the id has ", item.id.size(), " bytes; the maximum is ", kMaxIdBytes));
  }
  answer->Text(Field::kIdFieldNumber, item.id);
  int field = 0;
  WireHandler* handler = nullptr;
  switch (item.method) {
#define ARBITER_UNARY_METHOD(name, ...)                  \
  case v1::BatchRequest::k##name:                        \
    field = Field::k##name##FieldNumber;                 \
    handler = &AnswerFromWire<v1::name##Request, &name>; \
    break;
#include "service/methods.def"
    case v1::BatchRequest::kBundle:
      field = Field::kBundleFieldNumber;
      handler = &AnswerBundle;
      break;
    default:
      return BadField("request", "the item holds no request; set the field of a method");
  }
  const size_t begin = answer->Begin(field);
  ARBITER_RETURN_IF_ERROR(handler(context, item.request, answer));
  answer->End(begin);
  return absl::OkStatus();
}

void AnswerItem(const CallContext& context, std::string_view wire, Place place,
                WireWriter* answer) {
  std::string merged;
  const Item item = ReadItem(wire, &merged);
  const size_t begin = answer->size();
  const absl::Status status = Answer(context, item, place, answer);
  if (status.ok()) return;
  answer->Truncate(begin);
  if (context.observer != nullptr) context.observer->OnRefusal(status);
  Fail(status, item.id, LocaleOf(item), answer);
}

}  // namespace

void AnswerBatchItem(const CallContext& context, std::string_view item, std::string* bytes) {
  WireWriter answer(bytes);
  AnswerItem(context, item, Place::kAlone, &answer);
}

bool CanBeBundled(Method method) { return BundlingOf(method) == Bundling::kInBundles; }

WorkNeeds NeedsOf(std::string_view wire) {
  std::string merged;
  const Item item = ReadItem(wire, &merged);
  WorkNeeds needs;
  AddNeeds(item.method, &needs);
  if (item.method != v1::BatchRequest::kBundle) return needs;
  for (WireReader items(item.request); items.Next();) {
    std::string merged_item;
    if (items.tag() == kItemTag) AddNeeds(ReadItem(items.bytes(), &merged_item).method, &needs);
  }
  return needs;
}

void FailBatchItem(const absl::Status& status, std::string_view id, std::string_view locale,
                   std::string* bytes) {
  WireWriter answer(bytes);
  Fail(status, id, locale, &answer);
}

std::string LocaleOf(std::string_view item) {
  std::string merged;
  return std::string(LocaleOf(ReadItem(item, &merged)));
}

}  // namespace arbiter
