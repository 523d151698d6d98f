#include "core/variants/makruk/rules.h"

#include <algorithm>
#include <iterator>

#include "core/rules/strings.h"
#include "core/variants/makruk/dead_position.h"

namespace arbiter::makruk {
namespace {

// By the numbers of CountingMode, which begin at 1.
constexpr std::string_view kModeNames[] = {"", "auto", "manual", "none"};

}  // namespace

absl::StatusOr<MakrukRules> MakrukRules::Create(const OptionMap& options) {
  if (absl::Status status = CheckOptionNames(Info(), options); !status.ok()) return status;
  const absl::StatusOr<DrawPolicy> policy = DrawPolicyIn(Info(), options);
  if (!policy.ok()) return policy.status();
  const absl::StatusOr<std::string_view> counting = OptionValue(Info(), options, "counting");
  if (!counting.ok()) return counting.status();
  const auto* mode = std::find(std::begin(kModeNames), std::end(kModeNames), *counting);
  return MakrukRules(*policy, static_cast<CountingMode>(mode - kModeNames));
}

OptionMap MakrukRules::options() const {
  return {{"draw_policy", std::string(NameOf(draw_policy_))},
          {"counting", std::string(kModeNames[static_cast<int>(counting_)])}};
}

void MakrukRules::GenerateMoves(const Position& position, Moves* moves) const {
  moves->Clear();
  AddMoves(position, moves);
}

void MakrukRules::GenerateMovesTo(const Position& position, Sq to, Moves* moves) const {
  moves->Clear();
  AddMovesTo(position, to, moves);
}

int MakrukRules::CountMoves(const Position& position) const {
  return arbiter::CountMoves(position);
}

bool MakrukRules::Play(Position* position, Move move) const {
  const std::optional<Piece<Kind>> captured = position->board.At(move.to);
  const MoveEffect effect = {.captured = captured.has_value(),
                             .captured_bia = captured && captured->kind == Kind::kBia,
                             .moved_bia = position->board.KindAt(move.from) == Kind::kBia,
                             .promoted = move.promotes};
  const bool upturned = move.promotes || position->upturned.Has(move.from);
  position->upturned.Reset(move.from);
  position->upturned.Reset(move.to);
  if (upturned) position->upturned.Set(move.to);
  MovePiece(&position->board, move);
  PassTurn(position);
  return AdvanceCount(counting_, effect, position);
}

void MakrukRules::AddEvents(const Position& before, Move move, std::vector<Event>* events) const {
  Position after = before;
  // A count that starts with the last move counts nothing.
  if (!Play(&after, move) || FindEnd(after, /*occurrences=*/1)) return;
  events->push_back({.kind = Event::Kind::kCountStarted, .color = CountOf(after)->color});
}

bool MakrukRules::IsIrreversible(const Position& before, Move move) const {
  return before.board.KindAt(move.from) == Kind::kBia || !before.board.IsEmpty(move.to);
}

std::optional<End> MakrukRules::FindEnd(const Position& position, int occurrences) const {
  // In the order of C13.
  if (!AnyMove(position)) {
    if (!Checkers(position)) return End{Result::kDraw, Termination::kStalemate, "M3"};
    const Color winner = !position.turn;
    const std::optional<CountStatus> count = CountOf(position);
    if (counting_ == CountingMode::kManual && count && count->color == winner) {
      return End{Result::kDraw, Termination::kCountingSideMated, "M9"};
    }
    return End{WinFor(winner), Termination::kCheckmate, "M3"};
  }
  if (IsDead(position.board)) return End{Result::kDraw, Termination::kDeadPosition, "M3"};
  if (occurrences >= 3 && draw_policy_ == DrawPolicy::kAutomatic) {
    return End{Result::kDraw, Termination::kRepetition, "M4"};
  }
  if (position.limit > 0 && position.clock > position.limit) {
    return End{Result::kDraw, Termination::kCountingLimit, "M7"};
  }
  return std::nullopt;
}

std::optional<End> MakrukRules::FindDrawClaim(const Position& /*position*/, int occurrences) const {
  if (occurrences < 3) return std::nullopt;
  return End{Result::kDraw, Termination::kRepetition, "M4"};
}

std::string MakrukRules::WhyNoDrawClaim(const Position& /*position*/, int occurrences) const {
  return StrCat("the position has occurred ", occurrences == 1 ? "once" : "twice",
                ", not three times (M4)");
}

void MakrukRules::Decorate(const Position& position, BoardView* view) {
  for (const Sq square : position.upturned) {
    BoardView::Cell& cell = view->cells[static_cast<size_t>(square.index())];
    cell.promoted = true;
    cell.shape = Info().marked_pieces.front().shape;
  }
}

absl::Status MakrukRules::ApplyControl(std::string_view text, Position* position,
                                       std::vector<Event>* events) const {
  const bool starts = text == "count";
  absl::Status status = starts ? MayCount(counting_, *position) : MayUncount(counting_, *position);
  if (!status.ok()) return status;
  if (starts) {
    StartCount(position);
  } else {
    StopCount(position);
  }
  // A count that has passed its limit when it starts counts nothing.
  if (starts && FindEnd(*position, /*occurrences=*/1)) return absl::OkStatus();
  events->push_back({.kind = starts ? Event::Kind::kCountStarted : Event::Kind::kCountStopped,
                     .color = position->turn});
  return absl::OkStatus();
}

std::vector<std::string_view> MakrukRules::OpenControls(const Position& position) const {
  std::vector<std::string_view> open;
  // Elsewhere both are refused, with a reason that costs time to word.
  if (counting_ != CountingMode::kManual) return open;
  if (MayCount(counting_, position).ok()) open.emplace_back("count");
  if (MayUncount(counting_, position).ok()) open.emplace_back("uncount");
  return open;
}

}  // namespace arbiter::makruk
