#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/progress.h"
#include "core/base/status_macros.h"
#include "service/limits.h"

namespace arbiter::cli {
namespace {

// The maximum number of distinct outcomes of a move in a perft.
constexpr uint32_t kMaxOutcomes = 100'000;

// Returns the positions to which a move can lead; empty if there are too many.
absl::StatusOr<std::vector<v1::Position>> PositionsAfter(const v1::Position& position,
                                                         const v1::Move& move, Session& session) {
  std::vector<v1::Position> after;
  if (!move.random()) {
    v1::ApplyMovesRequest request;
    *request.mutable_position() = position;
    request.add_actions(move.text());
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ApplyMovesResponse>(request));
    after.push_back(PositionOf(position.variant(), response.state()));
    return after;
  }
  v1::EnumerateOutcomesRequest request;
  *request.mutable_position() = position;
  request.set_action(move.text());
  request.set_max_outcomes(kMaxOutcomes);
  ARBITER_ASSIGN_OR_RETURN(const auto response,
                           session.Call<v1::EnumerateOutcomesResponse>(request));
  if (response.truncated()) return after;
  for (const v1::ActionOutcome& outcome : response.outcomes()) {
    after.push_back(PositionOf(position.variant(), outcome.state()));
  }
  return after;
}

// Computes the answer of Perft with requests for each legal move, so that progress can be shown.
absl::StatusOr<v1::PerftResponse> PerftByMove(const v1::PerftRequest& request, Session& session) {
  v1::LegalMovesRequest legal;
  *legal.mutable_position() = request.position();
  legal.set_detail(v1::DETAIL_FULL);
  const auto moves = session.Call<v1::LegalMovesResponse>(legal);
  const auto max_depth = static_cast<uint32_t>(Limits().max_perft_depth);
  if (!moves.ok() || moves->moves().empty() || request.depth() < 2 || request.depth() > max_depth) {
    return session.Call<v1::PerftResponse>(request);
  }

  Progress progress(true, "moves", static_cast<uint64_t>(moves->moves_size()));
  v1::PerftResponse sum;
  for (int index = 0; index < moves->moves_size(); ++index) {
    const v1::Move& move = moves->moves(index);
    const auto positions = PositionsAfter(request.position(), move, session);
    if (!positions.ok() || positions->empty()) return session.Call<v1::PerftResponse>(request);
    uint64_t nodes = 0;
    for (const v1::Position& position : *positions) {
      v1::PerftRequest child = request;
      *child.mutable_position() = position;
      child.set_depth(request.depth() - 1);
      child.set_divide(false);
      ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::PerftResponse>(child));
      nodes += response.nodes();
    }
    sum.set_nodes(sum.nodes() + nodes);
    if (request.divide()) {
      v1::PerftChild* divided = sum.add_divided();
      divided->set_text(move.text());
      divided->set_nodes(nodes);
    }
    progress.Set(static_cast<uint64_t>(index) + 1);
  }
  std::sort(sum.mutable_divided()->begin(), sum.mutable_divided()->end(),
            [](const v1::PerftChild& one, const v1::PerftChild& other) {
              return one.text() < other.text();
            });
  return sum;
}

class PerftCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command.Add("depth,--depth", &depth_, "Count the leaves at a depth of N plies")
        .Type("N")
        .Required();
    command.AddFlag("--divide", &divide_, "Include the count below each legal move");
  }

  absl::Status Run(Session& session) const {
    v1::PerftRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    request.set_depth(depth_);
    request.set_divide(divide_);
    // A server receives one request, because its limits apply to the whole tree.
    ARBITER_ASSIGN_OR_RETURN(const auto response,
                             session.display().progress && !session.backend().is_remote()
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

void AddPerftCommand(CommandParser app, Action* action) {
  AddCommand<PerftCommand>(app, "perft", "Count the leaves of the tree of legal moves",
                           "  arbiter perft makruk --depth 4 --divide\n"
                           "  arbiter perft chak --moves \"e3e4 e7e6\" --depth 3 --json",
                           action);
}

}  // namespace arbiter::cli
