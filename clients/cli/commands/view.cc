#include <iostream>
#include <string>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/words.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// Prints the items of a repeated field on one line after a heading; nothing if there are none.
void PrintLine(std::string_view heading, const auto& items, auto text_of) {
  if (items.empty()) return;
  std::cout << heading;
  const char* separator = "";
  for (const auto& item : items) {
    std::cout << separator << text_of(item);
    separator = ", ";
  }
  std::cout << '\n';
}

class ViewCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command.Add("--last-move", &last_move_, "Mark the squares of this move").Type("MOVE");
    answer_.AddLocale(command);
    answer_.AddFenStyle(command);
  }

  absl::Status Run(Session& session) const {
    v1::ViewGameRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    request.set_last_move(last_move_);
    request.set_locale(answer_.locale);
    for (const v1::Viewer viewer : {v1::VIEWER_WHITE, v1::VIEWER_BLACK, v1::VIEWER_SPECTATOR}) {
      v1::View& view = *request.add_views();
      view.set_viewer(viewer);
      view.set_locale(answer_.locale);
      view.set_fen_style(answer_.fen_style);
      view.set_moves(v1::DETAIL_TEXT);
      v1::Picture& picture = *view.mutable_picture();
      picture.set_format(session.display().color ? v1::FORMAT_ANSI : v1::FORMAT_TEXT);
      picture.set_symbols(session.display().unicode);
      if (viewer == v1::VIEWER_BLACK) picture.set_orientation(v1::COLOR_BLACK);
    }
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ViewGameResponse>(request));
    if (session.json()) return PrintJson(response);
    for (const v1::GameView& view : response.views()) {
      const std::string name = LowerCase(EnumWord(view.viewer()));
      std::cout << (view.viewer() == v1::VIEWER_WHITE ? "" : "\n") << "For " << name << ":\n"
                << view.picture().image() << "FEN       " << view.state().fen() << '\n';
      const v1::LegalMovesResponse& moves = view.moves();
      PrintLine("Moves     ", moves.texts(), [](const std::string& text) { return text; });
      std::cout << BidsText(moves.bids());
      PrintLine("Controls  ", moves.controls(),
                [](const v1::Control& control) { return control.action(); });
    }
    return absl::OkStatus();
  }

 private:
  PositionArguments position_;
  std::string last_move_;
  AnswerArguments answer_;
};

}  // namespace

void AddViewCommand(CommandParser app, Action* action) {
  AddCommand<ViewCommand>(app, "view", "Show what each player and a spectator see",
                          "  arbiter view makruk --moves e3e4 --last-move e3e4\n"
                          "  arbiter view chakart --fen \"4k3/8/8/7I/8/8/8/4K3 b 1 "
                          "{\\\"flags\\\":\\\"1011\\\"}\"",
                          action);
}

}  // namespace arbiter::cli
