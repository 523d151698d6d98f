#include <utility>

#include "core/game/seen.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {
namespace {

void WriteMove(MoveInfo move, v1::Move* answer) {
  answer->set_text(std::move(move.text));
  answer->set_san(std::move(move.san));
  answer->set_from(std::move(move.from));
  answer->set_to(std::move(move.to));
  if (move.piece != 0) answer->set_piece(std::string(1, move.piece));
  if (move.captured != 0) answer->set_captured(std::string(1, move.captured));
  if (move.promotion != 0) answer->set_promotion(std::string(1, move.promotion));
  answer->set_kind(static_cast<v1::Move::Kind>(move.kind));
  answer->set_gives_check(move.gives_check);
  answer->set_random(move.random);
}

}  // namespace

absl::Status LegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                        v1::LegalMovesResponse* response) {
  if (absl::Status status = CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"},
                                        {v1::Detail_IsValid(request.detail()), "detail"}});
      !status.ok()) {
    return status;
  }
  const Viewer viewer = ToCore(request.viewer());
  absl::StatusOr<std::unique_ptr<Game>> whole = ReadPosition(context, request.position(), viewer);
  if (!whole.ok()) return whole.status();
  const std::unique_ptr<Game> game = AsSeen(*std::move(whole), viewer);
  if (request.detail() == v1::DETAIL_FULL) {
    absl::StatusOr<std::vector<MoveInfo>> moves = game->LegalMoves(request.from());
    if (!moves.ok()) return moves.status();
    for (MoveInfo& move : *moves) WriteMove(std::move(move), response->add_moves());
  } else {
    absl::StatusOr<std::vector<std::string>> texts = game->LegalTexts(request.from());
    if (!texts.ok()) return texts.status();
    for (std::string& text : *texts) response->add_texts(std::move(text));
  }
  for (ControlInfo& control : game->Controls()) {
    v1::Control* answer = response->add_controls();
    answer->set_action(std::move(control.action));
    if (game->phase() == Phase::kBidding) {
      answer->set_bidder(ToBidder(control.actor));
    } else {
      answer->set_actor(ToWire(control.actor));
    }
  }
  for (const BidTemplate& bid : game->Bids()) WriteBid(bid, response->add_bids());
  return absl::OkStatus();
}

}  // namespace arbiter
