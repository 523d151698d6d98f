#ifndef ARBITER_SERVICE_ACCESS_METHODS_H_
#define ARBITER_SERVICE_ACCESS_METHODS_H_

#include <bitset>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace arbiter {

// A method of the API and the cost of a call to it: a row of service/methods.def.
struct MethodRule {
  std::string_view service;
  std::string_view name;
  // The tokens that are taken before the call begins.
  double cost;
  bool is_stream;
};

// A method, identified by the number of its row in service/methods.def.
using MethodId = size_t;
// An upper bound on the number of methods, including health and reflection.
inline constexpr size_t kMaxMethods = 48;
// A set of methods, by MethodId.
using MethodSet = std::bitset<kMaxMethods>;

// The needs of a piece of work in a stream: the methods that it uses in addition to the stream's
// own, and their total cost in tokens.
struct WorkNeeds {
  MethodSet methods;
  double cost = 0;
};

// Returns all methods, indexed by MethodId.
std::span<const MethodRule> AllMethods();
// Returns the row of a method.
const MethodRule& RuleOf(MethodId method);

// Finds a method by its short name, such as `LegalMoves`; std::nullopt if there is none.
std::optional<MethodId> FindMethod(std::string_view name);

// Returns the methods that `name` stands for: a method (`LegalMoves`), all methods of a service
// (`RulesService`), or all methods (`*`). Empty for any other name.
MethodSet MethodsNamed(std::string_view name);

// Returns the cost in tokens of this much time on one thread; a second costs 100. A call or an item
// costs this or its method's own cost, whichever is more. An analysis costs this, and at least one
// token.
double CostOfTime(std::chrono::nanoseconds time);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_METHODS_H_
