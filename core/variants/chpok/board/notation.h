#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_NOTATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/move_info.h"
#include "core/rules/packed_text.h"
#include "core/rules/san.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// `e2e4`, `e7e8q`, `e1h1`, `e1f1x`, `P@d2`, `x@c3`, `0000`.
PackedText PackAction(const Action& action);
inline std::string FormatAction(const Action& action) { return PackAction(action).ToString(); }

// The action that a text has the form of; none where it has that of no action. Without the
// position a castling is not told from a move, and is read as one.
std::optional<Action> ReadAction(std::string_view text);

// The legal actions of one position, which it refers to, in the notations of P28. A move is
// written so that no other is meant.
class Scribe {
 public:
  explicit Scribe(const Position& position) : position_(position) {}

  // A legal action in a notation other than kAction.
  std::string Write(const Action& action, Notation notation) const;
  // The legal action that a text names, points behind it or not; BAD_NOTATION.
  absl::StatusOr<Action> Read(std::string_view text, Notation notation) const;
  MoveInfo Describe(const Action& action) const;

  // What remains of a text without the points.
  static std::string_view ChessMoveIn(std::string_view text);
  // The texts of the actions, legal or not, that a text may mean which is no chess move.
  std::vector<std::string> ActionsNamed(std::string_view text) const;

 private:
  std::string WriteChessMove(const Action& action, Notation notation) const;
  // `O-O` or `O-O-O`; empty where another castling would be written so too.
  std::string_view CastlingText(const Action& castling) const;

  const Position& position_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_NOTATION_H_
