#ifndef ARBITER_CORE_GAME_WHY_NO_MOVE_H_
#define ARBITER_CORE_GAME_WHY_NO_MOVE_H_

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/bitboard.h"
#include "core/board/geometry.h"
#include "core/game/abilities.h"
#include "core/rules/error.h"
#include "core/rules/rules.h"
#include "core/rules/san.h"
#include "core/rules/strings.h"

namespace arbiter {

// The promoted pawns of the player to move that are still known as such.
template <Rules R>
Bitboard<typename R::Position::Geo> PromotedPawnsOf(const typename R::Position& position) {
  if constexpr (PromotedPawnRules<R>) {
    return position.board.Of(position.turn) & position.upturned;
  } else {
    return {};
  }
}

// Explains why a text names no legal move, in the words that the rules have for the action text of
// the same move (ruling C9); BAD_NOTATION. If the text fits several pieces, the nearest one is
// explained: first a piece that could move there but for a check, then one that another piece
// blocks, then the closest. Refers to rules and position.
template <Rules R>
class WhyNoMove {
 public:
  using Position = typename R::Position;
  using Geo = typename Position::Geo;
  using Sq = Square<Geo>;

  WhyNoMove(const R& rules, const Position& position, std::string_view text)
      : rules_(rules), position_(position), text_(text) {}

  // `write(move)` writes a legal move in the notation of the text.
  template <typename Write>
  absl::Status Explain(const NamedMove& named, Write write) const;

  // Explains a text that stands for an action, which is refused as `why` says.
  absl::Status ExplainAction(std::string_view action, const absl::Status& why) const {
    return Refuse(Reason(action, why));
  }

 private:
  struct Candidate {
    Sq from;
    std::string reason;
    // By what is in the way, then by distance; lower is nearer.
    std::pair<int, int> remoteness;
  };

  template <typename... Parts>
  absl::Status Refuse(const Parts&... parts) const {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text_), " names no legal move: ", parts...));
  }
  // The message about an action without the action.
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

  // How an action text writes a promotion.
  static std::string PromotionSuffix(char piece) {
    if (piece == 0) return "";
    if constexpr (CheckingRules<R>) {
      return std::string(1, R::kPromotionLetter);
    } else {
      return LowerCase(std::string_view(&piece, 1));
    }
  }

  absl::Status ExplainMissingPiece(const NamedMove& named, size_t kind) const;
  std::pair<int, int> RemotenessOf(const NamedMove& named, Sq from, Sq to) const;

  const R& rules_;
  const Position& position_;
  const std::string_view text_;
};

template <Rules R>
template <typename Write>
absl::Status WhyNoMove<R>::Explain(const NamedMove& named, Write write) const {
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
      // No pawn of this variant promotes so.
      action = squares;
      move = rules_.ParseMove(position_, action);
    }
    if (move.ok()) StrAppend(&legal, legal.empty() ? "" : " or ", write(*move));
    candidates.push_back({from, Reason(action, move.status()), RemotenessOf(named, from, to)});
  }
  if (!legal.empty()) return Refuse("write ", legal);
  if (candidates.empty()) return ExplainMissingPiece(named, *kind);
  const auto nearest =
      std::min_element(candidates.begin(), candidates.end(),
                       [](const auto& a, const auto& b) { return a.remoteness < b.remoteness; });
  // A pawn's step names its file.
  const bool is_step = named.IsPawnStep() && nearest->from.file() == to.file();
  const auto others = std::count_if(candidates.begin(), candidates.end(), [&](const auto& other) {
    return !is_step || other.from.file() == to.file();
  });
  if (others == 1) return Refuse(nearest->reason);
  return Refuse("the ", NameOf(*kind), " on ", ToString(nearest->from),
                " comes nearest: ", nearest->reason);
}

template <Rules R>
absl::Status WhyNoMove<R>::ExplainMissingPiece(const NamedMove& named, size_t kind) const {
  const std::string name = NameOf(kind);
  if (IsOnBoard(named.from_file, named.from_rank)) {
    const Sq from(named.from_file, named.from_rank);
    if (!named.names_piece && position_.board.Of(position_.turn).Has(from)) {
      // An action text such as `g1f3`.
      return Refuse("the ", NameOf(static_cast<size_t>(position_.board.KindAt(from))), " on ",
                    ToString(from), " needs its letter in front");
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
std::pair<int, int> WhyNoMove<R>::RemotenessOf(const NamedMove& named, Sq from, Sq to) const {
  const int files = std::abs(from.file() - to.file());
  const int ranks = std::abs(from.rank() - to.rank());
  const int distance = (named.IsPawnStep() ? files : std::max(files, ranks)) * 32 + files + ranks;
  if (R::Reach(position_, from).Has(to)) return {0, distance};
  // Whether only other pieces block it.
  Position alone = position_;
  for (const Sq square : position_.board.Occupied()) {
    const bool own = position_.board.Of(position_.turn).Has(square);
    if (square != from && (square != to || own)) alone.board.Remove(square);
  }
  return {R::Reach(alone, from).Has(to) ? 1 : 2, distance};
}

// Explains a text that `scribe` could not read; `found` says why. Returns `found` if there is
// nothing to add.
template <Rules R, typename Scribe>
absl::Status ExplainUnread(const R& rules, const typename R::Position& position,
                           const Scribe& scribe, std::string_view text, Notation notation,
                           const absl::Status& found) {
  if constexpr (!BiddingRules<R>) {
    const WhyNoMove<R> why(rules, position, text);
    if constexpr (!CheckingRules<R>) {
      const std::vector<std::string> actions = scribe.ActionsNamed(text);
      std::string legal;
      int count = 0;
      absl::Status refused;
      for (const std::string& action : actions) {
        const auto move = rules.ParseMove(position, action);
        if (refused.ok()) refused = move.status();
        if (!move.ok()) continue;
        StrAppend(&legal, ++count == 1 ? "" : " and ", scribe.Write(*move, notation));
      }
      if (count > 1) {
        return MakeError(ErrorReason::kBadNotation,
                         StrCat(Quoted(text), " names more than one legal move: ", legal));
      }
      if (count == 1) return found;
      if (ReasonOf(refused) == ErrorReason::kBadActionText) return found;
      if (!actions.empty()) return why.ExplainAction(actions.front(), refused);
    }
    const std::optional<NamedMove> named = ParseNotation(
        scribe.ChessMoveIn(text), notation, static_cast<bool>(PromotedPawnsOf<R>(position)));
    if (!named || ReasonOf(found) != ErrorReason::kIllegalAction) return found;
    return why.Explain(*named, [&](const auto& move) { return scribe.Write(move, notation); });
  } else {
    return found;
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_WHY_NO_MOVE_H_
