#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/action_list.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

class OutcomesCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command.Add("action", &action_, "List the outcomes of this action").Type("ACTION").Required();
    command.Add("--max-outcomes", &max_outcomes_, "List at most N outcomes (default: 10,000)")
        .Type("N");
    command.AddFlag("--separate-paths", &separate_paths_,
                    "Do not merge equal states that are reached in several ways");
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    v1::EnumerateOutcomesRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    const std::vector<std::string> actions = SplitActions(action_);
    if (actions.size() != 1) return UsageError("outcomes takes one action; --moves makes others");
    ARBITER_ASSIGN_OR_RETURN(*request.mutable_action(),
                             ReadMove(request.position(), actions[0], session));
    request.set_max_outcomes(max_outcomes_);
    request.set_separate_paths(separate_paths_);
    answer_.Fill(&request);
    ARBITER_ASSIGN_OR_RETURN(const auto response,
                             session.Call<v1::EnumerateOutcomesResponse>(request));
    if (session.json()) return PrintJson(response);
    int width = 0;
    for (const v1::ActionOutcome& outcome : response.outcomes()) {
      width = std::max(width, static_cast<int>(outcome.text().size()));
    }
    for (const v1::ActionOutcome& outcome : response.outcomes()) {
      const std::string probability = StrCat(outcome.numerator(), "/", outcome.denominator());
      std::cout << absl::StreamFormat("%-8s %-*s %s\n", probability, width, outcome.text(),
                                      outcome.state().fen());
    }
    if (response.truncated()) {
      std::cout << absl::StreamFormat("not listed: outcomes with a total probability of %g\n",
                                      response.missing_mass());
    }
    return absl::OkStatus();
  }

 private:
  PositionArguments position_;
  std::string action_;
  uint32_t max_outcomes_ = 0;
  bool separate_paths_ = false;
  AnswerArguments answer_;
};

}  // namespace

void AddOutcomesCommand(CommandParser app, Action* action) {
  AddCommand<OutcomesCommand>(app, "outcomes", "List every possible outcome of an action",
                              "  arbiter outcomes chakart h1g1 --moves \"g1f3 e7e5\"\n"
                              "  arbiter outcomes chpok \"match time\" --moves \"raise time +2 "
                              "5+3;\"",
                              action);
}

}  // namespace arbiter::cli
