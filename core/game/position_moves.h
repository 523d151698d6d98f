#ifndef ARBITER_CORE_GAME_POSITION_MOVES_H_
#define ARBITER_CORE_GAME_POSITION_MOVES_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/packed_text.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/geometry.h"
#include "core/game/abilities.h"
#include "core/game/game.h"
#include "core/rules/action_text.h"
#include "core/rules/rules.h"

namespace arbiter {

// Parses the square to which a list of moves is restricted; std::nullopt if `from` is empty.
// Returns BAD_FIELD if `from` is not a square of the board.
template <Rules R>
auto ParseFromFilter(const typename R::Position& position, std::string_view from)
    -> absl::StatusOr<std::optional<Square<typename R::Position::Geo>>> {
  using G = typename R::Position::Geo;
  std::optional<Square<G>> square = ParseSquare<G>(from);
  const Square<G> last(FilesOf<R>(position) - 1, G::kRanks - 1);
  if (square && square->file() > last.file()) square.reset();
  if (square || from.empty()) return square;
  return AtField(MakeError(ErrorReason::kBadField,
                           StrCat(Quoted(from), " is not a square from a1 to ", ToString(last))),
                 "from");
}

// Returns an error with `reason` if the text is longer than any action text, so that it need not be
// read.
inline absl::Status CheckTextLength(std::string_view text, ErrorReason reason) {
  if (text.size() <= kMaxActionText) return absl::OkStatus();
  return MakeError(reason, StrCat(Quoted(text), " is longer than ", kMaxActionText, " bytes"));
}

// Returns the action text of a move in packed form.
template <Rules R>
PackedText PackMove(const R& rules, const typename R::Move& move) {
  if constexpr (BiddingRules<R>) {
    return PackedText(rules.FormatMove(move));
  } else {
    return R::Pack(move);
  }
}

// Visits the legal moves from the square `from`, or all legal moves if `from` is empty, in the
// order in which they are generated. Returns BAD_FIELD if `from` is not a square.
template <Rules R, typename Visitor>
absl::Status VisitMovesFrom(const R& rules, const typename R::Position& position,
                            std::string_view from, Visitor visit) {
  ARBITER_ASSIGN_OR_RETURN(const auto only, ParseFromFilter<R>(position, from));
  typename R::Moves moves;
  rules.GenerateMoves(position, &moves);
  for (const typename R::Move& move : moves) {
    if (!only || move.StartsOn(*only)) visit(move);
  }
  return absl::OkStatus();
}

// Calls `visit` once with the sorted action texts of the moves that VisitMovesFrom() visits.
// Returns BAD_FIELD if `from` is not a square.
template <Rules R>
absl::Status VisitTexts(const R& rules, const typename R::Position& position, std::string_view from,
                        Game::TextsVisitor visit) {
  SortedTexts<typename R::Position::Geo> texts;
  const auto add = [&](const typename R::Move& move) {
    if constexpr (!BiddingRules<R>) {
      if (move.IsFromTo()) return texts.Add(move.from, move.to);
    }
    texts.Add(PackMove(rules, move));
  };
  ARBITER_RETURN_IF_ERROR(VisitMovesFrom(rules, position, from, add));
  visit(texts.Take());
  return absl::OkStatus();
}

// Describes the moves that VisitMovesFrom() visits, in the order of their action texts. Returns
// BAD_FIELD if `from` is not a square.
template <Rules R, typename MoveNotation>
absl::StatusOr<std::vector<MoveInfo>> DescribeMoves(const R& rules,
                                                    const typename R::Position& position,
                                                    std::string_view from,
                                                    const MoveNotation& notation) {
  using Move = typename R::Move;
  std::vector<std::pair<PackedText, Move>> sorted;
  ARBITER_RETURN_IF_ERROR(VisitMovesFrom(rules, position, from, [&](const Move& move) {
    sorted.emplace_back(PackMove(rules, move), move);
  }));
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<MoveInfo> infos;
  infos.reserve(sorted.size());
  for (const auto& [text, move] : sorted) infos.push_back(notation.Describe(move));
  return infos;
}

// Describes the moves that the side not to move can choose in advance
// (core/rules/moves_in_advance.h), like DescribeMoves(); none if the side to move has no moves.
template <Rules R>
absl::StatusOr<std::vector<MoveInfo>> DescribeMovesInAdvance(const R& rules,
                                                             const typename R::Position& position,
                                                             std::string_view from) {
  ARBITER_ASSIGN_OR_RETURN(const auto only, ParseFromFilter<R>(position, from));
  std::vector<MoveInfo> infos;
  typename R::Moves legal;
  rules.GenerateMoves(position, &legal);
  if (legal.size() == 0) return infos;
  const typename R::Position passed = rules.AfterPass(position);
  for (const typename R::Move& move : rules.MovesInAdvance(passed)) {
    if (only && !move.StartsOn(*only)) continue;
    MoveInfo& info = infos.emplace_back(rules.Describe(passed, move));
    // It is not known which piece will have captured one's own.
    const bool takes_target =
        move.IsFromTo() || info.promotion != 0 || info.kind == MoveKind::kShell;
    if (takes_target && passed.board.Of(passed.turn).Has(move.to)) info.captured = 0;
  }
  // If two of these moves have the same text, the legal one comes first and is kept.
  std::stable_sort(infos.begin(), infos.end(),
                   [](const MoveInfo& a, const MoveInfo& b) { return a.text < b.text; });
  const auto is_repeated = [](const MoveInfo& a, const MoveInfo& b) { return a.text == b.text; };
  infos.erase(std::unique(infos.begin(), infos.end(), is_repeated), infos.end());
  return infos;
}

// What a notation of a position is for. Reading texts requires a list of the legal moves, and
// writing many moves is faster with it; writing a single move is faster without it.
enum class NotationUse { kWriteOne, kAny };

// A move that was made, and the position that it led to.
template <Rules R>
struct PlayedMove {
  typename R::Move move;
  typename R::Position after;
  // Whether no earlier position can occur again.
  bool irreversible;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_POSITION_MOVES_H_
