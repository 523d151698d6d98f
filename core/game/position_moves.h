#ifndef ARBITER_CORE_GAME_POSITION_MOVES_H_
#define ARBITER_CORE_GAME_POSITION_MOVES_H_

#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/geometry.h"
#include "core/game/game.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

// The square that a list of moves is narrowed to; none for "". BAD_FIELD.
template <typename G>
absl::StatusOr<std::optional<Square<G>>> ReadFromFilter(std::string_view from) {
  const std::optional<Square<G>> square = ParseSquare<G>(from);
  if (square || from.empty()) return square;
  return AtField(MakeError(ErrorReason::kBadField, StrCat(Quoted(from), " is no square from a1 to ",
                                                          ToString(Square<G>(G::kSquares - 1)))),
                 "from");
}

// `reason` for a text that is longer than any of an action, so that it is not read at all.
inline absl::Status CheckTextLength(std::string_view text, ErrorReason reason) {
  if (text.size() <= kMaxActionText) return absl::OkStatus();
  return MakeError(reason, StrCat(Quoted(text), " is longer than ", kMaxActionText, " bytes"));
}

// What a move leads to.
template <typename Position>
struct PlayedMove {
  Position after;
  // Whether no position from before it can occur again.
  bool irreversible;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_POSITION_MOVES_H_
