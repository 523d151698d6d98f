#ifndef ARBITER_CLIENTS_CLI_PLAY_SCREEN_H_
#define ARBITER_CLIENTS_CLI_PLAY_SCREEN_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
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

  // Learns the players' display names and how actions are written.
  absl::Status Begin(const std::string& variant);

  // Turns the board round.
  void Flip();

  // The board and how the game stands; on a terminal in place of what stood there.
  absl::Status Draw(const HotSeat& game) const;

  // Asks for the next input; only where a person can read it.
  void Prompt(const HotSeat& game) const;

  // Says whom one waits for; likewise.
  void ThinkAloud() const;

  // What may be typed.
  void Help() const;

  // Why something was not done.
  void Complain(const std::string& reason) const;

 private:
  // With letters of that style, where colours are shown.
  std::string Styled(std::string_view style, std::string_view text) const;

  AnswerArguments answer_;
  Session* session_;
  Players players_;
  std::vector<v1::ActionForm> action_forms_;
  v1::Color orientation_ = v1::COLOR_WHITE;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_SCREEN_H_
