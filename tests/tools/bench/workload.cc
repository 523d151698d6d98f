#include "tests/tools/bench/workload.h"

#include <algorithm>
#include <iterator>

#include "absl/status/status.h"
#include "core/base/strings.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/games.h"
#include "tests/tools/bench/requests.h"

namespace arbiter::bench {
namespace {

constexpr std::string_view kService = "/arbiter.v1.RulesService/";
constexpr int kValidatedPlies = 200;

template <typename Request>
Exchange Answer(Handler<Request> handler, const Request& request, const CallContext& context) {
  std::string bytes;
  {
    WireWriter answer(&bytes);
    OrDie(handler(context, request, &answer));
  }
  return {request.SerializeAsString(), std::move(bytes)};
}

Workload Unary(std::string_view method, std::vector<Exchange> exchanges) {
  return {.method = StrCat(kService, method), .exchanges = std::move(exchanges)};
}

// Calls a method once for each variant; `make_request` makes the request of a variant.
template <typename Request, typename MakeRequest>
Workload InEachVariant(std::string_view method, Handler<Request> handler,
                       const MakeRequest& make_request, const CallContext& context) {
  std::vector<Exchange> exchanges;
  for (const std::string_view variant : kVariants) {
    exchanges.push_back(Answer(handler, make_request(variant), context));
  }
  return Unary(method, std::move(exchanges));
}

Workload ApplyAfter(int plies, const CallContext& context) {
  return InEachVariant(
      "ApplyMoves", &ApplyMoves,
      [&](std::string_view variant) { return ApplyAfterRecord(variant, plies); }, context);
}

Workload ChakartWithSeed(const CallContext& context) {
  std::vector<Exchange> exchanges;
  for (const int plies : {8, 20, 40}) {
    exchanges.push_back(Answer(&ApplyMoves, ApplyWithSeed(plies, context.sealer), context));
  }
  return Unary("ApplyMoves", std::move(exchanges));
}

Workload StreamOf(const std::vector<v1::BatchRequest>& items, const CallContext& context) {
  Workload workload{.method = StrCat(kService, "Batch"), .is_stream = true, .exchanges = {}};
  for (const v1::BatchRequest& item : items) {
    const std::string request = item.SerializeAsString();
    std::string answer;
    AnswerBatchItem(context, request, &answer);
    v1::BatchResponse response;
    response.ParseFromString(answer);
    const auto failed = [](const v1::BatchResponse& item) { return item.has_status(); };
    const auto& bundled = response.bundle().items();
    if (failed(response) || std::any_of(bundled.begin(), bundled.end(), failed)) {
      Die("an item of the batch failed");
    }
    workload.exchanges.push_back({request, answer});
  }
  return workload;
}

// Groups the items into bundles of kBundleItems; a remainder is dropped.
std::vector<v1::BatchRequest> Bundled(const std::vector<v1::BatchRequest>& items) {
  std::vector<v1::BatchRequest> bundles;
  for (size_t i = 0; i + kBundleItems <= items.size(); i += kBundleItems) {
    v1::BatchRequest& bundle = bundles.emplace_back();
    bundle.set_id(std::to_string(bundles.size() - 1));
    for (size_t j = i; j < i + kBundleItems; ++j) *bundle.mutable_bundle()->add_items() = items[j];
  }
  return bundles;
}

const std::vector<std::string_view>& AllVariantNames() {
  static const auto& names =
      *new std::vector<std::string_view>(std::begin(kVariants), std::end(kVariants));
  return names;
}

struct Maker {
  const char* name;
  Workload (*make)(const CallContext& context);
};

constexpr Maker kMakers[] = {
    {"legal",
     [](const CallContext& context) {
       return InEachVariant("LegalMoves", &LegalMoves, LegalAtStart, context);
     }},
    {"apply",
     [](const CallContext& context) {
       return InEachVariant(
           "ApplyMoves", &ApplyMoves,
           [&](std::string_view variant) { return ApplyFromSnapshot(variant, context.sealer); },
           context);
     }},
    {"chakart", [](const CallContext& context) { return ChakartWithSeed(context); }},
    {"validate",
     [](const CallContext& context) {
       return InEachVariant(
           "ValidateGame", &ValidateGame,
           [](std::string_view variant) { return Validate(variant, kValidatedPlies); }, context);
     }},
    {"record50", [](const CallContext& context) { return ApplyAfter(50, context); }},
    {"record200", [](const CallContext& context) { return ApplyAfter(200, context); }},
    {"record800", [](const CallContext& context) { return ApplyAfter(800, context); }},
    {"batch",
     [](const CallContext& context) { return StreamOf(LegalBatch(AllVariantNames()), context); }},
    {"batch-peer",
     [](const CallContext& context) {
       return StreamOf(LegalBatch({"makruk", "chak"}), context);
     }},
    {"bundle",
     [](const CallContext& context) {
       return StreamOf(Bundled(LegalBatch(AllVariantNames())), context);
     }},
    {"bundle-peer",
     [](const CallContext& context) {
       return StreamOf(Bundled(LegalBatch({"makruk", "chak"})), context);
     }},
};

}  // namespace

std::vector<std::string> WorkloadNames() {
  std::vector<std::string> names;
  for (const Maker& maker : kMakers) names.emplace_back(maker.name);
  return names;
}

Workload MakeWorkload(std::string_view name, const SnapshotSealer* sealer) {
  const auto* maker = std::find_if(std::begin(kMakers), std::end(kMakers),
                                   [&](const Maker& candidate) { return candidate.name == name; });
  if (maker == std::end(kMakers)) Die(StrCat("unknown workload '", name, "'"));
  CallContext context = UnstoppedContext();
  context.sealer = sealer;
  return maker->make(context);
}

}  // namespace arbiter::bench
