#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_SEARCH_MODEL_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_SEARCH_MODEL_H_

#include <cstdint>
#include <optional>

#include "core/rules/outcome.h"
#include "core/search/model.h"
#include "core/search/parameters.h"
#include "core/variants/chpok/board/evaluate.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

class BoardRules;

// The model of the search of Chpok's board; see core/search/model.h for the meaning of the members.
// Values are tenths of a point. Chpok has no check, but the search treats an attack on a side's
// last king as one.
class SearchModel {
 public:
  using Position = chpok::Position;
  using Move = Action;
  using Moves = Actions;

  static constexpr int kSquares = Geo::kSquares;
  static constexpr int kKinds = static_cast<int>(Kind::kCount);
  static constexpr int kPieceSquares = kSquares * kKinds;
  static constexpr bool kRepeats = false;
  // Quiet moves score points.
  static constexpr bool kPrunesOnPv = false;
  static constexpr const SearchParameters& parameters() { return kDefaultParameters; }
  static void Observe(SearchEvent /*event*/) {}

  explicit SearchModel(const BoardRules& /*rules*/) {}

  // The key includes the lead, the moves left and the runs on which claims depend.
  static uint64_t TableKey(const Position& position);
  static uint64_t PawnKey(const Position& position) {
    return PlacementKey(position.board, Kind::kPawn);
  }
  static uint64_t MaterialKey(const Position& position) {
    return arbiter::MaterialKey(position.board);
  }
  static bool InCheck(const Position& position);

  template <typename Visitor>
  void VisitNoisy(const Position& position, Visitor visit) const {
    VisitForcing(position, visit);
  }
  template <typename Visitor>
  void VisitQuiet(const Position& position, Visitor visit) const {
    Actions actions;
    GenerateActions(position, &actions);
    for (const Action& action : actions) {
      if (!IsNoisy(position, action)) visit(action);
    }
  }
  static bool IsNoisy(const Position& position, const Action& action) {
    return action.kind == ActionKind::kMove &&
           (!position.board.IsEmpty(action.to) || action.promotion != Kind::kPawn);
  }
  // Quiet moves are made for points, whatever is attacked.
  struct Threats {};
  static Threats ThreatsTo(const Position& /*position*/) { return {}; }
  static int ThreatsEscaped(const Threats& /*threats*/, const Position& /*position*/,
                            const Action& /*action*/) {
    return 0;
  }
  static bool GivesCheck(const Position& position, const Action& action);
  static bool Play(const Position& before, bool /*in_check*/, const Action& action,
                   Position* after);
  static bool IsIrreversible(const Position& /*before*/, const Action& /*action*/) { return true; }

  static bool AllowsNullMove(const Position& position);
  static void MakeNullMove(Position* position);

  using Evaluator = chpok::Evaluator;
  // Treats a rightful claim as the end of the game: a win, or else a draw (P18).
  static std::optional<Verdict> FindEnd(const Position& position);
  static Verdict NoMovesResult(const Position& /*position*/, bool /*in_check*/) {
    return Verdict::kDraw;
  }

  static int CaptureValue(const Position& position, const Action& action);
  static int MoverValue(const Position& position, const Action& action);
  // Considers only the capture and whether the piece can be recaptured.
  static bool SeeAtLeast(const Position& position, const Action& action, int threshold);

  static uint32_t Code(const Action& action);
  static std::optional<Action> Decode(const Position& position, uint32_t code);
  static int FromIndex(const Action& action) { return action.from.index(); }
  static int ToIndex(const Action& action) { return action.to.index(); }
  static int PieceSquare(const Position& position, const Action& action);
  static int CapturedKind(const Position& position, const Action& action) {
    const ChpokBoard& board = position.board;
    return board.IsEmpty(action.to) ? kKinds : static_cast<int>(board.KindAt(action.to));
  }

  // The scale comes from self-play (docs/engine.md).
  static constexpr WinScale kWinScale = {
      .margin = 15, .slope = 350, .unit = WinScale::Unit::kPoints, .per_point = 10};

 private:
  // Calls `visit` with the captures of enemy pieces and the promotions.
  template <typename Visitor>
  static void VisitForcing(const Position& position, Visitor visit) {
    const ChpokBoard& board = position.board;
    const Color mover = position.turn;
    const Squares last_row = RowsFrom(mover, Geo::kRanks - 1);
    for (const Sq from : board.Of(mover)) {
      const bool pawn = board.KindAt(from) == Kind::kPawn;
      const Squares forcing = pawn ? board.Of(!mover) | last_row : board.Of(!mover);
      for (const Sq to : TargetsOf(position, from) & forcing) {
        if (!pawn || !last_row.Has(to)) {
          visit(Action{ActionKind::kMove, from, to, Kind::kPawn});
          continue;
        }
        for (const Kind kind : kPromotions) {
          if (CanPromoteTo(position.features, kind)) {
            visit(Action{ActionKind::kMove, from, to, kind});
          }
        }
      }
    }
  }
};

// The model of the search with the handmade evaluation.
struct HandmadeModel : SearchModel {
  using SearchModel::SearchModel;
  using Evaluator = HandmadeEvaluator;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_SEARCH_MODEL_H_
