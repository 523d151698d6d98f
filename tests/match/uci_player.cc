#include "tests/match/uci_player.h"

#include <chrono>
#include <sstream>

#include "core/rules/strings.h"

namespace arbiter::match {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = UciProcess::Clock;

constexpr seconds kStartPatience(60);
// What an engine may take beyond its time before it loses.
constexpr seconds kOvertime(30);
constexpr seconds kUntimedPatience(600);
// The first seconds of an engine that compiles itself while it runs say little.
constexpr milliseconds kWarmUp(3'000);

std::string GoCommand(const SearchLimits& limits) {
  std::string go = "go";
  if (limits.depth > 0) StrAppend(&go, " depth ", limits.depth);
  if (limits.nodes > 0) StrAppend(&go, " nodes ", limits.nodes);
  if (limits.movetime.count() > 0) StrAppend(&go, " movetime ", limits.movetime.count());
  return go;
}

void ReadInfo(const std::string& line, UciAnswer* answer) {
  std::istringstream words(line);
  for (std::string word; words >> word && word != "pv" && word != "string";) {
    if (word == "depth") words >> answer->depth;
    if (word == "nodes") words >> answer->nodes;
  }
}

}  // namespace

absl::Status WaitUntilReady(UciProcess& process) {
  if (absl::Status status = process.Send("isready"); !status.ok()) return status;
  return process.ReadUntil("readyok", Clock::now() + kStartPatience).status();
}

absl::StatusOr<std::unique_ptr<UciProcess>> StartUci(const UciSetUp& set_up) {
  auto process = UciProcess::Start(set_up.command);
  if (!process.ok()) return process;
  UciProcess& engine = **process;
  absl::Status status = engine.Send("uci");
  if (status.ok()) status = engine.ReadUntil("uciok", Clock::now() + kStartPatience).status();
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

absl::StatusOr<UciAnswer> SearchUci(UciProcess& process, const std::string& position,
                                    const SearchLimits& limits) {
  const bool timed = limits.movetime.count() > 0;
  const auto deadline =
      Clock::now() + (timed ? limits.movetime + kOvertime : milliseconds(kUntimedPatience));
  absl::Status status = process.Send(position);
  if (status.ok()) status = process.Send(GoCommand(limits));
  if (!status.ok()) return status;
  UciAnswer answer;
  for (;;) {
    const auto line = process.ReadLine(deadline);
    if (!line.ok()) return line.status();
    if (line->starts_with("info ")) ReadInfo(*line, &answer);
    if (!line->starts_with("bestmove ")) continue;
    std::istringstream(line->substr(line->find(' '))) >> answer.best;
    return answer;
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
  auto answer = SearchUci(*process_, position, set_up_.limits);
  if (!answer.ok()) {
    process_ = nullptr;
    return answer.status();
  }
  return Choice{std::move(answer->best), answer->depth, answer->nodes};
}

}  // namespace arbiter::match
