#include "service/access/methods.h"

#include <algorithm>
#include <array>

namespace arbiter {
namespace {

constexpr double kTokensPerSecond = 100;

constexpr std::string_view kRules = "RulesService";
constexpr std::string_view kAnalysis = "AnalysisService";

// The items of a Batch, and what is analysed, cost beside the call itself.
constexpr std::array<MethodRule, kMethods> kTable = {{
    {kRules, "ListVariants", 1, false},
    {kRules, "StartGame", 1, false},
    {kRules, "LegalMoves", 1, false},
    {kRules, "ApplyMoves", 1, false},
    {kRules, "EnumerateOutcomes", 10, false},
    {kRules, "Adjudicate", 1, false},
    {kRules, "ValidateGame", 5, false},
    {kRules, "ConvertMoves", 1, false},
    {kRules, "RenderBoard", 2, false},
    {kRules, "Perft", 10, false},
    {kRules, "ReadPgn", 5, false},
    {kRules, "WritePgn", 5, false},
    {kRules, "Batch", 1, true},
    {kAnalysis, "Analyze", 1, true},
    {kAnalysis, "Session", 1, true},
    {kAnalysis, "ReviewGame", 1, true},
}};

}  // namespace

const MethodRule& RuleOf(MethodId method) { return kTable.at(method); }

std::optional<MethodId> FindMethod(std::string_view name) {
  const auto* found = std::find_if(kTable.begin(), kTable.end(),
                                   [name](const MethodRule& rule) { return rule.name == name; });
  if (found == kTable.end()) return std::nullopt;
  return static_cast<MethodId>(found - kTable.begin());
}

MethodSet MethodsNamed(std::string_view name) {
  MethodSet methods;
  for (MethodId id = 0; id < kMethods; ++id) {
    methods.set(id, name == "*" || name == kTable[id].name || name == kTable[id].service);
  }
  return methods;
}

double CostOfTime(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count() * kTokensPerSecond;
}

}  // namespace arbiter
