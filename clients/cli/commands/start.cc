#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

class StartCommand {
 public:
  void AddTo(CommandParser command) {
    game_.AddTo(command);
    randomness_.AddTo(command);
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    v1::StartGameRequest request;
    ARBITER_RETURN_IF_ERROR(game_.Fill(&request));
    answer_.Fill(&request);
    request.set_board(!session.json());
    ARBITER_RETURN_IF_ERROR(randomness_.Fill(&request));
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::StartGameResponse>(request));
    if (session.json()) return PrintJson(response);
    PrintSeed(response.seed(), response.commitment());
    // Nothing is hidden at the start.
    return PrintState(PositionOf(game_.variant(), response.state()), response.state(), "", answer_,
                      session);
  }

 private:
  GameArguments game_;
  RandomnessArguments randomness_;
  AnswerArguments answer_;
};

}  // namespace

void AddStartCommand(CommandParser app, Action* action) {
  AddCommand<StartCommand>(app, "start", "Show the initial state of a new game",
                           "  arbiter start makruk --option counting=manual --option clock=300+3\n"
                           "  arbiter start chpok --option chips=5 --option track_clocks=true\n"
                           "  arbiter start chpok --option skip_bidding=true --option "
                           "features=width=10,undo=2,hill",
                           action);
}

}  // namespace arbiter::cli
