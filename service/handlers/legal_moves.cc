#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/status_macros.h"
#include "core/game/registry.h"
#include "service/convert/read.h"
#include "service/convert/variant_messages.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/encode.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

void WriteMove(MoveInfo move, v1::Move* answer) {
  answer->set_text(std::move(move.text));
  answer->set_san(std::move(move.san));
  answer->set_from(std::string(move.from));
  answer->set_to(std::string(move.to));
  if (move.piece != 0) answer->set_piece(std::string(1, move.piece));
  if (move.captured != 0) answer->set_captured(std::string(1, move.captured));
  if (move.promotion != 0) answer->set_promotion(std::string(1, move.promotion));
  answer->set_kind(static_cast<v1::Move::Kind>(move.kind));
  answer->set_gives_check(move.gives_check);
  answer->set_random(move.random);
}

// Writes the fields of a LegalMovesResponse in the wire format.
class ResponseWriter {
 public:
  explicit ResponseWriter(WireWriter* answer) : answer_(*answer) {}

  void AddTexts(std::span<const PackedText> texts) {
    answer_.Texts(v1::LegalMovesResponse::kTextsFieldNumber, texts);
  }
  void AddMove(MoveInfo move) {
    v1::Move message;
    WriteMove(std::move(move), &message);
    answer_.Bytes(v1::LegalMovesResponse::kMovesFieldNumber, message.SerializeAsString());
  }
  // Adds the controls of a game. `bidding` says whether the players have no colours yet.
  void AddControls(std::span<const ControlInfo> controls, bool bidding) {
    static_assert(v1::Control::kActionFieldNumber == 1);
    const int player = bidding ? v1::Control::kBidderFieldNumber : v1::Control::kActorFieldNumber;
    for (const auto& [action, actor] : controls) {
      const int number = bidding ? int{ToBidder(actor)} : int{ToWire(actor)};
      answer_.TextAndNumber(v1::LegalMovesResponse::kControlsFieldNumber, action, player,
                            static_cast<uint64_t>(number));
    }
  }
  void AddBid(const v1::BidTemplate& bid) {
    answer_.Bytes(v1::LegalMovesResponse::kBidsFieldNumber, bid.SerializeAsString());
  }

 private:
  WireWriter& answer_;
};

// Writes the fields of the response to a request for the moves from a square, or for all moves if
// `from` is empty.
absl::Status WriteResponse(const Game& game, std::string_view from, v1::Detail detail,
                           WireWriter* answer) {
  ResponseWriter response(answer);
  if (detail == v1::DETAIL_FULL) {
    ARBITER_ASSIGN_OR_RETURN(std::vector<MoveInfo> moves, game.LegalMoves(from));
    for (MoveInfo& move : moves) response.AddMove(std::move(move));
  } else {
    ARBITER_RETURN_IF_ERROR(game.VisitLegalTexts(
        from, [&response](std::span<const PackedText> texts) { response.AddTexts(texts); }));
  }
  const bool bidding = game.phase() == Phase::kBidding;
  response.AddControls(game.Controls(), bidding);
  for (const v1::BidTemplate& bid : BidsOf(game)) response.AddBid(bid);
  return absl::OkStatus();
}

}  // namespace

absl::Status EncodeLegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                              WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"},
                                      {v1::Detail_IsValid(request.detail()), "detail"}}));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame viewed, ReadPosition(context, request));
  return WriteResponse(viewed.shown(), request.from(), request.detail(), answer);
}

bool EncodeLegalTexts(std::string_view variant, std::string_view fen, WireWriter* answer) {
  const absl::StatusOr<const Variant*> found = FindVariant(variant);
  if (!found.ok()) return false;
  absl::StatusOr<std::unique_ptr<Game>> game =
      (*found)->FromFen(fen, OptionMap(), /*history_is_complete=*/false);
  if (!game.ok()) return false;
  const ViewedGame viewed(*std::move(game), Viewer::kAll);
  return WriteResponse(viewed.shown(), /*from=*/"", v1::DETAIL_TEXT, answer).ok();
}

absl::Status LegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                        v1::LegalMovesResponse* response) {
  return AnswerWithMessage(&EncodeLegalMoves, context, request, response);
}

}  // namespace arbiter
