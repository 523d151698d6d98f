#ifndef ARBITER_CORE_RULES_TEXT_H_
#define ARBITER_CORE_RULES_TEXT_H_

#include <string>
#include <string_view>

namespace arbiter {

// A caller's text for use in a message: cut after 40 bytes, and with everything
// but printable ASCII and complete UTF-8 sequences written as `?`.
std::string Quoted(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_TEXT_H_
