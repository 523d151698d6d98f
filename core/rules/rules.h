#ifndef ARBITER_CORE_RULES_RULES_H_
#define ARBITER_CORE_RULES_RULES_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/event.h"
#include "core/rules/move_info.h"
#include "core/rules/notation.h"
#include "core/rules/outcome.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// A variant's rules under given options: an immutable value whose members are
// pure functions of positions. Positions are trivially copyable, know their
// side to move (`turn`), `ply()` and repetition `key()`, and mostly a `board`.
//
// Beside what the concepts below ask for, rules may bring, and TypedGame finds out:
// - CountMoves, which tells how many legal moves there are without listing them;
// - actions beside moves that are the variant's own: IsOwnControl, OpenControls, ApplyControl;
// their
//   texts are as MayBeControl says, and those of OpenControls live for ever;
// - WhyNoDrawOffer, where draws are not agreed on; FindWinClaim and WhyNoWinClaim;
// - KnowsHistory, where claims look back on something else than repetition;
// - clocks in the position: StartClocks, AddTime, LoseTime, IsTimeoutEnd;
// - a Memory of plies that can be taken back;
// - what a snapshot has beside the FEN: FormatExtra, ParseExtra;
// - what a FEN that is given may not say, though a position that is played may: CheckGiven;
// - a first position that is drawn: DrawsStart, DrawStart, CanDrawStart, WhyDrawn;
// - what somebody may not see: Hides, Redact, ConcealedText;
// - Pack, the text of a move as a number, faster than FormatMove;
// - Reach(position, from), where a piece of the player to move can go but for check, so that moves
//   in other notations than kAction can be explained; PromotionSuffix, where it is no letter;
// - kRoles, where players are not called by colours; BidsIn and WhyNoPerft for a bidding;
// - what is shown: CountStatusOf, PendingOf, AddEvents, Decorate, or DrawBoard and FilesOf for
//   boards of several widths.
template <typename R>
concept Rules = std::copyable<R> && std::is_trivially_copyable_v<typename R::Position> &&
    std::is_trivially_copyable_v<typename R::Move> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             typename R::Moves* moves, std::string_view text, const OptionMap& options,
             int occurrences) {
  { R::Info() } -> std::same_as<const VariantInfo&>;
  // OPTION_OUT_OF_RANGE; options() gives every option with its value.
  { R::Create(options) } -> std::same_as<absl::StatusOr<R>>;
  { rules.options() } -> std::same_as<OptionMap>;

  // BAD_FEN, IMPOSSIBLE_POSITION. FormatFen(ParseFen(x)) is canonical.
  { rules.ParseFen(text) } -> std::same_as<absl::StatusOr<typename R::Position>>;
  { rules.FormatFen(position, FenStyle::kStandard) } -> std::same_as<std::string>;

  // Legal moves by the position alone (ruling C12), in a fixed order.
  {rules.GenerateMoves(position, moves)};
  // BAD_ACTION_TEXT, ILLEGAL_ACTION, NOT_YOUR_TURN with the reason (ruling C9).
  { rules.ParseMove(position, text) } -> std::same_as<absl::StatusOr<typename R::Move>>;
  // Of the moves of a position all different, and at most PackedText::kLongest bytes.
  { rules.FormatMove(move) } -> std::same_as<std::string>;

  // The end that a position shows after `occurrences` of it, in the order of C13.
  { rules.FindEnd(position, occurrences) } -> std::same_as<std::optional<End>>;
  // The draw that a player could claim, and if there is none, why not.
  { rules.FindDrawClaim(position, occurrences) } -> std::same_as<std::optional<End>>;
  { rules.WhyNoDrawClaim(position, occurrences) } -> std::same_as<std::string>;
  // What a state has beside the board.
  {rules.DetailOf(position)};
};

// Rules by which a move has one result.
template <typename R>
concept DeterministicRules = Rules<R> &&
    requires(const R& rules, const typename R::Position& position,
             typename R::Position* mutable_position, typename R::Move move) {
  // Plays a legal move without checking it.
  {rules.Apply(mutable_position, move)};
  // Whether no position from before the move can ever occur again after it.
  { rules.IsIrreversible(position, move) } -> std::same_as<bool>;
};

// The same with one royal a side, which can be in check; moves go from one square to another.
template <typename R>
concept CheckingRules = DeterministicRules<R> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             typename R::Moves* moves) {
  { rules.FactsOf(position, move) } -> std::same_as<MoveFacts>;
  // Those of GenerateMoves to one square.
  {rules.GenerateMovesTo(position, move.to, moves)};
  // The royal of the side to move, and what gives it check.
  {rules.RoyalSquare(position)};
  {rules.Checkers(position)};
};

// Where in a game an action draws from the random stream (ruling R1).
struct DrawPlace {
  uint64_t turn;
  uint32_t action;
};

// A legal action on its way to its result: it stops at each of its draws until one of
// the candidates, in the order of the rules, is chosen. Copies go their own ways.
template <typename T, typename Position>
concept Resolves = std::copyable<T> &&
    requires(const T& resolution, T* mutable_resolution, int index, std::string_view text) {
  // At least 2; 0: the action is done.
  { resolution.candidates() } -> std::same_as<int>;
  { resolution.purpose() } -> std::same_as<std::string_view>;
  { resolution.CandidateText(index) } -> std::same_as<std::string>;
  // The candidate with this text; none: there is none.
  { resolution.CandidateNamed(text) } -> std::same_as<std::optional<int>>;
  {mutable_resolution->Choose(index)};
  // The position after the action, once it is done.
  { resolution.after() } -> std::same_as<const Position&>;
  // What SAN adds for what was drawn.
  { resolution.SanSuffix() } -> std::same_as<std::string>;
};

// What the next draw of a resolution chooses from.
template <typename Resolution>
std::vector<std::string> CandidatesOf(const Resolution& resolution) {
  std::vector<std::string> candidates;
  candidates.reserve(static_cast<size_t>(resolution.candidates()));
  for (int i = 0; i < resolution.candidates(); ++i) {
    candidates.push_back(resolution.CandidateText(i));
  }
  return candidates;
}

// The legal moves of one position, which it may refer to, without what they draw.
template <typename T, typename Move>
concept Scribes = requires(const T& scribe, Move move, std::string_view text, Notation notation) {
  // In a notation other than kAction.
  { scribe.Write(move, notation) } -> std::same_as<std::string>;
  // BAD_NOTATION.
  { scribe.Read(text, notation) } -> std::same_as<absl::StatusOr<Move>>;
  { scribe.Describe(move) } -> std::same_as<MoveInfo>;
};

// Rules by which a move can have several results. No position occurs twice.
template <typename R>
concept StochasticRules = Rules<R> && Resolves<typename R::Resolution, typename R::Position> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             std::string_view text, std::vector<Event>* events) {
  // `events` may be null.
  { rules.Resolve(position, move, events) } -> std::same_as<typename R::Resolution>;
  // Where in the random stream of which purpose it draws (ruling R1).
  { rules.DrawPlaceOf(position) } -> std::same_as<DrawPlace>;
  { R::kDrawPurpose } -> std::convertible_to<std::string_view>;
  { rules.ScribeOf(position) } -> Scribes<typename R::Move>;
  // The part of a SAN that Resolution::SanSuffix() gives; empty where it has none.
  { R::SanSuffixOf(text) } -> std::same_as<std::string_view>;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_RULES_H_
