#ifndef ARBITER_TESTS_SUPPORT_SERVER_REQUESTS_H_
#define ARBITER_TESTS_SUPPORT_SERVER_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/util/json_util.h"

namespace arbiter::testing {

// A batch item from proto JSON; fails loudly (an empty item is refused by every server).
inline v1::BatchRequest Item(const std::string& json) {
  v1::BatchRequest item;
  if (!google::protobuf::util::JsonStringToMessage(json, &item).ok()) item.set_id("bad JSON");
  return item;
}

// A game to ask about: as proto JSON its variant and options, an action and a control action.
struct GameToAsk {
  std::string game;
  std::string action;
  std::string control;
  // Whether it has a tree of moves to count.
  bool has_perft = true;
};

// One item for each method, for each variant and phase.
inline std::vector<v1::BatchRequest> OneOfEach() {
  const GameToAsk games[] = {
      {R"("variant":"chak")", "e3e4", "draw?"},
      {R"("variant":"chakart")", "e2e4", "draw?"},
      {R"("variant":"chpok")", "raise xf +3 width=10,undo=2", "opponent:resign", false},
      {R"("variant":"chpok","options":{"chpok":{"skipBidding":true,"minutes":5,
           "features":{"width":9,"undo":1}}})",
       "e2e4", "black:resign"},
      {R"("variant":"makruk")", "e3e4", "draw?"},
  };
  std::vector<v1::BatchRequest> items;
  for (const GameToAsk& asked : games) {
    const std::string position = R"("position":{)" + asked.game + "}";
    const std::string action = "\"" + asked.action + "\"";
    std::vector<std::string> texts = {
        R"("listVariants":{"locale":"th"})",
        R"("startGame":{)" + asked.game + "}",
        R"("legalMoves":{)" + position + R"(,"detail":"DETAIL_FULL"})",
        R"("applyMoves":{)" + position + R"(,"actions":[)" + action + ",\"" + asked.control +
            R"("],"elapsedMs":["700","-1"]})",
        R"("enumerateOutcomes":{)" + position + R"(,"action":)" + action + "}",
        R"("adjudicate":{)" + position + R"(,"event":"resign","board":true})",
        R"("validateGame":{)" + asked.game + R"(,"record":{"actions":[)" + action + "]}}",
        R"("convertMoves":{)" + position + R"(,"texts":[)" + action + "]}",
        R"("renderBoard":{)" + position + "}",
    };
    if (asked.has_perft) {
      texts.push_back(R"("perft":{)" + position + R"(,"depth":3,"divide":true})");
    }
    for (const std::string& json : texts) {
      items.push_back(Item("{" + json + "}"));
      items.back().set_id(std::to_string(items.size()));
    }
  }
  return items;
}

inline v1::AnalyzeRequest Analysis(const std::string& variant) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant(variant);
  return request;
}

// Where a search can begin: the start positions, as proto JSON.
inline constexpr const char* kStartPositions[] = {
    R"({"variant":"chak"})",
    R"({"variant":"chpok","options":{"chpok":{"skipBidding":true}}})",
    R"({"variant":"makruk"})",
};

inline v1::AnalyzeRequest ToDepth(const std::string& variant, uint32_t depth) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_depth(depth);
  return request;
}

inline v1::AnalyzeRequest Endless(const std::string& variant, uint32_t threads = 1) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_infinite(true);
  request.set_threads(threads);
  return request;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_REQUESTS_H_
