#ifndef ARBITER_CORE_RULES_NEAREST_NAME_H_
#define ARBITER_CORE_RULES_NEAREST_NAME_H_

#include <span>
#include <string>
#include <string_view>

namespace arbiter {

// What an error adds to an unknown name: ` (did you mean makruk? known: chak, chakart, chpok,
// makruk)`, or ` (known: chak, …)` where no name is close. The guess is the known name that takes
// the fewest changes of letters, ignoring case; more than a third of the letters is not close.
std::string KnownNames(std::string_view unknown, std::span<const std::string_view> known);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_NEAREST_NAME_H_
