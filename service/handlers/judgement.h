#ifndef ARBITER_SERVICE_HANDLERS_JUDGEMENT_H_
#define ARBITER_SERVICE_HANDLERS_JUDGEMENT_H_

#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter {

// What an action was worth to its player. Expectations are Score::expectation().
struct Judgement {
  // 0 to 1: expected of the best action, less that of this one before anything was drawn.
  double loss = 0;
  // -1 to 1: what the draws changed; 0 where nothing was drawn.
  double luck = 0;
  v1::MoveClass move_class = v1::MOVE_CLASS_BEST;
};

// From the expectations of the best action and of this one before anything was drawn, and the
// one that came about; the last two are equal where nothing was drawn. An action that turns out
// better than the best loses nothing.
Judgement Judge(double best, double expected, double came_about);

// Per cent of a ply's expectation that was kept: 100 * exp(-4.5 * loss). Close to what is
// customary in chess, where a blunder (0.15) halves it.
double AccuracyOf(double loss);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_JUDGEMENT_H_
