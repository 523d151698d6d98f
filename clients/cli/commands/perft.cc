#include <iostream>

#include "clients/cli/command.h"
#include "clients/cli/perft_by_move.h"
#include "clients/cli/position_arguments.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {
namespace {

class PerftCommand {
 public:
  void AddTo(CLI::App* command) {
    position_.AddTo(command);
    command->add_option("--depth", depth_, "Plies")->type_name("N")->required();
    command->add_flag("--divide", divide_, "Also the count below each legal move");
  }

  absl::Status Run(Session& session) const {
    v1::PerftRequest request;
    ARBITER_RETURN_IF_ERROR(position_.Fill(&request));
    request.set_depth(depth_);
    request.set_divide(divide_);
    // A server is asked once: its limits are for the whole tree.
    ARBITER_ASSIGN_OR_RETURN(const auto response,
                             session.display().progress && !session.backend().remote()
                                 ? PerftByMove(request, session)
                                 : session.Call<v1::PerftResponse>(request));
    if (session.json()) return PrintJson(response);
    for (const v1::PerftChild& child : response.divided()) {
      std::cout << child.text() << ": " << child.nodes() << '\n';
    }
    std::cout << response.nodes() << '\n';
    return absl::OkStatus();
  }

 private:
  PositionArguments position_;
  uint32_t depth_ = 0;
  bool divide_ = false;
};

}  // namespace

void AddPerftCommand(CLI::App& app, Action* action) {
  AddCommand<PerftCommand>(app, "perft", "Count the leaves of the tree of legal moves",
                           "  arbiter perft makruk --depth 4 --divide\n"
                           "  arbiter perft chak --moves \"e3e4 e7e6\" --depth 3 --json",
                           action);
}

}  // namespace arbiter::cli
