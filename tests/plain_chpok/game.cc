#include "tests/plain_chpok/game.h"

#include <algorithm>
#include <cstddef>

namespace arbiter::testing::plain_chpok {
namespace {

// `white:` and `black:` before an action. Takes the prefix off.
int TakeActor(std::string& action, int player_to_move) {
  constexpr size_t kPrefix = 6;
  if (action.starts_with("white:")) {
    action.erase(0, kPrefix);
    return kWhite;
  }
  if (action.starts_with("black:")) {
    action.erase(0, kPrefix);
    return kBlack;
  }
  return player_to_move;
}

}  // namespace

std::optional<Game> Game::FromFen(const std::string& fen, bool automatic) {
  const std::optional<Position> position = ReadFen(fen);
  if (!position) return std::nullopt;
  Game game;
  game.position_ = *position;
  game.automatic_ = automatic;
  // The ends that a position shows (F1), in the order of P17.
  if (KingCount(*position, kWhite) == 0 || KingCount(*position, kBlack) == 0) {
    game.EndByPoints("KING_CAPTURED");
  } else if (PastMoveLimit(*position)) {
    game.EndByPoints("POINTS");
  }
  return game;
}

bool Game::CanUndo() const {
  return !end_ && position_.undos[position_.side] > 0 && record_.size() >= 2;
}

std::string Game::Claims() const {
  if (end_) return "";
  const std::vector<int64_t>& d = position_.differences;
  const int64_t black_moves = position_.move_number - 1;
  if (black_moves < 20 || d.size() < 20) return "";

  // Draw: d(k) = 0 for the last 20 k.
  bool all_zero = true;
  for (size_t i = d.size() - 20; i < d.size(); ++i) {
    if (d[i] != 0) all_zero = false;
  }
  if (all_zero) return "d";

  // Win: the last 20 steps need 21 values.
  if (d.size() < 21) return "";
  bool never_fallen = true;  // from White's view
  bool never_risen = true;   // which is, from Black's view, fallen
  for (size_t i = d.size() - 20; i < d.size(); ++i) {
    if (d[i] < d[i - 1]) never_fallen = false;
    if (d[i] > d[i - 1]) never_risen = false;
  }
  if (d.back() > 0 && never_fallen) return "w";
  if (d.back() < 0 && never_risen) return "b";
  return "";
}

bool Game::Play(const std::string& action, int64_t elapsed_ms) {
  if (end_) return false;
  std::string bare = action;
  const int actor = TakeActor(bare, position_.side);

  if (bare == "timeout") {
    if (!CanReportTimeout(actor, elapsed_ms)) return false;
    EndByTimeout(Overspends(elapsed_ms) ? position_.side : actor);
    return true;
  }

  const bool resigns = bare == "resign";
  const bool claims = bare == "claim draw" || bare == "claim win";
  const bool undoes = action == "undo";
  if (claims && !CanClaim(bare, actor)) return false;
  if (undoes && !CanUndo()) return false;
  if (!resigns && !claims && !undoes) {
    const std::vector<std::string> legal = Legal();
    if (std::find(legal.begin(), legal.end(), action) == legal.end()) return false;
  }

  // P24: the action is not made.
  if (Overspends(elapsed_ms)) {
    EndByTimeout(position_.side);
    return true;
  }
  if (resigns) {
    Charge(elapsed_ms);
    EndWithWinner(Other(actor), "RESIGNATION");
  } else if (claims) {
    Charge(elapsed_ms);
    EndByClaim();
  } else if (undoes) {
    Undo(elapsed_ms);
  } else {
    PlayMove(action, elapsed_ms);
  }
  return true;
}

// P18: each claims for oneself, on either player's turn.
bool Game::CanClaim(const std::string& action, int actor) const {
  if (action == "claim draw") return Claims() == "d";
  return Claims() == (actor == kWhite ? "w" : "b");
}

// P6: confirmed where clocks are tracked, believed where they are not. The time reported is that
// of the player to move.
bool Game::CanReportTimeout(int actor, int64_t elapsed_ms) const {
  if (!position_.clocks || Overspends(elapsed_ms)) return true;
  int64_t left = (*position_.clocks)[actor];
  if (actor == position_.side && elapsed_ms > 0) left -= elapsed_ms;
  return left <= 0;
}

bool Game::Overspends(int64_t elapsed_ms) const {
  return position_.clocks && elapsed_ms >= 0 &&
         (*position_.clocks)[position_.side] - elapsed_ms < 0;
}

void Game::Charge(int64_t elapsed_ms) {
  if (position_.clocks && elapsed_ms >= 0) (*position_.clocks)[position_.side] -= elapsed_ms;
}

void Game::PlayMove(const std::string& text, int64_t elapsed_ms) {
  const int mover = position_.side;
  record_.push_back(position_);
  Charge(elapsed_ms);
  const Made made = Make(position_, text);
  position_ = made.after;
  // P24: the bonus after each own move.
  if (position_.clocks && position_.time_control) {
    (*position_.clocks)[mover] += position_.time_control->bonus_seconds * 1000;
  }

  // The order of P17.
  if (KingCount(position_, kWhite) == 0 || KingCount(position_, kBlack) == 0) {
    EndByPoints("KING_CAPTURED");
  } else if (made.hill) {
    EndByPoints("HILL");
  } else if (made.racing) {
    EndByPoints("RACING");
  } else if (PastMoveLimit(position_)) {
    EndByPoints("POINTS");
  } else if (made.blocked) {
    EndByPoints("BLOCKED");
  } else if (automatic_ && mover == kBlack && !Claims().empty()) {
    // P18: looked at after each Black move if the game goes on.
    EndByClaim();
  }
}

// P19: all returns but the undos left and the clocks.
void Game::Undo(int64_t elapsed_ms) {
  Charge(elapsed_ms);
  const auto clocks = position_.clocks;
  auto undos = position_.undos;
  --undos[position_.side];
  position_ = record_[record_.size() - 2];
  record_.resize(record_.size() - 2);
  position_.clocks = clocks;
  position_.undos = undos;
}

// P14, P24
void Game::EndByTimeout(int loser) {
  if (position_.clocks) (*position_.clocks)[loser] = 0;
  position_.points[loser] -= 5000;
  EndByPoints("TIMEOUT");
}

// P17: the points decide, equal points are a draw.
void Game::EndByPoints(const std::string& termination) {
  if (position_.points[kWhite] == position_.points[kBlack]) {
    end_ = End{"DRAW", termination};
  } else {
    const bool white_leads = position_.points[kWhite] > position_.points[kBlack];
    EndWithWinner(white_leads ? kWhite : kBlack, termination);
  }
}

// By the claim that is rightful now.
void Game::EndByClaim() {
  const std::string claim = Claims();
  if (claim == "d") {
    end_ = End{"DRAW", "DRAW_CLAIMED"};
  } else {
    EndWithWinner(claim == "w" ? kWhite : kBlack, "WIN_CLAIMED");
  }
}

void Game::EndWithWinner(int winner, const std::string& termination) {
  end_ = End{winner == kWhite ? "WHITE_WINS" : "BLACK_WINS", termination};
}

}  // namespace arbiter::testing::plain_chpok
