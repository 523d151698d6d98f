#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_RULES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/board_view.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/outcome.h"
#include "core/rules/rules.h"
#include "core/rules/variant_info.h"
#include "core/search/query.h"
#include "core/variants/chpok/board/claims.h"
#include "core/variants/chpok/board/fen.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/notation.h"
#include "core/variants/chpok/board/play.h"
#include "core/variants/chpok/board/position.h"
#include "core/variants/chpok/board/search_model.h"
#include "core/variants/chpok/board/undo_stack.h"
#include "core/variants/chpok/info.h"
#include "core/variants/chpok/options.h"

namespace arbiter::chpok {

// The rules of Chpok's board phase under given options. Satisfies the DeterministicRules concept;
// see core/rules/rules.h for the meaning of the members.
class BoardRules {
 public:
  using Position = chpok::Position;
  using Move = chpok::Action;
  using Moves = chpok::Actions;
  using UndoStack = chpok::UndoStack;
  using SearchModel = chpok::SearchModel;

  static constexpr Abilities kAbilities = {.widths = true,
                                           .points = true,
                                           .clocks = true,
                                           .undo = true,
                                           .no_draw_offers = true,
                                           .win_claims = true,
                                           .own_history = true,
                                           .detail = true,
                                           .notes = true,
                                           .own_drawing = true};
  // The start position without features.
  static constexpr std::string_view kExampleFen =
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0}";

  static const VariantInfo& Info() { return ChpokInfo(); }
  static absl::StatusOr<BoardRules> Create(const OptionMap& options);
  explicit BoardRules(DrawPolicy draw_policy) : draw_policy_(draw_policy) {}
  bool operator==(const BoardRules&) const = default;
  // Returns the options that matter in the board phase.
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const { return ParseBoardFen(fen); }
  std::string FormatFen(const Position& position, FenStyle /*style*/) const {
    return FormatBoardFen(position);
  }
  // Format and parse what a snapshot needs in addition to the FEN: an end that the FEN does not
  // show, the colours of the bidders, the sources of the points, and the plies that can be taken
  // back.
  std::string FormatExtra(const Position& position, const UndoStack& undo) const;
  bool ParseExtra(std::string_view text, Position* position, UndoStack* undo) const;

  void GenerateMoves(const Position& position, Moves* moves) const {
    GenerateActions(position, moves);
  }
  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const {
    return ParseAction(position, text);
  }
  static PackedText Pack(const Move& action) { return PackAction(action); }
  std::string FormatMove(const Move& action) const { return FormatAction(action); }
  void Apply(Position* position, const Move& action, std::vector<Event>* events = nullptr) const;
  // No rule of Chpok depends on repetition (P25).
  bool IsIrreversible(const Position& /*position*/, const Move& /*action*/) const { return true; }
  static Squares PseudoLegalTargets(const Position& position, Sq from) {
    return TargetsOf(position, from);
  }
  static MoveInfo Describe(const Position& position, const Action& action) {
    return chpok::Describe(position, action);
  }
  static Position AfterPass(const Position& position) { return chpok::AfterPass(position); }
  static std::vector<Action> MovesInAdvance(const Position& position) {
    return chpok::MovesInAdvance(position);
  }
  MoveNotation NotationOf(const Position& position) const { return MoveNotation(position); }

  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& position, int /*occurrences*/) const {
    return DrawClaim(position);
  }
  std::string DrawClaimRefusal(const Position& position, int /*occurrences*/) const {
    return DrawRefusal(position);
  }
  std::optional<End> FindWinClaim(const Position& position, Color player) const {
    return WinClaim(position, player);
  }
  std::string WinClaimRefusal(const Position& position, Color player) const {
    return WinRefusal(position, player);
  }
  bool KnowsHistory(const Position& position) const { return chpok::KnowsHistory(position); }
  static std::string_view DrawOfferRefusal() {
    return "there is no draw by agreement in Chpok (P17)";
  }

  // Clocks (P24) and the points that running out of time costs (P14).
  static constexpr std::string_view kClockRulings = "P6, P24";
  static std::string_view ClockOptionRefusal() {
    return "the clocks of Chpok come from its bidding; set track_clocks instead, or skip_bidding "
           "with minutes and bonus (P6, P24)";
  }
  void StartClocks(Position* position) const;
  void AddTime(Color mover, Position* position) const;
  End LoseTime(Color loser, Position* position, std::vector<Event>* events) const;
  bool IsTimeoutEnd(const Position& position, const End& end) const {
    return end == TimeoutEnd(position);
  }

  // Undos (P19).
  bool CanUndo(const Position& position, const UndoStack& undo) const;
  absl::Status Undo(Position* position, UndoStack* undo, std::vector<Event>* events) const;

  BoardDetail DetailOf(const Position& position, bool ongoing) const;
  // Adds a line for each player with their points, their clock and what they have left, such as
  // `White: 17 points, clock 4:59; left: 880 moves, 1 castling`, which pictures show; then the
  // sources of the points, how far away claims are, the time control, the bidders and the features.
  void AddNotes(const Position& position, bool ongoing, Locale locale,
                std::vector<Note>* notes) const;
  static int FilesOf(const Position& position) { return position.features.width; }
  void Draw(const Position& position, BoardView* view) const;

  SearchReport<Move> Search(const Position& position, const SearchTask<Move>& task) const;

 private:
  static End TimeoutEnd(const Position& position);
  // Returns the win that one of the players can claim; std::nullopt if neither can.
  static std::optional<End> AnyWinClaim(const Position& position);

  DrawPolicy draw_policy_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_RULES_H_
