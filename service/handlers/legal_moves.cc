#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/status_macros.h"
#include "core/game/registry.h"
#include "service/convert/read.h"
#include "service/convert/variant_messages.h"
#include "service/convert/wire_reader.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

void WriteMove(const MoveInfo& move, WireWriter* answer) {
  using Field = v1::Move;
  const size_t begin = answer->BeginShort(v1::LegalMovesResponse::kMovesFieldNumber);
  answer->Text(Field::kTextFieldNumber, move.text);
  answer->Text(Field::kSanFieldNumber, move.san);
  answer->Text(Field::kFromFieldNumber, move.from);
  answer->Text(Field::kToFieldNumber, move.to);
  answer->Character(Field::kPieceFieldNumber, move.piece);
  answer->Character(Field::kCapturedFieldNumber, move.captured);
  answer->Character(Field::kPromotionFieldNumber, move.promotion);
  answer->Number(Field::kKindFieldNumber, static_cast<uint64_t>(move.kind));
  answer->Number(Field::kGivesCheckFieldNumber, move.gives_check);
  answer->Number(Field::kRandomFieldNumber, move.random);
  answer->EndShort(begin);
}

// Writes the moves from a square, or all moves if `from` is empty.
absl::Status WriteMoves(const Game& game, std::string_view from, v1::Detail detail,
                        WireWriter* answer) {
  if (detail == v1::DETAIL_FULL) {
    ARBITER_ASSIGN_OR_RETURN(const std::vector<MoveInfo> moves, game.LegalMoves(from));
    for (const MoveInfo& move : moves) WriteMove(move, answer);
    return absl::OkStatus();
  }
  return game.VisitLegalTexts(from, [answer](std::span<const PackedText> texts) {
    answer->Texts(v1::LegalMovesResponse::kTextsFieldNumber, texts);
  });
}

void WriteControls(const Game& game, WireWriter* answer) {
  static_assert(v1::Control::kActionFieldNumber == 1);
  // The players have no colours yet while they bid.
  const bool bidding = game.phase() == Phase::kBidding;
  const int player = bidding ? v1::Control::kBidderFieldNumber : v1::Control::kActorFieldNumber;
  for (const auto& [action, actor] : game.Controls()) {
    const int number = bidding ? int{ToBidder(actor)} : int{ToWire(actor)};
    answer->TextAndNumber(v1::LegalMovesResponse::kControlsFieldNumber, action, player,
                          static_cast<uint64_t>(number));
  }
}

// Writes the fields of the response to a request for the moves from a square, or for all moves if
// `from` is empty.
absl::Status WriteResponse(const Game& game, std::string_view from, v1::Detail detail,
                           WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(WriteMoves(game, from, detail, answer));
  WriteControls(game, answer);
  for (const v1::BidTemplate& bid : BidsOf(game)) {
    answer->Message(v1::LegalMovesResponse::kBidsFieldNumber, bid);
  }
  return absl::OkStatus();
}

// A request for the action texts of a FEN.
struct FenQuery {
  std::string_view variant;
  std::string_view fen;
};

// Reads a LegalMovesRequest. Returns std::nullopt if it asks for anything else.
std::optional<FenQuery> ReadFenQuery(std::string_view wire) {
  FenQuery query;
  for (WireReader request(wire); request.Next();) {
    if (request.tag() == WireReader::NumberTag(v1::LegalMovesRequest::kDetailFieldNumber)) {
      if (request.number() != v1::DETAIL_TEXT) return std::nullopt;
      continue;
    }
    if (request.tag() != WireReader::BytesTag(v1::LegalMovesRequest::kPositionFieldNumber)) {
      return std::nullopt;
    }
    for (WireReader position(request.bytes()); position.Next();) {
      switch (position.tag()) {
        case WireReader::BytesTag(v1::Position::kVariantFieldNumber):
          query.variant = position.bytes();
          break;
        case WireReader::BytesTag(v1::Position::kFenFieldNumber):
          query.fen = position.bytes();
          break;
        default:
          return std::nullopt;
      }
    }
  }
  return query;
}

}  // namespace

absl::Status LegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                        WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"},
                                      {v1::Detail_IsValid(request.detail()), "detail"}}));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame viewed, ReadPosition(context, request));
  return WriteResponse(viewed.shown(), request.from(), request.detail(), answer);
}

bool AnswerLegalTexts(const CallContext& context, std::string_view request, WireWriter* answer) {
  const std::optional<FenQuery> query = ReadFenQuery(request);
  if (!query) return false;
  const absl::StatusOr<const Variant*> variant = FindVariant(query->variant);
  if (!variant.ok()) return false;
  absl::StatusOr<std::unique_ptr<Game>> game =
      (*variant)->FromFen(query->fen, OptionMap(), /*history_is_complete=*/false);
  if (!game.ok()) return false;
  const ViewedGame viewed(*std::move(game), Viewer::kAll);
  if (!WriteResponse(viewed.shown(), /*from=*/"", v1::DETAIL_TEXT, answer).ok()) return false;
  if (context.observer != nullptr) context.observer->OnRequest(query->variant);
  return true;
}

}  // namespace arbiter
