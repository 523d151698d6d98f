#include "core/variants/chpok/board/search_model.h"

#include <algorithm>

#include "core/variants/chpok/board/claims.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/play.h"
#include "core/variants/chpok/board/rules.h"

namespace arbiter::chpok {
namespace {

// Returns the value of a piece in exchanges, in tenths of a point.
int PieceValue(Kind kind) {
  constexpr int kValues[] = {10'000, 900, 500, 320, 300, 320, 100};
  return kValues[static_cast<int>(kind)];
}

Verdict VerdictOf(const End& end, Color player) {
  const std::optional<Color> winner = WinnerOf(end.result);
  if (!winner) return Verdict::kDraw;
  return *winner == player ? Verdict::kWin : Verdict::kLoss;
}

}  // namespace

uint64_t SearchModel::TableKey(const Position& position) {
  const int moves_left = position.features.moves + 1 - static_cast<int>(position.move_number);
  const int runs =
      position.history.SteadyRun(Color::kWhite) * 32 + position.history.SteadyRun(Color::kBlack);
  const auto lead = static_cast<uint32_t>(position.lead());
  // Far from the limit the exact number of moves left does not matter.
  const auto left = static_cast<uint64_t>(std::clamp(moves_left, 0, 40));
  return position.key() ^
         Mix64(uint64_t{lead} << 32 | left << 16 | static_cast<uint64_t>(runs) << 1 |
               static_cast<uint64_t>(position.forced_pass));
}

bool SearchModel::InCheck(const Position& position) {
  const Squares kings = position.board.Of(position.turn, Kind::kKing);
  return kings.size() == 1 && Attackers(position, kings.First(), !position.turn);
}

// Ignores that the move vacates its origin.
bool SearchModel::GivesCheck(const Position& position, const Action& action) {
  const Squares kings = position.board.Of(!position.turn, Kind::kKing);
  if (action.kind != ActionKind::kMove || kings.size() != 1) return false;
  const Piece<Kind> piece = {position.board.KindAt(action.from), position.turn};
  return AttacksFrom(position, piece, action.to).Has(kings.First());
}

bool SearchModel::Play(const Position& before, bool /*in_check*/, const Action& action,
                       Position* after) {
  *after = before;
  chpok::Play(action, after, nullptr);
  return true;
}

bool SearchModel::AllowsNullMove(const Position& position) {
  return position.move_number + 4 < position.features.moves;
}

void SearchModel::MakeNullMove(Position* position) {
  position->en_passant.reset();
  if (position->turn == Color::kBlack) {
    ++position->move_number;
    position->history.Push(position->lead());
  }
  position->turn = !position->turn;
}

std::optional<Verdict> SearchModel::FindEnd(const Position& position) {
  const Color player = position.turn;
  const bool over = position.immediate_end != ImmediateEnd::kNothing || !position.BothHaveKings() ||
                    position.IsPastLimit();
  if (over) {
    const std::optional<End> end = BoardRules(DrawPolicy::kClaim).FindEnd(position, 1);
    return end ? std::optional(VerdictOf(*end, player)) : std::nullopt;
  }
  if (BlackMoves(position) < kClaimMoves) return std::nullopt;
  if (WinClaim(position, player)) return Verdict::kWin;
  if (WinClaim(position, !player)) return Verdict::kLoss;
  if (DrawClaim(position)) return Verdict::kDraw;
  return std::nullopt;
}

int SearchModel::CaptureValue(const Position& position, const Action& action) {
  int gain = 0;
  if (action.kind == ActionKind::kMove) {
    const auto captured = position.board.At(action.to);
    if (captured) gain += PieceValue(captured->kind);
    if (action.promotion != Kind::kPawn) {
      gain += (action.promotion == Kind::kKing ? 400 : PieceValue(action.promotion)) -
              PieceValue(Kind::kPawn);
    }
    gain += kValuesPerPoint * std::max(0, action.to.rank_for(position.turn) - 3);
  }
  return gain;
}

int SearchModel::MoverValue(const Position& position, const Action& action) {
  const Kind kind = MovedKind(position, action);
  return kind == Kind::kKing ? 1000 : PieceValue(kind);
}

bool SearchModel::SeeAtLeast(const Position& position, const Action& action, int threshold) {
  const int gain = CaptureValue(position, action) - threshold;
  if (gain < 0) return false;
  if (!action.HasFrom() || action.kind != ActionKind::kMove) return true;
  const auto captured = position.board.At(action.to);
  if (captured && captured->kind == Kind::kKing) return true;
  const int lost = action.promotion != Kind::kPawn ? PieceValue(action.promotion)
                                                   : PieceValue(position.board.KindAt(action.from));
  return gain >= lost || !Attackers(position, action.to, !position.turn);
}

uint32_t SearchModel::Code(const Action& action) {
  return static_cast<uint32_t>(action.kind) << 17 | static_cast<uint32_t>(action.promotion) << 14 |
         static_cast<uint32_t>(action.from.index()) << 7 | static_cast<uint32_t>(action.to.index());
}

std::optional<Action> SearchModel::Decode(const Position& position, uint32_t code) {
  const uint32_t kind = code >> 17;
  const uint32_t promotion = code >> 14 & 7;
  const uint32_t from = code >> 7 & 127;
  const uint32_t to = code & 127;
  const bool fits = code != 0 && kind <= static_cast<uint32_t>(ActionKind::kPass) &&
                    promotion < static_cast<uint32_t>(Kind::kCount) && from < kSquares &&
                    to < kSquares;
  if (!fits) return std::nullopt;
  const Action action = {static_cast<ActionKind>(kind), Sq(static_cast<int>(from)),
                         Sq(static_cast<int>(to)), static_cast<Kind>(promotion)};
  if (!IsLegal(position, action)) return std::nullopt;
  return action;
}

int SearchModel::PieceSquare(const Position& position, const Action& action) {
  return static_cast<int>(MovedKind(position, action)) * kSquares + action.to.index();
}

}  // namespace arbiter::chpok
