#include "core/variants/makruk/counting.h"

#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"

namespace arbiter::makruk {
namespace {

bool IsBare(const MakrukBoard& board, Color color) { return board.Of(color).size() == 1; }

uint32_t PiecesOn(const MakrukBoard& board) {
  return static_cast<uint32_t>(board.Occupied().size());
}

// Where a count of `color` begins when it is to move (M7c, M8).
void Begin(Position* position, Color color) {
  position->limit = 2 * static_cast<uint32_t>(LimitFor(position->board, color));
  position->clock = IsBare(position->board, color) ? 2 * PiecesOn(position->board) : 0;
}

// Every count starts so that its owner is to move when it is even (M11).
Color CounterOf(const Position& position) {
  return position.clock % 2 == 0 ? position.turn : !position.turn;
}

constexpr uint32_t kBoardHonourLimit = 128;

// Which honour the running count is of, as far as a position tells (F1). A pieces'
// honour limit of 64 moves is only given where at most a knight and mets face the
// bare king, and no count of it is below twice the pieces on the board; anything
// else with that limit began as the board's honour and goes on after the counter
// became a bare king (M8). Where both fit, it is taken for the pieces' honour.
CountStatus::Kind KindOfCount(const Position& position) {
  const Color counter = CounterOf(position);
  if (position.limit != kBoardHonourLimit) return CountStatus::Kind::kPiecesHonour;
  if (!IsBare(position.board, counter)) return CountStatus::Kind::kBoardHonour;
  const int limit_now = LimitFor(position.board, counter);
  const bool began_bare =
      (limit_now == 0 || limit_now == 64) && position.clock >= 2 * PiecesOn(position.board) - 1;
  return began_bare ? CountStatus::Kind::kPiecesHonour : CountStatus::Kind::kBoardHonour;
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
  const auto has = [&](Kind kind) { return board.Of(!color, kind).size(); };
  if (has(Kind::kRuea) >= 2) return 8;
  if (has(Kind::kRuea) == 1) return 16;
  if (has(Kind::kKhon) >= 2) return 22;
  if (has(Kind::kMa) >= 2) return 32;
  if (has(Kind::kKhon) == 1) return 44;
  return 64;
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
  const Color counter = CounterOf(position);
  return CountStatus{.color = counter,
                     .kind = KindOfCount(position),
                     .count = count,
                     .limit = limit,
                     .announced = (counter == position.turn ? count - 2 : count - 1) / 2,
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
  if (CounterOf(position) == position.turn && position.limit != kBoardHonourLimit) {
    return Refuse("count", "the bare king's count runs already (M8)");
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
