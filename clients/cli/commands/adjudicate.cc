#include <iostream>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/state_text.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

class AdjudicateCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command
        .Add("--event", &event_,
             "Adjudicate as if this control action were made, e.g. \"claim draw\"")
        .Type("ACTION");
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    v1::AdjudicateRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    request.set_event(event_);
    answer_.Fill(&request);
    request.set_board(!session.json());
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::AdjudicateResponse>(request));
    if (session.json()) return PrintJson(response);
    ARBITER_ASSIGN_OR_RETURN(const auto players,
                             FetchPlayers(request.position().variant(), answer_, session));
    std::cout << AdjudicatedStateText(response.state(), players);
    if (!response.adjudication().history_known()) {
      std::cout << (response.state().has_chpok()
                        ? "The points before the FEN are unknown, so claims cannot be judged.\n"
                        : "The history before the FEN is unknown, so repetitions cannot be "
                          "judged.\n");
    }
    return absl::OkStatus();
  }

 private:
  PositionArguments position_;
  std::string event_;
  AnswerArguments answer_;
};

}  // namespace

void AddAdjudicateCommand(CommandParser app, Action* action) {
  AddCommand<AdjudicateCommand>(
      app, "adjudicate", "Say who has won and why, and what may be claimed",
      "  arbiter adjudicate makruk --record makruk.txt\n"
      "  arbiter adjudicate chak --fen 'k8/4D4/9/9/9/9/9/9/9 b - - 0 1'\n"
      "  arbiter adjudicate chak --moves \"e3e4 e7e6\" --event white:timeout\n"
      "  arbiter adjudicate chpok --record chpok.txt --event opponent:resign",
      action);
}

}  // namespace arbiter::cli
