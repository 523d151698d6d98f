#ifndef ARBITER_SERVICE_ACCESS_METHODS_H_
#define ARBITER_SERVICE_ACCESS_METHODS_H_

#include <bitset>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace arbiter {

// A method of the API, and what a call of it costs: a row of service/methods.def.
struct MethodRule {
  std::string_view service;
  std::string_view name;
  // Tokens, taken before the call begins.
  double cost;
  bool is_stream;
};

// A method, as the number of its row.
using MethodId = size_t;
// More than there are, health and reflection among them.
inline constexpr size_t kMaxMethods = 32;
// Methods that a client may call.
using MethodSet = std::bitset<kMaxMethods>;

// What a piece of work of a stream needs: the methods that it uses beside the stream's own, and
// what they cost together.
struct WorkNeeds {
  MethodSet methods;
  double cost = 0;
};

// All methods, by MethodId.
std::span<const MethodRule> AllMethods();
const MethodRule& RuleOf(MethodId method);

// The method of this short name, such as `LegalMoves`; nullopt for others.
std::optional<MethodId> FindMethod(std::string_view name);

// What `name` stands for: a method, all of a service (`RulesService`), or `*`, all there are. Empty
// for other words.
MethodSet MethodsNamed(std::string_view name);

// Tokens of so much time of one thread: a second costs 100. Work of a call or an item costs this
// where it is more than the method's own cost, and an analysis always.
double CostOfTime(std::chrono::nanoseconds time);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_METHODS_H_
