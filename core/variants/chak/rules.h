#ifndef ARBITER_CORE_VARIANTS_CHAK_RULES_H_
#define ARBITER_CORE_VARIANTS_CHAK_RULES_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/rules/notation.h"
#include "core/rules/options.h"
#include "core/rules/outcome.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/variants/chak/detail.h"
#include "core/variants/chak/movement.h"
#include "core/variants/chak/position.h"
#include "core/variants/chak/search_model.h"

namespace arbiter::chak {

// The rules of Chak under given options; fulfils the Rules concept
// (core/rules/rules.h, which says what each member means).
class ChakRules {
 public:
  using Position = chak::Position;
  using Move = chak::Move;
  using Moves = chak::Moves;
  using SearchModel = ChakModel<ChakRules>;

  static const VariantInfo& Info();
  static absl::StatusOr<ChakRules> Create(const OptionMap& options);
  OptionMap options() const;

  absl::StatusOr<Position> ParseFen(std::string_view fen) const;
  std::string FormatFen(const Position& position, FenStyle style) const;

  void GenerateMoves(const Position& position, Moves* moves) const;
  void GenerateMovesTo(const Position& position, Sq to, Moves* moves) const;
  int CountMoves(const Position& position) const;
  void Apply(Position* position, Move move) const;
  bool IsIrreversible(const Position& before, Move move) const;

  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const {
    return ParseFromTo(*this, position, text, '+');
  }
  absl::Status ExplainIllegal(const Position& position, Sq from, Sq to,
                              std::string_view text) const;
  static PackedText Pack(Move move) { return PackFromTo(move, '+'); }
  std::string FormatMove(Move move) const { return Pack(move).ToString(); }
  // pychess's `+P` and `+K` as W and D.
  static std::string RespellSan(std::string_view text) {
    if (text.starts_with("+P")) return "W" + std::string(text.substr(2));
    if (text.starts_with("+K")) return "D" + std::string(text.substr(2));
    return std::string(text);
  }
  MoveFacts FactsOf(const Position& position, Move move) const {
    return FactsOfMove(position, move, kLetters);
  }

  static Squares Reach(const Position& position, Sq from) { return Targets(position.board, from); }
  // What an action text has for `=W` and `=D`.
  static std::string_view PromotionSuffix() { return "+"; }

  Sq RoyalSquare(const Position& position) const { return RoyalOf(position.board, position.turn); }
  Squares Checkers(const Position& position) const {
    return Attackers(position.board, RoyalSquare(position), !position.turn);
  }
  std::optional<End> FindEnd(const Position& position, int occurrences) const;
  std::optional<End> FindDrawClaim(const Position& position, int occurrences) const;
  std::string WhyNoDrawClaim(const Position& position, int occurrences) const;
  Detail DetailOf(const Position& position) const;

 private:
  explicit ChakRules(DrawPolicy draw_policy) : draw_policy_(draw_policy) {}

  DrawPolicy draw_policy_;
};

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_RULES_H_
