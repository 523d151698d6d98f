#ifndef ARBITER_CORE_GAME_POSITION_MOVES_H_
#define ARBITER_CORE_GAME_POSITION_MOVES_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/geometry.h"
#include "core/game/game.h"
#include "core/rules/error.h"
#include "core/rules/rules.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"
#include "core/rules/text_order.h"

namespace arbiter {

// The square that a list of moves is narrowed to; none for "". BAD_FIELD.
template <Rules R>
auto ReadFromFilter(const R& rules, const typename R::Position& position, std::string_view from)
    -> absl::StatusOr<std::optional<Square<typename R::Position::Geo>>> {
  using G = typename R::Position::Geo;
  std::optional<Square<G>> square = ParseSquare<G>(from);
  Square<G> last(G::kSquares - 1);
  // A board can be narrower than the widest one.
  if constexpr (requires { rules.FilesOf(position); }) {
    last = Square<G>(rules.FilesOf(position) - 1, G::kRanks - 1);
    if (square && square->file() > last.file()) square.reset();
  }
  if (square || from.empty()) return square;
  return AtField(MakeError(ErrorReason::kBadField,
                           StrCat(Quoted(from), " is no square from a1 to ", ToString(last))),
                 "from");
}

// Whether a player who takes up the piece on `square` may mean this move.
template <typename Move, typename G>
bool Begins(const Move& move, Square<G> square) {
  if constexpr (requires { move.Starts(square); }) {
    return move.Starts(square);
  } else {
    return move.from == square;
  }
}

// `reason` for a text that is longer than any of an action, so that it is not read at all.
inline absl::Status CheckTextLength(std::string_view text, ErrorReason reason) {
  if (text.size() <= kMaxActionText) return absl::OkStatus();
  return MakeError(reason, StrCat(Quoted(text), " is longer than ", kMaxActionText, " bytes"));
}

// Visits the legal moves and their texts as `visit(text, move)`, sorted by text; only those that
// begin on the square `from` unless it is empty. BAD_FIELD.
template <Rules R, typename Visitor>
absl::Status VisitSorted(const R& rules, const typename R::Position& position,
                         std::string_view from, Visitor visit) {
  using Move = typename R::Move;
  struct Item {
    PackedText text;
    Move move;
  };
  const auto only = ReadFromFilter(rules, position, from);
  if (!only.ok()) return only.status();
  typename R::Moves moves;
  rules.GenerateMoves(position, &moves);
  std::vector<Item> items;
  items.reserve(static_cast<size_t>(moves.size()));
  for (const Move& move : moves) {
    if (!*only || Begins(move, **only)) {
      items.push_back({PackedText(rules.FormatMove(move)), move});
    }
  }
  SortByText(&items);
  PackedText::Buffer buffer;
  for (const Item& item : items) visit(item.text.Unpack(&buffer), item.move);
  return absl::OkStatus();
}

// A move that was made, and what it led to.
template <Rules R>
struct PlayedMove {
  typename R::Move move;
  typename R::Position after;
  // Whether no position from before it can occur again.
  bool irreversible;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_POSITION_MOVES_H_
