#include "clients/cli/uci/protocol.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <string_view>

#include "absl/strings/numbers.h"
#include "clients/cli/text/failure.h"
#include "core/base/strings.h"
#include "core/search/limits.h"

namespace arbiter::cli {
namespace {

// Larger numbers in a `go` command count as this.
constexpr int64_t kMaxNumber = 1'000'000'000'000'000;
// The time to think if the limits of a `go` command cannot be read.
constexpr int64_t kUnreadableLimitMs = 1'000;

// Stores the number that follows a keyword.
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

std::string ToActionWord(std::string action) {
  std::replace(action.begin(), action.end(), ' ', '_');
  return action;
}

std::string ScoreWords(const v1::Score& score) {
  switch (score.kind_case()) {
    case v1::Score::kMateIn:
      return StrCat("mate ", score.mate_in());
    case v1::Score::kPoints:
      return StrCat("cp ", std::lround(score.points() * 100));
    default:
      return StrCat("cp ", score.centipawns());
  }
}

}  // namespace

std::string FromActionWord(std::string word) {
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

GoCommand ParseGo(const std::vector<std::string>& words) {
  GoCommand go;
  bool in_moves = false;
  bool has_limit = false;
  for (size_t index = 0; index < words.size(); ++index) {
    const std::string word = LowerCase(words[index]);
    const auto number = Numbers().find(word);
    if (number != Numbers().end()) {
      in_moves = false;
      int64_t value = 0;
      if (index + 1 < words.size() && absl::SimpleAtoi(words[index + 1], &value)) {
        ++index;
        number->second(go, std::clamp(value, -kMaxNumber, kMaxNumber));
        has_limit = true;
      } else {
        go.ignored.push_back(words[index]);
      }
    } else if (word == "infinite" || word == "ponder") {
      (word == "ponder" ? go.ponder : go.infinite) = true;
      in_moves = false;
      has_limit = true;
    } else if (word == "searchmoves") {
      in_moves = true;
    } else if (in_moves) {
      go.search_moves.push_back(FromActionWord(words[index]));
    } else {
      go.ignored.push_back(words[index]);
    }
  }
  // A limit that cannot be read was meant to end the search.
  if (!go.ignored.empty() && !has_limit) go.movetime = kUnreadableLimitMs;
  return go;
}

std::optional<ThinkingTime> GoCommand::ClockTime(int player, int64_t overhead_ms) const {
  // A GUI that sends only the other player's clock still expects an answer in time.
  const GoClock& clock = clocks[player].time ? clocks[player] : clocks[1 - player];
  if (movetime || infinite || !clock.time) return std::nullopt;
  using std::chrono::milliseconds;
  return AllotTime(milliseconds(*clock.time), milliseconds(clock.increment), moves_to_go,
                   milliseconds(overhead_ms));
}

v1::AnalysisLimits GoCommand::Limits(int player, int64_t overhead_ms) const {
  v1::AnalysisLimits limits;
  if (depth) {
    limits.set_depth(static_cast<uint32_t>(std::clamp<int64_t>(*depth, 1, kMaxSearchDepth)));
  }
  if (nodes) limits.set_nodes(static_cast<uint64_t>(std::max<int64_t>(*nodes, 1)));
  std::optional<int64_t> time = movetime;
  const std::optional<ThinkingTime> clock_time = ClockTime(player, overhead_ms);
  if (clock_time) time = clock_time->maximum.count();
  if (time) limits.set_movetime_ms(static_cast<uint32_t>(std::clamp<int64_t>(*time, 1, INT32_MAX)));
  limits.set_infinite(!depth && !nodes && !time);
  return limits;
}

std::string InfoLine(const v1::AnalysisProgress& progress, const v1::AnalysisLine& line) {
  std::string text = StrCat(
      "info depth ", progress.depth(), " seldepth ", progress.selective_depth(), " multipv ",
      line.rank(), " score ", ScoreWords(line.score()), " nodes ", progress.nodes(), " nps ",
      progress.nps(), " hashfull ", progress.hash_permille(), " time ", progress.time_ms(), " pv");
  for (const std::string& action : line.pv()) StrAppend(&text, " ", ToActionWord(action));
  return text;
}

std::string BestMoveLine(const v1::BestMove& best) {
  if (best.action().empty()) return "bestmove (none)";
  const std::string line = StrCat("bestmove ", ToActionWord(best.action()));
  return best.ponder().empty() ? line : StrCat(line, " ponder ", ToActionWord(best.ponder()));
}

void UciOutput::Line(std::string_view text) {
  const std::lock_guard lock(mutex_);
  std::cout << text << std::endl;
}

void UciOutput::Note(std::string_view text) {
  Line(StrCat("info string ", ReplaceAll(text, {{"\n", " "}, {"\r", " "}})));
}

void UciOutput::ReportFailure(std::string_view what, const absl::Status& status) {
  if (!status.ok()) Note(StrCat(what, ": ", Describe(status)));
}

}  // namespace arbiter::cli
