#ifndef ARBITER_CORE_RULES_NEAREST_NAME_H_
#define ARBITER_CORE_RULES_NEAREST_NAME_H_

#include <span>
#include <string>
#include <string_view>

namespace arbiter {

// What an error adds about a name that it does not know: ` (did you mean makruk?); there are chak,
// chakart, chpok, makruk`. The guess is the known name that takes the fewest changes of a letter,
// whether upper or lower case; there is none where that is more than a third of them.
std::string KnownNames(std::string_view unknown, std::span<const std::string_view> known);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_NEAREST_NAME_H_
