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

// Action texts without outcomes, such as `e2e4`, `d1h5?`, `a1~b2`.

// What a text says, legal or not; none where it is no action.
std::optional<Action> ReadAction(std::string_view text);
PackedText PackAction(const Action& action);
inline std::string FormatAction(const Action& action) { return PackAction(action).ToString(); }

// `*B` or `*Wg8` at the end of a SAN: what an egg has brought (H27); empty where there is none.
std::string_view EggSuffixOf(std::string_view san);

// Of a move or stealth move. Objects count as taken, as the source writes them (H27),
// but not by a pawn that goes straight on; a hidden queen does not.
MoveFacts FactsOf(const Position& position, const Action& action);

// The legal actions of one position, which it refers to, in the notations of H27, without what
// they draw. A move is written so that no other is meant.
class Scribe {
 public:
  explicit Scribe(const Position& position) : position_(position) {}

  // A legal action in a notation other than kAction.
  std::string Write(const Action& action, Notation notation) const;
  // The legal action that a text names, with or without what an egg has brought; BAD_NOTATION.
  absl::StatusOr<Action> Read(std::string_view text, Notation notation) const;
  MoveInfo Describe(const Action& action) const;

  // What remains of a text without what an egg has brought and the sign of a stealth move.
  static std::string_view ChessMoveIn(std::string_view text);
  // The texts of the actions, legal or not, that a text may mean which is no chess move.
  std::vector<std::string> ActionsNamed(std::string_view text) const;

 private:
  std::string WriteChessMove(const Action& action, Notation notation) const;
  // Whether another king can throw the shell at the same piece.
  bool HasRival(const Action& shell) const;

  const Position& position_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_NOTATION_H_
