#ifndef ARBITER_CLIENTS_CLI_PLAY_SCREEN_H_
#define ARBITER_CLIENTS_CLI_PLAY_SCREEN_H_

#include <string>

#include "absl/status/status.h"
#include "clients/cli/answer_arguments.h"
#include "clients/cli/hot_seat.h"
#include "clients/cli/players.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// What the people at `arbiter play` see.
class PlayScreen {
 public:
  // `session` has to live as long.
  PlayScreen(const AnswerArguments& answer, Session* session)
      : answer_(answer), session_(session) {}

  // Learns the players' display names.
  absl::Status Begin(const std::string& variant);

  // Turns the board round.
  void Flip();

  // The board and how the game stands; on a terminal in place of what stood there.
  absl::Status Draw(const HotSeat& game) const;

  // Asks for the next input; only where a person can read it.
  void Prompt(const HotSeat& game) const;

 private:
  AnswerArguments answer_;
  Session* session_;
  Players players_;
  v1::Color orientation_ = v1::COLOR_WHITE;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_SCREEN_H_
