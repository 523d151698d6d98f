#ifndef ARBITER_CORE_VARIANTS_CHAK_RULES_H_
#define ARBITER_CORE_VARIANTS_CHAK_RULES_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/fen.h"
#include "core/rules/outcome.h"
#include "core/rules/royal_rules.h"
#include "core/rules/rules.h"
#include "core/rules/variant_info.h"
#include "core/search/query.h"
#include "core/variants/chak/movement.h"
#include "core/variants/chak/position.h"
#include "core/variants/chak/search_model.h"

namespace arbiter::chak {

// The end and the marked areas of the board that only Chak has (K13, K1).
inline constexpr Termination kAltarMateEnd{3};
inline constexpr RegionKind kRiverRegion = {1, "river"};
inline constexpr RegionKind kTempleRegion = {2, "temple"};
inline constexpr RegionKind kAltarRegion = {3, "altar"};

// The rules of Chak under given options. The Rules concept (core/rules/rules.h) says what each
// member means.
class ChakRules : public RoyalRules<ChakRules, Position, Moves> {
 public:
  using SearchModel = ChakModel<ChakRules>;

  static constexpr Abilities kAbilities = {
      .move_counts = true, .detail = true, .notes = true, .san_spellings = true};

  explicit ChakRules(DrawPolicy draw_policy) : RoyalRules(draw_policy) {}
  bool operator==(const ChakRules&) const = default;
  static const VariantInfo& Info();

  absl::StatusOr<Position> ParseFen(std::string_view fen) const;
  std::string FormatFen(const Position& position, FenStyle style) const;
  // Replaces `+P` and `+K`, which pychess writes at the beginning of a SAN move, by W and D.
  static std::string RespellSan(std::string_view text) {
    if (text.starts_with("+P")) return "W" + std::string(text.substr(2));
    if (text.starts_with("+K")) return "D" + std::string(text.substr(2));
    return std::string(text);
  }

  void Apply(Position* position, Move move) const;
  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& position, int occurrences) const;
  std::string DrawClaimRefusal(const Position& position, int occurrences) const;
  Detail DetailOf(const Position& position, bool ongoing) const;
  // Adds a sentence for each divine king, which wins on the enemy altar (K13), and one about the
  // plies until a draw (K16).
  void AddNotes(const Position& position, bool ongoing, Locale locale,
                std::vector<Note>* notes) const;

  SearchReport<Move> Search(const Position& position, const SearchTask<Move>& task) const;

  // The members that RoyalRules requires.
  static constexpr std::string_view kLetters = "KDJQSVRPWO";
  static constexpr char kPromotionLetter = '+';
  static constexpr std::string_view kClockField = "5 (plies since the last capture or promotion)";
  static constexpr std::string_view kSafetyRuling = "K12";
  // Returns whether the position is an altar mate, which ends the game (K13).
  static bool IsDecided(const Position& position);
  // Returns whether the move is a forward move of a pawn, which can never be reversed. A sideways
  // move of a pawn can be reversed.
  static bool IsAdvance(const Position& before, Move move) {
    return before.board.KindAt(move.from) == Kind::kPawn && move.from.rank() != move.to.rank();
  }
  static std::string ExplainMovement(const ChakBoard& board, Sq from, Sq to, Piece<Kind> piece);
  // Return IMPOSSIBLE_POSITION if ruling K17 refuses the pieces of one side, or those of both sides
  // together.
  static absl::Status ValidateSide(const Position& position, Color color);
  static absl::Status ValidateWhole(const Position& position);
};

}  // namespace arbiter::chak

// Instantiated in rules.cc.
extern template class arbiter::RoyalRules<arbiter::chak::ChakRules, arbiter::chak::Position,
                                          arbiter::chak::Moves>;

#endif  // ARBITER_CORE_VARIANTS_CHAK_RULES_H_
