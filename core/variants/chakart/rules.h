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

// The rules of Chakart under given options; fulfils the StochasticRules concept
// (core/rules/rules.h, which says what each member means).
class ChakartRules {
 public:
  using Position = chakart::Position;
  using Move = chakart::Action;
  using Moves = chakart::Actions;
  using Resolution = chakart::Resolution;
  using FirstBoard = chakart::Position;
  using SearchModel = chakart::SearchModel;

  // Of the random stream (R1).
  static constexpr std::string_view kDrawPurpose = "move";

  static constexpr Abilities kAbilities = {.pending_choices = true,
                                           .drawn_start = true,
                                           .hiding = true,
                                           .snapshot_extra = true,
                                           .fen_checks = true,
                                           .detail = true,
                                           .own_drawing = true};

  static const VariantInfo& Info();
  static absl::StatusOr<ChakartRules> Create(const OptionMap& options);
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const;
  // What is refused of a position that is given, though one that was played may have it.
  absl::Status CheckGiven(const Position& position) const;
  std::string FormatFen(const Position& position, FenStyle style) const;
  // What a snapshot has beside the FEN: the true action index, whom the end of the turn
  // frees, the square that a hidden queen left. Empty where the FEN gives them.
  std::string FormatExtra(const Position& position) const;
  // False where `text` cannot belong to the position.
  bool ParseExtra(std::string_view text, Position* position) const;

  // The first position, for a random set-up drawn with `draw` (H1).
  static std::string_view WhyDrawn() { return "the set-up is drawn at random (H1)"; }
  bool DrawsStart() const { return set_up_ != SetUp::kStandard; }
  Position DrawStart(const DrawFunction& draw) const { return MakeStart(set_up_, draw); }
  bool CanDrawStart(const Position& position) const { return CanMakeStart(set_up_, position); }

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
  DrawPlace DrawPlaceOf(const Position& position) const {
    return {position.turns, position.action};
  }

  // What the end of a SAN says of an egg; empty for nothing.
  static std::string_view SanSuffixOf(std::string_view san) { return EggSuffixOf(san); }
  Scribe ScribeOf(const Position& position) const { return Scribe(position); }

  static Squares Reach(const Position& position, Sq from) { return MoveTargets(position, from); }

  // Text and SAN of a stealth move for those who may not know where it went (H23); empty
  // for other actions.
  std::pair<std::string, std::string> ConcealedText(const Move& action) const;

  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& /*position*/, int /*occurrences*/) const {
    return std::nullopt;
  }
  std::string WhyNoDrawClaim(const Position& /*position*/, int /*occurrences*/) const {
    return "no rule of Chakart grants a draw by claim (H19)";
  }

  Detail DetailOf(const Position& position, bool ongoing) const;
  std::vector<PendingChoice> PendingOf(const Position& position) const;
  // Objects, immobilised and hidden pieces.
  void Draw(const Position& position, BoardView* view) const;
  // Whether there is something that the viewer may not know (H23), and taking it away.
  bool Hides(const Position& position, Viewer viewer) const {
    return position.hidden && !Knows(viewer, !position.turn);
  }
  void Redact(Position* position) const;

  SearchReport<Move> Search(const Position& position, const SearchTask<Move>& task) const;

 private:
  ChakartRules(DrawPolicy draw_policy, SetUp set_up) : draw_policy_(draw_policy), set_up_(set_up) {}

  DrawPolicy draw_policy_;
  SetUp set_up_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_RULES_H_
