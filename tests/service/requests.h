#ifndef ARBITER_TESTS_SERVICE_REQUESTS_H_
#define ARBITER_TESTS_SERVICE_REQUESTS_H_

#include <string>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/util/json_util.h"

namespace arbiter::testing {

// A batch item from proto JSON; fails loudly (an empty item is refused by every server).
inline v1::BatchRequest Item(const std::string& json) {
  v1::BatchRequest item;
  if (!google::protobuf::util::JsonStringToMessage(json, &item).ok()) item.set_id("bad JSON");
  return item;
}

// One item for each method, for each variant.
inline std::vector<v1::BatchRequest> OneOfEach() {
  std::vector<v1::BatchRequest> items;
  for (const std::string variant : {"chak", "chakart", "makruk"}) {
    const std::string position = R"("position":{"variant":")" + variant + R"("})";
    const std::string move = variant == "chakart" ? "e2e4" : "e3e4";
    for (const std::string& json : std::vector<std::string>{
             R"("listVariants":{"locale":"th"})",
             R"("startGame":{"variant":")" + variant + R"("})",
             R"("legalMoves":{)" + position + R"(,"detail":"DETAIL_FULL"})",
             R"("applyMoves":{)" + position + R"(,"actions":[")" + move + R"(","draw?"]})",
             R"("enumerateOutcomes":{)" + position + R"(,"action":")" + move + R"("})",
             R"("adjudicate":{)" + position + R"(,"event":"resign"})",
             R"("validateGame":{"variant":")" + variant + R"(","record":{"actions":[")" + move +
                 R"("]}})",
             R"("convertMoves":{)" + position + R"(,"texts":[")" + move + R"("]})",
             R"("renderBoard":{)" + position + "}",
             R"("perft":{)" + position + R"(,"depth":3,"divide":true})",
         }) {
      items.push_back(Item("{" + json + "}"));
      items.back().set_id(std::to_string(items.size()));
    }
  }
  return items;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_REQUESTS_H_
