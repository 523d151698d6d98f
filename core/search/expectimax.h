#ifndef ARBITER_CORE_SEARCH_EXPECTIMAX_H_
#define ARBITER_CORE_SEARCH_EXPECTIMAX_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/board/board.h"
#include "core/board/color.h"
#include "core/rules/outcome.h"
#include "core/rules/roles.h"
#include "core/search/expectation.h"
#include "core/search/history.h"
#include "core/search/limits.h"
#include "core/search/model.h"
#include "core/search/query.h"
#include "core/search/root_search.h"
#include "core/search/score.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// How an expectimax search treats depth.
enum class SearchMode {
  // Searches every line to the same depth and evaluates its last position.
  kExact,
  // Uses pruning, reductions and quiescence search.
  kSelective,
};

// Returns the value of an end for a player, if a win has the value `win`.
inline Value ValueOfEnd(const End& end, Color player, Value win) {
  const std::optional<Color> winner = WinnerOf(end.result);
  return !winner ? 0 : *winner == player ? win : -win;
}

// The expectimax search of one thread. Its tree has decision nodes, in which the player to move
// chooses the best move, and chance nodes, which have equally likely results. Values and bounds are
// from the point of view of the player who moves or has just moved; a player may move several times
// in a row. A chance node is cut off as soon as the known results and the bounds on the others show
// that its mean is outside the window (Star1). The selective search assumes that no result is
// further than Model::kMaxSwing outside the window of the move.
template <StochasticTree R>
class ExpectimaxWorker : public SearchWorker {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = typename R::SearchModel;
  using Scale = typename Model::Scale;
  static_assert(StochasticModel<Model, R>);

  // The referenced arguments must outlive the worker.
  ExpectimaxWorker(const R& rules, const Scale& scale, SearchMode mode, SearchClock* clock,
                   TranspositionTable* table)
      : SearchWorker(clock, mode == SearchMode::kExact),
        rules_(rules),
        model_(rules),
        scale_(scale),
        table_(*table),
        history_(size_t{2} << kHistoryBits),
        killers_(kMaxPly + 2),
        pvs_(kMaxPly + 2) {}

  // Returns to the selective search, which continues unless the clock has stopped it.
  void EndExact() { SearchWorker::EndExact(/*stopped=*/stopped() && clock().IsOver()); }

  // Returns the value of a position without a search.
  Value StaticValueOf(const Position& position) const {
    return scale_.ValueOf(model_.Evaluate(position));
  }
  // Searches a position of an ongoing game to this depth in actions.
  Value ValueOf(const Position& position, int depth) {
    return Search(position, depth, -kWin, kWin, 0, /*pv=*/true);
  }
  // Searches a move. Returns its value for the player who makes it if that is within the window,
  // and a bound otherwise.
  Value ValueOfMove(const Position& position, Move move, int depth, Value alpha, Value beta) {
    pvs_[1].length = 0;
    const Resolution resolution = rules_.Resolve(position, move, nullptr);
    const bool pv = beta - alpha > 1;
    const Value value = SearchResults(resolution, position.turn, depth - 1, alpha, beta, 1, pv);
    if (resolution.candidates() > 0) pvs_[1].length = 0;
    return value;
  }
  // Returns the principal variation after the last move whose value was within its window; empty if
  // the move draws at random.
  std::vector<Move> LineAfterMove() const {
    const Line& line = pvs_[1];
    return {line.moves.begin(), line.moves.begin() + line.length};
  }

 private:
  using Resolution = typename R::Resolution;

  static constexpr uint64_t kExactKey = Mix64(0xe8ac7);
  static constexpr int kHistoryBits = 14;
  static constexpr int kMaxCaptures = 8;
  static constexpr uint32_t kMaxOdds = 64;
  static constexpr int kTableMoveScore = 1 << 30;
  static constexpr int kCaptureScore = 1 << 25;
  static constexpr int kKillerScore = 1 << 24;

  struct ScoredMove {
    Move move;
    int score;
  };
  struct Line {
    int length = 0;
    std::array<Move, kMaxPly + 2> moves;
  };

  // A path through the chance nodes of one move.
  struct ChancePath {
    // The reciprocal of the path's probability.
    uint32_t odds = 1;
    // The index of the path among all paths of the same length.
    uint32_t index = 0;

    ChancePath Then(int candidates, int choice) const {
      const auto count = static_cast<uint32_t>(candidates);
      return {odds * count, index * count + static_cast<uint32_t>(choice)};
    }
  };

  // Searches the results of a move by `mover`. `resolution` is at the next random draw of the move,
  // or complete. `pv` says whether the window is that of the root rather than of a scout search,
  // although a chance node may have widened it.
  Value SearchResults(const Resolution& resolution, Color mover, int depth, Value alpha, Value beta,
                      int ply, bool pv, ChancePath path = {}) {
    const int candidates = resolution.candidates();
    if (candidates == 0) {
      return SearchAfter(resolution.after(), mover, depth - ReductionFor(path), alpha, beta, ply,
                         pv);
    }
    // Follow only one continuation of a path that is this improbable, because the number of paths
    // can explode: on a board full of bananas a piece can be pushed many times.
    if (!exact() && path.odds >= kMaxOdds) {
      Resolution next = resolution;
      next.Choose(static_cast<int>(path.index % static_cast<uint32_t>(candidates)));
      return SearchResults(next, mover, depth, alpha, beta, ply, pv, path);
    }
    const Value swing = exact() ? kAnySwing : Model::kMaxSwing;
    MeanValue mean(candidates, std::max(alpha - swing, -kWin), std::min(beta + swing, kWin));
    // Search complete results before those that need further random draws.
    for (const bool complete : {true, false}) {
      for (int i = 0; i < candidates; ++i) {
        Resolution next = resolution;
        next.Choose(i);
        if ((next.candidates() == 0) != complete) continue;
        mean.Add(SearchResults(next, mover, depth, mean.NextAlpha(alpha), mean.NextBeta(beta), ply,
                               pv, path.Then(candidates, i)));
        if (stopped()) return 0;
        if (const Value max = mean.UpperBound(); max <= alpha) return max;
        if (const Value min = mean.LowerBound(); min >= beta) return min;
      }
    }
    return mean.UpperBound();
  }

  // Returns the depth reduction for an improbable result.
  int ReductionFor(ChancePath path) const {
    return exact() ? 0 : (path.odds >= 8 ? 1 : 0) + (path.odds >= 64 ? 1 : 0);
  }

  // Returns the value of the position after a complete move, for `mover`.
  Value SearchAfter(const Position& after, Color mover, int depth, Value alpha, Value beta, int ply,
                    bool pv) {
    if (const std::optional<End> end = rules_.FindEnd(after, 1)) {
      return ValueOfEnd(*end, mover, kWin - 1);
    }
    if (after.turn == mover) return Search(after, depth, alpha, beta, ply, pv);
    return OneTurnBefore(-Search(after, depth, -OneTurnAfter(beta), -OneTurnAfter(alpha), ply, pv));
  }

  // Searches a decision node.
  Value Search(const Position& position, int depth, Value alpha, Value beta, int ply, bool pv) {
    const bool after_null_move = std::exchange(after_null_move_, false);
    pvs_[ply].length = 0;
    ReachPly(ply);
    if (CountNode()) return 0;
    if (alpha >= kWin - 1 || model_.WinsAtOnce(position)) return kWin - 1;
    if (ply >= kMaxPly || (exact() && depth <= 0)) return StaticValueOf(position);
    if (depth <= 0) return Quiesce(position, alpha, beta, ply, 0);

    // Exact and selective searches have different keys.
    const uint64_t key = position.key() ^ (exact() ? kExactKey : 0);
    TableEntry entry;
    const bool table_hit = table_.Find(key, &entry);
    if (table_hit && (exact() ? entry.depth == depth : !pv && entry.depth >= depth) &&
        Decides(entry.bound, entry.value, alpha, beta)) {
      return entry.value;
    }
    const bool threatened = !exact() && model_.IsThreatened(position);
    const bool prunes = !exact() && !pv && !threatened && model_.MovesFreely(position) &&
                        !IsProven(alpha) && !IsProven(beta);
    int eval = 0;
    if (prunes) {
      eval = model_.Evaluate(position);
      // Reverse futility pruning: the evaluation is so far above beta that the opponent will avoid
      // the position.
      const Value estimate = scale_.ValueOf(eval - kMarginPerDepth * depth);
      if (depth <= kMaxFutileDepth && estimate >= beta) return estimate;
      if (!after_null_move && depth >= 2 && scale_.ValueOf(eval) >= beta) {
        const std::optional<Value> value = SearchNullMove(position, depth, beta, ply);
        if (stopped()) return 0;
        if (value) return *value;
      }
    }

    const size_t first = moves_.size();
    rules_.GenerateMoves(position, &generated_);
    const auto count = static_cast<int>(generated_.size());
    if (count == 0) return StaticValueOf(position);
    AddMoves(position, table_hit ? entry.move : 0, ply);
    Value best = -kWin;
    uint32_t best_code = 0;
    const Value original_alpha = alpha;
    for (int i = 0; i < count; ++i) {
      const auto [move, score] = PickMove(first + static_cast<size_t>(i));
      // Futility pruning: a quiet move does not gain enough.
      if (prunes && depth <= kMaxFutileDepth && best > -kMinWin && score < kKillerScore) {
        const Value most = scale_.ValueOf(eval + kGainPerDepth * depth);
        if (most <= alpha) {
          best = std::max(best, most);
          continue;
        }
      }
      const bool late = !exact() && !threatened && i >= 2 && depth >= 2 && score <= kKillerScore;
      const int reduction = late ? LateReduction(depth, i) : 0;
      const Resolution resolution = rules_.Resolve(position, move, nullptr);
      const Value value = SearchMove(resolution, position.turn, depth - 1, reduction,
                                     /*scout=*/i > 0, alpha, beta, ply + 1, pv);
      if (stopped()) break;
      if (value <= best) continue;
      best = value;
      if (value <= alpha) continue;
      alpha = value;
      best_code = Model::Code(move);
      if (pv) UpdatePv(ply, move, resolution.candidates() > 0);
      if (value < beta) continue;
      if (score <= kKillerScore) UpdateHistories(position.turn, first, i, depth, ply);
      break;
    }
    moves_.resize(first);
    if (stopped()) return 0;
    table_.Store(key, {.move = best_code,
                       .value = static_cast<int16_t>(best),
                       .depth = depth,
                       .bound = BoundOf(best, original_alpha, beta)});
    return best;
  }

  // Returns the depth reduction of a late quiet move; `index` counts from 0.
  static int LateReduction(int depth, int index) {
    return 1 + (index >= 6 && depth >= 3 ? 1 : 0) + (index >= 14 && depth >= 4 ? 1 : 0);
  }

  // Null move pruning: returns a lower bound of at least beta if even a pass fails high.
  std::optional<Value> SearchNullMove(const Position& position, int depth, Value beta, int ply) {
    const std::optional<Move> pass = model_.NullMove(position);
    if (!pass) return std::nullopt;
    const Position after = rules_.Resolve(position, *pass, nullptr).after();
    after_null_move_ = true;
    const Value value =
        -Search(after, std::max(depth - 3 - depth / 4, 0), -beta, -beta + 1, ply + 1, false);
    pvs_[ply].length = 0;
    if (stopped() || value < beta) return std::nullopt;
    return IsProven(value) ? beta : value;
  }

  // Searches a move. If `scout`, first searches it with a null window, because it is unlikely to
  // raise alpha.
  Value SearchMove(const Resolution& resolution, Color mover, int depth, int reduction, bool scout,
                   Value alpha, Value beta, int ply, bool pv) {
    pvs_[ply].length = 0;
    if (scout) {
      const auto scout_to = [&](int to) {
        return SearchResults(resolution, mover, to, alpha, alpha + 1, ply, /*pv=*/false);
      };
      Value value = scout_to(depth - reduction);
      if (stopped() || value <= alpha) return value;
      if (reduction > 0) value = scout_to(depth);
      if (stopped() || value <= alpha || value >= beta) return value;
    }
    return SearchResults(resolution, mover, depth, alpha, beta, ply, pv);
  }

  // Searches captures only. Each random draw of a capture chooses its first candidate.
  Value Quiesce(const Position& position, Value alpha, Value beta, int ply, int captures) {
    const int eval = model_.Evaluate(position);
    Value best = scale_.ValueOf(eval);
    if (best >= beta || captures == kMaxCaptures || ply >= kMaxPly) return best;
    const size_t first = moves_.size();
    model_.GenerateCaptures(position, &generated_);
    AddMoves(position, 0, ply);
    const auto count = static_cast<int>(generated_.size());
    for (int i = 0; i < count; ++i) {
      alpha = std::max(alpha, best);
      const auto [move, score] = PickMove(first + static_cast<size_t>(i));
      // Delta pruning: neither this capture nor the less valuable ones after it gain enough.
      const Value most = scale_.ValueOf(eval + (score - kCaptureScore) + kDeltaMargin);
      if (most <= alpha && !IsProven(alpha)) {
        best = std::max(best, most);
        break;
      }
      Resolution resolution = rules_.Resolve(position, move, nullptr);
      while (resolution.candidates() > 0) resolution.Choose(0);
      const Value value =
          AfterCapture(resolution.after(), position.turn, alpha, beta, ply + 1, captures + 1);
      if (stopped()) break;
      best = std::max(best, value);
      if (best >= beta) break;
    }
    moves_.resize(first);
    return best;
  }
  Value AfterCapture(const Position& after, Color mover, Value alpha, Value beta, int ply,
                     int captures) {
    if (after.turn == mover || rules_.FindEnd(after, 1)) {
      return SearchAfter(after, mover, 0, alpha, beta, ply, /*pv=*/false);
    }
    ReachPly(ply);
    if (CountNode()) return 0;
    if (model_.WinsAtOnce(after)) return OneTurnBefore(1 - kWin);
    return OneTurnBefore(-Quiesce(after, -OneTurnAfter(beta), -OneTurnAfter(alpha), ply, captures));
  }

  // Adds the generated moves with their scores to `moves_`.
  void AddMoves(const Position& position, uint32_t table_move, int ply) {
    const auto& killers = killers_[ply];
    for (const Move& move : generated_) {
      const uint32_t code = Model::Code(move);
      const int capture_value = model_.CaptureValue(position, move);
      const bool killer = code == killers[0] || code == killers[1];
      moves_.push_back({move, code == table_move  ? kTableMoveScore
                              : capture_value > 0 ? kCaptureScore + capture_value
                              : killer            ? kKillerScore
                                       : history_.ScoreAt(HistoryIndex(position.turn, code))});
    }
  }
  // Swaps the best of the moves from the index `first` on with the move at `first`, and returns it.
  ScoredMove PickMove(size_t first) {
    size_t best = first;
    for (size_t i = first + 1; i < moves_.size(); ++i) {
      if (moves_[i].score > moves_[best].score) best = i;
    }
    std::swap(moves_[first], moves_[best]);
    return moves_[first];
  }

  // Updates killers and history after a beta cutoff by the quiet move at the index `tried`, counted
  // from `first`: rewards that move and penalizes the quiet moves before it.
  void UpdateHistories(Color turn, size_t first, int tried, int depth, int ply) {
    const int bonus = std::min(16 * depth * depth, 1024);
    const uint32_t code = Model::Code(moves_[first + static_cast<size_t>(tried)].move);
    auto& killers = killers_[ply];
    if (killers[0] != code) killers = {code, killers[0]};
    history_.Add(HistoryIndex(turn, code), bonus);
    for (int i = 0; i < tried; ++i) {
      const ScoredMove& other = moves_[first + static_cast<size_t>(i)];
      if (other.score > kKillerScore) continue;
      history_.Add(HistoryIndex(turn, Model::Code(other.move)), -bonus);
    }
  }
  // Returns the index of a move in `history_`. Different moves may share an index.
  static size_t HistoryIndex(Color turn, uint32_t code) {
    const uint32_t mixed = (code * 0x9e3779b1U) >> (32 - kHistoryBits);
    return (static_cast<size_t>(Index(turn)) << kHistoryBits) + mixed;
  }

  // Sets the principal variation of a ply. It ends with `move` if the move draws at random.
  void UpdatePv(int ply, Move move, bool draws) {
    Line& line = pvs_[ply];
    const Line& rest = pvs_[ply + 1];
    const int rest_length = draws ? 0 : rest.length;
    line.moves[0] = move;
    std::copy_n(rest.moves.begin(), rest_length, line.moves.begin() + 1);
    line.length = 1 + rest_length;
  }

  // The margins of reverse futility pruning and of futility pruning for each unit of depth, up to
  // kMaxFutileDepth, and the margin of delta pruning, in centipawns.
  static constexpr int kMarginPerDepth = 80;
  static constexpr int kGainPerDepth = 150;
  static constexpr int kMaxFutileDepth = 3;
  static constexpr int kDeltaMargin = 250;

  const R& rules_;
  const Model model_;
  const Scale& scale_;
  TranspositionTable& table_;

  // A stack with the move lists of all positions on the current line.
  std::vector<ScoredMove> moves_;
  typename R::Moves generated_;
  HistoryTable history_;
  std::vector<std::array<uint32_t, 2>> killers_;
  std::vector<Line> pvs_;

  // Whether the node that begins next is after a null move.
  bool after_null_move_ = false;
};

// An iterative deepening search with one worker for each thread.
template <StochasticTree R>
class ExpectimaxSearch : public RootSearch<typename R::Move> {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = typename R::SearchModel;
  using Worker = ExpectimaxWorker<R>;

  // The arguments must outlive the search.
  ExpectimaxSearch(const R& rules, const Position& root, const SearchTask<Move>& task)
      : Base(task), rules_(rules), model_(rules), root_(root) {}

  // Searches these moves. They must be legal, and there must be at least one.
  SearchReport<Move> Run(const std::vector<Move>& moves) {
    return this->RunThreads(OrderMoves(moves),
                            [this](RootMoves* ordered, int first_depth, SearchReport<Move>* last) {
                              RunIterations(ordered, first_depth, last);
                            });
  }

 private:
  using Base = RootSearch<Move>;
  using Base::clock, Base::line_count, Base::max_depth, Base::Report, Base::SortByValue,
      Base::table;
  using typename Base::RootMoves;

  // The limits of Prove() in turns and nodes.
  static constexpr int kMaxProvenTurns = 7;
  static constexpr uint64_t kProofNodes = 1'000'000;
  // The number of nodes after which an incomplete first depth is reported. Searching them takes
  // milliseconds.
  static constexpr uint64_t kEarlyReportNodes = 2000;

  static const typename Model::Scale& Scale() {
    static const typename Model::Scale scale(Model::kWinScale);
    return scale;
  }

  RootMoves OrderMoves(const std::vector<Move>& moves) const {
    RootMoves ordered;
    for (const Move& move : moves) {
      ordered.push_back({.move = move, .value = EvaluateAfter(move), .pv = {move}});
    }
    SortByValue(ordered.begin(), ordered.end());
    return ordered;
  }

  // Returns the value that a move has until it is searched: that of the position after it, in which
  // each random draw has chosen its first candidate. An end that may depend on draws is not proven.
  Value EvaluateAfter(const Move& move) const {
    auto resolution = rules_.Resolve(root_, move, nullptr);
    while (resolution.candidates() > 0) resolution.Choose(0);
    const Position& after = resolution.after();
    if (const std::optional<End> end = rules_.FindEnd(after, 1)) {
      return ValueOfEnd(*end, root_.turn, kMinWin - 1);
    }
    const Value value = Scale().ValueOf(model_.Evaluate(after));
    return after.turn == root_.turn ? value : -value;
  }

  // Runs the iterations of one thread. `last` is null in helper threads, which do not report.
  void RunIterations(RootMoves* moves, int first_depth, SearchReport<Move>* last) {
    // The worker is too large for a thread's stack.
    const auto worker =
        std::make_unique<Worker>(rules_, Scale(), SearchMode::kSelective, &clock(), &table());
    for (int depth = first_depth; depth <= max_depth(); ++depth) {
      worker->BeginIteration();
      SearchDepth(worker.get(), moves, depth, last != nullptr);
      const int completed = worker->stopped() ? depth - 1 : depth;
      if (last != nullptr) {
        *last = MakeReport(*moves, completed, *worker);
        if (completed == depth) Report(*last);
        if (line_count(*moves) == 1 && Prove(worker.get(), moves)) {
          *last = MakeReport(*moves, completed, *worker);
          return;
        }
      }
      if (worker->stopped() || clock().IsOver()) return;
    }
  }

  // Searches one depth and moves the best moves to the front, in order. If the search is stopped,
  // keeps the best results so far. If `report_early`, reports a first depth that takes long even
  // before it is complete.
  void SearchDepth(Worker* worker, RootMoves* moves, int depth, bool report_early) {
    const RootMoves saved = *moves;
    size_t ranked = 0;
    for (size_t i = 0; i < moves->size(); ++i) {
      RootMove<Move> root = (*moves)[i];
      if (depth == 1 && report_early && i > 0 && worker->nodes() >= kEarlyReportNodes) {
        RootMoves so_far = *moves;
        SortByValue(so_far.begin(), so_far.end());
        Report(MakeReport(so_far, depth, *worker));
        report_early = false;
      }
      const bool all_ranked = ranked == line_count(*moves);
      const Value alpha = all_ranked ? (*moves)[ranked - 1].value : -kWin;
      Value value = kWin;
      if (all_ranked) value = worker->ValueOfMove(root_, root.move, depth, alpha, alpha + 1);
      if (value > alpha && !worker->stopped()) {
        value = worker->ValueOfMove(root_, root.move, depth, alpha, kWin);
      }
      if (worker->stopped()) {
        // Several lines must have the same depth.
        if (!all_ranked || line_count(*moves) > 1) *moves = saved;
        return;
      }
      if (all_ranked && value <= alpha) continue;
      root.value = value;
      root.pv = worker->LineAfterMove();
      root.pv.insert(root.pv.begin(), root.move);
      const auto begin = moves->begin();
      const auto destination =
          std::find_if(begin, begin + static_cast<std::ptrdiff_t>(ranked),
                       [value](const RootMove<Move>& other) { return value > other.value; });
      const auto current = begin + static_cast<std::ptrdiff_t>(i);
      std::rotate(destination, current, current + 1);
      *destination = std::move(root);
      if (!all_ranked) ++ranked;
    }
  }

  // If the best line ends in a proven win or loss, searches exactly for a nearer win or loss.
  // Returns whether the result is final.
  bool Prove(Worker* worker, RootMoves* moves) {
    const Value value = moves->front().value;
    if (worker->stopped() || !IsProven(value) || TurnsToEnd(value) > kMaxProvenTurns ||
        value == last_attempt_) {
      return false;
    }
    last_attempt_ = value;
    const RootMoves saved = *moves;
    worker->BeginExact(kProofNodes);
    for (int depth = 1; depth <= TurnsToEnd(value) && !worker->stopped(); ++depth) {
      SearchDepth(worker, moves, depth, /*report_early=*/false);
    }
    const bool completed = !worker->stopped();
    worker->EndExact();
    if (completed && IsProven(moves->front().value)) return true;
    *moves = saved;
    return false;
  }
  static int TurnsToEnd(Value value) { return kWin - std::abs(value); }

  SearchReport<Move> MakeReport(const RootMoves& moves, int depth, const Worker& worker) const {
    return Base::MakeReport(moves, depth, worker,
                            [](Value value) { return Scale().ScoreOf(value); });
  }

  const R& rules_;
  const Model model_;
  const Position& root_;
  // The value for which Prove() was last attempted.
  Value last_attempt_ = 0;
};

// Finds the moves with the best expectation in a position of a tree that has a StochasticModel. The
// game must be ongoing. Both sides see the complete position in the search, so no part of it may be
// hidden from the viewer of the report. Depths count actions. `task.report` must not be null.
template <StochasticTree R>
SearchReport<typename R::Move> Expectimax(const R& rules, const typename R::Position& position,
                                          const SearchTask<typename R::Move>& task) {
  return ExpectimaxSearch<R>(rules, position, task).Run(MovesToSearch(rules, position, task.query));
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_EXPECTIMAX_H_
