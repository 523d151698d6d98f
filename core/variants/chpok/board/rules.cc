#include "core/variants/chpok/board/rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/roles.h"
#include "core/variants/chpok/board/events.h"

namespace arbiter::chpok {
namespace {

// Returns an end that the points decide (P17).
End ByPoints(const Position& position, Termination termination, std::string_view rule) {
  const int lead = position.lead();
  const Result result =
      lead == 0 ? Result::kDraw : WinFor(lead > 0 ? Color::kWhite : Color::kBlack);
  return {result, termination, rule};
}

// Returns the regions that end the game with the feature `hill` (P20) on a board of this width.
const std::vector<RegionInfo>& HillRegions(int width) {
  static const auto& regions = *[] {
    auto* by_width = new std::array<std::vector<RegionInfo>, kMaxWidth + 1>;
    for (int files = kMinWidth; files <= kMaxWidth; ++files) {
      for (const Color owner : {Color::kWhite, Color::kBlack}) {
        RegionInfo hill = {kHillRegion, {.en = "Hill", .zh = "中心"}, {}, owner};
        for (const Sq square : HillOf(!owner, files)) hill.squares.push_back(ToString(square));
        (*by_width)[static_cast<size_t>(files)].push_back(std::move(hill));
      }
    }
    return by_width;
  }();
  return regions[static_cast<size_t>(width)];
}

// --- The extra part of a snapshot: items `name=value`, each followed by `;`, and then the plies
// that can be taken back.

// The names of the ends, in the order of ImmediateEnd.
constexpr std::string_view kImmediateEndNames[] = {"", "hill", "racing", "blocked", "draw", "win"};

std::string FormatSources(const std::array<PointSources, 2>& sources) {
  std::string text;
  for (const PointSources& source : sources) {
    for (const int points : {source.rows, source.kinds, source.kings, source.goals, source.time}) {
      if (!text.empty()) text += ',';
      AppendNumber(points, &text);
    }
  }
  return text;
}

// Removes the first item from `text` and returns its value; returns std::nullopt and removes
// nothing if the item has another name.
std::optional<std::string_view> TakeItem(std::string_view name, std::string_view* text) {
  std::string_view rest = *text;
  if (!ConsumePrefix(&rest, name) || !ConsumePrefix(&rest, "=")) return std::nullopt;
  const size_t end = std::min(rest.find(';'), rest.size());
  const std::string_view value = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  *text = rest;
  return value;
}

// Parses the sources of the points and attributes the points of the position to them. Returns false
// if `text` is malformed.
bool ReadSources(std::string_view text, Position* position) {
  for (PointSources& source : position->sources) {
    for (int* points : {&source.rows, &source.kinds, &source.kings, &source.goals, &source.time}) {
      const size_t end = std::min(text.find(','), text.size());
      const auto number = ParseNumber<int>(text.substr(0, end), -kMaxPoints, kMaxPoints);
      if (!number) return false;
      *points = *number;
      source.before -= *number;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  return text.empty();
}

// Parses plies followed by `from ` and the FEN at which they begin, and pushes them to `undo`.
// Returns false if they do not lead to `last`. Undos and clocks, which an undo does not restore,
// are not compared.
bool ReplayPlies(const BoardRules& rules, std::string_view sources, std::string_view text,
                 const Position& last, UndoStack* undo) {
  const size_t from = text.find("from ");
  if (from == std::string_view::npos) return false;
  absl::StatusOr<Position> position = ParseBoardFen(text.substr(from + 5));
  if (!position.ok() || !ReadSources(sources, &*position)) return false;
  position->challenger = last.challenger;
  position->undos = last.undos;
  for (text = text.substr(0, from); !text.empty();) {
    const size_t end = text.find(' ');
    if (end == std::string_view::npos) return false;
    const absl::StatusOr<Action> action = ParseAction(*position, text.substr(0, end));
    if (!action.ok() || rules.FindEnd(*position, 1)) return false;
    undo->Remember(*position, *action);
    rules.Apply(&*position, *action);
    text.remove_prefix(end + 1);
  }
  position->clocks = last.clocks;
  return *position == last;
}

}  // namespace

absl::StatusOr<BoardRules> BoardRules::Create(const OptionMap& options) {
  ARBITER_ASSIGN_OR_RETURN(const Options read, ReadOptions(options));
  return BoardRules(read.draw_policy);
}

OptionMap BoardRules::options() const {
  OptionMap options;
  options.emplace("draw_policy", NameOf(draw_policy_));
  return options;
}

void BoardRules::Apply(Position* position, const Move& action, std::vector<Event>* events) const {
  const Color mover = position->turn;
  Play(action, position, events);
  // Claims are checked after each move by Black if the game is not over (P18).
  if (draw_policy_ != DrawPolicy::kAutomatic || mover == Color::kWhite) return;
  if (FindEnd(*position, 1)) return;
  if (DrawClaim(*position)) {
    position->immediate_end = ImmediateEnd::kDrawClaim;
  } else if (AnyWinClaim(*position)) {
    position->immediate_end = ImmediateEnd::kWinClaim;
  }
}

std::optional<End> BoardRules::FindEnd(const Position& position, int /*occurrences*/) const {
  const ImmediateEnd end = position.immediate_end;
  if (!position.BothHaveKings()) return ByPoints(position, Termination::kKingCaptured, "P17");
  if (end == ImmediateEnd::kHill) return ByPoints(position, kHillEnd, "P20");
  if (end == ImmediateEnd::kRacing) return ByPoints(position, kRacingEnd, "P20");
  if (position.IsPastLimit()) return ByPoints(position, kPointsEnd, "P17");
  if (end == ImmediateEnd::kBlocked) return ByPoints(position, Termination::kBlocked, "P23");
  if (end == ImmediateEnd::kDrawClaim) return DrawClaim(position);
  if (end == ImmediateEnd::kWinClaim) return AnyWinClaim(position);
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
  clock = std::min(kMaxClock, clock + position->time_control->bonus_ms());
}

End BoardRules::LoseTime(Color loser, Position* position, std::vector<Event>* events) const {
  chpok::LoseTime(loser, position);
  events->push_back({.kind = &kPointsEvent, .color = loser, .points = -kTimePoints});
  return TimeoutEnd(*position);
}

End BoardRules::TimeoutEnd(const Position& position) {
  return ByPoints(position, Termination::kTimeout, "P24");
}

bool BoardRules::CanUndo(const Position& position, const UndoStack& undo) const {
  return position.undos[static_cast<size_t>(Index(position.turn))] > 0 && undo.CanUndo();
}

absl::Status BoardRules::Undo(Position* position, UndoStack* undo,
                              std::vector<Event>* events) const {
  const Color player = position->turn;
  if (position->undos[static_cast<size_t>(Index(player))] == 0) {
    return MakeError(ErrorReason::kIllegalAction,
                     StrCat("undo: ", ColorName(player), " has no undo left (P19)"));
  }
  if (!undo->CanUndo()) {
    return MakeError(ErrorReason::kIllegalAction,
                     StrCat("undo: it takes back two plies, but the record since the start or the "
                            "given FEN has only ",
                            undo->plies().size(), " (P19)"));
  }
  undo->Undo(position);
  events->push_back({.kind = &kUndoneEvent, .color = player});
  return absl::OkStatus();
}

BoardDetail BoardRules::DetailOf(const Position& position, bool /*ongoing*/) const {
  BoardDetail board;
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
  return board;
}

void BoardRules::Draw(const Position& position, BoardView* view) const {
  view->files = position.features.width;
  view->cells.resize(static_cast<size_t>(view->files) * Geo::kRanks);
  DrawPieces(Info(), position.board, view);
  if (position.features.Has(Switch::kHill)) view->regions = &HillRegions(view->files);
}

std::string BoardRules::FormatExtra(const Position& position, const UndoStack& undo) const {
  std::string text;
  const auto add = [&text](std::string_view name, std::string_view value) {
    text.append(name).append("=").append(value).append(";");
  };
  if (position.challenger) add("challenger", ColorWord(*position.challenger));
  if (position.immediate_end != ImmediateEnd::kNothing) {
    add("end", kImmediateEndNames[static_cast<size_t>(position.immediate_end)]);
  }
  add("points", FormatSources(position.sources));
  if (undo.plies().empty()) return text;
  const Position& first = undo.plies().front().before;
  add("first", FormatSources(first.sources));
  for (const UndoStack::Ply& ply : undo.plies()) StrAppend(&text, FormatAction(ply.action), " ");
  return StrCat(text, "from ", FormatBoardFen(first));
}

bool BoardRules::ParseExtra(std::string_view text, Position* position, UndoStack* undo) const {
  if (const auto color = TakeItem("challenger", &text)) {
    if (*color != "white" && *color != "black") return false;
    position->challenger = *color == "white" ? Color::kWhite : Color::kBlack;
  }
  if (const auto end = TakeItem("end", &text)) {
    const auto* name =
        std::find(std::begin(kImmediateEndNames) + 1, std::end(kImmediateEndNames), *end);
    if (name == std::end(kImmediateEndNames)) return false;
    position->immediate_end = static_cast<ImmediateEnd>(name - kImmediateEndNames);
    if (!FindEnd(*position, 1)) return false;
  }
  const auto points = TakeItem("points", &text);
  if (!points || !ReadSources(*points, position)) return false;
  const auto first = TakeItem("first", &text);
  if (!first) return text.empty();
  return ReplayPlies(*this, *first, text, *position, undo);
}

}  // namespace arbiter::chpok
