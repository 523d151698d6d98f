#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_RULES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/board_view.h"
#include "core/rules/event.h"
#include "core/rules/notation.h"
#include "core/rules/options.h"
#include "core/rules/outcome.h"
#include "core/rules/rules.h"
#include "core/variants/chpok/action_text.h"
#include "core/variants/chpok/board_fen.h"
#include "core/variants/chpok/claims.h"
#include "core/variants/chpok/detail.h"
#include "core/variants/chpok/explain.h"
#include "core/variants/chpok/memory.h"
#include "core/variants/chpok/movement.h"
#include "core/variants/chpok/options.h"
#include "core/variants/chpok/play.h"
#include "core/variants/chpok/position.h"
#include "core/variants/chpok/scribe.h"
#include "core/variants/chpok/search_model.h"

namespace arbiter::chpok {

// The rules of Chpok's board phase under given options; fulfils the DeterministicRules concept
// (core/rules/rules.h, which says what each member means).
class BoardRules {
 public:
  using Position = chpok::Position;
  using Move = chpok::Action;
  using Moves = chpok::Actions;
  using Memory = chpok::Memory;
  using SearchModel = chpok::SearchModel;

  static const VariantInfo& Info() { return ChpokInfo(); }
  static absl::StatusOr<BoardRules> Create(const OptionMap& options);
  explicit BoardRules(DrawPolicy draw_policy) : draw_policy_(draw_policy) {}
  // Those that have a say once the board is there.
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const { return ParseBoardFen(fen); }
  std::string FormatFen(const Position& position, FenStyle /*style*/) const {
    return FormatBoardFen(position);
  }
  // What a snapshot has beside the FEN: an end that it does not show, the colours of the
  // bidders, where points came from, and the plies that can be taken back.
  std::string FormatExtra(const Position& position, const Memory& memory) const;
  bool ParseExtra(std::string_view text, Position* position, Memory* memory) const;

  void GenerateMoves(const Position& position, Moves* moves) const {
    GenerateActions(position, moves);
  }
  int CountMoves(const Position& position) const { return CountActions(position); }
  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const {
    return ParseAction(position, text);
  }
  static PackedText Pack(const Move& action) { return PackAction(action); }
  std::string FormatMove(const Move& action) const { return FormatAction(action); }
  void Apply(Position* position, const Move& action, std::vector<Event>* events = nullptr) const;
  // Nothing here depends on repetition (P25).
  bool IsIrreversible(const Position& /*position*/, const Move& /*action*/) const { return true; }
  static Squares Reach(const Position& position, Sq from) { return TargetsOf(position, from); }
  Scribe ScribeOf(const Position& position) const { return Scribe(position); }

  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& position, int /*occurrences*/) const {
    return DrawClaim(position);
  }
  std::string WhyNoDrawClaim(const Position& position, int /*occurrences*/) const {
    return WhyNoDraw(position);
  }
  std::optional<End> FindWinClaim(const Position& position, Color player) const {
    return WinClaim(position, player);
  }
  std::string WhyNoWinClaim(const Position& position, Color player) const {
    return WhyNoWin(position, player);
  }
  bool KnowsHistory(const Position& position) const { return chpok::KnowsHistory(position); }
  static std::string_view WhyNoDrawOffer() { return "there is no agreed draw in Chpok (P17)"; }

  // Clocks (P24), and what running out of time costs (P14).
  void StartClocks(Position* position) const;
  void AddTime(Color mover, Position* position) const;
  End LoseTime(Color loser, Position* position, std::vector<Event>* events) const;
  bool IsTimeoutEnd(const Position& position, const End& end) const {
    return end == TimeoutEnd(position);
  }

  // Taking back (P19).
  static bool IsOwnControl(std::string_view text) { return text == "undo"; }
  std::vector<std::string_view> OpenControls(const Position& position, const Memory& memory) const;
  absl::Status ApplyControl(std::string_view text, Position* position, Memory* memory,
                            std::vector<Event>* events) const;

  Detail DetailOf(const Position& position) const;
  static int FilesOf(const Position& position) { return position.features.width; }
  void DrawBoard(const Position& position, BoardView* view) const;

 private:
  static End TimeoutEnd(const Position& position);
  // The win that either player could claim.
  static std::optional<End> AnyWinClaim(const Position& position);

  DrawPolicy draw_policy_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_RULES_H_
