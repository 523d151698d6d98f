#ifndef ARBITER_CORE_RULES_ROYAL_RULES_H_
#define ARBITER_CORE_RULES_ROYAL_RULES_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/packed_text.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/rules/action_text.h"
#include "core/rules/fen.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/royal_moves.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// The parts that the rules of a royal game have to define. RoyalRules defines the rest.
template <typename R>
concept RoyalRulesParts = RoyalGame<typename R::Position> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             const typename R::Position::Board& board, typename R::Sq square,
             Piece<typename R::Kind> piece, Color color) {
  { R::Info() } -> std::same_as<const VariantInfo&>;
  // The capital FEN letters in the order of the kinds of pieces.
  { R::kLetters } -> std::convertible_to<std::string_view>;
  // The character after the two squares of a move that promotes.
  { R::kPromotionLetter } -> std::convertible_to<char>;
  // The name of FEN field 5 in errors, such as `5 (plies since the last capture)`.
  { R::kClockField } -> std::convertible_to<std::string_view>;
  // The ruling that forbids leaving the royal attacked.
  { R::kSafetyRuling } -> std::convertible_to<std::string_view>;

  // Whether the game is over even if the side to move has pseudo-legal moves. Then no move is legal
  // (ruling C12).
  { R::IsDecided(position) } -> std::same_as<bool>;
  // Whether a move is irreversible although it neither captures nor promotes, for example because a
  // pawn moves.
  { R::IsAdvance(position, move) } -> std::same_as<bool>;
  // Returns the reason why the second square is not a target of the piece on the first square. No
  // piece of the same colour stands on the second square.
  { R::ExplainMovement(board, square, square, piece) } -> std::same_as<std::string>;
  // Returns IMPOSSIBLE_POSITION if the pieces of a colour cannot stand where they do, or if the
  // colour does not have exactly one royal.
  { R::ValidateSide(position, color) } -> std::same_as<absl::Status>;
  // Returns IMPOSSIBLE_POSITION if anything else about the position is impossible. RoyalRules tests
  // that the side not to move is not in check.
  { rules.ValidateWhole(position) } -> std::same_as<absl::Status>;
};

// The common part of the rules of royal games. `Derived`, the rules of one game, satisfies
// RoyalRulesParts and adds the other members of the Rules concept (see core/rules/rules.h for their
// meaning): ParseFen and FormatFen, for which ReadFen and WriteFen exist, Apply, and the ends of
// games. `P` is the position type and `M` the list of moves. A game declares this base class as an
// `extern template` below its rules and instantiates it in the .cc file of the rules, so that it is
// compiled once and perft calls the move generator instead of inlining parts of it.
template <typename Derived, RoyalGame P, typename M>
class RoyalRules {
 public:
  using Position = P;
  using Move = typename P::Move;
  using Moves = M;
  using Geo = typename P::Geo;
  using Kind = typename P::Kind;
  using Sq = Square<Geo>;
  using Squares = Bitboard<Geo>;

  bool operator==(const RoyalRules&) const = default;

  // Makes the rules of a game whose only option is `draw_policy`. This is a template so that a game
  // with more options need not be constructible from a DrawPolicy alone.
  template <typename R = Derived>
  static absl::StatusOr<R> Create(const OptionMap& options) {
    ARBITER_RETURN_IF_ERROR(CheckOptionNames(R::Info(), options));
    ARBITER_ASSIGN_OR_RETURN(const DrawPolicy policy, ParseDrawPolicy(R::Info(), options));
    return R(policy);
  }
  OptionMap options() const {
    OptionMap options;
    options.emplace("draw_policy", NameOf(draw_policy_));
    return options;
  }

  void GenerateMoves(const Position& position, Moves* moves) const;
  void GenerateMovesTo(const Position& position, const Squares& pieces, Sq to, Moves* moves) const;
  int CountMoves(const Position& position) const;
  bool IsIrreversible(const Position& before, Move move) const {
    return move.promotes || !before.board.IsEmpty(move.to) || Derived::IsAdvance(before, move);
  }

  // Returns the action text, such as `e2e4`, with kPromotionLetter at its end if the move promotes.
  // ParseMove also accepts the text without this letter.
  static PackedText Pack(Move move) {
    PackedText text;
    text.Add(SquareText(move.from)).Add(SquareText(move.to));
    if (move.promotes) text.Add(Derived::kPromotionLetter);
    return text;
  }
  std::string FormatMove(Move move) const { return Pack(move).ToString(); }
  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const;
  // Returns an error that explains why the move from `from` to `to`, which the caller wrote as
  // `text`, is illegal (ruling C9).
  absl::Status ExplainIllegal(const Position& position, Sq from, Sq to,
                              std::string_view text) const;
  MoveFacts FactsOf(const Position& position, Move move) const;

  static Squares PseudoLegalTargets(const Position& position, Sq from) {
    return Targets(position.board, from);
  }
  MoveInfo Describe(const Position& position, Move move) const;
  Position AfterPass(Position position) const {
    PassTurn(&position);
    return position;
  }
  std::vector<Move> MovesInAdvance(const Position& position) const {
    return arbiter::MovesInAdvance(position);
  }

  // FindDrawClaim and DrawClaimRefusal are for games in which the third occurrence of a position is
  // the only draw that can be claimed (kRepetitionRuling). They are templates because other games
  // have no such ruling.
  template <typename R = Derived>
  std::optional<End> FindDrawClaim(const Position& /*position*/, int occurrences) const {
    if (occurrences < 3) return std::nullopt;
    return End{Result::kDraw, Termination::kRepetition, R::kRepetitionRuling};
  }
  template <typename R = Derived>
  std::string DrawClaimRefusal(const Position& /*position*/, int occurrences) const {
    return StrCat("the position has occurred ", occurrences == 1 ? "once" : "twice",
                  ", not three times (", R::kRepetitionRuling, ")");
  }

  Sq RoyalSquare(const Position& position) const { return RoyalOf(position.board, position.turn); }
  Squares Checkers(const Position& position) const {
    return Attackers(position.board, RoyalSquare(position), !position.turn);
  }

 protected:
  explicit RoyalRules(DrawPolicy draw_policy) : draw_policy_(draw_policy) {
    static_assert(RoyalRulesParts<Derived>);
  }

  DrawPolicy draw_policy() const { return draw_policy_; }

  // Returns the piece with this FEN letter; std::nullopt if there is none.
  static std::optional<Piece<Kind>> PieceOf(char letter) {
    static constexpr PieceLetters<Kind> kPieces(Derived::kLetters);
    return kPieces[letter];
  }
  // Consumes the FEN letter of a piece from the front of `text`, which is not empty, and returns
  // the piece. If there is no such letter, consumes nothing and returns std::nullopt.
  static std::optional<Piece<Kind>> ReadLetter(std::string_view* text, Sq /*square*/) {
    const std::optional<Piece<Kind>> piece = PieceOf(text->front());
    if (piece) text->remove_prefix(1);
    return piece;
  }
  // Writes the FEN letter of a piece at `out` and returns its end.
  static char* WriteLetter(Piece<Kind> piece, Sq /*square*/, char* out) {
    *out = LetterOf(piece, Derived::kLetters);
    return out + 1;
  }

  // Parses and validates a FEN with the fields board, side to move, two unused ones, clock and move
  // number. ParseFenBoard describes `read_piece`.
  template <typename PieceReader>
  absl::StatusOr<Position> ReadFen(std::string_view fen, PieceReader read_piece) const;
  // Formats a FEN with these fields. AppendFenBoard describes `write_piece`.
  template <typename PieceWriter>
  static std::string WriteFen(const Position& position, PieceWriter write_piece,
                              std::string_view fourth_field = "-");

  // Returns IMPOSSIBLE_POSITION if the position is impossible (ruling F2).
  absl::Status Validate(const Position& position) const;
  // Returns IMPOSSIBLE_POSITION unless a colour has exactly one royal, as `ruling` demands. `names`
  // is the plural noun for royals in the error.
  static absl::Status ValidateRoyals(Color color, const Squares& royals, std::string_view names,
                                     std::string_view ruling);
  // Makes an IMPOSSIBLE_POSITION error.
  static absl::Status Impossible(std::string_view message) {
    return MakeError(ErrorReason::kImpossiblePosition, message);
  }

 private:
  // Returns the name of a kind of piece in lower case, for use within a sentence.
  static std::string NameOfKind(Kind kind) {
    return LowerCase(Derived::Info().pieces[static_cast<size_t>(kind)].name.en);
  }
  static char Letter(Kind kind) { return Derived::kLetters[static_cast<size_t>(kind)]; }
  // Returns IMPOSSIBLE_POSITION if the side that is not to move is in check (ruling F2).
  static absl::Status ValidateSideNotToMove(const Position& position);

  DrawPolicy draw_policy_;
};

template <typename Derived, RoyalGame P, typename M>
void RoyalRules<Derived, P, M>::GenerateMoves(const Position& position, Moves* moves) const {
  moves->Clear();
  if (!Derived::IsDecided(position)) AddMoves(position, moves);
}

template <typename Derived, RoyalGame P, typename M>
void RoyalRules<Derived, P, M>::GenerateMovesTo(const Position& position, const Squares& pieces,
                                                Sq to, Moves* moves) const {
  moves->Clear();
  if (!Derived::IsDecided(position)) AddMovesTo(position, pieces, to, moves);
}

template <typename Derived, RoyalGame P, typename M>
int RoyalRules<Derived, P, M>::CountMoves(const Position& position) const {
  return Derived::IsDecided(position) ? 0 : LegalTargets<Position>(position).Count();
}

template <typename Derived, RoyalGame P, typename M>
absl::StatusOr<typename P::Move> RoyalRules<Derived, P, M>::ParseMove(const Position& position,
                                                                      std::string_view text) const {
  const char promotion = Derived::kPromotionLetter;
  const bool suffix = text.size() == 5 && text.back() == promotion;
  const auto from = ParseSquare<Geo>(text.substr(0, 2));
  const auto to = text.size() >= 4 ? ParseSquare<Geo>(text.substr(2, 2)) : std::nullopt;
  if (!from || !to || (text.size() != 4 && !suffix)) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(text), " is not a valid ", Derived::Info().name.en,
                            " action; a move is two squares from a1 to ",
                            ToString(Sq(Geo::kSquares - 1)), ", for example e3e4, followed by ",
                            std::string_view(&promotion, 1), " if it promotes"));
  }
  if (!position.board.Of(position.turn).Has(*from) || !Targets(position.board, *from).Has(*to)) {
    return ExplainIllegal(position, *from, *to, text);
  }
  const Move move = MoveTo(position, *from, *to);
  if (!IsSafe(position, move)) return ExplainIllegal(position, *from, *to, text);
  if (!suffix || move.promotes) return move;
  return MakeError(ErrorReason::kIllegalAction, StrCat(text, ": this move does not promote"));
}

template <typename Derived, RoyalGame P, typename M>
absl::Status RoyalRules<Derived, P, M>::ExplainIllegal(const Position& position, Sq from, Sq to,
                                                       std::string_view text) const {
  const VariantInfo& info = Derived::Info();
  const auto& board = position.board;
  const auto illegal = [text](const auto&... parts) {
    return MakeError(ErrorReason::kIllegalAction, StrCat(text, ": ", parts...));
  };
  const auto piece = board.At(from);
  if (!piece) return illegal("no piece on ", ToString(from));
  if (piece->color != position.turn) {
    return MakeError(ErrorReason::kNotYourTurn,
                     StrCat(text, ": it is ", PlayerName(info, position.turn), "'s turn, and the ",
                            NameOfKind(piece->kind), " on ", ToString(from), " is ",
                            PlayerName(info, piece->color), "'s"));
  }
  if (from == to) return illegal("the two squares are the same");
  if (board.Of(piece->color).Has(to)) {
    return illegal("its own ", NameOfKind(board.KindAt(to)), " is on ", ToString(to));
  }
  if (!Targets(board, from).Has(to)) {
    return illegal(Derived::ExplainMovement(board, from, to, *piece));
  }

  auto after = board;
  MovePiece(&after, MoveTo(position, from, to));
  const Sq royal = RoyalOf(after, piece->color);
  const Sq attacker = Attackers(after, royal, !piece->color).First();
  return illegal("leaves the ", NameOfKind(after.KindAt(royal)), " on ", ToString(royal),
                 " attacked by the ", NameOfKind(after.KindAt(attacker)), " on ",
                 ToString(attacker), " (", Derived::kSafetyRuling, ")");
}

template <typename Derived, RoyalGame P, typename M>
MoveFacts RoyalRules<Derived, P, M>::FactsOf(const Position& position, Move move) const {
  const Kind kind = position.board.KindAt(move.from);
  const auto captured = position.board.At(move.to);
  return {.from_file = static_cast<int8_t>(move.from.file()),
          .from_rank = static_cast<int8_t>(move.from.rank()),
          .to_file = static_cast<int8_t>(move.to.file()),
          .to_rank = static_cast<int8_t>(move.to.rank()),
          .piece = Letter(kind),
          .captured = captured ? Letter(captured->kind) : '\0',
          .promotion = move.promotes ? Letter(Promoted(kind)) : '\0',
          .upturned = false};
}

template <typename Derived, RoyalGame P, typename M>
MoveInfo RoyalRules<Derived, P, M>::Describe(const Position& position, Move move) const {
  const MoveFacts facts = static_cast<const Derived*>(this)->FactsOf(position, move);
  return {.text = FormatMove(move),
          .san = {},
          .from = NameOf(move.from),
          .to = NameOf(move.to),
          .piece = facts.piece,
          .captured = facts.captured,
          .promotion = facts.promotion,
          .kind = facts.captured != 0 ? MoveKind::kCapture : MoveKind::kQuiet};
}

template <typename Derived, RoyalGame P, typename M>
template <typename PieceReader>
absl::StatusOr<P> RoyalRules<Derived, P, M>::ReadFen(std::string_view fen,
                                                     PieceReader read_piece) const {
  static constexpr FenField kFields[] = {
      {"1 (board)"},       {"2 (side to move)"},        {"3 (unused)", "-"},
      {"4 (unused)", "-"}, {Derived::kClockField, "0"}, {"6 (move number)", "1"}};
  Position position;
  ARBITER_ASSIGN_OR_RETURN(const FenFields fields,
                           ParseFenStart(fen, kFields, read_piece, &position));
  ARBITER_RETURN_IF_ERROR(ExpectFenDash(fields[3], kFields[3].name));
  ARBITER_ASSIGN_OR_RETURN(position.clock, ParseFenNumber(fields[4], kFields[4].name, 0));
  ARBITER_ASSIGN_OR_RETURN(position.move_number, ParseFenMoveNumber(fields[5], kFields[5].name));
  ARBITER_RETURN_IF_ERROR(Validate(position));
  return position;
}

template <typename Derived, RoyalGame P, typename M>
template <typename PieceWriter>
std::string RoyalRules<Derived, P, M>::WriteFen(const Position& position, PieceWriter write_piece,
                                                std::string_view fourth_field) {
  std::string fen;
  fen.reserve(96);
  AppendFenBoard(position.board, write_piece, &fen);
  StrAppend(&fen, position.turn == Color::kWhite ? " w - " : " b - ", fourth_field, " ",
            position.clock, " ", position.move_number);
  return fen;
}

template <typename Derived, RoyalGame P, typename M>
absl::Status RoyalRules<Derived, P, M>::Validate(const Position& position) const {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    ARBITER_RETURN_IF_ERROR(Derived::ValidateSide(position, color));
  }
  ARBITER_RETURN_IF_ERROR(ValidateSideNotToMove(position));
  return static_cast<const Derived*>(this)->ValidateWhole(position);
}

template <typename Derived, RoyalGame P, typename M>
absl::Status RoyalRules<Derived, P, M>::ValidateRoyals(Color color, const Squares& royals,
                                                       std::string_view names,
                                                       std::string_view ruling) {
  if (royals.size() == 1) return absl::OkStatus();
  return Impossible(StrCat(PlayerName(Derived::Info(), color), " has ", royals.size(), " ", names,
                           "; there must be exactly one (", ruling, ")"));
}

template <typename Derived, RoyalGame P, typename M>
absl::Status RoyalRules<Derived, P, M>::ValidateSideNotToMove(const Position& position) {
  const Color opponent = !position.turn;
  const Sq royal = RoyalOf(position.board, opponent);
  const Squares attackers = Attackers(position.board, royal, position.turn);
  if (!attackers) return absl::OkStatus();
  return Impossible(StrCat(PlayerName(Derived::Info(), opponent), " is not to move, but its ",
                           NameOfKind(position.board.KindAt(royal)), " on ", ToString(royal),
                           " is in check from ", ToString(attackers.First()), " (F2)"));
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ROYAL_RULES_H_
