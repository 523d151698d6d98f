#include "core/variants/makruk/counting.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/rules/roles.h"

namespace arbiter::makruk {
namespace {

bool IsBare(const MakrukBoard& board, Color color) { return board.Of(color).size() == 1; }

uint32_t PiecesOn(const MakrukBoard& board) {
  return static_cast<uint32_t>(board.Occupied().size());
}

// Begins a count of `color` with the value that it has when `color` is to move (M7c, M8).
void BeginCount(Position* position, Color color) {
  const bool bare = IsBare(position->board, color);
  position->limit = 2 * static_cast<uint32_t>(LimitFor(position->board, color));
  position->clock = bare ? 2 * PiecesOn(position->board) : 0;
  position->honour = bare ? Honour::kPiecesHonour : Honour::kBoardHonour;
}

// Returns the side whose count is running. A count is even whenever that side is to move (M11).
Color CountingSide(const Position& position) {
  return position.clock % 2 == 0 ? position.turn : !position.turn;
}

constexpr uint32_t kBoardHonourLimit = 128;

// A rule for the limit of a bare king, in moves: it applies if the other side has at least
// `min_pieces` pieces of the kind (M6).
struct LimitRule {
  int limit;
  Kind kind;
  int min_pieces;
};
// The first rule that applies gives the limit.
constexpr LimitRule kLimitRules[] = {{8, Kind::kRuea, 2},  {16, Kind::kRuea, 1},
                                     {22, Kind::kKhon, 2}, {32, Kind::kMa, 2},
                                     {44, Kind::kKhon, 1}, {64, Kind::kMet, 0}};

// Returns the limit, in moves, that a bare king has against the pieces of `color`.
int LimitAgainst(const MakrukBoard& board, Color color) {
  const auto* const rule = std::find_if(
      std::begin(kLimitRules), std::end(kLimitRules),
      [&](const LimitRule& each) { return board.Of(color, each.kind).size() >= each.min_pieces; });
  return rule->limit;
}

// Returns the lowest value, in plies, that the pieces' honour of `counting_side` can have by now. A
// player starts a count on their own turn; a count that starts by itself can be one ply older
// (M7b).
uint32_t MinCount(CountingMode mode, const Position& position, Color counting_side) {
  const auto* const rule =
      std::find_if(std::begin(kLimitRules), std::end(kLimitRules), [&](const LimitRule& each) {
        return 2 * static_cast<uint32_t>(each.limit) == position.limit;
      });
  const int left = position.board.Of(!counting_side, rule->kind).size();
  const auto taken = static_cast<uint32_t>(std::max(0, rule->min_pieces - left));
  const uint32_t begin = 2 * (PiecesOn(position.board) + taken);
  // The counting side can capture one piece every second ply.
  if (taken > 0) return begin + 2 * taken - 1;
  if (position.turn == counting_side) return begin;
  return mode == CountingMode::kManual ? begin + 1 : begin - 1;
}

absl::Status Impossible(std::string_view why) {
  return MakeError(ErrorReason::kImpossiblePosition, why);
}

absl::Status Refuse(std::string_view action, std::string_view why) {
  return MakeError(ErrorReason::kIllegalAction, StrCat(action, ": ", why));
}

absl::Status NeedsManual(std::string_view action) {
  return Refuse(action,
                "players start and stop a count only with the option counting = manual (M8)");
}

}  // namespace

int LimitFor(const MakrukBoard& board, Color color) {
  if (board.Of(Kind::kBia) || IsBare(board, !color)) return 0;
  if (!IsBare(board, color)) return 64;
  return LimitAgainst(board, !color);
}

Honour InferHonour(const Position& position) {
  const Color counting_side = CountingSide(position);
  if (position.limit != kBoardHonourLimit) return Honour::kPiecesHonour;
  if (!IsBare(position.board, counting_side)) return Honour::kBoardHonour;
  const bool began_bare = LimitAgainst(position.board, !counting_side) == 64 &&
                          position.clock >= MinCount(CountingMode::kAuto, position, counting_side);
  return began_bare ? Honour::kPiecesHonour : Honour::kBoardHonour;
}

absl::Status ValidateCount(CountingMode mode, const Position& position) {
  if (position.limit == 0) return absl::OkStatus();
  const MakrukBoard& board = position.board;
  const std::string limit = StrCat("a limit of ", position.limit / 2, " moves");
  const Color counting_side = CountingSide(position);
  if (position.honour == Honour::kBoardHonour) {
    if (position.limit != kBoardHonourLimit) {
      return Impossible(StrCat(limit, " does not fit the board's honour, whose limit is 64 (M6)"));
    }
    const bool any_bare = IsBare(board, Color::kWhite) || IsBare(board, Color::kBlack);
    if (any_bare && mode == CountingMode::kAuto) {
      return Impossible(
          "once a king is bare, only its own pieces' honour can run, which begins at the number of "
          "pieces on the board, unless the option counting is manual (M7)");
    }
    // A board's honour begins at 0, before a move of the counting side, while neither king is bare.
    // That move can bare the other king, and the reply can bare the king of the counting side.
    const uint32_t min_count = IsBare(board, counting_side)    ? 2
                               : IsBare(board, !counting_side) ? 1
                                                               : 0;
    if (position.clock >= min_count) return absl::OkStatus();
    return Impossible(StrCat("the count is ", position.clock, ", but must be at least ", min_count,
                             ", because a board's honour begins before a king is bare (M6)"));
  }
  if (!IsBare(board, counting_side)) {
    return Impossible(StrCat(limit, " is for a bare king, and ", ColorName(counting_side),
                             ", whose count it is, has more than its king (M6, M11)"));
  }
  const int max_limit = LimitAgainst(board, !counting_side);
  if (position.limit > 2 * static_cast<uint32_t>(max_limit)) {
    return Impossible(StrCat(limit, " is too high; against ", ColorName(!counting_side),
                             "'s pieces it is at most ", max_limit, " (M6)"));
  }
  const uint32_t min_count = MinCount(mode, position, counting_side);
  if (position.clock >= min_count) return absl::OkStatus();
  return Impossible(StrCat("the count is ", position.clock, ", but with ", limit,
                           " it must be at least ", min_count, " (M7, M8)"));
}

bool AdvanceCount(CountingMode mode, MoveEffect effect, Position* position) {
  const MakrukBoard& board = position->board;
  const bool resets = position->limit == 0 && (effect.captured || effect.moved_bia);
  if (resets) {
    position->clock = 0;
  } else {
    Advance(&position->clock);
  }
  if (mode != CountingMode::kAuto || board.Of(Kind::kBia)) return false;

  const Color to_move = position->turn;
  const Color moved = !to_move;
  if (IsBare(board, moved) && effect.captured_bia && LimitFor(board, moved) > 0) {
    // The bare king captured the last bia on the board, so its own count begins, one ply before its
    // next turn (M7b).
    BeginCount(position, moved);
    position->clock -= 1;
    return true;
  }
  const bool became_bare = (effect.captured || effect.promoted) && IsBare(board, to_move);
  if ((position->limit > 0 && !became_bare) || LimitFor(board, to_move) == 0) return false;
  BeginCount(position, to_move);  // M7c
  return true;
}

std::optional<CountStatus> CountOf(const Position& position) {
  if (position.limit == 0) return std::nullopt;
  const int count = static_cast<int>(position.clock);
  const int limit = static_cast<int>(position.limit);
  return CountStatus{.color = CountingSide(position),
                     .kind = position.honour,
                     .count = count,
                     .limit = limit,
                     .announced = (count + 1) / 2,
                     .moves_left = count > limit ? 0 : (limit - count + 1) / 2};
}

absl::Status CheckCanCount(CountingMode mode, const Position& position) {
  if (mode != CountingMode::kManual) return NeedsManual("count");
  const MakrukBoard& board = position.board;
  if (board.Of(Kind::kBia)) return Refuse("count", "there are still pawns on the board (M6)");
  if (LimitFor(board, position.turn) == 0) {
    return Refuse("count", StrCat("there is no limit against ", ColorName(!position.turn),
                                  ", whose king is bare (M6)"));
  }
  if (position.limit == 0) return absl::OkStatus();
  if (!IsBare(board, position.turn)) {
    return Refuse("count",
                  "a count is already running, and only a bare king may begin a new one (M8)");
  }
  if (CountingSide(position) == position.turn && position.honour == Honour::kPiecesHonour) {
    return Refuse("count", "the bare king's own count is already running (M8)");
  }
  return absl::OkStatus();
}

absl::Status CheckCanUncount(CountingMode mode, const Position& position) {
  if (mode != CountingMode::kManual) return NeedsManual("uncount");
  if (position.limit == 0) return Refuse("uncount", "no count is running (M8)");
  if (CountingSide(position) != position.turn) {
    return Refuse("uncount", StrCat("the count is ", ColorName(!position.turn), "'s (M8)"));
  }
  return absl::OkStatus();
}

void StartCount(Position* position) { BeginCount(position, position->turn); }

void StopCount(Position* position) {
  position->limit = 0;
  position->clock = 0;
}

}  // namespace arbiter::makruk
