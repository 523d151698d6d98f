#ifndef ARBITER_CORE_RULES_DRAW_H_
#define ARBITER_CORE_RULES_DRAW_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// One random decision (ruling R4). A choice from one candidate is none (R2).
struct Draw {
  // What was decided, e.g. `push`.
  std::string purpose;
  // In the order of the rules.
  std::vector<std::string> candidates;
  // The one chosen.
  uint64_t index = 0;
  // The word of the random stream that chose it; 0 where the caller did.
  uint64_t word = 0;
};

// Chooses one of at least one candidates and answers its index.
using DrawFunction =
    std::function<uint64_t(std::string_view purpose, std::vector<std::string> candidates)>;

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_DRAW_H_
