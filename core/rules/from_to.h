#ifndef ARBITER_CORE_RULES_FROM_TO_H_
#define ARBITER_CORE_RULES_FROM_TO_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/board.h"
#include "core/rules/error.h"
#include "core/rules/fen.h"
#include "core/rules/packed_text.h"
#include "core/rules/san.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"
#include "core/rules/threats.h"
#include "core/rules/variant_info.h"

// For variants whose moves go from one square to another, promote without a
// choice and may not leave one's own royal piece attacked. `Position` has
// `board` and `turn`; its namespace gives, found by argument-dependent lookup:
//   Targets(board, from)        where a piece may go, its king left in check or not
//   ThreatsTo(board, sq, by)    what of `by` could attack a square (core/rules/threats.h)
//   Attackers(board, sq, by)    the pieces of `by` that attack a square
//   CountTargets(board, color, movers, allowed)  how many pairs there are of one of `movers`,
//                               pieces of `color` but its royal, and an `allowed` target of it
//   RoyalOf(board, color)       the square of the one royal piece
//   PromotesAt(kind, sq, color) whether a piece of the kind promotes there
//   Promoted(kind)              what it becomes
namespace arbiter {

template <typename G>
struct FromToMove {
  Square<G> from;
  Square<G> to;
  bool promotes;
  bool operator==(const FromToMove&) const = default;
};

// The move of the player to move between two squares, with its promotion.
template <typename Position, typename Sq>
auto MoveTo(const Position& position, Sq from, Sq to) {
  using Move = typename Position::Move;
  return Move{from, to, PromotesAt(position.board.KindAt(from), to, position.turn)};
}

template <typename Board, typename Move>
void MovePiece(Board* board, Move move) {
  const auto kind = board->KindAt(move.from);
  board->Move(move.from, move.to, move.promotes ? Promoted(kind) : kind);
}

// Whether the move leaves the mover's royal unattacked; it must be one of Targets.
template <typename Position, typename Move>
bool IsSafe(const Position& position, Move move) {
  const auto& board = position.board;
  auto occupied = board.Occupied();
  occupied.Reset(move.from);
  occupied.Set(move.to);
  const auto start = RoyalOf(board, position.turn);
  const auto royal = start == move.from ? move.to : start;
  auto attackers = AttackersAmong(ThreatsTo(board, royal, !position.turn), royal, occupied);
  attackers.Reset(move.to);  // taken
  return attackers.empty();
}

// The legal targets of each piece of a position's player to move.
template <typename Position>
class LegalTargets {
 public:
  using Sq = Square<typename Position::Geo>;
  using Squares = Bitboard<typename Position::Geo>;

  // Refers to `position`.
  explicit LegalTargets(const Position& position)
      : position_(position),
        royal_(RoyalOf(position.board, position.turn)),
        safe_(ThreatsTo(position.board, royal_, !position.turn), royal_,
              position.board.Occupied()) {}

  Squares From(Sq from) const {
    if (from == royal_) return OfRoyal();
    return Targets(position_.board, from) & safe_.From(from);
  }

  bool Any() const {
    for (const Sq from : position_.board.Of(position_.turn)) {
      if (From(from)) return true;
    }
    return false;
  }

  int Count() const {
    const auto& board = position_.board;
    int count = OfRoyal().size();
    Squares movers = board.Of(position_.turn);
    movers.Reset(royal_);
    const Squares on_lines = movers & safe_.lines();
    for (const Sq from : on_lines) count += From(from).size();
    return count + CountTargets(board, position_.turn, movers - on_lines, safe_.off_lines());
  }

 private:
  Squares OfRoyal() const {
    const auto& board = position_.board;
    Squares occupied = board.Occupied();
    occupied.Reset(royal_);
    Squares targets = Targets(board, royal_);
    for (const Sq to : targets) {
      if (AttackersAmong(ThreatsTo(board, to, !position_.turn), to, occupied)) targets.Reset(to);
    }
    return targets;
  }

  const Position& position_;
  Sq royal_;
  SafeTargets<typename Position::Geo> safe_;
};

// Adds the legal moves, by start and then target square.
template <typename Position, typename Moves>
void AddMoves(const Position& position, Moves* moves) {
  const LegalTargets<Position> legal(position);
  const Color turn = position.turn;
  for (const auto from : position.board.Of(turn)) {
    const auto kind = position.board.KindAt(from);
    for (const auto to : legal.From(from)) moves->Add({from, to, PromotesAt(kind, to, turn)});
  }
}

// The same of those to one square.
template <typename Position, typename Sq, typename Moves>
void AddMovesTo(const Position& position, Sq to, Moves* moves) {
  const LegalTargets<Position> legal(position);
  for (const auto from : position.board.Of(position.turn)) {
    if (!legal.From(from).Has(to)) continue;
    moves->Add({from, to, PromotesAt(position.board.KindAt(from), to, position.turn)});
  }
}

template <typename Position>
int CountMoves(const Position& position) {
  return LegalTargets<Position>(position).Count();
}

template <typename Position>
bool AnyMove(const Position& position) {
  return LegalTargets<Position>(position).Any();
}

// Plies since move 1.
constexpr uint32_t PliesBefore(uint32_t move_number, Color turn) {
  return 2 * (move_number - 1) + (turn == Color::kBlack ? 1 : 0);
}

// Turn and move number after a move.
template <typename Position>
void PassTurn(Position* position) {
  if (position->turn == Color::kBlack) Advance(&position->move_number);
  position->turn = !position->turn;
}

// `letters` are the capital FEN letters in the order of the variant's kinds.
template <typename Position, typename Move>
MoveFacts FactsOfMove(const Position& position, Move move, const char* letters) {
  const auto kind = position.board.KindAt(move.from);
  const auto captured = position.board.At(move.to);
  return {.from_file = static_cast<int8_t>(move.from.file()),
          .from_rank = static_cast<int8_t>(move.from.rank()),
          .to_file = static_cast<int8_t>(move.to.file()),
          .to_rank = static_cast<int8_t>(move.to.rank()),
          .piece = letters[static_cast<int>(kind)],
          .captured = captured ? letters[static_cast<int>(captured->kind)] : '\0',
          .promotion = move.promotes ? letters[static_cast<int>(Promoted(kind))] : '\0',
          .upturned = false};
}

// `e2e4`, with `promotion` behind it where the move promotes.
template <typename Move>
PackedText PackFromTo(Move move, char promotion) {
  PackedText text;
  text.Add(move.from).Add(move.to);
  if (move.promotes) text.Add(promotion);
  return text;
}

// The English name of a piece, as it stands in a sentence.
template <typename Kind>
std::string PieceNameInSentence(const VariantInfo& info, Kind kind) {
  return LowerCase(info.pieces[static_cast<size_t>(kind)].name.en);
}

// IMPOSSIBLE_POSITION if the side that is not to move is in check (ruling F2).
template <typename Position>
absl::Status CheckWaitingSide(const VariantInfo& info, const Position& position) {
  const Color waiting = !position.turn;
  const auto royal = RoyalOf(position.board, waiting);
  const auto attackers = Attackers(position.board, royal, position.turn);
  if (!attackers) return absl::OkStatus();
  return MakeError(
      ErrorReason::kImpossiblePosition,
      StrCat(PlayerName(info, waiting), " is not to move, but its ",
             PieceNameInSentence(info, position.board.KindAt(royal)), " on ", ToString(royal),
             " is in check from ", ToString(attackers.First()), " (F2)"));
}

// Why a move between two squares is illegal (ruling C9). `why_not(board, from, to, piece)`
// says why `to` is not among the piece's targets; `no_check_rule` is the ruling
// that forbids to leave the royal attacked.
template <typename Position, typename Sq, typename WhyNot>
absl::Status ExplainIllegal(const VariantInfo& info, const Position& position, Sq from, Sq to,
                            std::string_view text, WhyNot why_not, std::string_view no_check_rule) {
  const auto& board = position.board;
  const auto name = [&info](auto kind) { return PieceNameInSentence(info, kind); };
  const auto illegal = [text](const auto&... parts) {
    return MakeError(ErrorReason::kIllegalAction, StrCat(text, ": ", parts...));
  };
  const auto piece = board.At(from);
  if (!piece) return illegal("no piece on ", ToString(from));
  if (piece->color != position.turn) {
    return MakeError(ErrorReason::kNotYourTurn,
                     StrCat(text, ": it is ", PlayerName(info, position.turn), "'s turn, and the ",
                            name(piece->kind), " on ", ToString(from), " is ",
                            PlayerName(info, piece->color), "'s"));
  }
  if (from == to) return illegal("the two squares are the same");
  if (board.Of(piece->color).Has(to)) {
    return illegal("its own ", name(board.KindAt(to)), " is on ", ToString(to));
  }
  if (!Targets(board, from).Has(to)) return illegal(why_not(board, from, to, *piece));

  auto after = board;
  MovePiece(&after, MoveTo(position, from, to));
  const Sq royal = RoyalOf(after, piece->color);
  const Sq attacker = Attackers(after, royal, !piece->color).First();
  return illegal("leaves the ", name(after.KindAt(royal)), " on ", ToString(royal),
                 " attacked by the ", name(after.KindAt(attacker)), " on ", ToString(attacker),
                 " (", no_check_rule, ")");
}

// Reads `e2e4`, with or without `promotion` where the move promotes. `rules` has
// ExplainIllegal(position, from, to, text).
template <typename Rules, typename Position>
absl::StatusOr<typename Position::Move> ParseFromTo(const Rules& rules, const Position& position,
                                                    std::string_view text, char promotion) {
  using G = typename Position::Geo;
  const bool suffix = text.size() == 5 && text.back() == promotion;
  const auto from = ParseSquare<G>(text.substr(0, 2));
  const auto to = text.size() >= 4 ? ParseSquare<G>(text.substr(2, 2)) : std::nullopt;
  if (!from || !to || (text.size() != 4 && !suffix)) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(text), " is no action of ", Rules::Info().name.en,
                            ": a move is two squares from a1 to ",
                            ToString(Square<G>(G::kSquares - 1)), ", such as e3e4, with ",
                            std::string_view(&promotion, 1), " behind it if it promotes"));
  }
  const auto piece = position.board.At(*from);
  if (!piece || piece->color != position.turn || !Targets(position.board, *from).Has(*to)) {
    return rules.ExplainIllegal(position, *from, *to, text);
  }
  const auto move = MoveTo(position, *from, *to);
  if (!IsSafe(position, move)) return rules.ExplainIllegal(position, *from, *to, text);
  if (suffix && !move.promotes) {
    return MakeError(ErrorReason::kIllegalAction, StrCat(text, ": this move does not promote"));
  }
  return move;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_FROM_TO_H_
