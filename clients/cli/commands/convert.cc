#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/action_list.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

class ConvertCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command.Add("moves", &moves_, "Convert these moves").Type("MOVES").Required();
    AddEnumOption(command, "--from", &from_, "Read moves in this notation (default: any)");
    AddEnumOption(command, "--to", &to_, "Write moves in this notation (default: action)");
    command.AddFlag("--points", &points_,
                    "Add the points that each Chpok move scores to SAN and LAN, e.g. Nf5 [+1]");
  }

  absl::Status Run(Session& session) const {
    v1::ConvertMovesRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    for (const std::string& argument : moves_) {
      for (std::string& move : SplitActions(argument)) request.add_texts(std::move(move));
    }
    request.set_from(from_);
    request.set_to(to_);
    request.set_points(points_);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ConvertMovesResponse>(request));
    if (session.json()) return PrintJson(response);
    std::cout << JoinActions({response.texts().begin(), response.texts().end()}) << '\n';
    return absl::OkStatus();
  }

 private:
  PositionArguments position_;
  std::vector<std::string> moves_;
  v1::Notation from_ = v1::NOTATION_ANY;
  v1::Notation to_ = v1::NOTATION_ACTION;
  bool points_ = false;
};

}  // namespace

void AddConvertCommand(CommandParser app, Action* action) {
  AddCommand<ConvertCommand>(app, "convert", "Convert a line of moves to another notation",
                             "  arbiter convert makruk --from san --to action \"e4 e5 Nd2\"\n"
                             "  arbiter convert makruk --from action --to thai-san e3e4 e6e5\n"
                             "  arbiter convert chpok --option skip_bidding=true --from action "
                             "--to san --points e2e4 b8c6 e4e5",
                             action);
}

}  // namespace arbiter::cli
