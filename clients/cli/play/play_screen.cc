#include "clients/cli/play/play_screen.h"

#include <iostream>

#include "absl/strings/str_format.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/state_text.h"
#include "clients/cli/text/terminal.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

constexpr std::string_view kClearScreen = "\033[H\033[2J";

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kPlain = "\033[0m";

struct HelpLine {
  std::string_view typed;
  std::string_view meaning;
};
constexpr HelpLine kCommands[] = {
    {"moves", "list the legal moves or bids; `moves e3` lists those of one piece"},
    {"back", "take back the last action; against the engine, back to your own last one"},
    {"flip", "turn the board round"},
    {"fen, record", "print the FEN, or the actions so far"},
    {"help, quit", "print this help, or leave the game"},
};

void PrintHelpLine(std::string_view typed, std::string_view meaning) {
  std::cout << absl::StreamFormat("  %-28s %s\n", typed, meaning);
}

// Describes, in order, the effects of the last action, which a board does not show.
std::string EffectsText(const InteractiveGame& game) {
  if (game.actions().empty()) return "";
  std::string text;
  for (const v1::Event& event : game.actions().back().events()) {
    if (event.kind() < v1::Event::KIND_MUSHROOM) continue;
    StrAppend(&text, text.empty() ? "" : " ", event.text());
  }
  return text;
}

// Returns the action text of the last action, followed by its SAN if it has one, or an empty string
// at the start of the game.
std::string LastActionText(const InteractiveGame& game) {
  if (game.actions().empty()) return "";
  const v1::Applied& last = game.actions().back();
  const bool only_text = last.san().empty() || IsBid(last);
  return only_text ? last.text() : StrCat(last.text(), "  ", last.san());
}

}  // namespace

absl::Status PlayScreen::Begin(const std::string& variant) {
  ARBITER_ASSIGN_OR_RETURN(const v1::Variant listed, FetchVariant(variant, answer_, *session_));
  players_ = PlayersOf(listed);
  action_forms_.assign(listed.action_forms().begin(), listed.action_forms().end());
  return absl::OkStatus();
}

void PlayScreen::Flip() {
  orientation_ = orientation_ == v1::COLOR_WHITE ? v1::COLOR_BLACK : v1::COLOR_WHITE;
}

absl::Status PlayScreen::Draw(const InteractiveGame& game) const {
  ARBITER_ASSIGN_OR_RETURN(
      const auto board,
      DrawBoard(game.Position(), orientation_, LastMove(game.actions()), answer_, *session_));
  std::cout << (CanClearOutput() ? kClearScreen : "\n") << board << '\n';
  const std::string last = LastActionText(game);
  if (!last.empty()) std::cout << "Last      " << last << '\n';
  const std::string effects = EffectsText(game);
  if (!effects.empty()) std::cout << "Effects   " << effects << '\n';
  std::cout << SituationText(game.state(), players_) << std::flush;
  return absl::OkStatus();
}

void PlayScreen::Prompt(const InteractiveGame& game) const {
  if (!InputIsTerminal()) return;
  const v1::State& state = game.state();
  std::string_view who = players_.NameOf(state.turn());
  if (state.phase() == v1::PHASE_BIDDING) who = BidderName(state.chpok().bidding().turn());
  if (state.phase() == v1::PHASE_FINISHED) who = "Game over";
  if (game.actions().empty()) std::cout << "\nType an action, or help.\n";
  std::cout << '\n' << Styled(kBold, StrCat(who, ">")) << ' ' << std::flush;
}

void PlayScreen::ShowThinking() const {
  if (InputIsTerminal()) std::cout << "\nThe engine is thinking." << std::endl;
}

void PlayScreen::Help() const {
  std::cout << "Actions (moves in any notation):\n";
  for (const v1::ActionForm& form : action_forms_) PrintHelpLine(form.example(), form.meaning());
  std::cout << "Commands:\n";
  for (const auto& [typed, meaning] : kCommands) PrintHelpLine(typed, meaning);
}

void PlayScreen::ShowError(const std::string& reason) const {
  std::cout << Styled(kRed, reason) << '\n';
}

std::string PlayScreen::Styled(std::string_view style, std::string_view text) const {
  if (!session_->display().color) return std::string(text);
  return StrCat(style, text, kPlain);
}

}  // namespace arbiter::cli
