#ifndef ARBITER_TESTS_SUPPORT_SERVER_REQUESTS_H_
#define ARBITER_TESTS_SUPPORT_SERVER_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/util/json_util.h"

namespace arbiter::testing {

// Parses a batch item from proto JSON. If that fails, returns an item without a request, which
// every server refuses.
inline v1::BatchRequest Item(const std::string& json) {
  v1::BatchRequest item;
  if (!google::protobuf::util::JsonStringToMessage(json, &item).ok()) item.set_id("bad JSON");
  return item;
}

// A game for sample requests.
struct SampleGame {
  // The variant and the options as fields of a message in proto JSON.
  std::string game;
  // A legal action, and a control action that is available after it.
  std::string action;
  std::string control;
  // Whether Perft accepts it.
  bool has_perft = true;
};

// Returns one item for every unary method of RulesService except ReadPgn and WritePgn, for every
// variant and phase. The bidding phase has no Perft.
inline std::vector<v1::BatchRequest> SampleItems() {
  const SampleGame games[] = {
      {R"("variant":"chak")", "e3e4", "draw?"},
      {R"("variant":"chakart")", "e2e4", "draw?"},
      {R"("variant":"chpok")", "raise xf +3 width=10,undo=2", "opponent:resign", false},
      {R"("variant":"chpok","options":{"chpok":{"skipBidding":true,"minutes":5,
           "features":{"width":9,"undo":1}}})",
       "e2e4", "black:resign"},
      {R"("variant":"makruk")", "e3e4", "draw?"},
  };
  std::vector<v1::BatchRequest> items;
  for (const SampleGame& sample : games) {
    const std::string position = R"("position":{)" + sample.game + "}";
    const std::string action = "\"" + sample.action + "\"";
    // Times are reported only for Chpok, because the other games here have no clocks (C17); at the
    // start of its bidding, they start the clocks (P6).
    const std::string elapsed =
        sample.game.find("chpok") == std::string::npos ? "" : R"(,"elapsedMs":["700","-1"])";
    std::vector<std::string> texts = {
        R"("listVariants":{"locale":"th"})",
        R"("startGame":{)" + sample.game + "}",
        R"("legalMoves":{)" + position + R"(,"detail":"DETAIL_FULL"})",
        R"("applyMoves":{)" + position + R"(,"actions":[)" + action + ",\"" + sample.control +
            "\"]" + elapsed + "}",
        R"("enumerateOutcomes":{)" + position + R"(,"action":)" + action + "}",
        R"("adjudicate":{)" + position + R"(,"event":"resign","board":true})",
        R"("validateGame":{)" + sample.game + R"(,"record":{"actions":[)" + action + "]}}",
        R"("convertMoves":{)" + position + R"(,"texts":[)" + action + "]}",
        R"("renderBoard":{)" + position + "}",
    };
    if (sample.has_perft) {
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

// The start positions of the board games without chance, in proto JSON.
inline constexpr const char* kStartPositions[] = {
    R"({"variant":"chak"})",
    R"({"variant":"chpok","options":{"chpok":{"skipBidding":true}}})",
    R"({"variant":"makruk"})",
};

inline v1::AnalyzeRequest AnalysisToDepth(const std::string& variant, uint32_t depth) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_depth(depth);
  return request;
}

inline v1::AnalyzeRequest InfiniteAnalysis(const std::string& variant, uint32_t threads = 1) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_infinite(true);
  request.set_threads(threads);
  return request;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_REQUESTS_H_
