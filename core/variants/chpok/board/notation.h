#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_NOTATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/packed_text.h"
#include "core/rules/move_info.h"
#include "core/rules/san.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// Format an action as its action text: for example `e2e4`, `e7e8q`, `e1h1`, `e1f1x`, `P@d2`, `x@c3`
// or `0000`.
PackedText PackAction(const Action& action);
inline std::string FormatAction(const Action& action) { return PackAction(action).ToString(); }

// Parses an action, legal or not; std::nullopt if `text` does not have the form of an action. A
// castling is returned as a move, because only the position distinguishes castlings from moves.
std::optional<Action> ReadAction(std::string_view text);

// Describes an action, legal or not, without its SAN.
MoveInfo Describe(const Position& position, const Action& action);

// Writes and reads the legal actions of one position in the notations of P28. Every action is
// written unambiguously. The position must outlive this object.
class MoveNotation {
 public:
  explicit MoveNotation(const Position& position) : position_(position) {}

  // Returns a legal action in a notation other than kAction.
  std::string Write(const Action& action, Notation notation) const;
  // Returns the legal action that `text` names, with or without points after it; BAD_NOTATION if
  // `text` does not name exactly one legal action, or if the points are wrong.
  absl::StatusOr<Action> Read(std::string_view text, Notation notation) const;
  MoveInfo Describe(const Action& action) const;

  // Returns `text` without the points after it.
  static std::string_view ChessMoveIn(std::string_view text);
  // Returns the action texts, legal or not, that `text` can mean if it is not a chess move.
  std::vector<std::string> ActionsNamed(std::string_view text) const;

 private:
  std::string WriteChessMove(const Action& action, Notation notation) const;
  // Returns `O-O` or `O-O-O`; empty if another castling would be written in the same way.
  std::string_view CastlingText(const Action& castling) const;

  const Position& position_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_NOTATION_H_
