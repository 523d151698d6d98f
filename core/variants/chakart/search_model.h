#ifndef ARBITER_CORE_VARIANTS_CHAKART_SEARCH_MODEL_H_
#define ARBITER_CORE_VARIANTS_CHAKART_SEARCH_MODEL_H_

#include <cstdint>
#include <optional>

#include "core/rules/outcome.h"
#include "core/search/expectation.h"
#include "core/variants/chakart/evaluate.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

class ChakartRules;

// The search model of Chakart (core/search/model.h says what each member means). Only a viewer who
// sees everything can start a search (H23), and in its tree both sides see everything.
struct SearchModel {
  using Scale = ExpectationScale;
  static constexpr WinScale kWinScale = {.margin = 0, .slope = 940};

  explicit SearchModel(const ChakartRules& /*rules*/) {}

  static int Evaluate(const Position& position) { return chakart::Evaluate(position); }

  static bool MovesFreely(const Position& position) {
    return !position.pending.promotion &&
           (position.pending.bonus == Bonus::kNone || position.pending.bonus == Bonus::kAgain);
  }
  static bool WinsAtOnce(const Position& position) {
    return MovesFreely(position) && CanCaptureLastKing(position, position.turn, Blockers(position));
  }
  static bool IsThreatened(const Position& position) {
    return MovesFreely(position) &&
           CanCaptureLastKing(position, !position.turn, BlockersAfterAction(position));
  }

  static std::optional<Action> NullMove(const Position& position) {
    if (!position.pending.empty()) return std::nullopt;
    return Action{ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn};
  }
  // About 5 % of a game.
  static constexpr Value kMaxSwing = 3000;

  static uint32_t Code(const Action& action) {
    return static_cast<uint32_t>(action.kind) << 15 |
           static_cast<uint32_t>(action.from.index()) << 9 |
           static_cast<uint32_t>(action.to.index()) << 3 | static_cast<uint32_t>(action.piece);
  }

  static int CaptureValue(const Position& position, const Action& action);

  // Fills `captures` with the capturing moves that do not seem to lose material.
  static void GenerateCaptures(const Position& position, Actions* captures);
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_SEARCH_MODEL_H_
