#ifndef ARBITER_CORE_GAME_EXPLAIN_NOTATION_H_
#define ARBITER_CORE_GAME_EXPLAIN_NOTATION_H_

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/board/bitboard.h"
#include "core/board/geometry.h"
#include "core/game/abilities.h"
#include "core/rules/rules.h"
#include "core/rules/san.h"

namespace arbiter {

// Returns the promoted pawns of the side to move that are still known as such.
template <Rules R>
Bitboard<typename R::Position::Geo> PromotedPawnsOf(const typename R::Position& position) {
  if constexpr (PromotedPawnRules<R>) {
    return position.board.Of(position.turn) & position.upturned;
  } else {
    return {};
  }
}

// Explains with BAD_NOTATION why a text does not name a legal move, in the same words in which the
// rules refuse the action text of the move (ruling C9). If several pieces match the text, explains
// the most plausible one: preferably a piece whose move would be pseudo-legal, next a piece that
// another piece blocks, and otherwise the piece closest to the target square. The arguments of the
// constructor must outlive this object.
template <Rules R>
class NotationExplainer {
 public:
  using Position = typename R::Position;
  using Geo = typename Position::Geo;
  using Sq = Square<Geo>;

  NotationExplainer(const R& rules, const Position& position, std::string_view text)
      : rules_(rules), position_(position), text_(text) {}

  // Explains a text that was parsed as `named`. `write(move)` must write a legal move in the
  // notation of the text.
  template <typename Write>
  absl::Status Explain(const ParsedMove& named, Write write) const;

  // Explains a text that stands for `action`, which the rules refuse with `why`.
  absl::Status ExplainAction(std::string_view action, const absl::Status& why) const {
    return Refuse(Reason(action, why));
  }

  // Gives a reason that consists of `parts`.
  template <typename... Parts>
  absl::Status Refuse(const Parts&... parts) const {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text_), " names no legal move: ", parts...));
  }

 private:
  struct Candidate {
    Sq from;
    std::string reason;
    // See ImplausibilityOf(). The candidate with the lowest value is explained.
    std::pair<int, int> implausibility;
  };

  // Returns the message of a refusal without the action text at its beginning.
  static std::string Reason(std::string_view action, const absl::Status& why) {
    std::string_view message(why.message().data(), why.message().size());
    if (ConsumePrefix(&message, action)) ConsumePrefix(&message, ": ");
    return std::string(message);
  }

  static std::optional<size_t> KindOf(char letter) {
    const auto& pieces = R::Info().pieces;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].letter == letter) return i;
    }
    return std::nullopt;
  }
  static std::string NameOf(size_t kind) {
    return LowerCase(std::string_view(R::Info().pieces[kind].name.en));
  }
  int Files() const { return FilesOf<R>(position_); }
  bool IsOnBoard(int file, int rank) const {
    return file >= 0 && file < Files() && rank >= 0 && rank < Geo::kRanks;
  }
  std::string_view Mover() const { return PlayerName(R::Info(), position_.turn); }

  // Returns the suffix with which an action text expresses a promotion to `piece`.
  static std::string PromotionSuffix(char piece) {
    if (piece == 0) return "";
    if constexpr (RulesWithCheck<R>) {
      return std::string(1, R::kPromotionLetter);
    } else {
      return LowerCase(std::string_view(&piece, 1));
    }
  }

  absl::Status ExplainMissingPiece(const ParsedMove& named, size_t kind) const;
  // Returns the kind of obstacle to the move (0 if it is pseudo-legal, 1 if only other pieces block
  // it, 3 if the piece already stands there, 2 otherwise), and a measure of the distance between
  // the squares.
  std::pair<int, int> ImplausibilityOf(const ParsedMove& named, Sq from, Sq to) const;

  const R& rules_;
  const Position& position_;
  const std::string_view text_;
};

template <Rules R>
template <typename Write>
absl::Status NotationExplainer<R>::Explain(const ParsedMove& named, Write write) const {
  const std::optional<size_t> kind = KindOf(named.piece);
  if (!kind) {
    const std::string_view unknown(&named.piece, 1);
    std::vector<std::string_view> known;
    for (const PieceInfo& piece : R::Info().pieces) known.emplace_back(&piece.letter, 1);
    return Refuse("unknown piece ", unknown, KnownNames(unknown, known));
  }
  if (!IsOnBoard(named.to_file, named.to_rank)) {
    return Refuse("the board ends at ", ToString(Sq(Files() - 1, Geo::kRanks - 1)));
  }
  const Sq to(named.to_file, named.to_rank);
  std::vector<Candidate> candidates;
  std::string legal;
  const auto upturned = PromotedPawnsOf<R>(position_);
  for (const Sq from : named.upturned&& upturned ? upturned : position_.board.Of(position_.turn)) {
    if (static_cast<size_t>(position_.board.KindAt(from)) != *kind) continue;
    if (named.from_file >= 0 && from.file() != named.from_file) continue;
    if (named.from_rank >= 0 && from.rank() != named.from_rank) continue;
    const std::string squares = ToString(from) + ToString(to);
    std::string action = squares + PromotionSuffix(named.promotion);
    auto move = rules_.ParseMove(position_, action);
    if (ReasonOf(move.status()) == ErrorReason::kBadActionText) {
      // The variant does not have the promotion that the text names.
      action = squares;
      move = rules_.ParseMove(position_, action);
    }
    if (move.ok()) StrAppend(&legal, legal.empty() ? "" : " or ", write(*move));
    candidates.push_back({from, Reason(action, move.status()), ImplausibilityOf(named, from, to)});
  }
  if (!legal.empty()) return Refuse("write ", legal);
  if (candidates.empty()) return ExplainMissingPiece(named, *kind);
  const auto nearest = std::min_element(
      candidates.begin(), candidates.end(),
      [](const auto& a, const auto& b) { return a.implausibility < b.implausibility; });
  // A pawn's step such as `e4` names the file, so pawns on other files do not compete.
  const bool is_step = named.IsPawnStep() && nearest->from.file() == to.file();
  const auto others = std::count_if(candidates.begin(), candidates.end(), [&](const auto& other) {
    return !is_step || other.from.file() == to.file();
  });
  if (others == 1) return Refuse(nearest->reason);
  return Refuse("the ", NameOf(*kind), " on ", ToString(nearest->from),
                " comes nearest: ", nearest->reason);
}

template <Rules R>
absl::Status NotationExplainer<R>::ExplainMissingPiece(const ParsedMove& named, size_t kind) const {
  const std::string name = NameOf(kind);
  if (IsOnBoard(named.from_file, named.from_rank)) {
    const Sq from(named.from_file, named.from_rank);
    if (!named.names_piece && position_.board.Of(position_.turn).Has(from)) {
      // The text may be an action text such as `g1f3`.
      return Refuse("the ", NameOf(static_cast<size_t>(position_.board.KindAt(from))), " on ",
                    ToString(from), " must be written with its letter");
    }
    return Refuse(Mover(), " has no ", name, " on ", ToString(from));
  }
  if (named.from_file >= 0) {
    return Refuse(Mover(), " has no ", name, " on the ",
                  std::string(1, static_cast<char>('a' + named.from_file)), "-file");
  }
  if (named.from_rank >= 0) {
    return Refuse(Mover(), " has no ", name, " on rank ", named.from_rank + 1);
  }
  return Refuse(Mover(), " has no ", name);
}

template <Rules R>
std::pair<int, int> NotationExplainer<R>::ImplausibilityOf(const ParsedMove& named, Sq from,
                                                           Sq to) const {
  const int files = std::abs(from.file() - to.file());
  const int ranks = std::abs(from.rank() - to.rank());
  const int distance = (named.IsPawnStep() ? files : std::max(files, ranks)) * 32 + files + ranks;
  if (from == to) return {3, distance};
  if (R::PseudoLegalTargets(position_, from).Has(to)) return {0, distance};
  // Test whether only other pieces block the move.
  Position alone = position_;
  for (const Sq square : position_.board.Occupied()) {
    const bool own = position_.board.Of(position_.turn).Has(square);
    if (square != from && (square != to || own)) alone.board.Remove(square);
  }
  return {R::PseudoLegalTargets(alone, from).Has(to) ? 1 : 2, distance};
}

// Explains a text that `move_notation` refused with the status `refusal`. Returns `refusal` if
// there is nothing to add.
template <Rules R, typename MoveNotation>
absl::Status ExplainNotation(const R& rules, const typename R::Position& position,
                             const MoveNotation& move_notation, std::string_view text,
                             Notation notation, const absl::Status& refusal) {
  if constexpr (!BiddingRules<R>) {
    const NotationExplainer<R> explainer(rules, position, text);
    if constexpr (!RulesWithCheck<R>) {
      const std::vector<std::string> actions = move_notation.ActionsNamed(text);
      std::string legal;
      int count = 0;
      absl::Status first_refusal;
      for (const std::string& action : actions) {
        const auto move = rules.ParseMove(position, action);
        if (first_refusal.ok()) first_refusal = move.status();
        if (!move.ok()) continue;
        StrAppend(&legal, ++count == 1 ? "" : " and ", move_notation.Write(*move, notation));
      }
      if (count > 1) {
        return MakeError(ErrorReason::kBadNotation,
                         StrCat(Quoted(text), " names more than one legal move: ", legal));
      }
      if (count == 1) return refusal;
      if (ReasonOf(first_refusal) == ErrorReason::kBadActionText) return refusal;
      if (!actions.empty()) return explainer.ExplainAction(actions.front(), first_refusal);
    } else {
      if (IsCastlingText(text)) return explainer.Refuse("there is no castling");
      if (IsPassText(text)) return explainer.Refuse("a player may not pass");
    }
    const std::optional<ParsedMove> named = ParseNotation(
        move_notation.ChessMoveIn(text), notation, static_cast<bool>(PromotedPawnsOf<R>(position)));
    if (!named || ReasonOf(refusal) != ErrorReason::kIllegalAction) return refusal;
    return explainer.Explain(*named,
                             [&](const auto& move) { return move_notation.Write(move, notation); });
  } else {
    return refusal;
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_EXPLAIN_NOTATION_H_
