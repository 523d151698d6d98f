#ifndef ARBITER_CORE_VARIANTS_MAKRUK_RULES_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/board_view.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/outcome.h"
#include "core/rules/royal_rules.h"
#include "core/rules/rules.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/search/query.h"
#include "core/variants/makruk/counting.h"
#include "core/variants/makruk/movement.h"
#include "core/variants/makruk/position.h"
#include "core/variants/makruk/search_model.h"

namespace arbiter::makruk {

// The rules of Makruk under given options. The Rules concept (core/rules/rules.h) says what each
// member means.
class MakrukRules : public RoyalRules<MakrukRules, Position, Moves> {
 public:
  using SearchModel = MakrukModel<MakrukRules>;

  static constexpr Abilities kAbilities = {.move_counts = true,
                                           .controls = true,
                                           .snapshot_extra = true,
                                           .fen_checks = true,
                                           .detail = true,
                                           .notes = true,
                                           .own_drawing = true,
                                           .own_events = true,
                                           .san_spellings = true,
                                           .promoted_pawns = true};

  static const VariantInfo& Info();
  static absl::StatusOr<MakrukRules> Create(const OptionMap& options);
  bool operator==(const MakrukRules&) const = default;
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const;
  // Returns IMPOSSIBLE_POSITION if no game leads to the running count (M11).
  absl::Status CheckFenPosition(const Position& position) const {
    return ValidateCount(counting_, position);
  }
  std::string FormatFen(const Position& position, FenStyle style) const;
  // Formats the squares of the upturned bia (M13).
  std::string FormatExtra(const Position& position) const;
  bool ParseExtra(std::string_view text, Position* position) const;

  void Apply(Position* position, Move move) const { MakeMove(position, move); }
  // Adds an event if a legal move starts a count (M7) and does not end the game.
  void AddEvents(const Position& before, Move move, std::vector<Event>* events) const;
  MoveFacts FactsOf(const Position& position, Move move) const {
    MoveFacts facts = RoyalRules::FactsOf(position, move);
    facts.upturned = position.upturned.Has(move.from);
    return facts;
  }

  // Replaces the letters of the bishop and the queen, as many books and programs call the khon and
  // the met (C15).
  static std::string RespellSan(std::string_view text);

  std::optional<End> FindEnd(const Position& position, int occurrences) const;

  // The control actions that only Makruk has, `count` and `uncount` (M8).
  absl::Status ApplyControl(std::string_view text, Position* position,
                            std::vector<Event>* events) const;
  std::vector<std::string_view> OpenControls(const Position& position) const;
  static bool IsOwnControl(std::string_view text) { return text == "count" || text == "uncount"; }

  // Draws the pieces and marks the upturned bia (M13).
  void Draw(const Position& position, BoardView* view) const;
  Detail DetailOf(const Position& position, bool /*ongoing*/) const {
    return {counting_, CountOf(position)};
  }
  // Adds a sentence about the running count (M11), if any, which pictures show, and one about the
  // option `counting` unless it is `auto` (M5).
  void AddNotes(const Position& position, bool ongoing, Locale locale,
                std::vector<Note>* notes) const;

  SearchReport<Move> Search(const Position& position, const SearchTask<Move>& task) const;

  // The members that RoyalRules requires.
  static constexpr std::string_view kLetters = "KMSNRP";
  static constexpr char kPromotionLetter = 'm';
  static constexpr std::string_view kClockField =
      "5 (count, or plies since a capture or pawn move)";
  static constexpr std::string_view kSafetyRuling = "M3";
  static constexpr std::string_view kRepetitionRuling = "M4";
  static bool IsDecided(const Position& /*position*/) { return false; }
  static bool IsAdvance(const Position& before, Move move) {
    return before.board.KindAt(move.from) == Kind::kBia;
  }
  static std::string ExplainMovement(const MakrukBoard& board, Sq from, Sq to, Piece<Kind> piece);
  static absl::Status ValidateSide(const Position& position, Color color);
  absl::Status ValidateWhole(const Position& position) const;

 private:
  MakrukRules(DrawPolicy draw_policy, CountingMode counting)
      : RoyalRules(draw_policy), counting_(counting) {}

  // Makes a legal move and returns whether it starts a count.
  bool MakeMove(Position* position, Move move) const;

  CountingMode counting_;
};

}  // namespace arbiter::makruk

// Instantiated in rules.cc.
extern template class arbiter::RoyalRules<arbiter::makruk::MakrukRules, arbiter::makruk::Position,
                                          arbiter::makruk::Moves>;

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_RULES_H_
