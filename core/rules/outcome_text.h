#ifndef ARBITER_CORE_RULES_OUTCOME_TEXT_H_
#define ARBITER_CORE_RULES_OUTCOME_TEXT_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/draw.h"

namespace arbiter {

// An action text and the random outcomes behind it: `b1c3{egg=toadette,piece=r}`.
struct ActionText {
  std::string_view action;
  // What was decided and how, in draw order; none where the text has no block.
  std::optional<std::vector<std::pair<std::string_view, std::string_view>>> outcomes;
};

// BAD_ACTION_TEXT where the text has braces that hold no list of outcomes.
absl::StatusOr<ActionText> SplitOutcomes(std::string_view text);

// `{push=e5,push=d5}`; empty where nothing was drawn.
std::string FormatOutcomes(const std::vector<Draw>& draws);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_OUTCOME_TEXT_H_
