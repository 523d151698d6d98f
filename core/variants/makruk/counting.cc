#include "core/variants/makruk/counting.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/rules/error.h"
#include "core/rules/roles.h"
#include "core/rules/strings.h"

namespace arbiter::makruk {
namespace {

bool IsBare(const MakrukBoard& board, Color color) { return board.Of(color).size() == 1; }

uint32_t PiecesOn(const MakrukBoard& board) {
  return static_cast<uint32_t>(board.Occupied().size());
}

// Where a count of `color` begins when it is to move (M7c, M8).
void Begin(Position* position, Color color) {
  const bool bare = IsBare(position->board, color);
  position->limit = 2 * static_cast<uint32_t>(LimitFor(position->board, color));
  position->clock = bare ? 2 * PiecesOn(position->board) : 0;
  position->honour = bare ? Honour::kPiecesHonour : Honour::kBoardHonour;
}

// Every count starts so that its owner is to move when it is even (M11).
Color CounterOf(const Position& position) {
  return position.clock % 2 == 0 ? position.turn : !position.turn;
}

constexpr uint32_t kBoardHonourLimit = 128;

// What gives a bare king its limit in moves: so many pieces of a kind on the other side (M6).
struct Force {
  int limit;
  Kind kind;
  int min_pieces;
};
// In the order in which they decide.
constexpr Force kForces[] = {{8, Kind::kRuea, 2}, {16, Kind::kRuea, 1}, {22, Kind::kKhon, 2},
                             {32, Kind::kMa, 2},  {44, Kind::kKhon, 1}, {64, Kind::kMet, 0}};

// The limit that a bare king has against the pieces of `color`.
int LimitAgainst(const MakrukBoard& board, Color color) {
  const auto* const force = std::find_if(
      std::begin(kForces), std::end(kForces),
      [&](const Force& known) { return board.Of(color, known.kind).size() >= known.min_pieces; });
  return force->limit;
}

// The smallest count that the pieces' honour of `counter` can have by now. Players start it on
// their own move; the count that starts by itself can be one ply older (M7b).
uint32_t MinCount(CountingMode mode, const Position& position, Color counter) {
  const auto* const force = std::find_if(
      std::begin(kForces), std::end(kForces),
      [&](const Force& known) { return 2 * static_cast<uint32_t>(known.limit) == position.limit; });
  const int left = position.board.Of(!counter, force->kind).size();
  const auto taken = static_cast<uint32_t>(std::max(0, force->min_pieces - left));
  const uint32_t begin = 2 * (PiecesOn(position.board) + taken);
  // It takes a move of the counter's, every second ply, to take a piece.
  if (taken > 0) return begin + 2 * taken - 1;
  if (position.turn == counter) return begin;
  return mode == CountingMode::kManual ? begin + 1 : begin - 1;
}

absl::Status Impossible(std::string_view why) {
  return MakeError(ErrorReason::kImpossiblePosition, why);
}

absl::Status Refuse(std::string_view action, std::string_view why) {
  return MakeError(ErrorReason::kIllegalAction, StrCat(action, ": ", why));
}

absl::Status NeedsManual(std::string_view action) {
  return Refuse(action, "players count by themselves only with the option counting = manual (M8)");
}

}  // namespace

int LimitFor(const MakrukBoard& board, Color color) {
  if (board.Of(Kind::kBia) || IsBare(board, !color)) return 0;
  if (!IsBare(board, color)) return 64;
  return LimitAgainst(board, !color);
}

Honour LikelyHonour(const Position& position) {
  const Color counter = CounterOf(position);
  if (position.limit != kBoardHonourLimit) return Honour::kPiecesHonour;
  if (!IsBare(position.board, counter)) return Honour::kBoardHonour;
  const bool began_bare = LimitAgainst(position.board, !counter) == 64 &&
                          position.clock >= MinCount(CountingMode::kAuto, position, counter);
  return began_bare ? Honour::kPiecesHonour : Honour::kBoardHonour;
}

absl::Status CheckCount(CountingMode mode, const Position& position) {
  if (position.limit == 0) return absl::OkStatus();
  const MakrukBoard& board = position.board;
  const std::string limit = StrCat("a limit of ", position.limit / 2, " moves");
  const Color counter = CounterOf(position);
  if (position.honour == Honour::kBoardHonour) {
    if (position.limit != kBoardHonourLimit) {
      return Impossible(StrCat(limit, " does not fit the board's honour, which has 64 (M6)"));
    }
    const bool any_bare = IsBare(board, Color::kWhite) || IsBare(board, Color::kBlack);
    if (any_bare && mode == CountingMode::kAuto) {
      return Impossible(
          "with a bare king on the board only its own pieces' honour runs, counted from the pieces "
          "that stand, unless the option counting is manual (M7)");
    }
    // It starts while neither king is bare, and baring one takes a ply of the other side.
    const uint32_t min_count = IsBare(board, counter) ? 2 : IsBare(board, !counter) ? 1 : 0;
    if (position.clock >= min_count) return absl::OkStatus();
    return Impossible(
        StrCat("a board's honour does not start against or for a bare king, and the "
               "count is ",
               position.clock, " (M6)"));
  }
  if (!IsBare(board, counter)) {
    return Impossible(StrCat(limit, " is for a bare king, and ", ColorName(counter),
                             ", whose count it is, has more than its king (M6, M11)"));
  }
  const int max_limit = LimitAgainst(board, !counter);
  if (position.limit > 2 * static_cast<uint32_t>(max_limit)) {
    return Impossible(StrCat(limit, " is too much: against what ", ColorName(!counter),
                             " has the limit is ", max_limit, " (M6)"));
  }
  const uint32_t min_count = MinCount(mode, position, counter);
  if (position.clock >= min_count) return absl::OkStatus();
  return Impossible(StrCat("the count is ", position.clock, " plies; with ", limit,
                           " it is at least ", min_count, " (M7, M8)"));
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
    // The bare king took the last bia of the board: its own count begins (M7b).
    Begin(position, moved);
    position->clock -= 1;
    return true;
  }
  const bool became_bare = (effect.captured || effect.promoted) && IsBare(board, to_move);
  if ((position->limit > 0 && !became_bare) || LimitFor(board, to_move) == 0) return false;
  Begin(position, to_move);  // M7c
  return true;
}

std::optional<CountStatus> CountOf(const Position& position) {
  if (position.limit == 0) return std::nullopt;
  const int count = static_cast<int>(position.clock);
  const int limit = static_cast<int>(position.limit);
  return CountStatus{.color = CounterOf(position),
                     .kind = position.honour,
                     .count = count,
                     .limit = limit,
                     .announced = (count + 1) / 2,
                     .moves_left = count > limit ? 0 : (limit - count + 1) / 2};
}

absl::Status MayCount(CountingMode mode, const Position& position) {
  if (mode != CountingMode::kManual) return NeedsManual("count");
  const MakrukBoard& board = position.board;
  if (board.Of(Kind::kBia)) return Refuse("count", "there are still pawns on the board (M6)");
  if (LimitFor(board, position.turn) == 0) {
    return Refuse("count", StrCat("no limit against ", ColorName(!position.turn),
                                  ", whose king is bare (M6)"));
  }
  if (position.limit == 0) return absl::OkStatus();
  if (!IsBare(board, position.turn)) {
    return Refuse("count", "a count runs already, and only a bare king may begin anew (M8)");
  }
  if (CounterOf(position) == position.turn && position.honour == Honour::kPiecesHonour) {
    return Refuse("count", "the bare king's own count runs already (M8)");
  }
  return absl::OkStatus();
}

absl::Status MayUncount(CountingMode mode, const Position& position) {
  if (mode != CountingMode::kManual) return NeedsManual("uncount");
  if (position.limit == 0) return Refuse("uncount", "no count runs (M8)");
  if (CounterOf(position) != position.turn) {
    return Refuse("uncount", StrCat("the count is ", ColorName(!position.turn), "'s (M8)"));
  }
  return absl::OkStatus();
}

void StartCount(Position* position) { Begin(position, position->turn); }

void StopCount(Position* position) {
  position->limit = 0;
  position->clock = 0;
}

}  // namespace arbiter::makruk
