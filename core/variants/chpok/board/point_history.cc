#include "core/variants/chpok/board/point_history.h"

#include "core/base/numbers.h"
#include "core/base/strings.h"

namespace arbiter::chpok {

void AppendHistory(const PointHistory& history, std::string* text) {
  for (int left = history.size(); left > 0;) {
    const int lead = history.Back(left - 1);
    int run = 1;
    while (run < left && history.Back(left - 1 - run) == lead) ++run;
    if (left < history.size()) text->push_back(',');
    AppendNumber(lead, text);
    if (run > 1) {
      text->push_back('*');
      AppendNumber(run, text);
    }
    left -= run;
  }
}

std::optional<PointHistory> ParseHistory(std::string_view text, int max) {
  PointHistory history;
  while (true) {
    const auto lead = ConsumeNumber(&text, -max, max);
    const bool repeats = text.starts_with('*');
    if (repeats) text.remove_prefix(1);
    const auto run =
        repeats ? ConsumeNumber(&text, 1, PointHistory::kCapacity) : std::optional<int>(1);
    if (!lead || !run || history.size() + *run > PointHistory::kCapacity) return std::nullopt;
    for (int i = 0; i < *run; ++i) history.Push(*lead);
    if (text.empty()) return history;
    if (!text.starts_with(',')) return std::nullopt;
    text.remove_prefix(1);
  }
}

}  // namespace arbiter::chpok
