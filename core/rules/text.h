#ifndef ARBITER_CORE_RULES_TEXT_H_
#define ARBITER_CORE_RULES_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// Bytes of the well-formed UTF-8 character that `text`, not empty, begins with; 0:
// it begins with none.
size_t CharacterLength(std::string_view text);

// Whether `text` is well-formed UTF-8, as every string of the API has to be.
bool IsUtf8(std::string_view text);

// `a, b, c`.
std::string JoinWords(const std::vector<std::string>& words);

// A caller's text that a terminal shows and does not obey: control characters and what is no UTF-8
// are `?`, and `…` stands for what is cut after `most` bytes.
std::string Printable(std::string_view text, size_t most = std::string_view::npos);

// The same in quotes, for use in a message: cut after 40 bytes.
std::string Quoted(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_TEXT_H_
