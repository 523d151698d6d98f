#ifndef ARBITER_CLIENTS_CLI_PLAY_PLAY_SCREEN_H_
#define ARBITER_CLIENTS_CLI_PLAY_PLAY_SCREEN_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/play/interactive_game.h"
#include "clients/cli/text/words.h"

namespace arbiter::cli {

// The screen of `arbiter play`.
class PlayScreen {
 public:
  // `session` must outlive the screen.
  PlayScreen(const AnswerArguments& answer, Session* session)
      : answer_(answer), session_(session) {}

  // Fetches the names of the variant's players and the forms of its actions.
  absl::Status Begin(const std::string& variant);

  // Turns the board round.
  void Flip();

  // Shows the board and the state of the game. Clears a terminal first.
  absl::Status Draw(const InteractiveGame& game) const;

  // Prompts for the next input if it comes from a terminal.
  void Prompt(const InteractiveGame& game) const;

  // Says that the engine is thinking if the input comes from a terminal.
  void ShowThinking() const;

  // Lists the possible inputs.
  void Help() const;

  // Shows why an input failed.
  void ShowError(const std::string& reason) const;

 private:
  // Returns the text in this style if colours are shown.
  std::string Styled(std::string_view style, std::string_view text) const;

  AnswerArguments answer_;
  Session* session_;
  Players players_;
  std::vector<v1::ActionForm> action_forms_;
  v1::Color orientation_ = v1::COLOR_WHITE;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_PLAY_SCREEN_H_
