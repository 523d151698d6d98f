#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

class RenderCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    svg_ = command.Add("--svg", &svg_path_, "Write an SVG picture to FILE or standard output")
               .Type("[FILE]")
               .OptionalValue();
    command.AddFlag("--text", &text_, "Draw plain letters, like --color never --unicode never")
        .Excludes(svg_);
    AddEnumOption(command, "--orientation", &orientation_, "Put this player at the bottom");
    AddEnumOption(command, "--theme", &theme_, "Use this colour theme");
    AddEnumOption(command, "--coordinates", &coordinates_,
                  "Show or hide file letters and rank numbers");
    command.Add("--last-move", &last_move_, "Mark the squares of this move").Type("MOVE");
    command.Add("--arrow", &arrows_, "Draw an arrow, e.g. a1b2; may be repeated")
        .Type("SQUARES")
        .OneValueEach();
    command.Add("--highlight", &highlights_, "Highlight this square; may be repeated")
        .Type("SQUARE")
        .OneValueEach();
    command.Add("--size", &size_, "Set the width of the SVG picture in pixels").Type("PIXELS");
    answer_.AddLocale(command);
    answer_.AddViewer(command);
  }

  absl::Status Run(Session& session) const {
    v1::RenderBoardRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    SetFormat(session.display(), &request);
    request.set_orientation(orientation_);
    request.set_theme(theme_);
    request.set_coordinates(coordinates_);
    request.set_last_move(last_move_);
    for (const std::string& arrow : arrows_) AddArrow(arrow, &request);
    request.mutable_highlights()->Add(highlights_.begin(), highlights_.end());
    request.set_size(size_);
    answer_.Fill(&request);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::RenderBoardResponse>(request));
    const bool to_file = !svg_path_.empty() && svg_path_ != "-";
    if (session.json()) {
      const absl::Status printed = PrintJson(response);
      if (!printed.ok() || !to_file) return printed;
    }
    ARBITER_RETURN_IF_ERROR(WriteFile(to_file ? svg_path_ : "-", response.image()));
    if (to_file && !session.json()) std::cout << "wrote " << svg_path_ << '\n';
    return absl::OkStatus();
  }

 private:
  // Adds an arrow such as `a1b2`. Every square begins with a letter, so the second square begins at
  // the second letter.
  static void AddArrow(const std::string& squares, v1::RenderBoardRequest* request) {
    const size_t second = squares.find_first_not_of("0123456789", 1);
    v1::Arrow* arrow = request->add_arrows();
    arrow->set_from(squares.substr(0, second));
    if (second != std::string::npos) arrow->set_to(squares.substr(second));
  }

  void SetFormat(const Display& display, v1::RenderBoardRequest* request) const {
    if (svg_.is_given()) {
      request->set_format(v1::FORMAT_SVG);
    } else {
      SetTextFormat(text_ ? Display() : display, request);
    }
  }

  PositionArguments position_;
  Argument svg_;
  std::string svg_path_;
  bool text_ = false;
  v1::Color orientation_ = v1::COLOR_UNSPECIFIED;
  v1::Theme theme_ = v1::THEME_UNSPECIFIED;
  v1::Coordinates coordinates_ = v1::COORDINATES_UNSPECIFIED;
  std::string last_move_;
  std::vector<std::string> arrows_;
  std::vector<std::string> highlights_;
  uint32_t size_ = 0;
  AnswerArguments answer_;
};

}  // namespace

void AddRenderCommand(CommandParser app, Action* action) {
  AddCommand<RenderCommand>(app, "render", "Draw the board",
                            "  arbiter render makruk --moves e3e4 --last-move e3e4\n"
                            "  arbiter render chak --svg board.svg --size 600 --arrow e3e4\n"
                            "  arbiter render chpok --option skip_bidding=true --option "
                            "features=width=10 --theme dark --svg",
                            action);
}

}  // namespace arbiter::cli
