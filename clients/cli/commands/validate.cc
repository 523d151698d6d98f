#include <iostream>

#include "clients/cli/answer_arguments.h"
#include "clients/cli/command.h"
#include "clients/cli/enum_words.h"
#include "clients/cli/game_arguments.h"
#include "clients/cli/players.h"
#include "clients/cli/position_arguments.h"
#include "clients/cli/state_text.h"

namespace arbiter::cli {
namespace {

void PrintVerdict(const v1::ValidateGameResponse& response, const Players& players) {
  if (response.verdict() == v1::ValidateGameResponse::VERDICT_LEGAL) {
    std::cout << "Legal     " << response.actions_applied() << " actions\n";
  } else {
    const v1::IllegalAction& illegal = response.first_illegal();
    std::cout << "Illegal   action " << illegal.index() << " (from 0), " << illegal.action() << ": "
              << illegal.reason() << ": " << illegal.message() << '\n'
              << "Last FEN  " << illegal.last_good_fen() << '\n';
  }
  if (response.draws_checked() > 0) {
    std::cout << "Draws     " << response.draws_checked() << " confirmed by the seed\n";
  }
  std::cout << AdjudicationText(response.adjudication(), players);
}

class ValidateCommand {
 public:
  void AddTo(CLI::App* command) {
    game_.AddTo(command);
    record_.AddTo(command);
    AddEnumOption(command, "--result", &claimed_result_, "The result to be checked");
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    v1::ValidateGameRequest request;
    const absl::Status status = game_.Fill(&request);
    if (!status.ok()) return status;
    const absl::StatusOr<v1::Record> record = record_.Record();
    if (!record.ok()) return record.status();
    *request.mutable_record() = *record;
    request.set_claimed_result(claimed_result_);
    answer_.Fill(&request);
    const auto response = session.Call<v1::ValidateGameResponse>(request);
    if (!response.ok()) return response.status();
    const absl::Status printed = Print(*response, session);
    return printed.ok() ? Judge(*response) : printed;
  }

 private:
  absl::Status Print(const v1::ValidateGameResponse& response, Session& session) const {
    if (session.json()) return PrintJson(response);
    const absl::StatusOr<Players> players = PlayersOf(game_.variant(), answer_, session);
    if (players.ok()) PrintVerdict(response, *players);
    return players.status();
  }

  absl::Status Judge(const v1::ValidateGameResponse& response) const {
    if (response.verdict() != v1::ValidateGameResponse::VERDICT_LEGAL) {
      return absl::FailedPreconditionError("the game is illegal");
    }
    if (claimed_result_ != v1::RESULT_UNSPECIFIED && !response.claimed_result_fits()) {
      return absl::FailedPreconditionError("the claimed result is not the result by the rules");
    }
    return absl::OkStatus();
  }

  GameArguments game_;
  RecordArguments record_;
  v1::Result claimed_result_ = v1::RESULT_UNSPECIFIED;
  AnswerArguments answer_;
};

}  // namespace

void AddValidateCommand(CLI::App& app, Action* action) {
  AddCommand<ValidateCommand>(app, "validate", "Check a whole game and its claimed result",
                              "  arbiter validate makruk --record makruk.txt --result white-wins",
                              action);
}

}  // namespace arbiter::cli
