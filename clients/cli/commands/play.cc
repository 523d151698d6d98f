#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/play/engine_player.h"
#include "clients/cli/play/interactive_game.h"
#include "clients/cli/play/play_screen.h"
#include "clients/cli/text/action_list.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/terminal.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

constexpr uint32_t kEngineMovetimeMs = 1000;

void PrintColumns(const google::protobuf::RepeatedPtrField<v1::Move>& moves) {
  constexpr int kColumns = 5;
  if (moves.empty()) std::cout << "no legal moves\n";
  for (int index = 0; index < moves.size(); ++index) {
    const bool row_ends = index % kColumns == kColumns - 1 || index == moves.size() - 1;
    const v1::Move& move = moves[index];
    std::cout << absl::StreamFormat("%-16s", StrCat(move.text(), " ", move.san()))
              << (row_ends ? "\n" : "");
  }
}

// A game at the keyboard, from the first board to `quit` or the end of the input.
class PlayLoop {
 public:
  PlayLoop(const AnswerArguments& answer, const SearchArguments& search, const Seats& seats,
           Session* session)
      : session_(session),
        game_(answer, session),
        screen_(answer, session),
        seats_(seats),
        engine_(search, session) {}

  absl::Status Begin(const v1::Position& position) {
    ARBITER_RETURN_IF_ERROR(game_.Begin(position));
    seats_.Begin(game_.first());
    return screen_.Begin(position.variant());
  }

  absl::Status Run() {
    absl::Status status = screen_.Draw(game_);
    LineReader reader(STDIN_FILENO);
    for (bool running = status.ok(); running;) {
      ShowFailure(LetEnginesAct());
      screen_.Prompt(game_);
      const std::optional<LineReader::Line> line = reader.Next();
      if (!line.has_value()) {
        if (InputIsTerminal()) std::cout << '\n';
        break;
      }
      if (line->too_long) {
        ShowFailure(LineTooLongError());
      } else {
        running = HandleInput(std::string(absl::StripAsciiWhitespace(line->text)));
      }
    }
    return status;
  }

 private:
  // Executes a command or an action. Returns false if the input ends the loop.
  bool HandleInput(const std::string& input) {
    std::string_view square = input;
    if (input == "quit" || input == "exit") return false;
    if (input == "help" || input == "?") {
      screen_.Help();
    } else if (input == "fen") {
      std::cout << game_.state().fen() << '\n';
    } else if (input == "record") {
      for (const v1::Applied& action : game_.actions()) std::cout << action.text() << '\n';
    } else if (input == "flip") {
      screen_.Flip();
      ShowFailure(screen_.Draw(game_));
    } else if (input == "back" || (input == "undo" && !game_.state().has_chpok())) {
      ShowFailure(TakeBack() ? screen_.Draw(game_)
                             : absl::FailedPreconditionError("there is nothing to take back"));
    } else if (ConsumePrefix(&square, "moves")) {
      ShowFailure(PrintMoves(std::string(absl::StripAsciiWhitespace(ForAbsl(square)))));
    } else if (!input.empty()) {
      const absl::Status status = DoAll(input);
      ShowFailure(status.ok() ? screen_.Draw(game_) : status);
    }
    std::cout.flush();
    return true;
  }

  // Makes the engine's actions until a person must act or the game is over.
  absl::Status LetEnginesAct() {
    while (seats_.has_engine()) {
      if (seats_.IsEngineToAct(game_.state())) screen_.ShowThinking();
      ARBITER_ASSIGN_OR_RETURN(const std::optional<std::string> report,
                               engine_.Act(seats_, &game_));
      if (!report.has_value()) break;
      ARBITER_RETURN_IF_ERROR(screen_.Draw(game_));
      std::cout << *report << std::endl;
    }
    return absl::OkStatus();
  }

  // Takes back the last action; with an engine in the game, also goes back to the last state in
  // which a person had to act. Returns false if there is no such state.
  bool TakeBack() {
    return game_.TakeBack([this](const v1::State& state) {
      return !seats_.has_engine() || seats_.IsHumanToAct(state);
    });
  }

  // Makes the actions of a line, with those of the engine between them.
  absl::Status DoAll(const std::string& line) {
    if (!IsUtf8(line)) return UsageError("the input is not UTF-8");
    bool is_first = true;
    for (const std::string& action : SplitActions(line)) {
      if (!is_first) ARBITER_RETURN_IF_ERROR(LetEnginesAct());
      is_first = false;
      ARBITER_RETURN_IF_ERROR(Do(action));
    }
    return absl::OkStatus();
  }

  absl::Status Do(const std::string& action) {
    // Players cannot accept their own offers, so at one keyboard this is the other player.
    const v1::State& state = game_.state();
    if (action == "draw!" && state.turn() != v1::COLOR_UNSPECIFIED &&
        state.adjudication().draw_offered_by() == state.turn()) {
      const bool white = state.turn() == v1::COLOR_WHITE;
      return game_.Do(ActionBy(white ? v1::COLOR_BLACK : v1::COLOR_WHITE, action));
    }
    return game_.Do(action);
  }

  absl::Status PrintMoves(const std::string& from) {
    v1::LegalMovesRequest request;
    *request.mutable_position() = game_.Position();
    request.set_from(from);
    request.set_detail(v1::DETAIL_FULL);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session_->Call<v1::LegalMovesResponse>(request));
    if (response.bids().empty()) {
      PrintColumns(response.moves());
    } else {
      std::cout << BidsText(response.bids());
    }
    if (!from.empty() || response.controls().empty()) return absl::OkStatus();
    std::vector<std::string> controls;
    for (const v1::Control& control : response.controls()) controls.push_back(control.action());
    std::cout << "also: " << absl::StrJoin(controls, "  ") << '\n';
    return absl::OkStatus();
  }

  void ShowFailure(const absl::Status& status) const {
    if (!status.ok()) screen_.ShowError(std::string(status.message()));
  }

  Session* session_;
  InteractiveGame game_;
  PlayScreen screen_;
  Seats seats_;
  EnginePlayer engine_;
};

class PlayCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    seats_.AddTo(command);
    search_.AddTo(command, "the search for each engine move", kEngineMovetimeMs);
    search_.AddHash(command);
    search_.AddStrength(command);
    // There is no --viewer, because the players at the keyboard see everything.
    answer_.AddLocale(command);
    answer_.AddFenStyle(command);
  }

  absl::Status Run(Session& session) const {
    if (session.json()) {
      return UsageError("play does not support --json; apply, legal and analyze do");
    }
    ARBITER_ASSIGN_OR_RETURN(const v1::Position position, position_.Position());
    PlayLoop loop(answer_, search_, seats_, &session);
    ARBITER_RETURN_IF_ERROR(loop.Begin(position));
    return loop.Run();
  }

 private:
  PositionArguments position_;
  Seats seats_;
  SearchArguments search_;
  AnswerArguments answer_;
};

}  // namespace

void AddPlayCommand(CommandParser app, Action* action) {
  AddCommand<PlayCommand>(
      app, "play", "Play a game at the keyboard, against the engine or another person",
      "  arbiter play makruk --option counting=manual\n"
      "  arbiter play chak --record chak.txt\n"
      "  arbiter play chakart --white human --black engine --movetime 500\n"
      "  arbiter play chpok --option chips=3 --black engine --nodes 100000\n\n"
      "The players at the keyboard see everything, and so does the engine. The engine claims a\n"
      "win whenever it can, claims a draw if it finds nothing better, and never resigns.",
      action);
}

}  // namespace arbiter::cli
