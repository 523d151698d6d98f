#include "core/variants/chpok/board_rules.h"

#include <algorithm>

#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"

namespace arbiter::chpok {
namespace {

// The end that the points decide (P17).
End ByPoints(const Position& position, Termination termination, std::string_view rule) {
  const int lead = position.lead();
  const Result result =
      lead == 0 ? Result::kDraw : WinFor(lead > 0 ? Color::kWhite : Color::kBlack);
  return {result, termination, rule};
}

}  // namespace

absl::StatusOr<BoardRules> BoardRules::Create(const OptionMap& options) {
  const absl::StatusOr<Options> read = ReadOptions(options);
  if (!read.ok()) return read.status();
  return BoardRules(read->draw_policy);
}

OptionMap BoardRules::options() const {
  return {{"draw_policy", std::string(NameOf(draw_policy_))}};
}

void BoardRules::Apply(Position* position, const Move& action, std::vector<Event>* events) const {
  const Color mover = position->turn;
  Play(action, position, events);
  // Looked at after each move of Black if the game goes on (P18).
  if (draw_policy_ != DrawPolicy::kAutomatic || mover == Color::kWhite) return;
  if (FindEnd(*position, 1)) return;
  if (DrawClaim(*position)) {
    position->reached = Reached::kDrawClaim;
  } else if (AnyWinClaim(*position)) {
    position->reached = Reached::kWinClaim;
  }
}

std::optional<End> BoardRules::FindEnd(const Position& position, int /*occurrences*/) const {
  const Reached reached = position.reached;
  if (!position.BothHaveKings()) return ByPoints(position, Termination::kKingCaptured, "P17");
  if (reached == Reached::kHill) return ByPoints(position, Termination::kHill, "P20");
  if (reached == Reached::kRacing) return ByPoints(position, Termination::kRacing, "P20");
  if (position.IsPastLimit()) return ByPoints(position, Termination::kPoints, "P17");
  if (reached == Reached::kBlocked) return ByPoints(position, Termination::kBlocked, "P23");
  if (reached == Reached::kDrawClaim) return DrawClaim(position);
  if (reached == Reached::kWinClaim) return AnyWinClaim(position);
  return std::nullopt;
}

std::optional<End> BoardRules::AnyWinClaim(const Position& position) {
  const std::optional<End> white = WinClaim(position, Color::kWhite);
  return white ? white : WinClaim(position, Color::kBlack);
}

void BoardRules::StartClocks(Position* position) const {
  if (position->ply() > 0 || position->clocks || !position->time_control) return;
  position->clocks.emplace();
  position->clocks->fill(position->time_control->start_ms());
}

void BoardRules::AddTime(Color mover, Position* position) const {
  if (!position->time_control) return;
  int64_t& clock = (*position->clocks)[static_cast<size_t>(Index(mover))];
  clock = std::min(kMostClock, clock + position->time_control->bonus_ms());
}

End BoardRules::LoseTime(Color loser, Position* position, std::vector<Event>* events) const {
  chpok::LoseTime(loser, position);
  events->push_back({.kind = Event::Kind::kPoints, .color = loser, .points = -kTimePoints});
  return TimeoutEnd(*position);
}

End BoardRules::TimeoutEnd(const Position& position) {
  return ByPoints(position, Termination::kTimeout, "P24");
}

std::vector<std::string_view> BoardRules::OpenControls(const Position& position,
                                                       const Memory& memory) const {
  const bool left = position.undos[static_cast<size_t>(Index(position.turn))] > 0;
  if (left && memory.CanUndo()) return {"undo"};
  return {};
}

absl::Status BoardRules::ApplyControl(std::string_view /*text*/, Position* position, Memory* memory,
                                      std::vector<Event>* events) const {
  const Color player = position->turn;
  if (position->undos[static_cast<size_t>(Index(player))] == 0) {
    return MakeError(ErrorReason::kIllegalAction,
                     StrCat("undo: ", ColorName(player), " has no undo left (P19)"));
  }
  if (!memory->CanUndo()) {
    return MakeError(ErrorReason::kIllegalAction,
                     StrCat("undo: takes back two plies, and ", memory->plies().size(),
                            " stand on the record since the given start (P19)"));
  }
  memory->Undo(position);
  events->push_back({.kind = Event::Kind::kUndone, .color = player});
  return absl::OkStatus();
}

Detail BoardRules::DetailOf(const Position& position) const {
  Detail detail;
  BoardDetail& board = detail.board.emplace();
  Features features = position.features;
  board.width = features.width;
  features.width = Features().width;
  board.features = FormatFeatures(features);
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const auto side = static_cast<size_t>(Index(color));
    board.points[side] = position.points(color);
    board.sources[side] = position.sources[side];
    board.castlings_left[side] = position.castlings[side];
    board.undos_left[side] = position.undos[side];
    board.newborn_left[side] = position.newborn[side];
    const bool has_moved = color == Color::kWhite && position.turn == Color::kBlack;
    const int made = BlackMoves(position) + (has_moved ? 1 : 0);
    board.moves_left[side] = std::max(0, features.moves - made);
  }
  if (position.time_control) board.time_control = FormatTimeControl(*position.time_control);
  board.clocks = position.clocks;
  board.challenger = position.challenger;
  board.draw_claim_in = DrawClaimIn(position);
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const std::optional<int> moves = WinClaimIn(position, color);
    if (!moves || (board.win_claim_in && *board.win_claim_in <= *moves)) continue;
    board.win_claim_in = moves;
    board.win_claim_by = color;
  }
  return detail;
}

void BoardRules::DrawBoard(const Position& position, BoardView* view) const {
  view->files = position.features.width;
  view->cells.resize(static_cast<size_t>(view->files) * Geo::kRanks);
  for (const Sq square : position.board.Occupied()) {
    const Piece<Kind> piece = *position.board.At(square);
    const PieceInfo& kind = Info().pieces[static_cast<size_t>(piece.kind)];
    const int index = square.rank() * view->files + square.file();
    BoardView::Cell& cell = view->cells[static_cast<size_t>(index)];
    cell.letter = kind.letter;
    cell.color = piece.color;
    cell.shape = kind.shape;
  }
}

}  // namespace arbiter::chpok
