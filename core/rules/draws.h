#ifndef ARBITER_CORE_RULES_DRAWS_H_
#define ARBITER_CORE_RULES_DRAWS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/random/random_stream.h"

namespace arbiter {

// A random draw (ruling R4). A choice from a single candidate is not a random draw (R2). All texts
// have static storage duration.
struct Draw {
  // The purpose of the draw, for example `push`.
  std::string_view purpose;
  // The candidates, in the order of the rules.
  std::vector<std::string_view> candidates;
  // The index of the chosen candidate.
  uint64_t index = 0;
  // The word of the random stream that chose the candidate; 0 if the caller chose it.
  uint64_t word = 0;
};

// Chooses one of `candidates`, of which there is at least one, and returns its index. All texts
// have static storage duration.
using DrawFunction =
    std::function<uint64_t(std::string_view purpose, std::vector<std::string_view> candidates)>;

// An action text and the outcomes that follow it in braces: `b1c3{egg=toadette,piece=r}`.
struct ActionText {
  std::string_view action;
  // The purpose and the chosen candidate of each random draw, in draw order; std::nullopt if the
  // text has no braces.
  std::optional<std::vector<std::pair<std::string_view, std::string_view>>> outcomes;
};

// Splits `text`, which must outlive the result. Returns BAD_ACTION_TEXT if `text` has braces
// without a valid list of outcomes.
absl::StatusOr<ActionText> SplitOutcomes(std::string_view text);

// Formats outcomes, for example `{push=e5,push=d5}`; returns an empty string if nothing was drawn.
std::string FormatOutcomes(const std::vector<Draw>& draws);

// The place of an action in its game, which selects its random stream (ruling R1). See
// RandomStream.
struct ActionIndex {
  uint64_t turn;
  uint32_t action;
};

// Draws from the random stream of one action and records the draws (ruling R4).
class SeededDraws {
 public:
  // The parameters are those of RandomStream.
  SeededDraws(std::string_view seed, std::string_view variant, std::string_view purpose,
              ActionIndex index)
      : stream_(seed, variant, purpose, index.turn, index.action) {}

  // Chooses one of `candidates`, of which there is at least one, and returns its index. Records the
  // draw unless there is only one candidate (R2).
  uint64_t Choose(std::string_view purpose, std::vector<std::string_view> candidates) {
    const RandomStream::Choice choice = stream_.Draw(candidates.size());
    if (candidates.size() > 1) {
      // Enough for the draws of most actions.
      if (draws_.empty()) draws_.reserve(4);
      draws_.push_back({purpose, std::move(candidates), choice.index, choice.word});
    }
    return choice.index;
  }

  std::vector<Draw>& draws() { return draws_; }

 private:
  RandomStream stream_;
  std::vector<Draw> draws_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_DRAWS_H_
