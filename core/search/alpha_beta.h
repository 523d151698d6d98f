#ifndef ARBITER_CORE_SEARCH_ALPHA_BETA_H_
#define ARBITER_CORE_SEARCH_ALPHA_BETA_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/board/board.h"
#include "core/rules/rules.h"
#include "core/search/correction_history.h"
#include "core/search/history.h"
#include "core/search/limits.h"
#include "core/search/model.h"
#include "core/search/move_picker.h"
#include "core/search/parameters.h"
#include "core/search/query.h"
#include "core/search/root_search.h"
#include "core/search/score.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// Depth reductions are computed in units of this fraction of a ply.
inline constexpr int kFinePly = 1024;

// 32 * log2(n), approximated by linear interpolation between powers of two: with integers, so that
// reductions are the same on every machine.
inline constexpr auto kLogs = [] {
  std::array<int16_t, 64> logs{};
  for (int n = 1; n < static_cast<int>(logs.size()); ++n) {
    const int floor = static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1;
    logs[static_cast<size_t>(n)] =
        static_cast<int16_t>(32 * floor + 32 * (n - (1 << floor)) / (1 << floor));
  }
  return logs;
}();

// Returns the late move reduction in fine plies for a move number, counted from 1: the more, the
// deeper the search and the later the move.
inline int ReductionFor(const SearchParameters& parameters, int depth, int move) {
  const auto log = [](int n) {
    return int{kLogs[std::min(static_cast<size_t>(n), kLogs.size() - 1)]};
  };
  return parameters.lmr_base + log(depth) * log(move) * parameters.lmr_slope / 1024;
}

// What a search thread learns about the moves and the evaluations of a game. The main thread passes
// it on to the next search, through the transposition table.
template <typename M>
struct SearchStatistics {
  static constexpr size_t kBytes = Histories<M>::kBytes + CorrectionHistory<M>::kBytes;

  Histories<M> histories;
  CorrectionHistory<M> corrections;
};

// The principal variation search of one thread. The threads of an analysis share a transposition
// table and a clock.
template <SearchModel M>
class AlphaBetaWorker : public SearchWorker {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;

  // `history` are the repetition keys of the game, that of the root last. The referenced arguments
  // must outlive the worker.
  AlphaBetaWorker(const M& model, const Position& root, const std::vector<uint64_t>& history,
                  SearchClock* clock, TranspositionTable* table, SearchStatistics<M>* statistics)
      : SearchWorker(clock, /*exact=*/false),
        model_(model),
        table_(*table),
        history_(history),
        stack_(kMaxPly + 4),
        histories_(statistics->histories),
        corrections_(statistics->corrections) {
    stack_[0].position = root;
    stack_[0].in_check = model.InCheck(root);
  }

  // Searches the root moves from the index `first` on within a window, moves the best one to
  // `first` and returns its value. The value is meaningless once stopped().
  Value SearchRoot(std::vector<RootMove<Move>>* moves, size_t first, Value alpha, Value beta,
                   int depth);

  // Returns to the selective search, which continues if only the exact search has used up its
  // nodes.
  void EndExact() { SearchWorker::EndExact(/*stopped=*/stopped() && !exact_limit_reached()); }

 private:
  // The maximum depth of quiescence search.
  static constexpr int kMaxQuiescenceDepth = 24;
  // The number of quiet and of noisy moves of a node whose histories a cutoff changes.
  static constexpr size_t kMaxTried = 64;

  // The entry of the search stack for one ply of the current line.
  struct Frame {
    Position position;
    uint64_t key = 0;
    bool in_check = false;
    // The number of plies since the last irreversible move of the search, or since the root.
    int reversible = 0;
    // The indices of the move that is being searched at this ply, and whether it is quiet. The
    // piece-square is kNoMove if there is none, or if it is a null move.
    typename Histories<M>::Entry moved = {.piece_square = Histories<M>::kNoMove};
    bool moved_quietly = false;
    // Whether the node is, or was in an earlier iteration, on the principal variation.
    bool was_pv = false;
    // The corrected static evaluation; kNoEval in check.
    Value eval = kNoEval;
    std::optional<Move> killers[2];
    // The move that a singular extension search excludes.
    std::optional<Move> excluded;
    std::vector<Move> pv;
    // The quiet and the noisy moves searched at this ply.
    std::vector<Move> quiets;
    std::vector<Move> noisy;
    // The beta cutoffs in the children of the ply before.
    int cutoffs = 0;
    // The extensions by two plies on the line to this ply.
    int double_extensions = 0;

    void ClearMoves() {
      pv.clear();
      quiets.clear();
      noisy.clear();
    }
  };
  // The evaluation of a node that is not in check.
  struct NodeEval {
    // The static evaluation, as the transposition table keeps it.
    Value raw = kNoEval;
    // The corrected evaluation, or a better estimate from the transposition table.
    Value best = kNoEval;
    // Whether the evaluation is higher than two plies before.
    bool improving = false;
  };
  using PreviousMoves = typename Histories<M>::PreviousMoves;

  // Searches a node. Its numbered steps are those of most alpha-beta engines.
  template <bool kPv>
  Value Search(int ply, Value alpha, Value beta, int depth, bool cut_node);
  template <bool kPv>
  Value Quiesce(int ply, Value alpha, Value beta, int depth);
  // Steps 5 to 7: returns the value of a node without searching its moves, if it is likely enough
  // to be outside the window. The node must not be in check.
  std::optional<Value> PruneNode(int ply, Value alpha, Value beta, int depth, bool cut_node,
                                 const NodeEval& eval);
  // Step 8: searches the captures that may hold `raised`, which is above beta, with reduced depth.
  // If one does, stores the lower bound in the transposition table and returns it (ProbCut).
  std::optional<Value> ProbCut(int ply, Value raised, int depth, bool cut_node,
                               std::optional<Move> table_move, Value raw_eval);

  Value Evaluate(const Position& position, int ply) {
    return ClampEval(evaluator_.Evaluate(position, ply));
  }
  // An exact search does not correct evaluations, so that its results depend on nothing before it.
  Value Corrected(const Position& position, int ply, Value raw) const {
    return exact() ? raw : corrections_.Correct(position, PreviousMovesOf(ply), raw);
  }
  static const SearchParameters& parameters() { return M::parameters(); }
  bool FindEntry(uint64_t key, TableEntry* entry) const {
    const bool found = table_.Find(key, entry);
    M::Observe(found ? SearchEvent::kTableHit : SearchEvent::kTableMiss);
    return found;
  }
  // Begins to load the entry of the position after a move, because that takes longer than to make
  // the move.
  void Prefetch(const Position& position, Move move) const {
    if constexpr (requires { model_.LikelyKeyAfter(position, move); }) {
      table_.Prefetch(KeyOfKind(model_.LikelyKeyAfter(position, move)));
    }
  }
  void StoreEntry(uint64_t key, const TableEntry& entry) {
    if (table_.Store(key, entry)) M::Observe(SearchEvent::kTableReplacement);
  }
  // Returns whether a value of the table says more about a node than its evaluation does.
  static bool IsBetterEstimate(const TableEntry& entry, Value table_value, Value eval) {
    return !IsProven(table_value) &&
           (entry.bound == Bound::kExact ||
            (entry.bound == Bound::kLower ? table_value > eval : table_value < eval));
  }
  bool IsRepetition(int ply) const;
  // Makes a move on the stack; returns false if it is not legal.
  bool MakeMove(int ply, Move move) {
    Frame& frame = stack_[ply];
    Frame& next = stack_[ply + 1];
    if (!model_.Play(frame.position, frame.in_check, move, &next.position)) return false;
    frame.moved = Histories<M>::EntryOf(frame.position, move);
    frame.moved_quietly = !model_.IsNoisy(frame.position, move);
    next.in_check = model_.InCheck(next.position);
    next.double_extensions = frame.double_extensions;
    next.reversible = 0;
    if constexpr (M::kRepeats) {
      next.key = next.position.key();
      if (!model_.IsIrreversible(frame.position, move)) next.reversible = frame.reversible + 1;
    }
    return true;
  }
  void MakeNullMove(int ply) {
    Frame& next = stack_[ply + 1];
    next.position = stack_[ply].position;
    model_.MakeNullMove(&next.position);
    stack_[ply].moved.piece_square = Histories<M>::kNoMove;
    stack_[ply].moved_quietly = false;
    next.in_check = false;
    next.key = 0;
    next.reversible = 0;
    next.double_extensions = stack_[ply].double_extensions;
  }
  // Returns the transposition table key. Exact and selective searches have different keys.
  uint64_t TableKey(const Position& position) const { return KeyOfKind(model_.TableKey(position)); }
  uint64_t KeyOfKind(uint64_t key) const { return key ^ (exact() ? Mix64(1) : 0); }
  PreviousMoves PreviousMovesOf(int ply) const {
    const auto before = [this, ply](int plies) {
      return ply >= plies ? stack_[ply - plies].moved.piece_square : Histories<M>::kNoMove;
    };
    return {before(1), before(2), before(4)};
  }
  void UpdatePv(int ply, Move move) {
    std::vector<Move>& pv = stack_[ply].pv;
    const std::vector<Move>& rest = stack_[ply + 1].pv;
    pv.assign(1, move);
    pv.insert(pv.end(), rest.begin(), rest.end());
  }
  // Updates killers and histories after a beta cutoff: rewards the best move, and penalizes the
  // noisy moves, and if it is quiet also the quiet moves, that were searched before it.
  void UpdateHistories(int ply, Move best, const PreviousMoves& previous, int depth);
  static int BonusFor(int depth) {
    return std::min(parameters().bonus_square * depth * depth + parameters().bonus_slope * depth,
                    parameters().bonus_max);
  }
  // Adds a bonus to the histories of the quiet move that led to a node.
  void RewardLastMove(int ply, int bonus) {
    if (ply == 0 || !stack_[ply - 1].moved_quietly) return;
    histories_.AddQuiet(stack_[ply - 1].moved, PreviousMovesOf(ply - 1), bonus);
  }

  const M model_;
  TranspositionTable& table_;
  const std::vector<uint64_t>& history_;
  std::vector<Frame> stack_;
  typename M::Evaluator evaluator_;
  MoveArena<Move> arena_;
  Histories<M>& histories_;
  CorrectionHistory<M>& corrections_;
  int root_depth_ = 0;
  int null_move_min_ply_ = 0;
};

// An iterative deepening search with one worker for each thread.
template <SearchModel M>
class AlphaBetaSearch : public RootSearch<typename M::Move> {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;

  // The arguments must outlive the search.
  AlphaBetaSearch(const M& model, const Position& root, const SearchTask<Move>& task)
      : Base(task), model_(model), root_(root), history_(task.keys) {}

  // Searches these moves. They must be legal, and there must be at least one.
  SearchReport<Move> Run(const std::vector<Move>& moves) {
    const auto run_thread = [this](RootMoves* root_moves, int first_depth,
                                   SearchReport<Move>* last) {
      if (last != nullptr) {
        RunThread(root_moves, first_depth, &table().template Learned<SearchStatistics<M>>(), last);
      } else {
        SearchStatistics<M> statistics;
        RunThread(root_moves, first_depth, &statistics, last);
      }
    };
    return this->RunThreads(OrderByEvaluation(moves), run_thread);
  }

 private:
  using Base = RootSearch<Move>;
  using Base::clock, Base::line_count, Base::max_depth, Base::Report, Base::SortByValue,
      Base::table;
  using typename Base::RootMoves;

  // The limits of Prove() in plies and nodes.
  static constexpr int kMaxProvenPlies = 9;
  static constexpr uint64_t kProofNodes = 4'000'000;
  // The minimum number of nodes of FindNearWin().
  static constexpr uint64_t kMinNearWinNodes = 1'000;

  // Returns the moves ordered by static evaluation, so that there is a result even if no search
  // completes.
  RootMoves OrderByEvaluation(const std::vector<Move>& moves) const {
    RootMoves ordered;
    const bool in_check = model_.InCheck(root_);
    typename M::Evaluator evaluator;
    for (const Move move : moves) {
      Position after;
      model_.Play(root_, in_check, move, &after);
      const auto end = model_.FindEnd(after);
      const Value value = end ? ValueOf(*end, 1) : ClampEval(evaluator.Evaluate(after, 1));
      ordered.push_back({.move = move, .value = -value, .pv = {move}});
    }
    SortByValue(ordered.begin(), ordered.end());
    return ordered;
  }

  // Runs one thread. `last` is null in helper threads, which do not report.
  void RunThread(RootMoves* moves, int first_depth, SearchStatistics<M>* statistics,
                 SearchReport<Move>* last) {
    AlphaBetaWorker<M> worker(model_, root_, history_, &clock(), &table(), statistics);
    const int depth = RunIterations(&worker, moves, first_depth, /*reports=*/last != nullptr);
    if (last != nullptr) *last = MakeReport(*moves, depth, worker);
  }

  // Runs the iterations of one thread and returns the depth of the last complete one; 0 if there
  // was none.
  int RunIterations(AlphaBetaWorker<M>* worker, RootMoves* moves, int first_depth, bool reports) {
    for (int depth = first_depth; depth <= max_depth(); ++depth) {
      worker->BeginIteration();
      if (!SearchDepth(worker, moves, depth)) return depth - 1;
      if (reports) {
        Report(MakeReport(*moves, depth, *worker));
        if (line_count(*moves) == 1 &&
            (Prove(worker, moves) || FindNearWin(worker, moves, depth))) {
          Report(MakeReport(*moves, depth, *worker));
          return depth;
        }
      }
      if (clock().IsOver()) return depth;
    }
    return max_depth();
  }

  // Searches all lines at one depth; returns false if the search is stopped.
  bool SearchDepth(AlphaBetaWorker<M>* worker, RootMoves* moves, int depth) {
    for (auto& move : *moves) move.previous_value = move.value;
    const RootMoves saved = *moves;
    for (size_t line = 0; line < line_count(*moves); ++line) {
      const bool finished = SearchLine(worker, moves, line, depth);
      if (!finished) {
        // A partial result is useful only if the first move was searched completely. With several
        // lines it is never useful, because they must have the same depth.
        if (line_count(*moves) > 1 || moves->front().value == -kInfinite) *moves = saved;
        return false;
      }
      SortByValue(moves->begin(), moves->begin() + static_cast<std::ptrdiff_t>(line) + 1);
    }
    return true;
  }

  // Searches for the best of the moves from the index `line` on, with an aspiration window that is
  // widened until it contains the value. Returns false if the search is stopped.
  bool SearchLine(AlphaBetaWorker<M>* worker, RootMoves* moves, size_t line, int depth) {
    const Value previous_value = (*moves)[line].previous_value;
    const SearchParameters& parameters = M::parameters();
    Value delta = parameters.window;
    const bool has_window = depth >= parameters.window_depth && !IsProven(previous_value);
    Value alpha = has_window ? std::max(previous_value - delta, -kInfinite) : -kInfinite;
    Value beta = has_window ? std::min(previous_value + delta, kInfinite) : kInfinite;
    for (;;) {
      const Value value = worker->SearchRoot(moves, line, alpha, beta, depth);
      if (worker->stopped()) return false;
      delta += delta * (parameters.window_growth_percent - 100) / 100;
      if (value <= alpha && alpha > -kInfinite) {
        beta = (alpha + beta) / 2;
        alpha = delta > parameters.window_max ? -kInfinite : value - delta;
      } else if (value >= beta && beta < kInfinite) {
        beta = delta > parameters.window_max ? kInfinite : value + delta;
      } else {
        return true;
      }
    }
  }

  // If the best line ends in a proven win or loss, searches exactly for a nearer win or loss.
  // Returns whether the result is final.
  bool Prove(AlphaBetaWorker<M>* worker, RootMoves* moves) {
    const Value value = moves->front().value;
    if (!IsProven(value) || PliesToEnd(value) > kMaxProvenPlies || value == last_attempt_) {
      return false;
    }
    last_attempt_ = value;
    const RootMoves saved = *moves;
    worker->BeginExact(kProofNodes);
    bool finished = true;
    const auto is_proven_within = [moves](int depth) {
      return IsProven(moves->front().value) && PliesToEnd(moves->front().value) <= depth;
    };
    int depth = 0;
    while (finished && depth < PliesToEnd(value) && !(depth > 0 && is_proven_within(depth))) {
      finished = SearchDepth(worker, moves, ++depth);
    }
    worker->EndExact();
    // The search continues if the exact search does not confirm the result or was not finished.
    if (finished && is_proven_within(depth)) return true;
    *moves = saved;
    return false;
  }

  // Searches exactly for a win within 3, 5 or 7 plies after certain depths, because pruning and
  // reductions can overlook a quiet move that wins quickly. The effort is limited to a fraction of
  // the nodes so far. Returns whether a win was found; it is then the nearest win.
  bool FindNearWin(AlphaBetaWorker<M>* worker, RootMoves* moves, int depth) {
    const int plies = depth == 2 ? 3 : depth == 6 ? 5 : depth == 10 ? 7 : 0;
    if (plies == 0 || IsProven(moves->front().value)) return false;
    RootMoves found = *moves;
    worker->BeginExact(kMinNearWinNodes + worker->nodes() / 4);
    const Value value = worker->SearchRoot(&found, 0, WinIn(plies) - 1, kInfinite, plies);
    const bool wins = !worker->stopped() && value >= WinIn(plies);
    worker->EndExact();
    if (wins) *moves = found;
    return wins;
  }

  SearchReport<Move> MakeReport(const RootMoves& moves, int depth,
                                const AlphaBetaWorker<M>& worker) const {
    return Base::MakeReport(moves, depth, worker, ToScore);
  }

  static Score ToScore(Value value) {
    if (IsProven(value)) return ProvenScore(value > 0, (PliesToEnd(value) + 1) / 2);
    return ScoreOf(value, M::kWinScale);
  }

  const M model_;
  const Position& root_;
  const std::vector<uint64_t>& history_;
  // The value for which Prove() was last attempted.
  Value last_attempt_ = 0;
};

// Finds the best moves of a position under deterministic rules that have a SearchModel. This is a
// principal variation search with a transposition table, quiescence search, null move pruning,
// futility pruning, late move reductions and singular extensions. The game must be ongoing.
// `task.report` must not be null.
template <DeterministicRules R, SearchModel M = typename R::SearchModel>
SearchReport<typename R::Move> AlphaBeta(const R& rules, const typename R::Position& position,
                                         const SearchTask<typename R::Move>& task) {
  return AlphaBetaSearch<M>(M(rules), position, task)
      .Run(MovesToSearch(rules, position, task.query));
}

template <SearchModel M>
Value AlphaBetaWorker<M>::SearchRoot(std::vector<RootMove<Move>>* moves, size_t first, Value alpha,
                                     Value beta, int depth) {
  Frame& frame = stack_[0];
  const SearchParameters& p = parameters();
  stack_[2].cutoffs = 0;
  root_depth_ = depth;
  frame.eval = frame.in_check ? kNoEval : Corrected(frame.position, 0, Evaluate(frame.position, 0));
  frame.key = frame.position.key();
  Value best = -kInfinite;
  size_t best_index = first;
  for (size_t i = first; i < moves->size(); ++i) {
    RootMove<Move>& root_move = (*moves)[i];
    root_move.value = -kInfinite;
    MakeMove(0, root_move.move);
    stack_[1].killers[0].reset();
    stack_[1].killers[1].reset();
    const bool checks = stack_[1].in_check && !exact();
    if (checks) M::Observe(SearchEvent::kCheckExtensionBegin);
    const int next_depth = depth - 1 + (checks ? 1 : 0);
    Value value = 0;
    if (i > first) {
      const auto number = static_cast<int>(i - first) + 1;
      const bool quiet = !model_.IsNoisy(frame.position, root_move.move);
      int reduction = 0;
      if (!exact() && quiet && depth >= p.root_lmr_depth && number > p.root_lmr_full_moves &&
          !checks) {
        reduction = std::clamp((ReductionFor(p, depth, number) - p.root_lmr_less) / kFinePly, 0,
                               next_depth - 1);
      }
      value = -Search<false>(1, -alpha - 1, -alpha, next_depth - reduction, true);
      if (value > alpha && reduction > 0) {
        M::Observe(SearchEvent::kResearchBegin);
        value = -Search<false>(1, -alpha - 1, -alpha, next_depth, true);
        M::Observe(SearchEvent::kResearchEnd);
      }
    }
    if (i == first || (value > alpha && value < beta)) {
      if (i > first) M::Observe(SearchEvent::kResearchBegin);
      value = -Search<true>(1, -beta, -alpha, next_depth, false);
      if (i > first) M::Observe(SearchEvent::kResearchEnd);
    }
    if (checks) M::Observe(SearchEvent::kCheckExtensionEnd);
    if (stopped()) break;
    if (i == first || value > alpha) {
      root_move.value = value;
      root_move.pv.assign(1, root_move.move);
      const std::vector<Move>& rest = stack_[1].pv;
      root_move.pv.insert(root_move.pv.end(), rest.begin(), rest.end());
    }
    if (value > best) {
      best = value;
      best_index = i;
      if (value >= beta) break;
      alpha = std::max(alpha, value);
    }
  }
  // Move the best move to the front; the other moves keep their order.
  std::rotate(moves->begin() + static_cast<std::ptrdiff_t>(first),
              moves->begin() + static_cast<std::ptrdiff_t>(best_index),
              moves->begin() + static_cast<std::ptrdiff_t>(best_index) + 1);
  return best;
}

template <SearchModel M>
template <bool kPv>
Value AlphaBetaWorker<M>::Search(int ply, Value alpha, Value beta, int depth, bool cut_node) {
  Frame& frame = stack_[ply];
  const Position& position = frame.position;
  const bool in_check = frame.in_check;
  const SearchParameters& p = parameters();

  // Step 1. Quiescence search at the horizon.
  if (depth <= 0) return Quiesce<kPv>(ply, alpha, beta, 0);
  frame.pv.clear();
  M::Observe(SearchEvent::kNode);
  if (CountNode()) return 0;
  ReachPly(ply);

  // Step 2. Ends of the game, repetition, and mate distance pruning. A search that excludes a move
  // (step 12) is of a node that has passed this step.
  const bool excluding = frame.excluded.has_value();
  if (!excluding) {
    if (const auto end = model_.FindEnd(position)) return ValueOf(*end, ply);
    if (IsRepetition(ply)) return 0;
    if (ply >= kMaxPly) return in_check ? 0 : Evaluate(position, ply);
    // The earliest possible win is on the next move.
    alpha = std::max(alpha, LossIn(ply));
    beta = std::min(beta, WinIn(ply + 1));
    if (alpha >= beta) return alpha;
  }

  // Step 3. Transposition table.
  const uint64_t key = TableKey(position);
  TableEntry entry;
  const bool table_hit = !excluding && FindEntry(key, &entry);
  const Value table_value = table_hit ? FromTable(entry.value, ply) : 0;
  const std::optional<Move> table_move = M::Decode(position, table_hit ? entry.move : 0);
  if (table_move) Prefetch(position, *table_move);
  if (!excluding) frame.was_pv = kPv || (table_hit && entry.was_pv);
  if (table_hit && !kPv && entry.depth >= depth && Decides(entry.bound, table_value, alpha, beta)) {
    if (!exact() && table_move && table_value >= beta && !model_.IsNoisy(position, *table_move)) {
      histories_.AddQuiet(Histories<M>::EntryOf(position, *table_move), PreviousMovesOf(ply),
                          BonusFor(depth) * p.table_bonus_percent / 100);
    }
    M::Observe(SearchEvent::kTableCutoff);
    return table_value;
  }

  // Step 4. Static evaluation.
  NodeEval eval;
  frame.eval = kNoEval;
  if (!in_check) {
    eval.raw = table_hit && entry.eval != kNoEval ? entry.eval : Evaluate(position, ply);
    eval.best = frame.eval = Corrected(position, ply, eval.raw);
    if (table_hit && IsBetterEstimate(entry, table_value, eval.best)) eval.best = table_value;
    eval.improving =
        ply >= 2 && stack_[ply - 2].eval != kNoEval && frame.eval > stack_[ply - 2].eval;
    if (!excluding && !exact() && ply >= 1 && stack_[ply - 1].moved_quietly &&
        stack_[ply - 1].eval != kNoEval) {
      const int bonus = std::clamp(-p.eval_bonus_weight * (stack_[ply - 1].eval + frame.eval),
                                   -p.eval_bonus_max, p.eval_bonus_max);
      histories_.AddButterfly(stack_[ply - 1].moved, bonus);
    }
  }

  // Steps 5 to 8. Prune the node: razoring, reverse futility pruning, null move pruning and
  // ProbCut.
  if (!kPv && !in_check && !excluding && !exact() && !IsProven(beta)) {
    if (const auto value = PruneNode(ply, alpha, beta, depth, cut_node, eval)) return *value;
    const Value raised = beta + p.probcut_margin - (eval.improving ? p.probcut_improving : 0);
    const bool refuted =
        table_hit && entry.depth >= depth - p.probcut_entry_margin && table_value < raised;
    if (depth >= p.probcut_depth && !refuted) {
      if (const auto value = ProbCut(ply, raised, depth, cut_node, table_move, eval.raw)) {
        return *value;
      }
    }
  }
  frame.pv.clear();

  // Step 9. Internal iterative reduction: without a move from the transposition table, search less
  // deep.
  if (!exact() && !table_move && depth >= p.iir_depth && (kPv || cut_node)) --depth;

  // Step 10. Loop over the moves, the most promising ones first.
  Value best = -kInfinite;
  std::optional<Move> best_move;
  const Value original_alpha = alpha;
  int searched = 0;
  frame.quiets.clear();
  frame.noisy.clear();
  stack_[ply + 1].killers[0].reset();
  stack_[ply + 1].killers[1].reset();
  stack_[ply + 2].cutoffs = 0;
  const bool table_move_is_noisy = table_move && model_.IsNoisy(position, *table_move);
  const PreviousMoves previous = PreviousMovesOf(ply);
  MovePicker<M> picker(model_, position, histories_, table_move, frame.killers, previous, &arena_);
  while (const std::optional<Move> move = picker.Next()) {
    if (excluding && *move == *frame.excluded) continue;
    Prefetch(position, *move);
    const bool quiet = !model_.IsNoisy(position, *move);
    const int history = quiet ? histories_.Quiet(picker.EntryOf(*move), previous) : 0;

    // Step 11. Prune the move at shallow depths, once a move has been found that does not lose by
    // force: late move pruning, futility pruning, history pruning and static exchange evaluation.
    if (!exact() && best > -kMinWin && searched > 0 && (!kPv || M::kPrunesOnPv)) {
      int lmr_depth = std::max(depth - ReductionFor(p, depth, searched) / kFinePly, 1);
      if (quiet) {
        lmr_depth = std::max(lmr_depth + history / p.history_depth_divisor, 0);
        const int enough =
            (p.late_base + p.late_slope * depth * depth) / (eval.improving ? 100 : 200);
        if (!kPv && searched >= enough) picker.SkipQuiet();
        if (!model_.GivesCheck(position, *move)) {
          if (!in_check && lmr_depth <= p.futility_depth &&
              frame.eval + p.futility_base + p.futility_slope * lmr_depth <= alpha) {
            continue;
          }
          if (depth <= p.history_prune_depth && history < -p.history_prune_slope * depth) continue;
        }
        if (depth <= p.quiet_see_depth &&
            !model_.SeeAtLeast(position, *move, -p.quiet_see_slope * lmr_depth * lmr_depth)) {
          continue;
        }
      } else if (depth <= p.noisy_see_depth &&
                 !model_.SeeAtLeast(position, *move, -p.noisy_see_slope * depth)) {
        continue;
      }
    }

    // Step 12. Singular extension: search the move from the transposition table deeper if all other
    // moves are much worse.
    int extension = 0;
    if (!exact() && !excluding && depth >= p.singular_depth && table_hit && table_move &&
        *move == *table_move && entry.depth >= depth - p.singular_entry_margin &&
        entry.bound != Bound::kUpper && !IsProven(table_value)) {
      const Value singular_beta = table_value - p.singular_margin * depth / 100;
      frame.excluded = *move;
      const Value value = Search<false>(ply, singular_beta - 1, singular_beta,
                                        (depth - 1) * p.singular_search_percent / 100, cut_node);
      frame.excluded.reset();
      if (stopped()) return 0;
      if (value < singular_beta) {
        const bool twice = !kPv && value < singular_beta - p.singular_double_margin &&
                           frame.double_extensions < p.singular_max_doubles;
        extension = twice ? 2 : 1;
      } else if (singular_beta >= beta && !IsProven(singular_beta)) {
        // Multi-cut: several moves fail high.
        return singular_beta;
      } else if (table_value >= beta) {
        // Another move is about as good, so that a cutoff does not depend on this one.
        extension = p.singular_high_extension;
      } else if (cut_node) {
        extension = p.singular_cut_extension;
      }
      // The singular search has used this frame.
      frame.ClearMoves();
    }

    // Step 13. Make the move, and extend it if it gives check.
    if (!MakeMove(ply, *move)) continue;
    Frame& next = stack_[ply + 1];
    table_.Prefetch(TableKey(next.position));
    ++searched;
    if (extension == 2) ++next.double_extensions;
    const bool may_extend = ply < p.extension_limit * root_depth_;
    const bool checks = !exact() && next.in_check && may_extend && extension == 0 &&
                        (depth <= p.check_extension_depth || kPv);
    if (checks) {
      extension = 1;
      M::Observe(SearchEvent::kCheckExtensionBegin);
    }
    int next_depth = depth - 1 + (may_extend ? extension : 0);

    // Step 14. Late move reductions: search the moves after the first one with a null window, and
    // late ones less deep. A reduced move that raises alpha is searched again: at full depth, or a
    // ply more or less, depending on how far it is above the best value.
    Value value = 0;
    bool full_window = searched == 1;
    if (!full_window) {
      int reduction = 0;
      if (!exact() && depth >= p.lmr_depth &&
          searched > (kPv ? p.lmr_full_moves_pv : p.lmr_full_moves)) {
        reduction = ReductionFor(p, depth, searched);
        reduction -= quiet || picker.IsLosingCapture() ? history * kFinePly / p.lmr_history_divisor
                                                       : p.lmr_noisy_less;
        if (!kPv) reduction += p.lmr_not_pv;
        if (frame.was_pv) reduction += p.lmr_was_pv;
        if (cut_node) reduction += p.lmr_cut_node;
        if (!eval.improving) reduction += p.lmr_not_improving;
        if (next.in_check || in_check) reduction += p.lmr_check;
        if (table_move_is_noisy) reduction += p.lmr_noisy_table_move;
        if (next.cutoffs > p.lmr_cutoffs_min) reduction += p.lmr_cutoffs;
        reduction = std::clamp(reduction / kFinePly, 0, std::max(next_depth - 1, 0));
      }
      value = -Search<false>(ply + 1, -alpha - 1, -alpha, next_depth - reduction, true);
      if (value > alpha && reduction > 0 && !stopped()) {
        const int first_depth = next_depth - reduction;
        if (value > best + p.lmr_deeper_margin) ++next_depth;
        if (value < best + p.lmr_shallower_margin) --next_depth;
        if (next_depth > first_depth) {
          M::Observe(SearchEvent::kResearchBegin);
          value = -Search<false>(ply + 1, -alpha - 1, -alpha, next_depth, !cut_node);
          M::Observe(SearchEvent::kResearchEnd);
        }
        if (quiet && !stopped()) {
          const int bonus = BonusFor(depth) * p.lmr_bonus_percent / 100;
          histories_.AddContinuation(picker.EntryOf(*move), previous,
                                     value > alpha ? bonus : -bonus);
        }
      }
      full_window = kPv && value > alpha && value < beta;
    }

    // Step 15. Principal variation search: search the first move, and each move that has raised
    // alpha, with the full window.
    if (full_window) {
      if (searched > 1) M::Observe(SearchEvent::kResearchBegin);
      value = kPv ? -Search<true>(ply + 1, -beta, -alpha, next_depth, false)
                  : -Search<false>(ply + 1, -beta, -alpha, next_depth, !cut_node);
      if (searched > 1) M::Observe(SearchEvent::kResearchEnd);
    }
    if (checks) M::Observe(SearchEvent::kCheckExtensionEnd);
    if (stopped()) return 0;

    // Step 16. Raise alpha to the value of a better move, or cut off above beta.
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = *move;
        if (kPv) UpdatePv(ply, *move);
        if (value >= beta) {
          if (!excluding) UpdateHistories(ply, *move, previous, depth);
          ++frame.cutoffs;
          M::Observe(searched == 1 ? SearchEvent::kFirstMoveCutoff : SearchEvent::kLaterMoveCutoff);
          break;
        }
        alpha = value;
        if (!exact() && depth >= p.raised_min_depth && depth <= p.raised_max_depth &&
            !IsProven(value)) {
          depth = std::max(depth - p.raised_reduction, 1);
        }
      }
    }
    std::vector<Move>& tried = quiet ? frame.quiets : frame.noisy;
    if (tried.size() < kMaxTried) tried.push_back(*move);
  }

  // Step 17. Without a legal move, the game is over.
  if (searched == 0 && best == -kInfinite) {
    // The excluded move may be the only legal move.
    if (excluding) return alpha;
    return ValueOf(model_.NoMovesResult(position, in_check), ply);
  }

  if (best <= original_alpha && !excluding && !exact()) {
    RewardLastMove(ply, BonusFor(depth) * p.fail_low_bonus_percent / 100);
  }

  // Step 18. Correct the evaluation of similar positions, and store the result.
  if (!excluding) {
    const Bound bound = BoundOf(best, original_alpha, beta);
    // A bound says something about the evaluation only if it is on the other side of it, and a
    // capture changes what the evaluation is about.
    if (!in_check && !exact() && !IsProven(best) &&
        !(best_move && model_.IsNoisy(position, *best_move)) &&
        !(bound == Bound::kLower && best <= frame.eval) &&
        !(bound == Bound::kUpper && best >= frame.eval)) {
      corrections_.Add(position, previous, best - frame.eval, depth);
    }
    StoreEntry(key, {.move = best_move ? M::Code(*best_move) : 0,
                     .value = static_cast<int16_t>(ToTable(best, ply)),
                     .eval = static_cast<int16_t>(eval.raw),
                     .depth = depth,
                     .bound = bound,
                     .was_pv = frame.was_pv});
  }
  return best;
}

template <SearchModel M>
std::optional<Value> AlphaBetaWorker<M>::PruneNode(int ply, Value alpha, Value beta, int depth,
                                                   bool cut_node, const NodeEval& eval) {
  const Frame& frame = stack_[ply];
  const SearchParameters& p = parameters();
  // Step 5. Razoring: if the evaluation is far below alpha, only captures can help.
  if (depth <= p.razor_depth && eval.best + p.razor_slope * depth + p.razor_base < alpha) {
    const Value value = Quiesce<false>(ply, alpha, alpha + 1, 0);
    if (value <= alpha || stopped()) return value;
  }
  // Step 6. Reverse futility pruning: the evaluation is so far above beta that the opponent will
  // avoid the position.
  if (depth <= p.reverse_depth && !IsProven(eval.best) &&
      eval.best - p.reverse_slope * depth + (eval.improving ? p.reverse_improving : 0) >= beta) {
    return eval.best + (beta - eval.best) * p.reverse_beta_percent / 100;
  }
  // Step 7. Null move pruning: if even a pass fails high, a move will, too.
  if (depth >= p.null_min_depth && eval.best >= beta &&
      frame.eval >= beta - p.null_depth_margin * depth && cut_node &&
      PreviousMovesOf(ply)[0] != Histories<M>::kNoMove && ply >= null_move_min_ply_ &&
      model_.AllowsNullMove(frame.position)) {
    const int null_depth = depth - (p.null_base + p.null_slope * depth) / kFinePly -
                           std::min((eval.best - beta) / p.null_eval_divisor, p.null_eval_max);
    MakeNullMove(ply);
    const Value value = -Search<false>(ply + 1, -beta, -beta + 1, null_depth, !cut_node);
    if (stopped()) return 0;
    if (value >= beta) {
      const Value null_value = IsProven(value) ? beta : value;
      if (depth < p.null_verified_depth || null_move_min_ply_ > 0) return null_value;
      // At high depths a search without null moves verifies the result, in case of zugzwang.
      null_move_min_ply_ = ply + null_depth * p.null_verified_percent / 100 + 1;
      const Value verified = Search<false>(ply, beta - 1, beta, null_depth, false);
      null_move_min_ply_ = 0;
      if (stopped()) return 0;
      if (verified >= beta) return null_value;
    }
  }
  return std::nullopt;
}

template <SearchModel M>
std::optional<Value> AlphaBetaWorker<M>::ProbCut(int ply, Value raised, int depth, bool cut_node,
                                                 std::optional<Move> table_move, Value raw_eval) {
  const Frame& frame = stack_[ply];
  const Position& position = frame.position;
  const int next_depth = depth - parameters().probcut_reduction;
  const Value gain = raised - frame.eval;
  if (table_move &&
      !(model_.IsNoisy(position, *table_move) && model_.SeeAtLeast(position, *table_move, gain))) {
    table_move.reset();
  }
  const std::optional<Move> no_killers[2];
  MovePicker<M> picker(model_, position, histories_, table_move, no_killers, PreviousMovesOf(ply),
                       &arena_);
  picker.SkipQuiet();
  while (const std::optional<Move> move = picker.Next()) {
    if (picker.IsLosingCapture()) break;
    if (!model_.SeeAtLeast(position, *move, gain) || !MakeMove(ply, *move)) continue;
    Value value = -Quiesce<false>(ply + 1, -raised, -raised + 1, 0);
    if (value >= raised && !stopped()) {
      value = -Search<false>(ply + 1, -raised, -raised + 1, next_depth, !cut_node);
    }
    if (stopped()) return 0;
    if (value < raised) continue;
    StoreEntry(TableKey(position), {.move = M::Code(*move),
                                    .value = static_cast<int16_t>(ToTable(value, ply)),
                                    .eval = static_cast<int16_t>(raw_eval),
                                    .depth = std::max(next_depth + 1, 0),
                                    .bound = Bound::kLower,
                                    .was_pv = frame.was_pv});
    return value;
  }
  return std::nullopt;
}

template <SearchModel M>
template <bool kPv>
Value AlphaBetaWorker<M>::Quiesce(int ply, Value alpha, Value beta, int depth) {
  Frame& frame = stack_[ply];
  const Position& position = frame.position;
  const bool in_check = frame.in_check;
  frame.pv.clear();
  M::Observe(SearchEvent::kQuiescenceNode);
  if (CountNode()) return 0;
  ReachPly(ply);
  if (const auto end = model_.FindEnd(position)) return ValueOf(*end, ply);
  if (IsRepetition(ply)) return 0;
  if (ply >= kMaxPly || depth <= -kMaxQuiescenceDepth) {
    return Evaluate(position, ply);
  }

  const SearchParameters& p = parameters();
  const uint64_t key = TableKey(position);
  TableEntry entry;
  const bool table_hit = FindEntry(key, &entry);
  const Value table_value = table_hit ? FromTable(entry.value, ply) : 0;
  const bool was_pv = table_hit && entry.was_pv;
  if (table_hit && !kPv && Decides(entry.bound, table_value, alpha, beta)) {
    M::Observe(SearchEvent::kTableCutoff);
    return table_value;
  }
  const std::optional<Move> table_move = M::Decode(position, table_hit ? entry.move : 0);
  if (table_move) Prefetch(position, *table_move);

  Value best = -kInfinite;
  Value raw_eval = kNoEval;
  Value eval = kNoEval;
  if (!in_check) {
    raw_eval = table_hit && entry.eval != kNoEval ? entry.eval : Evaluate(position, ply);
    best = eval = Corrected(position, ply, raw_eval);
    if (table_hit && IsBetterEstimate(entry, table_value, best)) best = table_value;
    if (best >= beta) {
      if (!table_hit) {
        StoreEntry(key, {.move = 0,
                         .value = static_cast<int16_t>(ToTable(best, ply)),
                         .eval = static_cast<int16_t>(raw_eval),
                         .depth = 0,
                         .bound = Bound::kLower,
                         .was_pv = false});
      }
      if (!IsProven(best)) best += (beta - best) * p.quiescence_beta_percent / 100;
      return best;
    }
    alpha = std::max(alpha, best);
  }
  frame.eval = eval;
  const PreviousMoves previous = PreviousMovesOf(ply);
  const std::optional<Move> no_killers[2];
  // Quiet moves are searched only as evasions of a check.
  const bool all_moves = in_check;
  const bool table_move_fits = table_move && (all_moves || model_.IsNoisy(position, *table_move));
  MovePicker<M> picker(model_, position, histories_, table_move_fits ? table_move : std::nullopt,
                       no_killers, previous, &arena_);
  if (!all_moves) picker.SkipQuiet();
  std::optional<Move> best_move;
  int searched = 0;
  while (const std::optional<Move> move = picker.Next()) {
    Prefetch(position, *move);
    if (!in_check) {
      if (picker.IsLosingCapture()) break;
      // Deep in the tree only the best captures are searched, to prevent an explosion.
      const bool deep = depth <= -std::min(p.quiescence_wide_depth, root_depth_);
      if (deep && searched >= p.quiescence_deep_captures) break;
      const Value hoped = eval + model_.CaptureValue(position, *move) + p.quiescence_margin;
      if (hoped <= alpha) {
        best = std::max(best, hoped);
        continue;
      }
    }
    if (!MakeMove(ply, *move)) continue;
    ++searched;
    const Value value = -Quiesce<kPv>(ply + 1, -beta, -alpha, depth - 1);
    if (stopped()) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = *move;
        if (kPv) UpdatePv(ply, *move);
        if (value >= beta) break;
        alpha = value;
      }
    }
    // Once an evasion does not lose by force, the other quiet evasions are skipped.
    if (in_check && best > -kMinWin) picker.SkipQuiet();
  }
  if (in_check && searched == 0) return ValueOf(model_.NoMovesResult(position, in_check), ply);
  StoreEntry(key, {.move = best_move ? M::Code(*best_move) : 0,
                   .value = static_cast<int16_t>(ToTable(best, ply)),
                   .eval = static_cast<int16_t>(raw_eval),
                   .depth = 0,
                   .bound = best >= beta ? Bound::kLower : Bound::kUpper,
                   .was_pv = was_pv});
  if (best > beta && !IsProven(best)) best += (beta - best) * p.quiescence_beta_percent / 100;
  return best;
}

template <SearchModel M>
bool AlphaBetaWorker<M>::IsRepetition(int ply) const {
  if constexpr (!M::kRepeats) {
    return false;
  } else {
    const uint64_t key = stack_[ply].key;
    const int reversible = stack_[ply].reversible;
    // A second occurrence within the search counts as a draw, because the position could recur
    // again.
    const int in_search = std::min(reversible, ply);
    for (int back = 4; back <= in_search; back += 2) {
      if (stack_[ply - back].key == key) return true;
    }
    if (reversible < ply) return false;
    // A position from before the root must have occurred twice there. The last key of the history
    // is that of the root.
    int occurrences = 0;
    const auto size = static_cast<int>(history_.size());
    for (int i = size - 2; i >= 0; --i) {
      if (history_[static_cast<size_t>(i)] == key && ++occurrences == 2) return true;
    }
    return false;
  }
}

template <SearchModel M>
void AlphaBetaWorker<M>::UpdateHistories(int ply, Move best, const PreviousMoves& previous,
                                         int depth) {
  Frame& frame = stack_[ply];
  const auto entry_of = [&frame](Move move) { return Histories<M>::EntryOf(frame.position, move); };
  const int bonus = BonusFor(depth);
  const int malus = bonus * parameters().malus_percent / 100;
  for (const Move move : frame.noisy) histories_.AddNoisy(entry_of(move), -malus);
  if (model_.IsNoisy(frame.position, best)) {
    histories_.AddNoisy(entry_of(best), bonus);
    return;
  }
  if (!frame.killers[0] || !(*frame.killers[0] == best)) {
    frame.killers[1] = frame.killers[0];
    frame.killers[0] = best;
  }
  for (const Move move : frame.quiets) histories_.AddQuiet(entry_of(move), previous, -malus);
  histories_.AddQuiet(entry_of(best), previous, bonus);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ALPHA_BETA_H_
