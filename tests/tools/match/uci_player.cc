#include "tests/tools/match/uci_player.h"

#include <algorithm>
#include <chrono>
#include <sstream>

#include "core/base/strings.h"

namespace arbiter::match {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = UciProcess::Clock;

constexpr seconds kStartTimeout(60);
// The time by which an engine may exceed its limit before it loses.
constexpr seconds kMaxOvertime(30);
constexpr seconds kUntimedTimeout(600);
// An engine that is compiled just in time is slow at first, so it searches this long in advance.
constexpr milliseconds kWarmUp(3'000);

// Returns the time on a clock as UCI expects it. Engines may not expect a clock that is empty.
int64_t ClockMilliseconds(const MatchClocks& clocks, Color player) {
  const auto left = std::chrono::duration_cast<milliseconds>(clocks.left(player));
  return std::max<int64_t>(left.count(), 1);
}

std::string GoCommand(const SearchLimits& limits, const std::optional<MatchClocks>& clocks) {
  std::string go = "go";
  if (limits.depth > 0) StrAppend(&go, " depth ", limits.depth);
  if (limits.nodes > 0) StrAppend(&go, " nodes ", limits.nodes);
  if (limits.movetime.count() > 0) StrAppend(&go, " movetime ", limits.movetime.count());
  if (clocks) {
    const int64_t increment = clocks->increment().count();
    StrAppend(&go, " wtime ", ClockMilliseconds(*clocks, Color::kWhite), " btime ",
              ClockMilliseconds(*clocks, Color::kBlack), " winc ", increment, " binc ", increment);
  }
  return go;
}

// Returns the time in which an engine has to answer, or loses otherwise.
milliseconds Timeout(const SearchLimits& limits, const std::optional<MatchClocks>& clocks) {
  if (limits.movetime.count() > 0) return limits.movetime + kMaxOvertime;
  if (!clocks) return kUntimedTimeout;
  const auto left = std::max(clocks->left(Color::kWhite), clocks->left(Color::kBlack));
  return std::chrono::ceil<milliseconds>(left) + kMaxOvertime;
}

void ParseInfo(const std::string& line, UciResult* result) {
  std::istringstream words(line);
  for (std::string word; words >> word && word != "pv" && word != "string";) {
    if (word == "depth") words >> result->depth;
    if (word == "nodes") words >> result->nodes;
  }
}

}  // namespace

absl::Status WaitUntilReady(UciProcess& process) {
  if (absl::Status status = process.Send("isready"); !status.ok()) return status;
  return process.ReadUntil("readyok", Clock::now() + kStartTimeout).status();
}

absl::StatusOr<std::unique_ptr<UciProcess>> StartUci(const UciSetUp& set_up) {
  auto process = UciProcess::Start(set_up.command);
  if (!process.ok()) return process;
  UciProcess& engine = **process;
  absl::Status status = engine.Send("uci");
  if (status.ok()) status = engine.ReadUntil("uciok", Clock::now() + kStartTimeout).status();
  for (const auto& [name, value] : set_up.options) {
    if (status.ok()) status = engine.Send(StrCat("setoption name ", name, " value ", value));
  }
  if (status.ok()) {
    status = engine.Send(StrCat("setoption name UCI_Variant value ", set_up.variant));
  }
  if (status.ok()) status = WaitUntilReady(engine);
  if (!status.ok()) return status;
  return process;
}

absl::StatusOr<UciResult> SearchUci(UciProcess& process, const std::string& position,
                                    const SearchLimits& limits,
                                    const std::optional<MatchClocks>& clocks) {
  const auto deadline = Clock::now() + Timeout(limits, clocks);
  absl::Status status = process.Send(position);
  if (status.ok()) status = process.Send(GoCommand(limits, clocks));
  if (!status.ok()) return status;
  UciResult result;
  for (;;) {
    const auto line = process.ReadLine(deadline);
    if (!line.ok()) return line.status();
    if (line->starts_with("info ")) ParseInfo(*line, &result);
    if (!line->starts_with("bestmove ")) continue;
    std::istringstream(line->substr(line->find(' '))) >> result.best;
    return result;
  }
}

absl::Status UciPlayer::Start() {
  auto process = StartUci(set_up_);
  absl::Status status = process.status();
  if (status.ok()) {
    status = SearchUci(**process, "position startpos", {.movetime = kWarmUp}).status();
  }
  if (!status.ok()) {
    const std::string message =
        StrCat("cannot use `", set_up_.command, "`: ", std::string(status.message()));
    return has_worked_ ? absl::UnavailableError(message) : absl::FailedPreconditionError(message);
  }
  process_ = *std::move(process);
  has_worked_ = true;
  return absl::OkStatus();
}

absl::Status UciPlayer::NewGame(uint64_t /*seed*/) {
  if (process_ == nullptr) {
    if (absl::Status status = Start(); !status.ok()) return status;
  }
  absl::Status status = process_->Send("ucinewgame");
  if (status.ok()) status = WaitUntilReady(*process_);
  if (!status.ok()) process_ = nullptr;
  return status;
}

absl::StatusOr<Choice> UciPlayer::Choose(const Situation& situation) {
  std::string position = StrCat("position fen ", situation.start_fen);
  if (!situation.actions.empty()) position += " moves";
  for (const std::string& action : situation.actions) StrAppend(&position, " ", action);
  auto result = SearchUci(*process_, position, set_up_.limits, situation.clocks);
  if (!result.ok()) {
    process_ = nullptr;
    return result.status();
  }
  return Choice{std::move(result->best), result->depth, result->nodes};
}

}  // namespace arbiter::match
