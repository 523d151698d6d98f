#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "clients/cli/analysis_table.h"
#include "clients/cli/answer_arguments.h"
#include "clients/cli/command.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/position_arguments.h"
#include "clients/cli/record_text.h"
#include "clients/cli/search_arguments.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {
namespace {

constexpr uint32_t kAnalysisMovetimeMs = 1000;

// Commas separate too, unless semicolons do: an action may have commas.
std::vector<std::string> SplitMoves(const std::string& list) {
  return SplitActions(absl::StrContains(list, ';') ? list
                                                   : absl::StrReplaceAll(list, {{",", " "}}));
}

class AnalyzeCommand {
 public:
  void AddTo(CLI::App* command) {
    position_.AddTo(command);
    search_.AddTo(command, "", kAnalysisMovetimeMs);
    search_.AddInfinite(command);
    search_.AddHash(command);
    command->add_option("--multi-pv", multi_pv_, "The best so many moves, 1 to 64")->type_name("N");
    command
        ->add_option("--search-moves", search_moves_,
                     "Only these moves: e3e4,d3d4, or with semicolons where one has blanks")
        ->type_name("LIST");
    answer_.AddLocale(command);
    answer_.AddViewer(command);
  }

  absl::Status Run(Session& session) const {
    v1::AnalyzeRequest request;
    ARBITER_RETURN_IF_ERROR(position_.Fill(&request));
    search_.Fill(&request);
    request.set_multi_pv(multi_pv_);
    for (std::string& move : SplitMoves(search_moves_)) request.add_search_moves(std::move(move));
    answer_.Fill(&request);
    return session.json() ? AnswerJson(request, session) : AnswerTable(request, session);
  }

 private:
  static absl::Status Analyze(const v1::AnalyzeRequest& request, Session& session,
                              const Analyst::Sink& sink) {
    StopToken stop;
    const InterruptStops interrupt(&stop);
    return session.backend().MakeAnalyst()->Analyze(request, stop, sink);
  }

  static absl::Status AnswerJson(const v1::AnalyzeRequest& request, Session& session) {
    absl::Status printed;
    const absl::Status status = Analyze(request, session, [&](const v1::AnalyzeResponse& response) {
      printed.Update(PrintJson(response));
      std::cout.flush();
    });
    return status.ok() ? printed : status;
  }

  absl::Status AnswerTable(const v1::AnalyzeRequest& request, Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(const Players players,
                             PlayersOf(request.position().variant(), answer_, session));
    AnalysisTable table;
    return Analyze(request, session,
                   [&](const v1::AnalyzeResponse& response) { table.Add(response, players); });
  }

  PositionArguments position_;
  SearchArguments search_;
  uint32_t multi_pv_ = 1;
  std::string search_moves_;
  AnswerArguments answer_;
};

}  // namespace

void AddAnalyzeCommand(CLI::App& app, Action* action) {
  AddCommand<AnalyzeCommand>(
      app, "analyze", "Search for the best move",
      "  arbiter analyze makruk --moves \"e3e4 e6e5\" --depth 12\n"
      "  arbiter analyze chak --movetime 700 --multi-pv 3 --json\n"
      "  arbiter analyze chakart --infinite --threads 2 --hash 64\n"
      "  arbiter analyze chpok --search-moves \"match time; raise white +1\" --moves "
      "\"raise time +2 5+3;\"\n\n"
      "Scores are from the side to move: +0.34 pawns, #3 for a win in 3 moves, +12 points.",
      action);
}

}  // namespace arbiter::cli
