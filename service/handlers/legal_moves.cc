#include "service/handlers/legal_moves.h"

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

absl::Status WriteMovesInAdvance(const Game& game, const LegalMovesQuery& query,
                                 WireWriter* answer) {
  ARBITER_ASSIGN_OR_RETURN(const std::vector<MoveInfo> moves, game.MovesInAdvance(query.from));
  for (const MoveInfo& move : moves) {
    if (query.detail == v1::DETAIL_FULL) {
      WriteMove(move, answer);
    } else {
      answer->Bytes(v1::LegalMovesResponse::kTextsFieldNumber, move.text);
    }
  }
  return absl::OkStatus();
}

absl::Status WriteMoves(const Game& game, const LegalMovesQuery& query, WireWriter* answer) {
  const bool is_bidding = game.phase() == Phase::kBidding;
  if (query.side && (is_bidding || query.side != game.turn())) {
    return WriteMovesInAdvance(game, query, answer);
  }
  if (query.detail == v1::DETAIL_FULL) {
    ARBITER_ASSIGN_OR_RETURN(const std::vector<MoveInfo> moves, game.LegalMoves(query.from));
    for (const MoveInfo& move : moves) WriteMove(move, answer);
    return absl::OkStatus();
  }
  return game.VisitLegalTexts(query.from, [answer](std::span<const PackedText> texts) {
    answer->Texts(v1::LegalMovesResponse::kTextsFieldNumber, texts);
  });
}

// Writes the control actions that are open to `player`, or to both players.
void WriteControls(const Game& game, std::optional<Color> only, WireWriter* answer) {
  static_assert(v1::Control::kActionFieldNumber == 1);
  // The players have no colours yet while they bid.
  const bool bidding = game.phase() == Phase::kBidding;
  const int player = bidding ? v1::Control::kBidderFieldNumber : v1::Control::kActorFieldNumber;
  for (const auto& [action, actor] : game.Controls()) {
    if (only.value_or(actor) != actor) continue;
    const int number = bidding ? int{ToBidder(actor)} : int{ToWire(actor)};
    answer->TextAndNumber(v1::LegalMovesResponse::kControlsFieldNumber, action, player,
                          static_cast<uint64_t>(number));
  }
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

absl::Status WriteLegalMoves(const Game& game, const LegalMovesQuery& query, WireWriter* answer) {
  const bool is_players_turn = query.player.value_or(game.turn()) == game.turn();
  if (is_players_turn) {
    ARBITER_RETURN_IF_ERROR(WriteMoves(game, query, answer));
  }
  WriteControls(game, query.player, answer);
  if (!is_players_turn) return absl::OkStatus();
  for (const v1::BidTemplate& bid : BidsOf(game)) {
    answer->Message(v1::LegalMovesResponse::kBidsFieldNumber, bid);
  }
  return absl::OkStatus();
}

absl::Status LegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                        WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"},
                                      {v1::Detail_IsValid(request.detail()), "detail"},
                                      {v1::Color_IsValid(request.side()), "side"}}));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame viewed, ReadPosition(context, request));
  return WriteLegalMoves(
      viewed.shown(),
      {.from = request.from(), .detail = request.detail(), .side = ReadColor(request.side())},
      answer);
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
  if (!WriteLegalMoves(viewed.shown(), {}, answer).ok()) return false;
  if (context.observer != nullptr) context.observer->OnRequest(query->variant);
  return true;
}

}  // namespace arbiter
