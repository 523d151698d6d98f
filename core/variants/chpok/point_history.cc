#include "core/variants/chpok/point_history.h"

#include "core/rules/strings.h"
#include "core/variants/chpok/numbers.h"

namespace arbiter::chpok {

std::string FormatHistory(const PointHistory& history) {
  std::string text;
  int left = history.size();
  while (left > 0) {
    const int lead = history.Back(left - 1);
    int run = 1;
    while (run < left && history.Back(left - 1 - run) == lead) ++run;
    StrAppend(&text, text.empty() ? "" : ",", lead);
    if (run > 1) StrAppend(&text, "*", run);
    left -= run;
  }
  return text;
}

std::optional<PointHistory> ParseHistory(std::string_view text, int most) {
  PointHistory history;
  while (true) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view item = text.substr(0, end);
    const size_t star = std::min(item.find('*'), item.size());
    const auto lead = ParseNumber<int>(item.substr(0, star), -most, most);
    const auto run = star == item.size()
                         ? std::optional(1)
                         : ParseNumber<int>(item.substr(star + 1), 1, PointHistory::kCapacity);
    if (!lead || !run || history.size() + *run > PointHistory::kCapacity) return std::nullopt;
    for (int i = 0; i < *run; ++i) history.Push(*lead);
    if (end == text.size()) return history;
    text.remove_prefix(end + 1);
  }
}

}  // namespace arbiter::chpok
