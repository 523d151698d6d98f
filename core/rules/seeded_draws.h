#ifndef ARBITER_CORE_RULES_SEEDED_DRAWS_H_
#define ARBITER_CORE_RULES_SEEDED_DRAWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random/random_stream.h"
#include "core/rules/draw.h"
#include "core/rules/rules.h"

namespace arbiter {

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

#endif  // ARBITER_CORE_RULES_SEEDED_DRAWS_H_
