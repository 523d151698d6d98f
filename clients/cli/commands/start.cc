#include "clients/cli/answer_arguments.h"
#include "clients/cli/board.h"
#include "clients/cli/command.h"
#include "clients/cli/game_arguments.h"
#include "clients/cli/randomness_arguments.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {
namespace {

class StartCommand {
 public:
  void AddTo(CLI::App* command) {
    game_.AddTo(command);
    randomness_.AddTo(command);
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    v1::StartGameRequest request;
    absl::Status status = game_.Fill(&request);
    if (!status.ok()) return status;
    answer_.Fill(&request);
    status = randomness_.Fill(&request);
    if (!status.ok()) return status;
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

void AddStartCommand(CLI::App& app, Action* action) {
  AddCommand<StartCommand>(app, "start", "Show the first state of a new game",
                           "  arbiter start makruk --option counting=manual\n"
                           "  arbiter start chpok --option chips=5 --option track_clocks=true\n"
                           "  arbiter start chpok --option skip_bidding=true --option "
                           "features=width=10,undo=2,hill",
                           action);
}

}  // namespace arbiter::cli
