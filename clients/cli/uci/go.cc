#include "clients/cli/uci/go.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "absl/strings/numbers.h"
#include "clients/cli/uci/action_word.h"
#include "core/rules/strings.h"
#include "core/search/limits.h"

namespace arbiter::cli {
namespace {

// How many more moves a clock is thought to serve; with `movestogo`, at most.
constexpr int64_t kMovesAhead = 30;
// No number of `go` counts for more.
constexpr int64_t kMostNumber = 1'000'000'000'000'000;
// Part of the clock that one move may take.
constexpr double kMostOfClock = 0.8;

// Where the number behind a word goes.
using NumberSetter = void (*)(GoCommand&, int64_t);

const std::map<std::string_view, NumberSetter>& Numbers() {
  static const auto& numbers = *new std::map<std::string_view, NumberSetter>{
      {"depth", [](GoCommand& go, int64_t value) { go.depth = value; }},
      {"nodes", [](GoCommand& go, int64_t value) { go.nodes = value; }},
      {"movetime", [](GoCommand& go, int64_t value) { go.movetime = value; }},
      {"mate", [](GoCommand& go, int64_t value) { go.mate = value; }},
      {"perft", [](GoCommand& go, int64_t value) { go.perft = value; }},
      {"movestogo", [](GoCommand& go, int64_t value) { go.moves_to_go = value; }},
      {"wtime", [](GoCommand& go, int64_t value) { go.clocks[0].time = value; }},
      {"btime", [](GoCommand& go, int64_t value) { go.clocks[1].time = value; }},
      {"winc", [](GoCommand& go, int64_t value) { go.clocks[0].increment = value; }},
      {"binc", [](GoCommand& go, int64_t value) { go.clocks[1].increment = value; }},
  };
  return numbers;
}

}  // namespace

absl::StatusOr<GoCommand> ParseGo(const std::vector<std::string>& words) {
  GoCommand go;
  bool in_moves = false;
  for (size_t index = 0; index < words.size(); ++index) {
    const std::string& word = words[index];
    const auto number = Numbers().find(word);
    if (number != Numbers().end()) {
      int64_t value = 0;
      if (++index == words.size() || !absl::SimpleAtoi(words[index], &value)) {
        return absl::InvalidArgumentError(StrCat(word, " needs a number"));
      }
      number->second(go, std::clamp(value, -kMostNumber, kMostNumber));
      in_moves = false;
    } else if (word == "infinite" || word == "ponder") {
      (word == "ponder" ? go.ponder : go.infinite) = true;
      in_moves = false;
    } else if (word == "searchmoves") {
      in_moves = true;
    } else if (in_moves) {
      go.search_moves.push_back(FromActionWord(word));
    }
  }
  return go;
}

// What a server with its usual limits searches at most, in milliseconds.
constexpr int64_t kMostThinking = 600'000;

int64_t ThinkingTime(int64_t clock, int64_t increment, std::optional<int64_t> moves_to_go,
                     int64_t overhead_ms) {
  const int64_t usable = std::max<int64_t>(clock - overhead_ms, 1);
  const int64_t moves = std::clamp<int64_t>(moves_to_go.value_or(kMovesAhead), 1, kMovesAhead);
  const int64_t share = usable / moves + std::max<int64_t>(increment, 0) * 3 / 4;
  const auto most = static_cast<int64_t>(static_cast<double>(usable) * kMostOfClock);
  return std::clamp<int64_t>(share, 1, std::clamp<int64_t>(most, 1, kMostThinking));
}

v1::AnalysisLimits GoCommand::Limits(int player, int64_t overhead_ms) const {
  v1::AnalysisLimits limits;
  if (depth) limits.set_depth(static_cast<uint32_t>(std::clamp<int64_t>(*depth, 1, kMostDepth)));
  if (nodes) limits.set_nodes(static_cast<uint64_t>(std::max<int64_t>(*nodes, 1)));
  std::optional<int64_t> time = movetime;
  const GoClock& clock = clocks[player];
  if (!time && !infinite && clock.time) {
    time = ThinkingTime(*clock.time, clock.increment, moves_to_go, overhead_ms);
  }
  if (time) limits.set_movetime_ms(static_cast<uint32_t>(std::clamp<int64_t>(*time, 1, INT32_MAX)));
  limits.set_infinite(!depth && !nodes && !time);
  return limits;
}

}  // namespace arbiter::cli
