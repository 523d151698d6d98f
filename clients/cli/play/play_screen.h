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

// What the people at `arbiter play` see.
class PlayScreen {
 public:
  // `session` has to outlive the screen.
  PlayScreen(const AnswerArguments& answer, Session* session)
      : answer_(answer), session_(session) {}

  // Learns the players' display names and how actions are written.
  absl::Status Begin(const std::string& variant);

  // Turns the board round.
  void Flip();

  // Shows the board and how the game stands, on a terminal in place of what stood there.
  absl::Status Draw(const InteractiveGame& game) const;

  // Asks for the next input, if a person can read that.
  void Prompt(const InteractiveGame& game) const;

  // Says that one waits for the engine, if a person can read that.
  void ThinkAloud() const;

  // Lists what may be typed.
  void Help() const;

  // Says why something was not done.
  void Complain(const std::string& reason) const;

 private:
  // The text in that style, if colours are shown.
  std::string Styled(std::string_view style, std::string_view text) const;

  AnswerArguments answer_;
  Session* session_;
  Players players_;
  std::vector<v1::ActionForm> action_forms_;
  v1::Color orientation_ = v1::COLOR_WHITE;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_PLAY_SCREEN_H_
