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

// One random decision (ruling R4). A choice from one candidate is none (R2).
struct Draw {
  // What was decided, e.g. `push`.
  std::string purpose;
  // In the order of the rules.
  std::vector<std::string> candidates;
  // The one chosen.
  uint64_t index = 0;
  // The word of the random stream that chose it; 0 where the caller did.
  uint64_t word = 0;
};

// Chooses one of at least one candidates and answers its index.
using DrawFunction =
    std::function<uint64_t(std::string_view purpose, std::vector<std::string> candidates)>;

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

// Where in a game an action draws from the random stream (ruling R1).
struct DrawPlace {
  uint64_t turn;
  uint32_t action;
};

// Draws from the random stream of one action, and the list of them (ruling R4).
class SeededDraws {
 public:
  // As RandomStream.
  SeededDraws(std::string_view seed, std::string_view variant, std::string_view purpose,
              DrawPlace place)
      : stream_(seed, variant, purpose, place.turn, place.action) {}

  // The index chosen. One candidate is no draw (R2).
  uint64_t Choose(std::string_view purpose, std::vector<std::string> candidates) {
    const RandomStream::Choice choice = stream_.Draw(candidates.size());
    if (candidates.size() > 1) {
      draws_.push_back({std::string(purpose), std::move(candidates), choice.index, choice.word});
    }
    return choice.index;
  }

  // The same among so many, without a word in the list.
  uint64_t Choose(uint64_t candidates) { return stream_.Draw(candidates).index; }

  std::vector<Draw>& draws() { return draws_; }

 private:
  RandomStream stream_;
  std::vector<Draw> draws_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_DRAWS_H_
