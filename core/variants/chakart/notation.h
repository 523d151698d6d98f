#ifndef ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/packed_text.h"
#include "core/rules/move_info.h"
#include "core/rules/san.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// Action texts in this file, such as `e2e4`, `d1h5?` and `a1~b2`, do not include the outcomes of
// random draws.

// Parses an action, legal or not; std::nullopt if the text is not an action.
std::optional<Action> ParseAction(std::string_view text);
PackedText PackAction(const Action& action);
inline std::string FormatAction(const Action& action) { return PackAction(action).ToString(); }

// Returns the result of an egg at the end of a move in SAN, such as `*B` or `*Wg8` (H27); empty if
// the move does not name one.
std::string_view EggSuffixOf(std::string_view san);

// Returns the facts on which the notation of a move or stealth move depends. As in the source of
// the rules, an object counts as captured unless a pawn moves onto it straight ahead (H27). A
// hidden queen does not count as captured.
MoveFacts FactsOf(const Position& position, const Action& action);

// Describes an action, legal or not, without its SAN and without saying whether it draws at random.
MoveInfo Describe(const Position& position, const Action& action);

// Writes and reads the legal actions of one position in the notations of H27, without the outcomes
// of random draws. Every action is written unambiguously. The position must outlive this object.
class MoveNotation {
 public:
  explicit MoveNotation(const Position& position) : position_(position) {}

  // Writes a legal action in a notation other than kAction.
  std::string Write(const Action& action, Notation notation) const;
  // Returns the legal action that `text` names, with or without the result of an egg; BAD_NOTATION
  // if `text` names no legal action or several.
  absl::StatusOr<Action> Read(std::string_view text, Notation notation) const;
  MoveInfo Describe(const Action& action) const;

  // Returns `text` without the result of an egg and without the sign of a stealth move.
  static std::string_view ChessMoveIn(std::string_view text);
  // Returns the action texts, legal or not, that `text` may mean if it is not a chess move.
  std::vector<std::string> ActionsNamed(std::string_view text) const;

 private:
  std::string WriteChessMove(const Action& action, Notation notation) const;
  // Returns whether another king can throw the shell at the same piece.
  bool HasRival(const Action& shell) const;

  const Position& position_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_
