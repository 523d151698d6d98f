// What a snapshot of a board has beside its FEN: texts `name=value`, each with a `;` behind it,
// and the plies that can be taken back.
#include <algorithm>
#include <iterator>
#include <optional>

#include "core/rules/control.h"
#include "core/rules/strings.h"
#include "core/variants/chpok/board_rules.h"
#include "core/variants/chpok/numbers.h"

namespace arbiter::chpok {
namespace {

// By the numbers of Reached.
constexpr std::string_view kReachedNames[] = {"", "hill", "racing", "blocked", "draw", "win"};

std::string FormatSources(const std::array<PointSources, 2>& sources) {
  std::string text;
  for (const PointSources& of : sources) {
    for (const int points : {of.rows, of.kinds, of.kings, of.goals, of.time}) {
      StrAppend(&text, text.empty() ? "" : ",", points);
    }
  }
  return text;
}

// Takes the first item, `name=value`, off `text`; its value, or none if it has another name.
std::optional<std::string_view> TakeItem(std::string_view name, std::string_view* text) {
  std::string_view rest = *text;
  if (!ConsumePrefix(&rest, name) || !ConsumePrefix(&rest, "=")) return std::nullopt;
  const size_t end = std::min(rest.find(';'), rest.size());
  const std::string_view value = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  *text = rest;
  return value;
}

// The points that the position has, by source; false where they are more than there are.
bool ReadSources(std::string_view text, Position* position) {
  for (PointSources& of : position->sources) {
    for (int* points : {&of.rows, &of.kinds, &of.kings, &of.goals, &of.time}) {
      const size_t end = std::min(text.find(','), text.size());
      const auto number = ParseNumber<int>(text.substr(0, end), -kMostPoints, kMostPoints);
      if (!number) return false;
      *points = *number;
      of.before -= *number;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  return text.empty();
}

// Makes the plies of `text` from the position that it ends in; false where they do not lead to
// `last`, which may differ in what an undo leaves as it is.
bool RetracePlies(const BoardRules& rules, std::string_view sources, std::string_view text,
                  const Position& last, Memory* memory) {
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
    const Position before = *position;
    rules.Apply(&*position, *action);
    memory->Remember(before, *action, *position);
    text.remove_prefix(end + 1);
  }
  position->clocks = last.clocks;
  return *position == last;
}

}  // namespace

std::string BoardRules::FormatExtra(const Position& position, const Memory& memory) const {
  std::string text;
  const auto add = [&text](std::string_view name, std::string_view value) {
    StrAppend(&text, name, "=", value, ";");
  };
  if (position.challenger) add("challenger", ColorWord(*position.challenger));
  if (position.reached != Reached::kNothing) {
    add("end", kReachedNames[static_cast<size_t>(position.reached)]);
  }
  add("points", FormatSources(position.sources));
  if (memory.plies().empty()) return text;
  const Position& first = memory.plies().front().before;
  add("first", FormatSources(first.sources));
  for (const Memory::Ply& ply : memory.plies()) StrAppend(&text, FormatAction(ply.action), " ");
  return StrCat(text, "from ", FormatBoardFen(first));
}

bool BoardRules::ParseExtra(std::string_view text, Position* position, Memory* memory) const {
  if (const auto color = TakeItem("challenger", &text)) {
    if (*color != "white" && *color != "black") return false;
    position->challenger = *color == "white" ? Color::kWhite : Color::kBlack;
  }
  if (const auto end = TakeItem("end", &text)) {
    const auto* name = std::find(std::begin(kReachedNames) + 1, std::end(kReachedNames), *end);
    if (name == std::end(kReachedNames)) return false;
    position->reached = static_cast<Reached>(name - kReachedNames);
    if (!FindEnd(*position, 1)) return false;
  }
  const auto points = TakeItem("points", &text);
  if (!points || !ReadSources(*points, position)) return false;
  const auto first = TakeItem("first", &text);
  if (!first) return text.empty();
  return RetracePlies(*this, *first, text, *position, memory);
}

}  // namespace arbiter::chpok
