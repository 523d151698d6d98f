#include "clients/cli/play_screen.h"

#include <iostream>
#include <utility>

#include "clients/cli/board.h"
#include "clients/cli/state_text.h"
#include "clients/cli/terminal.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

constexpr std::string_view kClearScreen = "\033[H\033[2J\033[3J";

// What a board does not show of the last action: the chain of its effects, each in words.
std::string EffectsText(const HotSeat& game) {
  if (game.actions().empty()) return "";
  std::string text;
  for (const v1::Event& event : game.actions().back().events()) {
    if (event.kind() < v1::Event::KIND_MUSHROOM) continue;
    StrAppend(&text, text.empty() ? "" : " ", event.text());
  }
  return text;
}

// What the last action did, in one line; empty at the start.
std::string LastActionText(const HotSeat& game) {
  if (game.actions().empty()) return "";
  const v1::Applied& last = game.actions().back();
  return last.san().empty() ? last.text() : StrCat(last.text(), "  ", last.san());
}

}  // namespace

absl::Status PlayScreen::Begin(const std::string& variant) {
  absl::StatusOr<Players> players = PlayersOf(variant, answer_, *session_);
  if (!players.ok()) return players.status();
  players_ = *std::move(players);
  return absl::OkStatus();
}

void PlayScreen::Flip() {
  orientation_ = orientation_ == v1::COLOR_WHITE ? v1::COLOR_BLACK : v1::COLOR_WHITE;
}

absl::Status PlayScreen::Draw(const HotSeat& game) const {
  const auto board =
      DrawBoard(game.Position(), orientation_, LastMove(game.actions()), answer_, *session_);
  if (!board.ok()) return board.status();
  std::cout << (OutputIsTerminal() ? kClearScreen : "\n") << *board << '\n';
  const std::string last = LastActionText(game);
  if (!last.empty()) std::cout << "Last      " << last << '\n';
  const std::string effects = EffectsText(game);
  if (!effects.empty()) std::cout << "Effects   " << effects << '\n';
  std::cout << SituationText(game.state(), players_) << std::flush;
  return absl::OkStatus();
}

void PlayScreen::Prompt(const HotSeat& game) const {
  if (!InputIsTerminal()) return;
  const bool over = game.state().phase() == v1::PHASE_FINISHED;
  std::cout << '\n' << (over ? "Over" : players_.NameOf(game.state().turn())) << "> " << std::flush;
}

}  // namespace arbiter::cli
