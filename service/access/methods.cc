#include "service/access/methods.h"

#include <algorithm>
#include <iterator>

namespace arbiter {
namespace {

constexpr double kTokensPerSecond = 100;

// Items of a Batch and analyses are charged in addition to the call itself.
constexpr MethodRule kTable[] = {
#define ARBITER_UNARY_METHOD(name, item, cost, bundling, work) {"RulesService", #name, cost, false},
#define ARBITER_STREAM_METHOD(service, name, type, call, cost) {#service, #name, cost, true},
#define ARBITER_JOB_METHOD(name, cost) {"JobService", #name, cost, false},
#define ARBITER_JOB_STREAM_METHOD(name, call, cost) {"JobService", #name, cost, true},
#include "service/methods.def"
};
static_assert(std::size(kTable) <= kMaxMethods);

}  // namespace

std::span<const MethodRule> AllMethods() { return kTable; }

const MethodRule& RuleOf(MethodId method) { return kTable[method]; }

std::optional<MethodId> FindMethod(std::string_view name) {
  const MethodRule* found = std::ranges::find(kTable, name, &MethodRule::name);
  if (found == std::end(kTable)) return std::nullopt;
  return static_cast<MethodId>(found - kTable);
}

MethodSet MethodsNamed(std::string_view name) {
  MethodSet methods;
  for (MethodId id = 0; id < std::size(kTable); ++id) {
    methods.set(id, name == "*" || name == kTable[id].name || name == kTable[id].service);
  }
  return methods;
}

double CostOfTime(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count() * kTokensPerSecond;
}

}  // namespace arbiter
