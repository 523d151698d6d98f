#ifndef ARBITER_CORE_GAME_WHY_NO_MOVE_H_
#define ARBITER_CORE_GAME_WHY_NO_MOVE_H_

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/board/geometry.h"
#include "core/rules/error.h"
#include "core/rules/rules.h"
#include "core/rules/san.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

// Says why a text in a notation names no legal move, as the rules say it of the action text of the
// same move (ruling C9); BAD_NOTATION. Of several pieces that it may mean the one is explained that
// comes nearest: that could go there but for a check, else but for what stands in its way, else
// that is closest. Refers to rules and position.
template <Rules R>
class WhyNoMove {
 public:
  using Position = typename R::Position;
  using Geo = typename Position::Geo;
  using Sq = Square<Geo>;

  WhyNoMove(const R& rules, const Position& position, std::string_view text)
      : rules_(rules), position_(position), text_(text) {}

  // `spelt` is the text as FindMove() read it, without what follows the move. `written(move)` gives
  // a legal move in the notation.
  template <typename Write>
  absl::Status Of(std::string_view spelt, Notation notation, Write written) const;
  // Of a text that stands for these actions, at least one.
  absl::Status OfActions(const std::vector<std::string>& actions) const {
    return Refuse(Reason(actions.front(), rules_.ParseMove(position_, actions.front()).status()));
  }

 private:
  struct Candidate {
    Sq from;
    std::string action;
    absl::Status why;
    // The less, the nearer.
    std::pair<int, int> remoteness;
  };

  template <typename... Parts>
  absl::Status Refuse(const Parts&... parts) const {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text_), " names no legal move: ", parts...));
  }
  // What is said of an action, without the action.
  static std::string Reason(std::string_view action, const absl::Status& why) {
    std::string_view message(why.message().data(), why.message().size());
    if (ConsumePrefix(&message, action) || ConsumePrefix(&message, Quoted(action))) {
      ConsumePrefix(&message, ":");
      ConsumePrefix(&message, " ");
    }
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
  static bool IsOnBoard(int file, int rank) {
    return file >= 0 && file < Geo::kFiles && rank >= 0 && rank < Geo::kRanks;
  }
  std::string_view Mover() const { return PlayerName(R::Info(), position_.turn); }

  // Of an action text.
  static std::string PromotionSuffix(char piece) {
    if (piece == 0) return "";
    if constexpr (requires { R::PromotionSuffix(); }) {
      return std::string(R::PromotionSuffix());
    } else {
      return LowerCase(std::string_view(&piece, 1));
    }
  }

  absl::Status WhyNoPiece(const NamedMove& named, size_t kind) const;
  std::pair<int, int> RemotenessOf(Sq from, Sq to) const;

  const R& rules_;
  const Position& position_;
  const std::string_view text_;
};

template <Rules R>
template <typename Write>
absl::Status WhyNoMove<R>::Of(std::string_view spelt, Notation notation, Write written) const {
  const std::optional<NamedMove> named = ParseNotation(spelt, notation);
  if (!named) return Refuse("it is no move");
  const std::optional<size_t> kind = KindOf(named->piece);
  if (!kind) {
    std::string letters;
    for (const PieceInfo& piece : R::Info().pieces) {
      StrAppend(&letters, letters.empty() ? "" : ", ", std::string(1, piece.letter));
    }
    return Refuse(R::Info().name.en, " has no piece ", std::string(1, named->piece), "; there are ",
                  letters);
  }
  if (!IsOnBoard(named->to_file, named->to_rank)) {
    return Refuse("the last square is ", ToString(Sq(Geo::kSquares - 1)));
  }
  const Sq to(named->to_file, named->to_rank);
  const std::string promotion = PromotionSuffix(named->promotion);
  std::vector<Candidate> candidates;
  std::string legal;
  for (const Sq from : position_.board.Of(position_.turn)) {
    if (static_cast<size_t>(position_.board.KindAt(from)) != *kind) continue;
    if (named->from_file >= 0 && from.file() != named->from_file) continue;
    if (named->from_rank >= 0 && from.rank() != named->from_rank) continue;
    const std::string action = StrCat(ToString(from), ToString(to), promotion);
    const auto move = rules_.ParseMove(position_, action);
    if (move.ok()) StrAppend(&legal, legal.empty() ? "" : " or ", written(*move));
    candidates.push_back({from, action, move.status(), RemotenessOf(from, to)});
  }
  if (!legal.empty()) {
    return Refuse("it is written ", legal);
  }
  if (candidates.empty()) return WhyNoPiece(*named, *kind);
  const auto nearest =
      std::min_element(candidates.begin(), candidates.end(),
                       [](const auto& a, const auto& b) { return a.remoteness < b.remoteness; });
  const std::string reason = Reason(nearest->action, nearest->why);
  if (candidates.size() == 1) return Refuse(reason);
  return Refuse("the ", NameOf(*kind), " on ", ToString(nearest->from), " comes nearest: ", reason);
}

template <Rules R>
absl::Status WhyNoMove<R>::WhyNoPiece(const NamedMove& named, size_t kind) const {
  const std::string name = NameOf(kind);
  if (IsOnBoard(named.from_file, named.from_rank)) {
    const Sq from(named.from_file, named.from_rank);
    if (!named.names_piece && position_.board.Of(position_.turn).Has(from)) {
      // As in `g1f3`, an action text.
      return Refuse("a ", NameOf(static_cast<size_t>(position_.board.KindAt(from))), " is on ",
                    ToString(from), ", and only a pawn has no letter");
    }
    return Refuse("no ", name, " of ", Mover(), "'s is on ", ToString(from));
  }
  if (named.from_file >= 0) {
    return Refuse("no ", name, " of ", Mover(), "'s is on the ",
                  std::string(1, static_cast<char>('a' + named.from_file)), "-file");
  }
  if (named.from_rank >= 0) {
    return Refuse("no ", name, " of ", Mover(), "'s is on rank ", named.from_rank + 1);
  }
  return Refuse(Mover(), " has no ", name);
}

template <Rules R>
std::pair<int, int> WhyNoMove<R>::RemotenessOf(Sq from, Sq to) const {
  const int files = std::abs(from.file() - to.file());
  const int ranks = std::abs(from.rank() - to.rank());
  const int distance = std::max(files, ranks);
  if (R::Reach(position_, from).Has(to)) return {0, distance};
  Position alone = position_;
  for (const Sq square : position_.board.Occupied()) {
    const bool own = position_.board.Of(position_.turn).Has(square);
    if (square != from && (square != to || own)) alone.board.Remove(square);
  }
  return {R::Reach(alone, from).Has(to) ? 1 : 2, distance};
}

// The same of a text that `scribe` could not read, as `found` says; `found` itself where there is
// no more to say.
template <Rules R, typename Scribe>
absl::Status ExplainUnread(const R& rules, const typename R::Position& position,
                           const Scribe& scribe, std::string_view text, Notation notation,
                           const absl::Status& found) {
  if constexpr (requires(Square<typename R::Position::Geo> from) { R::Reach(position, from); }) {
    const WhyNoMove<R> why(rules, position, text);
    if constexpr (requires { scribe.ActionsNamed(text); }) {
      const std::vector<std::string> actions = scribe.ActionsNamed(text);
      if (!actions.empty()) return why.OfActions(actions);
    }
    if (ReasonOf(found) != ErrorReason::kIllegalAction) return found;
    return why.Of(scribe.ChessMoveIn(text), notation,
                  [&](const auto& move) { return scribe.Write(move, notation); });
  } else {
    return found;
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_WHY_NO_MOVE_H_
