#include "clients/cli/perft_by_move.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "clients/cli/board.h"
#include "clients/cli/progress.h"
#include "core/rules/status_macros.h"
#include "service/handlers/limits.h"

namespace arbiter::cli {
namespace {

// The outcomes that a perft counts are distinct, and at most so many a move.
constexpr uint32_t kMostOutcomes = 100'000;

// Where a move can lead; nothing where that is too much to count.
absl::StatusOr<std::vector<v1::Position>> After(const v1::Position& position, const v1::Move& move,
                                                Session& session) {
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
  request.set_max_outcomes(kMostOutcomes);
  ARBITER_ASSIGN_OR_RETURN(const auto response,
                           session.Call<v1::EnumerateOutcomesResponse>(request));
  if (response.truncated()) return after;
  for (const v1::ActionOutcome& outcome : response.outcomes()) {
    after.push_back(PositionOf(position.variant(), outcome.state()));
  }
  return after;
}

}  // namespace

absl::StatusOr<v1::PerftResponse> PerftByMove(const v1::PerftRequest& request, Session& session) {
  v1::LegalMovesRequest legal;
  *legal.mutable_position() = request.position();
  legal.set_detail(v1::DETAIL_FULL);
  const auto moves = session.Call<v1::LegalMovesResponse>(legal);
  const auto deepest = static_cast<uint32_t>(Limits().max_perft_depth);
  if (!moves.ok() || moves->moves().empty() || request.depth() < 2 || request.depth() > deepest) {
    return session.Call<v1::PerftResponse>(request);
  }

  Progress progress(true, "moves", static_cast<uint64_t>(moves->moves_size()));
  v1::PerftResponse sum;
  for (int index = 0; index < moves->moves_size(); ++index) {
    const v1::Move& move = moves->moves(index);
    const auto positions = After(request.position(), move, session);
    if (!positions.ok() || positions->empty()) return session.Call<v1::PerftResponse>(request);
    uint64_t below = 0;
    for (const v1::Position& position : *positions) {
      v1::PerftRequest child = request;
      *child.mutable_position() = position;
      child.set_depth(request.depth() - 1);
      child.set_divide(false);
      ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::PerftResponse>(child));
      below += response.nodes();
    }
    sum.set_nodes(sum.nodes() + below);
    if (request.divide()) {
      v1::PerftChild* divided = sum.add_divided();
      divided->set_text(move.text());
      divided->set_nodes(below);
    }
    progress.Set(static_cast<uint64_t>(index) + 1);
  }
  std::sort(sum.mutable_divided()->begin(), sum.mutable_divided()->end(),
            [](const v1::PerftChild& one, const v1::PerftChild& other) {
              return one.text() < other.text();
            });
  return sum;
}

}  // namespace arbiter::cli
