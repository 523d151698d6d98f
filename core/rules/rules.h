#ifndef ARBITER_CORE_RULES_RULES_H_
#define ARBITER_CORE_RULES_RULES_H_

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/bitboard.h"
#include "core/rules/board_view.h"
#include "core/rules/draws.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/packed_text.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/rules/viewer.h"

namespace arbiter {

// What rules can have beside what the concept Rules asks for. Rules declare it:
//   static constexpr Abilities kAbilities = {.points = true};
// Each flag stands for the concept named beside it, further down, which says what members it
// promises. Rules that do not keep a promise do not compile (AbilitiesHold), and members that
// nothing promises are not looked for.
struct Abilities {
  // Players are not called by their colours yet, and moves are bids, which are not listed.
  bool bidding = false;  // BiddingRules
  // Boards can be narrower than the widest one.
  bool widths = false;  // WidthRules
  // Legal moves can be counted without listing them.
  bool move_counts = false;  // CountingRules
  // A move begins a turn that the same player has to go on with.
  bool pending_choices = false;  // PendingRules
  // There are points, which may decide who has won.
  bool points = false;  // PointsRules
  // Players have clocks.
  bool clocks = false;  // ClockedRules
  // Plies can be taken back, with the action `undo`.
  bool undo = false;  // UndoRules
  // There are actions beside moves that are the game's own.
  bool controls = false;  // ControlRules
  // Draws are not agreed on.
  bool no_draw_offers = false;  // NoDrawOfferRules
  // A win can be claimed.
  bool win_claims = false;  // WinClaimRules
  // Claims look back on something other than repetition.
  bool own_history = false;  // HistoryRules
  // The first position can be drawn at random.
  bool drawn_start = false;  // DrawnStartRules
  // Something can be hidden from a viewer.
  bool hiding = false;  // HidingRules
  // A snapshot needs more than the FEN; with `undo` it always does.
  bool snapshot_extra = false;  // SnapshotRules
  // Some positions that can arise in play are refused when they are given as a FEN.
  bool fen_checks = false;  // FenCheckRules
  // A state has something beside the board.
  bool detail = false;  // DetailRules
  // Something stands beside a picture of the board.
  bool notes = false;  // NotedRules
  // A picture of the board shows more than the pieces of `board`.
  bool own_drawing = false;  // DrawingRules
  // Of rules with check alone: moves have events beside the common ones; SAN has other spellings;
  // promoted pawns are still known as such.
  bool own_events = false;      // EventfulRules
  bool san_spellings = false;   // RespellingRules
  bool promoted_pawns = false;  // PromotedPawnRules
};

// A variant's rules under given options: an immutable value whose members are
// pure functions of positions. Positions are trivially copyable, know their
// side to move (`turn`), `ply()` and repetition `key()`, and mostly a `board`.
template <typename R>
concept Rules = std::copyable<R> && std::is_trivially_copyable_v<typename R::Position> &&
    std::is_trivially_copyable_v<typename R::Move> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             typename R::Moves* moves, std::string_view text, const OptionMap& options,
             int occurrences) {
  { R::kAbilities } -> std::same_as<const Abilities&>;
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
  // Whether a player who takes up the piece on a square may mean this move.
  { move.Starts(Square<typename R::Position::Geo>(0)) } -> std::same_as<bool>;

  // The end that a position shows after `occurrences` of it, in the order of C13.
  { rules.FindEnd(position, occurrences) } -> std::same_as<std::optional<End>>;
  // The draw that a player could claim, and if there is none, why not.
  { rules.FindDrawClaim(position, occurrences) } -> std::same_as<std::optional<End>>;
  { rules.WhyNoDrawClaim(position, occurrences) } -> std::same_as<std::string>;
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
  // What follows the squares of a move that promotes.
  { R::kPromotionLetter } -> std::convertible_to<char>;
  // The royal of the side to move, and what gives it check.
  {rules.RoyalSquare(position)};
  {rules.Checkers(position)};
};

// Rules with a board, which a bidding lacks.
template <typename R>
concept BoardRules = requires(const typename R::Position& position, typename R::Move move,
                              Square<typename R::Position::Geo> square) {
  // The text of FormatMove.
  { R::Pack(move) } -> std::same_as<PackedText>;
  // Where the piece on an occupied square may go, whether or not that is legal.
  { R::Reach(position, square) } -> std::same_as<Bitboard<typename R::Position::Geo>>;
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

// The same of a game without check, which has texts beside those of chess.
template <typename T, typename Move>
concept ScribesWithoutCheck = Scribes<T, Move> && requires(const T& scribe, std::string_view text) {
  // What remains of a text without what no chess move has.
  { scribe.ChessMoveIn(text) } -> std::convertible_to<std::string_view>;
  // The texts of the actions, legal or not, that a text may mean which is no chess move.
  { scribe.ActionsNamed(text) } -> std::same_as<std::vector<std::string>>;
};

// Rules by which a move has one result, without check.
template <typename R>
concept UncheckedRules = DeterministicRules<R> &&
    requires(const R& rules, const typename R::Position& position,
             typename R::Position* mutable_position, typename R::Move move,
             std::vector<Event>* events) {
  { rules.ScribeOf(position) } -> ScribesWithoutCheck<typename R::Move>;
  // Plays a legal move without checking it; `events` gets what it did.
  {rules.Apply(mutable_position, move, events)};
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

// --- Abilities. `ongoing` is false once the game is over, however it ended.

template <typename R>
concept BiddingRules = requires {
  requires R::kAbilities.bidding;
  // What the players are called.
  { R::kRoles } -> std::same_as<const Roles&>;
  // Why the tree of bids cannot be counted.
  { R::WhyNoPerft() } -> std::convertible_to<std::string_view>;
};

template <typename R>
concept WidthRules = requires(const typename R::Position& position) {
  requires R::kAbilities.widths;
  { R::FilesOf(position) } -> std::same_as<int>;
};

template <typename R>
concept CountingRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.move_counts;
  // The size of the list of GenerateMoves.
  { rules.CountMoves(position) } -> std::same_as<int>;
};

template <typename R>
concept PendingRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.pending_choices;
  // In the order in which they have to be made.
  { rules.PendingOf(position) } -> std::same_as<std::vector<PendingChoice>>;
};

template <typename R>
concept PointsRules = requires(const typename R::Position& position, Color player) {
  requires R::kAbilities.points;
  { position.points(player) } -> std::convertible_to<int>;
};

template <typename R>
concept ClockedRules = requires(const R& rules, typename R::Position* position, Color player,
                                const End& end, std::vector<Event>* events) {
  requires R::kAbilities.clocks;
  // Milliseconds left, by player; std::nullopt while clocks are not tracked.
  { position->clocks } -> std::same_as<std::optional<std::array<int64_t, 2>>&>;
  // The rulings about time, for errors.
  { R::kClockRulings } -> std::convertible_to<std::string_view>;
  {rules.StartClocks(position)};
  // Adds what a move of the player earns.
  {rules.AddTime(player, position)};
  // The end that comes about when the player's time has run out.
  { rules.LoseTime(player, position, events) } -> std::same_as<End>;
  // Whether LoseTime may have answered this end.
  { rules.IsTimeoutEnd(*position, end) } -> std::same_as<bool>;
};

template <typename R>
concept UndoRules = requires(const R& rules, typename R::UndoStack* undo,
                             typename R::Position* position, typename R::Move move,
                             std::string_view text, std::vector<Event>* events) {
  requires R::kAbilities.undo;
  requires std::copyable<typename R::UndoStack>;
  // Keeps a move that led from one position to another; and forgets all.
  {undo->Remember(*position, move, *position)};
  {undo->Clear()};
  { rules.CanUndo(*position, *undo) } -> std::same_as<bool>;
  // ILLEGAL_ACTION with the reason.
  { rules.Undo(position, undo, events) } -> std::same_as<absl::Status>;
  // What a snapshot has beside the FEN: these plies, and whatever else it needs; false if the text
  // does not belong to the position.
  { rules.FormatExtra(*position, *undo) } -> std::same_as<std::string>;
  { rules.ParseExtra(text, position, undo) } -> std::same_as<bool>;
};

template <typename R>
concept ControlRules = requires(const R& rules, typename R::Position* position,
                                std::string_view text, std::vector<Event>* events) {
  requires R::kAbilities.controls;
  // The second character of a text is a small letter (MayBeControl).
  { R::IsOwnControl(text) } -> std::same_as<bool>;
  // Those that are legal. The texts have static storage duration.
  { rules.OpenControls(*position) } -> std::same_as<std::vector<std::string_view>>;
  // ILLEGAL_ACTION with the reason.
  { rules.ApplyControl(text, position, events) } -> std::same_as<absl::Status>;
};

template <typename R>
concept NoDrawOfferRules = requires {
  requires R::kAbilities.no_draw_offers;
  { R::WhyNoDrawOffer() } -> std::convertible_to<std::string_view>;
};

template <typename R>
concept WinClaimRules = requires(const R& rules, const typename R::Position& position,
                                 Color player) {
  requires R::kAbilities.win_claims;
  // The win that the player could claim, and if there is none, why not.
  { rules.FindWinClaim(position, player) } -> std::same_as<std::optional<End>>;
  { rules.WhyNoWinClaim(position, player) } -> std::same_as<std::string>;
};

template <typename R>
concept HistoryRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.own_history;
  // Whether all that claims look back on is known (ruling C10).
  { rules.KnowsHistory(position) } -> std::same_as<bool>;
};

template <typename R>
concept DrawnStartRules = requires(const R& rules, const DrawFunction& draw,
                                   const typename R::FirstBoard& board) {
  requires R::kAbilities.drawn_start;
  // Whether the options ask for it, and why a start cannot be had without a seed then.
  { rules.DrawsStart() } -> std::same_as<bool>;
  { R::WhyDrawn() } -> std::convertible_to<std::string_view>;
  { rules.DrawStart(draw) } -> std::same_as<typename R::Position>;
  // Whether the first position with a board can have been drawn.
  { rules.CanDrawStart(board) } -> std::same_as<bool>;
};

template <typename R>
concept HidingRules = requires(const R& rules, const typename R::Position& position,
                               typename R::Position* mutable_position, typename R::Move move,
                               Viewer viewer) {
  requires R::kAbilities.hiding;
  // Whether there is something that the viewer may not know (ruling H23), and taking it away.
  { rules.Hides(position, viewer) } -> std::same_as<bool>;
  {rules.Redact(mutable_position)};
  // Text and SAN of a move for those who may not know all of it; empty: nothing is hidden.
  { rules.ConcealedText(move) } -> std::same_as<std::pair<std::string, std::string>>;
};

template <typename R>
concept SnapshotRules = requires(const R& rules, typename R::Position* position,
                                 std::string_view text) {
  requires R::kAbilities.snapshot_extra;
  { rules.FormatExtra(*position) } -> std::same_as<std::string>;
  // False if the text does not belong to the position.
  { rules.ParseExtra(text, position) } -> std::same_as<bool>;
};

template <typename R>
concept FenCheckRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.fen_checks;
  // IMPOSSIBLE_POSITION.
  { rules.CheckGiven(position) } -> std::same_as<absl::Status>;
};

template <typename R>
concept DetailRules = requires(const R& rules, const typename R::Position& position, bool ongoing) {
  requires R::kAbilities.detail;
  // A value of the game's own type, for the code that writes its messages.
  {rules.DetailOf(position, ongoing)};
};

template <typename R>
concept NotedRules = requires(const R& rules, const typename R::Position& position, bool ongoing,
                              Locale locale, std::vector<std::string>* notes) {
  requires R::kAbilities.notes;
  // Short lines, as for a running count.
  {rules.AddNotes(position, ongoing, locale, notes)};
};

template <typename R>
concept DrawingRules = requires(const R& rules, const typename R::Position& position,
                                BoardView* view) {
  requires R::kAbilities.own_drawing;
  // Draws all there is, the pieces too, on a view of empty squares of the widest board.
  {rules.Draw(position, view)};
};

template <typename R>
concept EventfulRules = requires(const R& rules, const typename R::Position& before,
                                 typename R::Move move, std::vector<Event>* events) {
  requires R::kAbilities.own_events;
  {rules.AddEvents(before, move, events)};
};

template <typename R>
concept RespellingRules = requires(std::string_view san) {
  requires R::kAbilities.san_spellings;
  // The same move as it is written here.
  { R::RespellSan(san) } -> std::same_as<std::string>;
};

template <typename R>
concept PromotedPawnRules = requires(const typename R::Position& position) {
  requires R::kAbilities.promoted_pawns;
  // Where they stand, of both colours.
  { position.upturned } -> std::convertible_to<Bitboard<typename R::Position::Geo>>;
};

// Whether rules have every ability that they declare; the concept of the one that is missing tells
// what it lacks.
template <typename R>
constexpr bool AbilitiesHold() {
  constexpr Abilities kDeclared = R::kAbilities;
  static_assert(kDeclared.bidding || BoardRules<R>);
  static_assert(!DeterministicRules<R> || CheckingRules<R> || UncheckedRules<R>);
  static_assert(!kDeclared.bidding || BiddingRules<R>);
  static_assert(!kDeclared.widths || WidthRules<R>);
  static_assert(!kDeclared.move_counts || CountingRules<R>);
  static_assert(!kDeclared.pending_choices || PendingRules<R>);
  static_assert(!kDeclared.points || PointsRules<R>);
  static_assert(!kDeclared.clocks || ClockedRules<R>);
  static_assert(!kDeclared.undo || UndoRules<R>);
  static_assert(!kDeclared.controls || ControlRules<R>);
  static_assert(!kDeclared.no_draw_offers || NoDrawOfferRules<R>);
  static_assert(!kDeclared.win_claims || WinClaimRules<R>);
  static_assert(!kDeclared.own_history || HistoryRules<R>);
  static_assert(!kDeclared.drawn_start || DrawnStartRules<R>);
  static_assert(!kDeclared.hiding || HidingRules<R>);
  static_assert(!kDeclared.snapshot_extra || SnapshotRules<R>);
  static_assert(!kDeclared.fen_checks || FenCheckRules<R>);
  static_assert(!kDeclared.detail || DetailRules<R>);
  static_assert(!kDeclared.notes || NotedRules<R>);
  static_assert(!kDeclared.own_drawing || DrawingRules<R>);
  static_assert(!kDeclared.own_events || EventfulRules<R>);
  static_assert(!kDeclared.san_spellings || RespellingRules<R>);
  static_assert(!kDeclared.promoted_pawns || PromotedPawnRules<R>);
  return true;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_RULES_H_
