#include "core/rules/draws.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {

absl::StatusOr<ActionText> SplitOutcomes(std::string_view text) {
  const size_t open = text.find('{');
  if (open == std::string_view::npos) return ActionText{text, std::nullopt};
  const auto error = [text](std::string_view why) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(text), ": ", why,
                            "; outcomes follow the action in braces, for example "
                            "b1c3{egg=koopa}"));
  };
  std::string_view block = text.substr(open + 1);
  if (!ConsumeSuffix(&block, "}")) return error("the outcomes do not end in }");
  ActionText result{text.substr(0, open), {{}}};
  while (true) {
    const size_t end = std::min(block.find(','), block.size());
    const std::string_view item = block.substr(0, end);
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == item.size()) {
      return error(StrCat(Quoted(item), " is not an outcome"));
    }
    result.outcomes->emplace_back(item.substr(0, equals), item.substr(equals + 1));
    if (end == block.size()) return result;
    block.remove_prefix(end + 1);
  }
}

std::string FormatOutcomes(const std::vector<Draw>& draws) {
  if (draws.empty()) return "";
  std::string text;
  text.reserve(32 * draws.size());
  char separator = '{';
  for (const Draw& draw : draws) {
    text.push_back(std::exchange(separator, ','));
    text.append(draw.purpose).append("=").append(draw.candidates[draw.index]);
  }
  text.push_back('}');
  return text;
}

}  // namespace arbiter
