#ifndef ARBITER_CORE_GAME_POSITION_MOVES_H_
#define ARBITER_CORE_GAME_POSITION_MOVES_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/geometry.h"
#include "core/game/abilities.h"
#include "core/game/game.h"
#include "core/rules/error.h"
#include "core/rules/packed_text.h"
#include "core/rules/rules.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter {

// The square that a list of moves is narrowed to; none for "". BAD_FIELD.
template <Rules R>
auto ReadFromFilter(const typename R::Position& position, std::string_view from)
    -> absl::StatusOr<std::optional<Square<typename R::Position::Geo>>> {
  using G = typename R::Position::Geo;
  std::optional<Square<G>> square = ParseSquare<G>(from);
  const Square<G> last(FilesOf<R>(position) - 1, G::kRanks - 1);
  if (square && square->file() > last.file()) square.reset();
  if (square || from.empty()) return square;
  return AtField(MakeError(ErrorReason::kBadField,
                           StrCat(Quoted(from), " is no square from a1 to ", ToString(last))),
                 "from");
}

// `reason` for a text that is longer than any of an action, so that it is not read at all.
inline absl::Status CheckTextLength(std::string_view text, ErrorReason reason) {
  if (text.size() <= kMaxActionText) return absl::OkStatus();
  return MakeError(reason, StrCat(Quoted(text), " is longer than ", kMaxActionText, " bytes"));
}

// The text of a move in one number.
template <Rules R>
PackedText PackMove(const R& rules, const typename R::Move& move) {
  if constexpr (BiddingRules<R>) {
    return PackedText(rules.FormatMove(move));
  } else {
    return R::Pack(move);
  }
}

// Visits the legal moves that begin on the square `from`, or all where that is empty, in their
// order. BAD_FIELD.
template <Rules R, typename Visitor>
absl::Status VisitMovesFrom(const R& rules, const typename R::Position& position,
                            std::string_view from, Visitor visit) {
  ARBITER_ASSIGN_OR_RETURN(const auto only, ReadFromFilter<R>(position, from));
  typename R::Moves moves;
  rules.GenerateMoves(position, &moves);
  for (const typename R::Move& move : moves) {
    if (!only || move.Starts(*only)) visit(move);
  }
  return absl::OkStatus();
}

// Calls `visit` once with the texts of these moves, sorted. BAD_FIELD.
template <Rules R>
absl::Status VisitTexts(const R& rules, const typename R::Position& position, std::string_view from,
                        Game::TextsVisitor visit) {
  std::vector<PackedText> texts;
  texts.reserve(64);
  absl::Status status = VisitMovesFrom(rules, position, from, [&](const typename R::Move& move) {
    texts.push_back(PackMove(rules, move));
  });
  if (!status.ok()) return status;
  SortTexts(texts);
  visit(texts);
  return absl::OkStatus();
}

// What `scribe` says of these moves, in the order of their texts. BAD_FIELD.
template <Rules R, typename Scribe>
absl::StatusOr<std::vector<MoveInfo>> DescribeMoves(const R& rules,
                                                    const typename R::Position& position,
                                                    std::string_view from, const Scribe& scribe) {
  using Move = typename R::Move;
  std::vector<std::pair<PackedText, Move>> sorted;
  absl::Status status = VisitMovesFrom(rules, position, from, [&](const Move& move) {
    sorted.emplace_back(PackMove(rules, move), move);
  });
  if (!status.ok()) return status;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<MoveInfo> infos;
  infos.reserve(sorted.size());
  for (const auto& [text, move] : sorted) infos.push_back(scribe.Describe(move));
  return infos;
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
