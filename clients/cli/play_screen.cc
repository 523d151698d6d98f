#include "clients/cli/play_screen.h"

#include <iostream>
#include <utility>

#include "clients/cli/board.h"
#include "clients/cli/chpok_text.h"
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
  const bool only_text = last.san().empty() || IsBid(last);
  return only_text ? last.text() : StrCat(last.text(), "  ", last.san());
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
  const v1::State& state = game.state();
  std::string_view who = players_.NameOf(state.turn());
  if (state.phase() == v1::PHASE_BIDDING) who = BidderName(state.chpok().bidding().turn());
  if (state.phase() == v1::PHASE_FINISHED) who = "Over";
  std::cout << '\n' << who << "> " << std::flush;
}

}  // namespace arbiter::cli
