#ifndef ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/move_info.h"
#include "core/rules/packed_text.h"
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

// Returns the result of an egg at the end of a SAN, such as `*B` or `*Wg8` (H27); empty if there is
// none.
std::string_view EggSuffixOf(std::string_view san);

// Returns what the notation of a move or stealth move depends on. Objects count as captured, as in
// the source (H27), except by a pawn that moves straight ahead; a hidden queen does not.
MoveFacts FactsOf(const Position& position, const Action& action);

// Writes and reads the legal actions of one position in the notations of H27, without the outcomes
// of random draws. What it writes is unambiguous. The position must outlive this object.
class MoveNotation {
 public:
  explicit MoveNotation(const Position& position) : position_(position) {}

  // Writes a legal action in a notation other than kAction.
  std::string Write(const Action& action, Notation notation) const;
  // Returns the legal action that a text names, with or without the result of an egg; BAD_NOTATION
  // if it names none or several.
  absl::StatusOr<Action> Read(std::string_view text, Notation notation) const;
  MoveInfo Describe(const Action& action) const;

  // Returns a text without the result of an egg and without the sign of a stealth move.
  static std::string_view ChessMoveIn(std::string_view text);
  // Returns the texts of the actions, legal or not, that a text other than a chess move may mean.
  std::vector<std::string> ActionsNamed(std::string_view text) const;

 private:
  std::string WriteChessMove(const Action& action, Notation notation) const;
  // Returns whether another king can throw the shell at the same piece.
  bool HasRival(const Action& shell) const;

  const Position& position_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_
