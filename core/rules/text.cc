#include "core/rules/text.h"

#include <cstddef>

namespace arbiter {
namespace {

constexpr size_t kLongest = 40;

// Length of the well-formed UTF-8 sequence of two to four bytes that `text`
// begins with; 0 if there is none.
size_t SequenceLength(std::string_view text) {
  const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  size_t length = 0;
  if (byte(0) >= 0xc2 && byte(0) <= 0xdf) length = 2;
  if (byte(0) >= 0xe0 && byte(0) <= 0xef) length = 3;
  if (byte(0) >= 0xf0 && byte(0) <= 0xf4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
  const bool surrogate = byte(0) == 0xed && byte(1) > 0x9f;
  const bool too_large = byte(0) == 0xf4 && byte(1) > 0x8f;
  return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  while (!text.empty() && quoted.size() <= kLongest) {
    const unsigned char first = static_cast<unsigned char>(text.front());
    size_t length = 1;
    if (first >= 0x20 && first < 0x7f) {
      quoted.push_back(text.front());
    } else if ((length = SequenceLength(text)) > 0) {
      quoted.append(text.substr(0, length));
    } else {
      quoted.push_back('?');
      length = 1;
    }
    text.remove_prefix(length);
  }
  quoted += text.empty() ? "'" : "…'";
  return quoted;
}

}  // namespace arbiter
