#ifndef ARBITER_CORE_VARIANTS_CHAKART_RULES_H_
#define ARBITER_CORE_VARIANTS_CHAKART_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/board_view.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/rules.h"
#include "core/rules/variant_info.h"
#include "core/rules/viewer.h"
#include "core/search/query.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/notation.h"
#include "core/variants/chakart/position.h"
#include "core/variants/chakart/resolution.h"
#include "core/variants/chakart/search_model.h"
#include "core/variants/chakart/set_up.h"

namespace arbiter::chakart {

// The rules of Chakart under given options. The StochasticRules concept (core/rules/rules.h) says
// what each member means.
class ChakartRules {
 public:
  using Position = chakart::Position;
  using Move = chakart::Action;
  using Moves = chakart::Actions;
  using Resolution = chakart::Resolution;
  using FirstBoard = chakart::Position;
  using SearchModel = chakart::SearchModel;

  // The purpose that selects the random stream of a turn (R1).
  static constexpr std::string_view kDrawPurpose = "move";

  static constexpr Abilities kAbilities = {.outcome_counts = true,
                                           .pending_choices = true,
                                           .random_start = true,
                                           .hiding = true,
                                           .snapshot_extra = true,
                                           .fen_checks = true,
                                           .detail = true,
                                           .notes = true,
                                           .own_drawing = true};

  static const VariantInfo& Info();
  static absl::StatusOr<ChakartRules> Create(const OptionMap& options);
  bool operator==(const ChakartRules&) const = default;
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const;
  // Returns IMPOSSIBLE_POSITION for a FEN whose ply count is above kMaxFenTurns (H22). A game that
  // begins below this limit may exceed it.
  absl::Status CheckFenPosition(const Position& position) const;
  std::string FormatFen(const Position& position, FenStyle style) const;
  // Formats what a snapshot needs in addition to the FEN: the action index, the pieces that the end
  // of the turn frees, and the origin of a hidden queen. Returns an empty string if the FEN implies
  // them.
  std::string FormatExtra(const Position& position) const;
  // Parses the result of FormatExtra() into `position`, which has been read from the FEN. Returns
  // false if `text` cannot belong to that position.
  bool ParseExtra(std::string_view text, Position* position) const;

  // The starting position, which is drawn with `draw` unless the set-up is standard (H1).
  static std::string_view WhyRandomStart() { return "the set-up is drawn at random (H1)"; }
  bool HasRandomStart() const { return set_up_ != SetUp::kStandard; }
  Position DrawStart(const DrawFunction& draw) const { return MakeStart(set_up_, draw); }
  bool CanBeRandomStart(const Position& position) const { return CanMakeStart(set_up_, position); }

  void GenerateMoves(const Position& position, Moves* moves) const {
    GenerateActions(position, moves);
  }
  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const;
  static PackedText Pack(const Move& action) { return PackAction(action); }
  std::string FormatMove(const Move& action) const { return FormatAction(action); }
  Resolution Resolve(const Position& position, const Move& action,
                     std::vector<Event>* events) const {
    return {position, action, events};
  }
  int CountOutcomes(const Position& position, const Move& action) const {
    return chakart::CountOutcomes(position, action);
  }
  ActionIndex ActionIndexOf(const Position& position) const {
    return {position.turns, position.action};
  }

  // Returns the result of an egg at the end of a move in SAN; empty if the move does not name one.
  static std::string_view SanSuffixOf(std::string_view san) { return EggSuffixOf(san); }
  MoveNotation NotationOf(const Position& position) const { return MoveNotation(position); }

  static Squares PseudoLegalTargets(const Position& position, Sq from) {
    return MoveTargets(position, from);
  }
  static MoveInfo Describe(const Position& position, const Action& action) {
    return chakart::Describe(position, action);
  }
  static Position AfterPass(const Position& position) { return chakart::AfterPass(position); }
  static std::vector<Action> MovesInAdvance(const Position& position) {
    return chakart::MovesInAdvance(position);
  }

  // Returns the text and SAN of a stealth move for viewers from whom its target is hidden (H23), or
  // two empty strings for any other action.
  std::pair<std::string, std::string> ConcealedText(const Move& action) const;

  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& /*position*/, int /*occurrences*/) const {
    return std::nullopt;
  }
  std::string DrawClaimRefusal(const Position& /*position*/, int /*occurrences*/) const {
    return "no rule of Chakart grants a draw by claim (H19)";
  }

  Detail DetailOf(const Position& position, bool ongoing) const;
  std::vector<PendingChoice> PendingOf(const Position& position) const;
  // Adds sentences about the pending choices, the hidden queen, the immobilised pieces, a forced
  // pass, and the powers that are left.
  void AddNotes(const Position& position, bool ongoing, Locale locale,
                std::vector<Note>* notes) const;
  // Draws the pieces and objects, and marks immobilised and hidden pieces.
  void Draw(const Position& position, BoardView* view) const;
  // Returns whether something is hidden from the viewer (H23).
  bool Hides(const Position& position, Viewer viewer) const {
    return position.hidden && !CanSeeHidden(viewer, !position.turn);
  }
  // Removes the hidden queen, of which there must be one, and marks the position as redacted.
  void Redact(Position* position) const;

  SearchReport<Move> Search(const Position& position, const SearchTask<Move>& task) const;

 private:
  ChakartRules(DrawPolicy draw_policy, SetUp set_up) : draw_policy_(draw_policy), set_up_(set_up) {}

  DrawPolicy draw_policy_;
  SetUp set_up_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_RULES_H_
