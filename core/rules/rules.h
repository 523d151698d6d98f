#ifndef ARBITER_CORE_RULES_RULES_H_
#define ARBITER_CORE_RULES_RULES_H_

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
#include "core/base/packed_text.h"
#include "core/board/bitboard.h"
#include "core/rules/board_view.h"
#include "core/rules/clock.h"
#include "core/rules/draws.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/rules/viewer.h"

namespace arbiter {

// The optional parts of rules, in addition to the concept Rules. Rules declare those that they
// have:
//   static constexpr Abilities kAbilities = {.points = true};
// Each flag stands for the concept named next to it, which is defined below and lists the members
// that the ability requires. Rules that lack such a member do not compile (AbilitiesHold), and
// members without a declared ability are ignored.
struct Abilities {
  // The players do not have colours yet, and the moves are bids, which are not listed.
  bool bidding = false;  // BiddingRules
  // Boards can have fewer files than the widest one.
  bool widths = false;  // WidthRules
  // Legal moves can be counted without being listed.
  bool move_counts = false;  // CountingRules
  // The outcomes of many moves can be counted without resolving the moves.
  bool outcome_counts = false;  // OutcomeCountingRules
  // A turn can consist of several actions, with choices that the side to move has to make.
  bool pending_choices = false;  // PendingRules
  // Players score points, which can decide who has won.
  bool points = false;  // PointsRules
  // Players have clocks that are part of the position. In other games the clocks are an option that
  // the rules do not know (ruling C17).
  bool clocks = false;  // ClockRules
  // Plies can be taken back with the action `undo`.
  bool undo = false;  // UndoRules
  // The game has control actions of its own.
  bool controls = false;  // ControlRules
  // Players cannot agree on a draw.
  bool no_draw_offers = false;  // NoDrawOfferRules
  // A win can be claimed.
  bool win_claims = false;  // WinClaimRules
  // Claims depend on a history other than that of repetition.
  bool own_history = false;  // HistoryRules
  // The start position can be drawn at random.
  bool random_start = false;  // RandomStartRules
  // The game continues under other rules once this phase is over.
  bool next_phase = false;  // PhasedRules
  // Parts of a position can be hidden from a viewer.
  bool hiding = false;  // HidingRules
  // A snapshot needs more than the FEN. Rules with `undo` do not need this flag.
  bool snapshot_extra = false;  // SnapshotRules
  // Some positions that can arise in play are refused as a FEN.
  bool fen_checks = false;  // FenCheckRules
  // A state has parts that are not on the board.
  bool detail = false;  // DetailRules
  // The game has something to say about a state, such as a running count.
  bool notes = false;  // NoteRules
  // A picture of the board shows more than the pieces of `board`.
  bool own_drawing = false;  // OwnDrawingRules

  // The abilities below are only for RulesWithCheck.

  // Moves have events in addition to the common ones.
  bool own_events = false;  // OwnEventRules
  // Other spellings of SAN are accepted.
  bool san_spellings = false;  // SanSpellingRules
  // Promoted pawns can be told apart from other pieces.
  bool promoted_pawns = false;  // PromotedPawnRules
};

// The rules of a variant under given options: an immutable value whose members are pure functions
// of positions. A position is trivially copyable and has a side to move (`turn`), `ply()`, a
// repetition `key()` and, except during bidding, a `board`. This makes a move:
//
//   const auto rules = *makruk::MakrukRules::Create({});
//   makruk::Position position = *rules.ParseFen(rules.Info().start_fen);
//   rules.Apply(&position, *rules.ParseMove(position, "e3e4"));
//   std::cout << rules.FormatFen(position, FenStyle::kStandard) << "\n";
template <typename R>
concept Rules = std::copyable<R> && std::is_trivially_copyable_v<typename R::Position> &&
    std::is_trivially_copyable_v<typename R::Move> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             typename R::Moves* moves, std::string_view text, const OptionMap& options,
             int occurrences) {
  { R::kAbilities } -> std::same_as<const Abilities&>;
  { R::Info() } -> std::same_as<const VariantInfo&>;
  // Returns OPTION_OUT_OF_RANGE if an option or its value is invalid.
  { R::Create(options) } -> std::same_as<absl::StatusOr<R>>;
  // Equal rules have equal options. The operator must not be inherited, because that of a base
  // class ignores the options that R adds.
  requires std::convertible_to<decltype(&R::operator==), bool (R::*)(const R&) const>;
  // Returns every option with its value.
  { rules.options() } -> std::same_as<OptionMap>;

  // Returns BAD_FEN or IMPOSSIBLE_POSITION if the FEN is refused.
  { rules.ParseFen(text) } -> std::same_as<absl::StatusOr<typename R::Position>>;
  // Returns the canonical FEN of a position.
  { rules.FormatFen(position, FenStyle::kStandard) } -> std::same_as<std::string>;

  // Lists the moves that are legal by the position alone (ruling C12), in a fixed order.
  {rules.GenerateMoves(position, moves)};
  // Returns BAD_ACTION_TEXT, ILLEGAL_ACTION or NOT_YOUR_TURN with an explanation if the move is
  // refused (ruling C9).
  { rules.ParseMove(position, text) } -> std::same_as<absl::StatusOr<typename R::Move>>;
  // Returns the action text of a move. The texts of the moves of a position are distinct and have
  // at most PackedText::kMaxSize bytes.
  { rules.FormatMove(move) } -> std::same_as<std::string>;
  // Returns whether a player who picks up the piece on a square can intend this move.
  { move.StartsOn(Square<typename R::Position::Geo>(0)) } -> std::same_as<bool>;

  // Returns the end of the game in a position that has occurred `occurrences` times; std::nullopt
  // if the game continues. If several ends coincide, returns the first in the order of ruling C13.
  { rules.FindEnd(position, occurrences) } -> std::same_as<std::optional<End>>;
  // Returns the draw that a player can claim; std::nullopt if there is none.
  { rules.FindDrawClaim(position, occurrences) } -> std::same_as<std::optional<End>>;
  // Returns the reason why no draw can be claimed.
  { rules.DrawClaimRefusal(position, occurrences) } -> std::same_as<std::string>;
};

// Rules under which every move has exactly one result.
template <typename R>
concept DeterministicRules = Rules<R> &&
    requires(const R& rules, const typename R::Position& position,
             typename R::Position* mutable_position, typename R::Move move) {
  // Makes a move, which must be legal.
  {rules.Apply(mutable_position, move)};
  // Returns whether no earlier position can occur again after the move.
  { rules.IsIrreversible(position, move) } -> std::same_as<bool>;
};

// Deterministic rules under which each side has one royal piece, which can be in check, and moves
// go from one square to another.
template <typename R>
concept RulesWithCheck = DeterministicRules<R> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             typename R::Moves* moves) {
  // Returns the facts about a move that notations need.
  { rules.FactsOf(position, move) } -> std::same_as<MoveFacts>;
  // Lists the legal moves of some pieces of the side to move to one square, in the order of
  // GenerateMoves.
  {rules.GenerateMovesTo(position, position.board.Of(position.turn), move.to, moves)};
  // The character after the squares of a move that promotes.
  { R::kPromotionLetter } -> std::convertible_to<char>;
  // Returns the square of the royal of the side to move.
  {rules.RoyalSquare(position)};
  // Returns the squares of the pieces that give check to the side to move.
  {rules.Checkers(position)};
};

// Rules of games, or phases of games, that have a board.
template <typename R>
concept BoardRules = requires(const R& rules, const typename R::Position& position,
                              typename R::Move move, Square<typename R::Position::Geo> square) {
  // Returns the text of FormatMove in packed form.
  { R::Pack(move) } -> std::same_as<PackedText>;
  // Returns whether this text consists of the names of the squares `move.from` and `move.to`.
  { move.IsFromTo() } -> std::same_as<bool>;
  // Returns the squares to which the piece on an occupied square can move, legally or not.
  { R::PseudoLegalTargets(position, square) } -> std::same_as<Bitboard<typename R::Position::Geo>>;
  // Describes a move, legal or not, without its SAN and without what comes of it.
  { rules.Describe(position, move) } -> std::same_as<MoveInfo>;
  // Returns the position after the side to move has passed, whether or not the rules allow that.
  // Its pending choices lapse.
  { rules.AfterPass(position) } -> std::same_as<typename R::Position>;
  // Returns the moves that the side to move can choose in advance (core/rules/moves_in_advance.h),
  // in any order, if the position results from AfterPass. The same move may be listed twice.
  { rules.MovesInAdvance(position) } -> std::same_as<std::vector<typename R::Move>>;
};

// A legal action that is being carried out. It stops at each of its random draws until one of the
// candidates, which are in the order of the rules, is chosen. Copies are independent.
template <typename T, typename Position>
concept ResolutionFor = std::copyable<T> &&
    requires(const T& resolution, T* mutable_resolution, int index, std::string_view text) {
  // The number of candidates of the next random draw, at least 2; 0 if the action is complete.
  { resolution.candidates() } -> std::same_as<int>;
  // The purpose of the next random draw, such as `push`.
  { resolution.purpose() } -> std::same_as<std::string_view>;
  // Returns the text of a candidate. Like the purpose, it has static storage duration.
  { resolution.CandidateText(index) } -> std::same_as<std::string_view>;
  // Returns the index of the candidate with this text; std::nullopt if there is none.
  { resolution.FindCandidate(text) } -> std::same_as<std::optional<int>>;
  // Chooses a candidate and continues to the next random draw or to the end of the action.
  {mutable_resolution->Choose(index)};
  // The position after the action; valid once the action is complete.
  { resolution.after() } -> std::same_as<const Position&>;
  // Returns the suffix that SAN adds for the outcome.
  { resolution.SanSuffix() } -> std::same_as<std::string>;
};

// Returns the texts of the candidates of a resolution's next random draw.
template <typename Resolution>
std::vector<std::string_view> CandidateTexts(const Resolution& resolution) {
  std::vector<std::string_view> candidates;
  candidates.reserve(static_cast<size_t>(resolution.candidates()));
  for (int i = 0; i < resolution.candidates(); ++i) {
    candidates.push_back(resolution.CandidateText(i));
  }
  return candidates;
}

// Writes and reads the moves of one position, without their outcomes. The position must
// outlive the notation.
template <typename T, typename Move>
concept MoveNotationFor = requires(const T& move_notation, Move move, std::string_view text,
                                   Notation notation) {
  // Returns a legal move, written in a notation other than kAction.
  { move_notation.Write(move, notation) } -> std::same_as<std::string>;
  // Returns the legal move that a text names in a notation other than kAction; BAD_NOTATION or
  // ILLEGAL_ACTION if the text does not name exactly one.
  { move_notation.Read(text, notation) } -> std::same_as<absl::StatusOr<Move>>;
  // Returns the description of a legal move.
  { move_notation.Describe(move) } -> std::same_as<MoveInfo>;
};

// The notation of a game without check, which has more kinds of actions than chess.
template <typename T, typename Move>
concept MoveNotationWithoutCheck = MoveNotationFor<T, Move> &&
    requires(const T& move_notation, std::string_view text) {
  // Returns the part of a text that can be a chess move, without the additions of this game.
  { move_notation.ChessMoveIn(text) } -> std::convertible_to<std::string_view>;
  // Returns the action texts, legal or not, that a text can stand for if it is not a chess move.
  { move_notation.ActionsNamed(text) } -> std::same_as<std::vector<std::string>>;
};

// Deterministic rules without check.
template <typename R>
concept RulesWithoutCheck = DeterministicRules<R> &&
    requires(const R& rules, const typename R::Position& position,
             typename R::Position* mutable_position, typename R::Move move,
             std::vector<Event>* events) {
  { rules.NotationOf(position) } -> MoveNotationWithoutCheck<typename R::Move>;
  // Makes a move, which must be legal, and adds its events to `events`.
  {rules.Apply(mutable_position, move, events)};
};

// Rules under which a move can have several results. No position occurs twice in a game.
template <typename R>
concept StochasticRules = Rules<R> && ResolutionFor<typename R::Resolution, typename R::Position> &&
    requires(const R& rules, const typename R::Position& position, typename R::Move move,
             std::string_view text, std::vector<Event>* events) {
  // Starts to carry out a legal move. The resolution adds its events to `events`, which must
  // outlive it unless `events` is null.
  { rules.Resolve(position, move, events) } -> std::same_as<typename R::Resolution>;
  // The index and the purpose that select the random stream of the next action (ruling R1).
  { rules.ActionIndexOf(position) } -> std::same_as<ActionIndex>;
  { R::kDrawPurpose } -> std::convertible_to<std::string_view>;
  { rules.NotationOf(position) } -> MoveNotationFor<typename R::Move>;
  // Returns the part of a SAN that Resolution::SanSuffix() adds; empty if there is none.
  { R::SanSuffixOf(text) } -> std::same_as<std::string_view>;
};

// --- Abilities. A parameter `ongoing` is false once the game is over, however it ended.

template <typename R>
concept BiddingRules = requires {
  requires R::kAbilities.bidding;
  // The names of the players.
  { R::kRoles } -> std::same_as<const Roles&>;
  // Returns the reason why there is no perft of bids.
  { R::PerftRefusal() } -> std::convertible_to<std::string_view>;
};

template <typename R>
concept WidthRules = requires(const typename R::Position& position) {
  requires R::kAbilities.widths;
  // Returns the number of files.
  { R::FilesOf(position) } -> std::same_as<int>;
};

template <typename R>
concept CountingRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.move_counts;
  // Returns the number of moves that GenerateMoves lists.
  { rules.CountMoves(position) } -> std::same_as<int>;
};

template <typename R>
concept OutcomeCountingRules = requires(const R& rules, const typename R::Position& position,
                                        const typename R::Move& move) {
  requires R::kAbilities.outcome_counts;
  // Returns the number of distinct positions to which a legal move can lead; 0 if that is not known
  // without resolving the move.
  { rules.CountOutcomes(position, move) } -> std::same_as<int>;
};

template <typename R>
concept PendingRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.pending_choices;
  // Returns the choices in the order in which they have to be made.
  { rules.PendingOf(position) } -> std::same_as<std::vector<PendingChoice>>;
};

template <typename R>
concept PointsRules = requires(const typename R::Position& position, Color player) {
  requires R::kAbilities.points;
  { position.points(player) } -> std::convertible_to<int>;
};

template <typename R>
concept ClockRules = requires(const R& rules, typename R::Position* position, Color player,
                              const End& end, std::vector<Event>* events) {
  requires R::kAbilities.clocks;
  // The time left on the clocks; std::nullopt if clocks are not tracked.
  { position->clocks } -> std::same_as<std::optional<ClockTimes>&>;
  // The rulings about time, for errors.
  { R::kClockRulings } -> std::convertible_to<std::string_view>;
  // Returns the reason why the game does not have the option `clock` (ruling C17).
  { R::ClockOptionRefusal() } -> std::convertible_to<std::string_view>;
  // Starts the clocks, as described at Game::TrackClocks().
  {rules.StartClocks(position)};
  // Adds the time that a turn earns to the player's clock.
  {rules.AddTime(player, position)};
  // Returns the end of the game when the player's time has run out.
  { rules.LoseTime(player, position, events) } -> std::same_as<End>;
  // Returns whether LoseTime can have returned this end.
  { rules.IsTimeoutEnd(*position, end) } -> std::same_as<bool>;
};

template <typename R>
concept UndoRules = requires(const R& rules, typename R::UndoStack* undo,
                             typename R::Position* position, typename R::Move move,
                             std::string_view text, std::vector<Event>* events) {
  requires R::kAbilities.undo;
  requires std::copyable<typename R::UndoStack>;
  // Pushes a move that is about to be made in the position.
  {undo->Remember(*position, move)};
  {undo->Clear()};
  // Returns whether the side to move can take back plies.
  { rules.CanUndo(*position, *undo) } -> std::same_as<bool>;
  // Returns ILLEGAL_ACTION with an explanation if no plies can be taken back.
  { rules.Undo(position, undo, events) } -> std::same_as<absl::Status>;
  // Returns the data that a snapshot needs in addition to the FEN, including the undo stack.
  { rules.FormatExtra(*position, *undo) } -> std::same_as<std::string>;
  // Parses the output of FormatExtra; returns false if `text` does not belong to the position.
  { rules.ParseExtra(text, position, undo) } -> std::same_as<bool>;
};

template <typename R>
concept ControlRules = requires(const R& rules, typename R::Position* position,
                                std::string_view text, std::vector<Event>* events) {
  requires R::kAbilities.controls;
  // Returns whether a text is a control action of this game's own. The second character of such a
  // text is a lower-case letter (MayBeControl).
  { R::IsOwnControl(text) } -> std::same_as<bool>;
  // Returns the game's own control actions that are legal. The texts have static storage duration.
  { rules.OpenControls(*position) } -> std::same_as<std::vector<std::string_view>>;
  // Returns ILLEGAL_ACTION with an explanation if the action is refused.
  { rules.ApplyControl(text, position, events) } -> std::same_as<absl::Status>;
};

template <typename R>
concept NoDrawOfferRules = requires {
  requires R::kAbilities.no_draw_offers;
  // Returns the reason why draws cannot be offered.
  { R::DrawOfferRefusal() } -> std::convertible_to<std::string_view>;
};

template <typename R>
concept WinClaimRules = requires(const R& rules, const typename R::Position& position,
                                 Color player) {
  requires R::kAbilities.win_claims;
  // Returns the win that the player can claim; std::nullopt if there is none.
  { rules.FindWinClaim(position, player) } -> std::same_as<std::optional<End>>;
  // Returns the reason why the player cannot claim a win.
  { rules.WinClaimRefusal(position, player) } -> std::same_as<std::string>;
};

template <typename R>
concept HistoryRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.own_history;
  // Returns whether the history on which claims depend is known (ruling C10).
  { rules.KnowsHistory(position) } -> std::same_as<bool>;
};

template <typename R>
concept RandomStartRules = requires(const R& rules, const DrawFunction& draw,
                                    const typename R::FirstBoard& board) {
  requires R::kAbilities.random_start;
  // Returns whether the options make the start random.
  { rules.HasRandomStart() } -> std::same_as<bool>;
  // Returns the reason why a random start needs a seed, for errors.
  { R::WhyRandomStart() } -> std::convertible_to<std::string_view>;
  // Returns a random start position, the first one that has a board. `draw` makes its random draws.
  { rules.DrawStart(draw) } -> std::same_as<typename R::FirstBoard>;
  // Returns whether a position can result from DrawStart.
  { rules.CanBeRandomStart(board) } -> std::same_as<bool>;
};

template <typename R>
concept PhasedRules = requires(const R& rules, const typename R::Position& position,
                               std::string_view text) {
  requires R::kAbilities.next_phase;
  // The rules of the next phase.
  requires Rules<typename R::Next>;
  { rules.NextRules() } -> std::same_as<typename R::Next>;
  // Returns whether a FEN belongs to this phase, and not to the next one.
  { R::IsFen(text) } -> std::same_as<bool>;
  // Returns the start position. The options must not make it random.
  { rules.Start() } -> std::same_as<typename R::Position>;
  // Returns the start position of the next phase if the options skip this one; std::nullopt
  // otherwise.
  { rules.StartIfSkipped() } -> std::same_as<std::optional<typename R::Next::Position>>;
  // Returns the position with which the next phase starts; std::nullopt while this phase continues.
  { rules.NextPosition(position) } -> std::same_as<std::optional<typename R::Next::Position>>;
};

template <typename R>
concept HidingRules = requires(const R& rules, const typename R::Position& position,
                               typename R::Position* mutable_position, typename R::Move move,
                               Viewer viewer) {
  requires R::kAbilities.hiding;
  // Returns whether a part of the position is hidden from the viewer (ruling H23).
  { rules.Hides(position, viewer) } -> std::same_as<bool>;
  // Removes the hidden part from a position that has one.
  {rules.Redact(mutable_position)};
  // Returns the action text and the SAN of a move for viewers from whom a part of the move is
  // hidden; both are empty if nothing is hidden.
  { rules.ConcealedText(move) } -> std::same_as<std::pair<std::string, std::string>>;
};

template <typename R>
concept SnapshotRules = requires(const R& rules, typename R::Position* position,
                                 std::string_view text) {
  requires R::kAbilities.snapshot_extra;
  // Returns the data that a snapshot needs in addition to the FEN.
  { rules.FormatExtra(*position) } -> std::same_as<std::string>;
  // Parses the output of FormatExtra; returns false if `text` does not belong to the position.
  { rules.ParseExtra(text, position) } -> std::same_as<bool>;
};

template <typename R>
concept FenCheckRules = requires(const R& rules, const typename R::Position& position) {
  requires R::kAbilities.fen_checks;
  // Returns IMPOSSIBLE_POSITION if a position that was parsed from a FEN is refused.
  { rules.CheckFenPosition(position) } -> std::same_as<absl::Status>;
};

template <typename R>
concept DetailRules = requires(const R& rules, const typename R::Position& position, bool ongoing) {
  requires R::kAbilities.detail;
  // Returns a value of the game's own type, for the code that writes its messages.
  {rules.DetailOf(position, ongoing)};
};

template <typename R>
concept NoteRules = requires(const R& rules, const typename R::Position& position, bool ongoing,
                             Locale locale, std::vector<Note>* notes) {
  requires R::kAbilities.notes;
  // Adds what the game says about the position: what a player wants to know and neither the board
  // nor an Adjudication shows. A note may contain the clocks if the position has any.
  {rules.AddNotes(position, ongoing, locale, notes)};
};

template <typename R>
concept OwnDrawingRules = requires(const R& rules, const typename R::Position& position,
                                   BoardView* view) {
  requires R::kAbilities.own_drawing;
  // Draws the position, including the pieces, on `view`, which has the size of the widest board and
  // only empty squares.
  {rules.Draw(position, view)};
};

template <typename R>
concept OwnEventRules = requires(const R& rules, const typename R::Position& before,
                                 typename R::Move move, std::vector<Event>* events) {
  requires R::kAbilities.own_events;
  // Adds the game's own events of a move.
  {rules.AddEvents(before, move, events)};
};

template <typename R>
concept SanSpellingRules = requires(std::string_view san) {
  requires R::kAbilities.san_spellings;
  // Returns `san` in the variant's own spelling.
  { R::RespellSan(san) } -> std::same_as<std::string>;
};

template <typename R>
concept PromotedPawnRules = requires(const typename R::Position& position) {
  requires R::kAbilities.promoted_pawns;
  // The squares of the promoted pawns of both colours.
  { position.upturned } -> std::convertible_to<Bitboard<typename R::Position::Geo>>;
};

// Checks at compile time that rules have every ability that they declare. The concept in the failed
// assertion lists the required members.
template <typename R>
constexpr bool AbilitiesHold() {
  constexpr Abilities kDeclared = R::kAbilities;
  static_assert(kDeclared.bidding || BoardRules<R>);
  static_assert(!DeterministicRules<R> || RulesWithCheck<R> || RulesWithoutCheck<R>);
  static_assert(!kDeclared.bidding || BiddingRules<R>);
  static_assert(!kDeclared.widths || WidthRules<R>);
  static_assert(!kDeclared.move_counts || CountingRules<R>);
  static_assert(!kDeclared.outcome_counts || OutcomeCountingRules<R>);
  static_assert(!kDeclared.pending_choices || PendingRules<R>);
  static_assert(!kDeclared.points || PointsRules<R>);
  static_assert(!kDeclared.clocks || ClockRules<R>);
  static_assert(!kDeclared.undo || UndoRules<R>);
  static_assert(!kDeclared.controls || ControlRules<R>);
  static_assert(!kDeclared.no_draw_offers || NoDrawOfferRules<R>);
  static_assert(!kDeclared.win_claims || WinClaimRules<R>);
  static_assert(!kDeclared.own_history || HistoryRules<R>);
  static_assert(!kDeclared.random_start || RandomStartRules<R>);
  static_assert(!kDeclared.next_phase || PhasedRules<R>);
  static_assert(!kDeclared.hiding || HidingRules<R>);
  static_assert(!kDeclared.snapshot_extra || SnapshotRules<R>);
  static_assert(!kDeclared.fen_checks || FenCheckRules<R>);
  static_assert(!kDeclared.detail || DetailRules<R>);
  static_assert(!kDeclared.notes || NoteRules<R>);
  static_assert(!kDeclared.own_drawing || OwnDrawingRules<R>);
  static_assert(!kDeclared.own_events || OwnEventRules<R>);
  static_assert(!kDeclared.san_spellings || SanSpellingRules<R>);
  static_assert(!kDeclared.promoted_pawns || PromotedPawnRules<R>);
  return true;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_RULES_H_
