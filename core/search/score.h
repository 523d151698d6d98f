#ifndef ARBITER_CORE_SEARCH_SCORE_H_
#define ARBITER_CORE_SEARCH_SCORE_H_

#include <cstdint>

#include "core/rules/verdict.h"

namespace arbiter {

// What a position is worth, seen from one player.
struct Score {
  enum class Kind : uint8_t { kCentipawns, kMate, kPoints };

  Kind kind = Kind::kCentipawns;
  // Hundredths of a pawn; for kMate the moves of the side that wins until the end that is proven,
  // positive where this player wins (1 for a win by the next move, and -1 for being mated by
  // the reply or having been mated).
  int value = 0;
  // For kPoints: by how many points this player is expected to lead.
  double points = 0;
  // 0 to 1; what is left of 1 is the other player's chance.
  double win_probability = 0;
  double draw_probability = 0;

  // 0 to 1: what the player can expect of the game, a draw counting one half.
  double expectation() const { return win_probability + draw_probability / 2; }
  // The same from the other player's view.
  Score Reversed() const {
    Score reversed = *this;
    reversed.value = -value;
    reversed.points = -points;
    reversed.win_probability = 1 - win_probability - draw_probability;
    return reversed;
  }
};

// What a value of an engine that is no proven end says; and a proven end so many moves of the side
// that wins away.
Score ScoreOf(int value, const WinScale& scale);
Score ProvenScore(bool wins, int moves);

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_SCORE_H_
