#ifndef ARBITER_CORE_VARIANTS_MAKRUK_RULES_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_RULES_H_

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
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/variants/makruk/counting.h"
#include "core/variants/makruk/movement.h"
#include "core/variants/makruk/position.h"
#include "core/variants/makruk/search_model.h"

namespace arbiter::makruk {

// The rules of Makruk under given options; fulfils the Rules concept
// (core/rules/rules.h, which says what each member means).
class MakrukRules {
 public:
  using Position = makruk::Position;
  using Move = makruk::Move;
  using Moves = makruk::Moves;
  using SearchModel = MakrukModel<MakrukRules>;

  static const VariantInfo& Info();
  static absl::StatusOr<MakrukRules> Create(const OptionMap& options);
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const;
  // Refuses a count that cannot have come about (M11).
  absl::Status CheckGiven(const Position& position) const {
    return CheckCount(counting_, position);
  }
  std::string FormatFen(const Position& position, FenStyle style) const;
  // The squares of the upturned bia (M13).
  std::string FormatExtra(const Position& position) const;
  bool ParseExtra(std::string_view text, Position* position) const;

  void GenerateMoves(const Position& position, Moves* moves) const;
  void GenerateMovesTo(const Position& position, Sq to, Moves* moves) const;
  int CountMoves(const Position& position) const;
  void Apply(Position* position, Move move) const { Play(position, move); }
  // The count that a legal move starts (M7, M8).
  void AddEvents(const Position& before, Move move, std::vector<Event>* events) const;
  bool IsIrreversible(const Position& before, Move move) const;

  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const {
    return ParseFromTo(*this, position, text, 'm');
  }
  absl::Status ExplainIllegal(const Position& position, Sq from, Sq to,
                              std::string_view text) const;
  static PackedText Pack(Move move) { return PackFromTo(move, 'm'); }
  std::string FormatMove(Move move) const { return Pack(move).ToString(); }
  MoveFacts FactsOf(const Position& position, Move move) const {
    MoveFacts facts = FactsOfMove(position, move, kLetters);
    facts.upturned = position.upturned.Has(move.from);
    return facts;
  }

  static Squares Reach(const Position& position, Sq from) { return Targets(position.board, from); }

  Sq RoyalSquare(const Position& position) const { return RoyalOf(position.board, position.turn); }
  Squares Checkers(const Position& position) const {
    return Attackers(position.board, RoyalSquare(position), !position.turn);
  }
  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& position, int occurrences) const;
  std::string WhyNoDrawClaim(const Position& position, int occurrences) const;

  // Makruk's own controls, `count` and `uncount` (M8).
  absl::Status ApplyControl(std::string_view text, Position* position,
                            std::vector<Event>* events) const;
  std::vector<std::string_view> OpenControls(const Position& position) const;
  static bool IsOwnControl(std::string_view text) { return text == "count" || text == "uncount"; }

  std::optional<CountStatus> CountStatusOf(const Position& position) const {
    return CountOf(position);
  }
  // Shows the upturned bia (M13).
  static void Decorate(const Position& position, BoardView* view);
  Detail DetailOf(const Position& position) const { return {counting_, CountOf(position)}; }

 private:
  MakrukRules(DrawPolicy draw_policy, CountingMode counting)
      : draw_policy_(draw_policy), counting_(counting) {}

  // Plays a legal move; whether it starts a count.
  bool Play(Position* position, Move move) const;

  DrawPolicy draw_policy_;
  CountingMode counting_;
};

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_RULES_H_
