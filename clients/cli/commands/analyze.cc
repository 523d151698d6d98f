#include <algorithm>
#include <atomic>
#include <csignal>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/action_list.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/state_text.h"
#include "clients/cli/text/words.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

constexpr uint32_t kAnalysisMovetimeMs = 1000;

std::string BestText(const v1::BestMove& best) {
  const bool has_san = !best.san().empty() && best.san() != best.action();
  return StrCat("Best      ",
                has_san ? StrCat(best.san(), " (", best.action(), ")") : best.action(),
                best.ponder().empty() ? "" : StrCat(", expecting ", best.ponder()), "\n");
}

bool SameLines(const v1::AnalysisProgress& one, const v1::AnalysisProgress& other) {
  return std::equal(one.lines().begin(), one.lines().end(), other.lines().begin(),
                    other.lines().end(), [](const auto& left, const auto& right) {
                      return left.SerializeAsString() == right.SerializeAsString();
                    });
}

// Prints an analysis for people: a row for each depth and line while it runs, then the best move.
class AnalysisTable {
 public:
  explicit AnalysisTable(Players players) : players_(std::move(players)) {}

  // Prints the new rows, or the best move.
  void Add(const v1::AnalyzeResponse& response) {
    if (response.has_progress()) {
      latest_ = response.progress();
      if (latest_.depth() > printed_.depth()) PrintLatest();
    } else {
      if (!SameLines(latest_, printed_)) PrintLatest();
      const v1::BestMove& best = response.best_move();
      std::cout << (best.action().empty() ? AdjudicationText(best.adjudication(), players_)
                                          : BestText(best));
      if (best.stopped_by() == v1::STOPPED_BY_OTHERS_WAIT) {
        std::cout << "The service ended this analysis early because other analyses wait; run it "
                     "again to go on.\n";
      }
    }
    std::cout.flush();
  }

 private:
  void PrintLatest() {
    if (latest_.lines().empty()) return;
    if (printed_.lines().empty()) {
      std::cout << "depth       score  win %  draw %       nodes     nodes/s  line\n";
    }
    for (const v1::AnalysisLine& line : latest_.lines()) {
      const v1::Score& score = line.score();
      std::cout << absl::StreamFormat("%5d %11s  %5.1f  %6.1f %11d %11d  %s\n", latest_.depth(),
                                      ScoreText(score), score.win_probability() * 100,
                                      score.draw_probability() * 100, latest_.nodes(),
                                      latest_.nps(), absl::StrJoin(line.pv_san(), " "));
    }
    printed_ = latest_;
  }

  const Players players_;
  v1::AnalysisProgress latest_;
  // The latest progress that was printed.
  v1::AnalysisProgress printed_;
};

// The token that Ctrl-C stops. It is global because a signal handler takes no other arguments.
std::atomic<StopToken*> interrupt_token = nullptr;

void HandleInterrupt(int /*signal*/) {
  if (StopToken* stop = interrupt_token.load()) stop->Stop();
}

// While this object lives, the first Ctrl-C stops `stop`; a second one ends the program as usual.
// Only one may exist at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(StopToken* stop) {
    interrupt_token = stop;
    struct sigaction action = {};
    action.sa_handler = HandleInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, &previous_);
  }
  ~InterruptGuard() {
    sigaction(SIGINT, &previous_, nullptr);
    interrupt_token = nullptr;
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction previous_ = {};
};

class AnalyzeCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    search_.AddTo(command, "the search", kAnalysisMovetimeMs);
    search_.AddInfinite(command);
    search_.AddHash(command);
    search_.AddStrength(command);
    command.Add("--seed", &seed_, "Vary the choices of --strength").Type("TEXT");
    command.Add("--multi-pv", &multi_pv_, "Report the N best moves, 1 to 64 (default: 1)")
        .Type("N");
    command
        .Add("--search-moves", &search_moves_,
             "Search only these moves, e.g. e3e4,d3d4; separate them with semicolons if "
             "one contains a space or a comma")
        .Type("LIST");
    answer_.AddLocale(command);
    answer_.AddViewer(command);
  }

  absl::Status Run(Session& session) const {
    v1::AnalyzeRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    search_.Fill(&request);
    request.set_seed(seed_);
    request.set_multi_pv(multi_pv_);
    for (std::string& move : SplitActions(search_moves_)) request.add_search_moves(std::move(move));
    request.set_notation(v1::NOTATION_ANY);
    answer_.Fill(&request);
    return session.json() ? AnalyzeAsJson(request, session) : AnalyzeAsTable(request, session);
  }

 private:
  static absl::Status Analyze(const v1::AnalyzeRequest& request, Session& session,
                              const Analyst::Sink& sink) {
    StopToken stop;
    const InterruptGuard guard(&stop);
    return session.backend().MakeAnalyst()->Analyze(request, stop, sink);
  }

  static absl::Status AnalyzeAsJson(const v1::AnalyzeRequest& request, Session& session) {
    absl::Status printed;
    const absl::Status status = Analyze(request, session, [&](const v1::AnalyzeResponse& response) {
      printed.Update(PrintJson(response));
      std::cout.flush();
    });
    return status.ok() ? printed : status;
  }

  absl::Status AnalyzeAsTable(const v1::AnalyzeRequest& request, Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Players players,
                             FetchPlayers(request.position().variant(), answer_, session));
    AnalysisTable table(std::move(players));
    return Analyze(request, session,
                   [&](const v1::AnalyzeResponse& response) { table.Add(response); });
  }

  PositionArguments position_;
  SearchArguments search_;
  std::string seed_;
  uint32_t multi_pv_ = 1;
  std::string search_moves_;
  AnswerArguments answer_;
};

}  // namespace

void AddAnalyzeCommand(CommandParser app, Action* action) {
  AddCommand<AnalyzeCommand>(
      app, "analyze", "Search for the best move",
      "  arbiter analyze makruk --moves \"e3e4 e6e5\" --depth 12\n"
      "  arbiter analyze chak --movetime 700 --multi-pv 3 --json\n"
      "  arbiter analyze chakart --infinite --threads 2 --hash 64\n"
      "  arbiter analyze chpok --search-moves \"match time; raise white +1\" --moves "
      "\"raise time +2 5+3;\"\n\n"
      "Scores are from the side to move's point of view: +0.34 is in pawns, #3 is a win in 3\n"
      "moves, and Chpok is scored in points, such as +12 points.",
      action);
}

}  // namespace arbiter::cli
