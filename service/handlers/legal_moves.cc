#include <span>
#include <utility>

#include "core/game/seen.h"
#include "service/handlers.h"
#include "service/wire.h"
#include "service/wire_writer.h"

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

// Where the lists of an answer go: into a message, …
class MessageSink {
 public:
  explicit MessageSink(v1::LegalMovesResponse* response) : response_(*response) {}

  void AddTexts(std::span<const PackedText> texts) {
    for (const PackedText text : texts) response_.add_texts(text.bytes().data(), text.size());
  }
  void AddMove(MoveInfo move) { WriteMove(std::move(move), response_.add_moves()); }
  void AddControl(std::string_view action, v1::Color actor, v1::Bidder bidder) {
    v1::Control* control = response_.add_controls();
    control->set_action(action.data(), action.size());
    control->set_actor(actor);
    control->set_bidder(bidder);
  }
  void AddBid(const BidTemplate& bid) { WriteBid(bid, response_.add_bids()); }

 private:
  v1::LegalMovesResponse& response_;
};

// … or straight into its bytes.
class WireSink {
 public:
  explicit WireSink(std::string* bytes) : writer_(bytes) {}

  void AddTexts(std::span<const PackedText> texts) {
    writer_.Texts(v1::LegalMovesResponse::kTextsFieldNumber, texts);
  }
  void AddMove(MoveInfo move) {
    v1::Move message;
    WriteMove(std::move(move), &message);
    writer_.Bytes(v1::LegalMovesResponse::kMovesFieldNumber, message.SerializeAsString());
  }
  void AddControl(std::string_view action, v1::Color actor, v1::Bidder bidder) {
    static_assert(v1::Control::kActionFieldNumber == 1);
    const bool bids = bidder != v1::BIDDER_UNSPECIFIED;
    writer_.TextAndNumber(v1::LegalMovesResponse::kControlsFieldNumber, action,
                          bids ? v1::Control::kBidderFieldNumber : v1::Control::kActorFieldNumber,
                          bids ? static_cast<uint64_t>(bidder) : static_cast<uint64_t>(actor));
  }
  void AddBid(const BidTemplate& bid) {
    v1::BidTemplate message;
    WriteBid(bid, &message);
    writer_.Bytes(v1::LegalMovesResponse::kBidsFieldNumber, message.SerializeAsString());
  }

 private:
  WireWriter writer_;
};

template <typename Sink>
absl::Status ListMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                       Sink sink) {
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
    for (MoveInfo& move : *moves) sink.AddMove(std::move(move));
  } else {
    absl::Status status = game->VisitLegalTexts(
        request.from(), [&sink](std::span<const PackedText> texts) { sink.AddTexts(texts); });
    if (!status.ok()) return status;
  }
  const bool bidding = game->phase() == Phase::kBidding;
  for (const ControlInfo& control : game->Controls()) {
    sink.AddControl(control.action, bidding ? v1::COLOR_UNSPECIFIED : ToWire(control.actor),
                    bidding ? ToBidder(control.actor) : v1::BIDDER_UNSPECIFIED);
  }
  for (const BidTemplate& bid : game->Bids()) sink.AddBid(bid);
  return absl::OkStatus();
}

}  // namespace

absl::Status LegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                        v1::LegalMovesResponse* response) {
  return ListMoves(context, request, MessageSink(response));
}

absl::Status EncodeLegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                              std::string* bytes) {
  return ListMoves(context, request, WireSink(bytes));
}

}  // namespace arbiter
