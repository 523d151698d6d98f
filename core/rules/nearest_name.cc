#include "core/rules/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

// No longer text is compared: it is no misspelt name.
constexpr size_t kMaxLength = 64;

// How many letters have to be put in, taken out, changed or swapped with the next one to make one
// text of the other.
size_t Distance(std::string_view from, std::string_view to) {
  // Of the first letters of `from`, one fewer and two fewer, to the first letters of `to`.
  std::vector<size_t> row(to.size() + 1), before(to.size() + 1), earlier(to.size() + 1);
  for (size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= from.size(); ++i) {
    earlier.swap(before);
    before.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + change});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        row[j] = std::min(row[j], earlier[j - 2] + 1);
      }
    }
  }
  return row[to.size()];
}

}  // namespace

std::string KnownNames(std::string_view unknown, std::span<const std::string_view> known) {
  if (known.empty()) return "";
  std::string_view nearest;
  size_t min_distance = unknown.size() / 3 + 1;
  for (const std::string_view name : known) {
    if (unknown.size() > kMaxLength) break;
    const size_t distance = Distance(LowerCase(unknown), LowerCase(name));
    if (distance >= min_distance) continue;
    min_distance = distance;
    nearest = name;
  }
  std::string text = " (";
  if (!nearest.empty()) StrAppend(&text, "did you mean ", nearest, "? ");
  std::string_view before = "known: ";
  for (const std::string_view name : known) {
    StrAppend(&text, before, name);
    before = ", ";
  }
  text.push_back(')');
  return text;
}

}  // namespace arbiter
