#ifndef ARBITER_CORE_SEARCH_ALPHA_BETA_H_
#define ARBITER_CORE_SEARCH_ALPHA_BETA_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/board/board.h"
#include "core/rules/rules.h"
#include "core/search/history.h"
#include "core/search/limits.h"
#include "core/search/model.h"
#include "core/search/move_picker.h"
#include "core/search/query.h"
#include "core/search/score.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// Plies by which late moves of a position are searched less deep: about half a ply, and a
// quarter of log2(depth) * log2(move) besides. In whole numbers, so that it is the same everywhere.
inline constexpr auto kReductions = [] {
  constexpr int kMost = 64;
  // 32 * log2(n), between powers of two on a straight line.
  const auto log = [](int n) {
    const int floor = std::bit_width(static_cast<unsigned>(n)) - 1;
    return 32 * floor + 32 * (n - (1 << floor)) / (1 << floor);
  };
  std::array<std::array<int8_t, kMost>, kMost> table{};
  for (int depth = 1; depth < kMost; ++depth) {
    for (int move = 1; move < kMost; ++move) {
      table[depth][move] = static_cast<int8_t>((512 + log(depth) * log(move) * 15 / 64) / 1024);
    }
  }
  return table;
}();

// For the `move`th move, from 1.
inline int ReductionFor(int depth, int move) {
  constexpr int kLast = static_cast<int>(kReductions.size()) - 1;
  return kReductions[static_cast<size_t>(std::min(depth, kLast))]
                    [static_cast<size_t>(std::min(move, kLast))];
}

// One thread's principal-variation search. The threads of an analysis share a table and a clock.
template <SearchModel M>
class AlphaBetaWorker {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;

  // A legal move at the root and what it was found to lead to.
  struct RootMove {
    Move move;
    Value value = -kInfinite;
    // Of the last iteration that looked at it fully.
    Value previous = -kInfinite;
    std::vector<Move> line;
  };

  // `history` are the repetition keys of the game, the root's last. The references outlive this.
  AlphaBetaWorker(const M& model, const Position& root, const std::vector<uint64_t>& history,
                  SearchClock* clock, TranspositionTable* table)
      : model_(model), clock_(*clock), table_(*table), history_(history), frames_(kMostPly + 4) {
    frames_[0].position = root;
    frames_[0].in_check = model.InCheck(root);
  }

  // The value of the best of the root moves from `first` on, which comes to stand at `first`,
  // within a window. Meaningless once stopped().
  Value SearchRoot(std::vector<RootMove>* moves, size_t first, Value alpha, Value beta, int depth);

  // From now on searches every move to full depth, so that what it finds is exact, and stops after
  // `nodes` more.
  void BeginExact(uint64_t nodes) {
    exact_ = true;
    exact_end_ = nodes_ + nodes;
  }
  // Searches as before.
  void EndExact() {
    exact_ = false;
    if (ran_out_) stopped_ = ran_out_ = false;
  }
  // A new iteration begins.
  void BeginDepth() { selective_depth_ = 0; }

  bool stopped() const { return stopped_; }
  uint64_t nodes() const { return nodes_; }
  int selective_depth() const { return selective_depth_; }

 private:
  // Quiescence: its plies at most, those in which all captures that lose nothing are looked at, and
  // how many of them later.
  static constexpr int kMostQuiescence = 24;
  static constexpr int kWideQuiescence = 4;
  static constexpr int kDeepCaptures = 2;

  // What belongs to one ply of the line that is looked at.
  struct Frame {
    Position position;
    uint64_t key = 0;
    bool in_check = false;
    // Plies since something that cannot be undone; counted from the root.
    int reversible = 0;
    // What move led on from here.
    int piece_square = Histories<M>::kNoContext;
    Value eval = 0;
    std::optional<Move> killers[2];
    // Left out, to see whether others are as good.
    std::optional<Move> excluded;
    std::vector<Move> line;
    // Quiet moves tried here.
    std::vector<Move> quiets;
  };
  using Entry = typename Histories<M>::Entry;

  template <bool kPv>
  Value Search(int ply, Value alpha, Value beta, int depth, bool cut_node);
  template <bool kPv>
  Value Quiesce(int ply, Value alpha, Value beta, int depth);

  // Whether to stop now; asked at every node.
  bool MustStop() {
    if (stopped_) return true;
    ++nodes_;
    if (clock_.Tick(nodes_)) {
      stopped_ = true;
    } else if (exact_ && nodes_ > exact_end_) {
      stopped_ = ran_out_ = true;
    }
    return stopped_;
  }
  bool IsRepetition(int ply) const;
  // Makes a move; false if it is not legal.
  bool Enter(int ply, Move move) {
    Frame& frame = frames_[ply];
    Frame& next = frames_[ply + 1];
    if (!model_.Play(frame.position, frame.in_check, move, &next.position)) return false;
    frame.piece_square = M::PieceSquare(frame.position, move);
    next.in_check = model_.InCheck(next.position);
    next.reversible = 0;
    if constexpr (M::kRepeats) {
      next.key = next.position.key();
      if (!model_.IsIrreversible(frame.position, move)) next.reversible = frame.reversible + 1;
    }
    return true;
  }
  void EnterNull(int ply) {
    Frame& next = frames_[ply + 1];
    next.position = frames_[ply].position;
    model_.Pass(&next.position);
    frames_[ply].piece_square = Histories<M>::kNoContext;
    next.in_check = false;
    next.key = 0;
    next.reversible = 0;
  }
  uint64_t TableKey(const Position& position) const {
    return model_.TableKey(position) ^ (exact_ ? Mix64(1) : 0);
  }
  void ContextOf(int ply, int (&before)[2]) const {
    before[0] = ply >= 1 ? frames_[ply - 1].piece_square : Histories<M>::kNoContext;
    before[1] = ply >= 2 ? frames_[ply - 2].piece_square : Histories<M>::kNoContext;
  }
  void TakeLine(int ply, Move move) {
    std::vector<Move>& line = frames_[ply].line;
    const std::vector<Move>& rest = frames_[ply + 1].line;
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
  }
  // A quiet move refuted what was tried before.
  void Reward(int ply, Move best, const std::vector<Move>& quiets, const int (&before)[2],
              int depth);
  Entry EntryOf(const Position& position, Move move) const {
    return {static_cast<int>(position.turn), M::FromIndex(move), M::ToIndex(move),
            M::PieceSquare(position, move)};
  }

  const M model_;
  SearchClock& clock_;
  TranspositionTable& table_;
  const std::vector<uint64_t>& history_;
  std::vector<Frame> frames_;
  MoveArena<Move> arena_;
  Histories<M> histories_;
  uint64_t nodes_ = 0;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  int null_allowed_from_ = 0;
  bool exact_ = false;
  uint64_t exact_end_ = 0;
  bool ran_out_ = false;
  bool stopped_ = false;
};

// Searches deeper and deeper, one worker a thread.
template <SearchModel M>
class IterativeDeepening {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;
  using RootMoves = std::vector<typename AlphaBetaWorker<M>::RootMove>;

  IterativeDeepening(const M& model, const Position& root, const std::vector<uint64_t>& history,
                     const SearchQuery<Move>& query, const StopToken& stop,
                     TranspositionTable* table, const ReportSink<Move>& report)
      : model_(model),
        root_(root),
        history_(history),
        query_(query),
        table_(*table),
        report_(report),
        clock_(query.limits, stop, query.threads) {}

  // `moves`: those to look at, legal and not none.
  SearchReport<Move> Run(const std::vector<Move>& moves) {
    RootMoves root_moves = AtFirstGlance(moves);
    table_.BeginSearch();
    std::vector<std::thread> helpers;
    for (int i = 1; i < query_.threads; ++i) {
      helpers.emplace_back([this, root_moves, i]() mutable {
        AlphaBetaWorker<M> worker(model_, root_, history_, &clock_, &table_);
        Deepen(&worker, &root_moves, /*first_depth=*/1 + i % 2, nullptr);
      });
    }
    AlphaBetaWorker<M> worker(model_, root_, history_, &clock_, &table_);
    SearchReport<Move> last;
    Deepen(&worker, &root_moves, 1, &last);
    clock_.End();
    for (std::thread& helper : helpers) helper.join();
    last = ReportOf(root_moves, last.depth, worker);
    return last;
  }

 private:
  // Ends further away are not proven to be the nearest ones; nor those for which so many nodes are
  // not enough.
  static constexpr int kMostProvenPlies = 9;
  static constexpr uint64_t kProofNodes = 4'000'000;
  static constexpr uint64_t kLeastScan = 1'000;

  // All moves with what they seem worth, the best first, so that there is always an answer.
  RootMoves AtFirstGlance(const std::vector<Move>& moves) const {
    RootMoves glance;
    const bool in_check = model_.InCheck(root_);
    for (const Move move : moves) {
      Position after;
      model_.Play(root_, in_check, move, &after);
      const auto end = model_.FindEnd(after);
      const Value value = end ? ValueOf(*end, 1) : ClampEval(model_.Evaluate(after));
      glance.push_back({.move = move, .value = -value, .line = {move}});
    }
    std::stable_sort(glance.begin(), glance.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    return glance;
  }

  int last_depth() const { return query_.limits.depth > 0 ? query_.limits.depth : kMaxSearchDepth; }
  size_t lines(const RootMoves& moves) const {
    return std::min(static_cast<size_t>(query_.multi_pv), moves.size());
  }

  // `last` is null in helping threads, which report nothing.
  void Deepen(AlphaBetaWorker<M>* worker, RootMoves* moves, int first_depth,
              SearchReport<Move>* last) {
    for (int depth = first_depth; depth <= last_depth(); ++depth) {
      worker->BeginDepth();
      if (!SearchDepth(worker, moves, depth)) return;
      if (last != nullptr) {
        last->depth = depth;
        report_(ReportOf(*moves, depth, *worker));
        if (lines(*moves) == 1 && (Prove(worker, moves) || FindNearWin(worker, moves, depth))) {
          report_(ReportOf(*moves, depth, *worker));
          return;
        }
      }
      if (clock_.IsOver()) return;
    }
  }

  // All lines at one depth; false where it was stopped on the way.
  bool SearchDepth(AlphaBetaWorker<M>* worker, RootMoves* moves, int depth) {
    for (auto& move : *moves) move.previous = move.value;
    const RootMoves before = *moves;
    for (size_t line = 0; line < lines(*moves); ++line) {
      const bool finished = SearchLine(worker, moves, line, depth);
      if (!finished) {
        // What was found is worth keeping only where the first move was looked at whole, and not
        // beside lines of another depth.
        if (lines(*moves) > 1 || moves->front().value == -kInfinite) *moves = before;
        return false;
      }
      std::stable_sort(moves->begin(), moves->begin() + static_cast<std::ptrdiff_t>(line) + 1,
                       [](const auto& a, const auto& b) { return a.value > b.value; });
    }
    return true;
  }

  // The best of the moves from `line` on, within a window that grows until it holds the value.
  bool SearchLine(AlphaBetaWorker<M>* worker, RootMoves* moves, size_t line, int depth) {
    const Value guess = (*moves)[line].previous;
    Value width = 20;
    const bool narrow = depth >= 5 && !IsProven(guess);
    Value alpha = narrow ? std::max(guess - width, -kInfinite) : -kInfinite;
    Value beta = narrow ? std::min(guess + width, kInfinite) : kInfinite;
    for (;;) {
      const Value value = worker->SearchRoot(moves, line, alpha, beta, depth);
      if (worker->stopped()) return false;
      width *= 3;
      if (value <= alpha && alpha > -kInfinite) {
        alpha = width > 1000 ? -kInfinite : value - width;
      } else if (value >= beta && beta < kInfinite) {
        beta = width > 1000 ? kInfinite : value + width;
      } else {
        return true;
      }
    }
  }

  // Where the end is proven, makes sure by a search without any pruning that there is no nearer
  // one. True where nothing is left to find.
  bool Prove(AlphaBetaWorker<M>* worker, RootMoves* moves) {
    const Value value = moves->front().value;
    if (!IsProven(value) || PliesToEnd(value) > kMostProvenPlies || value == looked_at_) {
      return false;
    }
    looked_at_ = value;
    const RootMoves before = *moves;
    worker->BeginExact(kProofNodes);
    bool finished = true;
    const auto proves = [moves](int depth) {
      return IsProven(moves->front().value) && PliesToEnd(moves->front().value) <= depth;
    };
    int depth = 0;
    while (finished && depth < PliesToEnd(value) && !(depth > 0 && proves(depth))) {
      finished = SearchDepth(worker, moves, ++depth);
    }
    worker->EndExact();
    // A loss that is none so far leads on; so does a proof that was not finished.
    if (finished && proves(depth)) return true;
    *moves = before;
    return false;
  }

  // What looks at fewer moves the deeper it looks overlooks a quiet move here and there that wins
  // at once. So between some depths all moves are searched for a win within 3, 5 or 7 plies, as
  // long as that costs a part of what was spent so far. True where one was found; it is the
  // nearest.
  bool FindNearWin(AlphaBetaWorker<M>* worker, RootMoves* moves, int depth) {
    const int plies = depth == 2 ? 3 : depth == 6 ? 5 : depth == 10 ? 7 : 0;
    if (plies == 0 || IsProven(moves->front().value)) return false;
    RootMoves found = *moves;
    worker->BeginExact(kLeastScan + worker->nodes() / 4);
    const Value value = worker->SearchRoot(&found, 0, WinIn(plies) - 1, kInfinite, plies);
    const bool wins = !worker->stopped() && value >= WinIn(plies);
    worker->EndExact();
    if (wins) *moves = found;
    return wins;
  }

  SearchReport<Move> ReportOf(const RootMoves& moves, int depth,
                              const AlphaBetaWorker<M>& worker) const {
    SearchReport<Move> report;
    report.depth = depth;
    report.selective_depth = std::max(depth, worker.selective_depth());
    report.nodes =
        query_.threads > 1 ? std::max(clock_.shared_nodes(), worker.nodes()) : worker.nodes();
    for (size_t i = 0; i < lines(moves); ++i) {
      report.lines.push_back({ToScore(moves[i].value), moves[i].line});
    }
    return report;
  }

  static Score ToScore(Value value) {
    if (IsProven(value)) return ProvenScore(value > 0, (PliesToEnd(value) + 1) / 2);
    return ScoreOf(value, M::kWinScale);
  }

  const M model_;
  const Position& root_;
  const std::vector<uint64_t>& history_;
  const SearchQuery<Move>& query_;
  TranspositionTable& table_;
  const ReportSink<Move>& report_;
  SearchClock clock_;
  // The proven value that a proof was last tried for.
  Value looked_at_ = 0;
};

// The best moves of a position under deterministic rules that have a SearchModel, by a principal-
// variation search with transposition table, quiescence and the usual ways to look less deep where
// little is to be expected. The position is no end; `history` are the repetition keys of the game
// up to and with it. `report` may not be null.
template <DeterministicRules R>
SearchReport<typename R::Move> AlphaBeta(const R& rules, const typename R::Position& position,
                                         const std::vector<uint64_t>& history,
                                         const SearchQuery<typename R::Move>& query,
                                         const StopToken& stop, TranspositionTable* table,
                                         const ReportSink<typename R::Move>& report) {
  using Model = typename R::SearchModel;
  return IterativeDeepening<Model>(Model(rules), position, history, query, stop, table, report)
      .Run(RootMoves(rules, position, query));
}

template <SearchModel M>
Value AlphaBetaWorker<M>::SearchRoot(std::vector<RootMove>* moves, size_t first, Value alpha,
                                     Value beta, int depth) {
  Frame& frame = frames_[0];
  root_depth_ = depth;
  frame.eval = frame.in_check ? kNoEval : ClampEval(model_.Evaluate(frame.position));
  frame.key = frame.position.key();
  Value best = -kInfinite;
  size_t best_index = first;
  for (size_t i = first; i < moves->size(); ++i) {
    RootMove& root_move = (*moves)[i];
    root_move.value = -kInfinite;
    Enter(0, root_move.move);
    frames_[1].killers[0].reset();
    frames_[1].killers[1].reset();
    const int next_depth = depth - 1 + (frames_[1].in_check && !exact_ ? 1 : 0);
    Value value = 0;
    if (i > first) {
      const auto number = static_cast<int>(i - first) + 1;
      const bool quiet = !model_.IsNoisy(frame.position, root_move.move);
      int reduction = 0;
      if (!exact_ && quiet && depth >= 4 && number > 4 && !frames_[1].in_check) {
        reduction = std::clamp(ReductionFor(depth, number) - 1, 0, next_depth - 1);
      }
      value = -Search<false>(1, -alpha - 1, -alpha, next_depth - reduction, true);
      if (value > alpha && reduction > 0) {
        value = -Search<false>(1, -alpha - 1, -alpha, next_depth, true);
      }
    }
    if (i == first || (value > alpha && value < beta)) {
      value = -Search<true>(1, -beta, -alpha, next_depth, false);
    }
    if (stopped_) break;
    if (i == first || value > alpha) {
      root_move.value = value;
      root_move.line.assign(1, root_move.move);
      const std::vector<Move>& rest = frames_[1].line;
      root_move.line.insert(root_move.line.end(), rest.begin(), rest.end());
    }
    if (value > best) {
      best = value;
      best_index = i;
      if (value >= beta) break;
      alpha = std::max(alpha, value);
    }
  }
  // The best one comes first; the others keep their order.
  std::rotate(moves->begin() + static_cast<std::ptrdiff_t>(first),
              moves->begin() + static_cast<std::ptrdiff_t>(best_index),
              moves->begin() + static_cast<std::ptrdiff_t>(best_index) + 1);
  return best;
}

template <SearchModel M>
template <bool kPv>
Value AlphaBetaWorker<M>::Search(int ply, Value alpha, Value beta, int depth, bool cut_node) {
  Frame& frame = frames_[ply];
  const Position& position = frame.position;
  const bool in_check = frame.in_check;
  if (depth <= 0) return Quiesce<kPv>(ply, alpha, beta, 0);
  frame.line.clear();
  if (MustStop()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);

  const bool excludes = frame.excluded.has_value();
  if (!excludes) {
    if (const auto end = model_.FindEnd(position)) return ValueOf(*end, ply);
    if (IsRepetition(ply)) return 0;
    if (ply >= kMostPly) return in_check ? 0 : ClampEval(model_.Evaluate(position));
    // No end is nearer than the next ply.
    alpha = std::max(alpha, LossIn(ply));
    beta = std::min(beta, WinIn(ply + 1));
    if (alpha >= beta) return alpha;
  }

  const uint64_t key = TableKey(position);
  TableEntry entry;
  const bool known = !excludes && table_.Find(key, &entry);
  const Value known_value = known ? FromTable(entry.value, ply) : 0;
  const std::optional<Move> table_move = M::Decode(position, known ? entry.move : 0);
  if (known && !kPv && entry.depth >= depth &&
      (entry.bound == Bound::kExact ||
       (entry.bound == Bound::kLower ? known_value >= beta : known_value <= alpha))) {
    return known_value;
  }

  // What the position seems worth.
  Value eval = kNoEval;
  if (!in_check) {
    eval = known && entry.eval != kNoEval ? entry.eval : ClampEval(model_.Evaluate(position));
    frame.eval = eval;
    const bool better = known && !IsProven(known_value) &&
                        (entry.bound == Bound::kExact ||
                         (entry.bound == Bound::kLower ? known_value > eval : known_value < eval));
    if (better) eval = known_value;
  } else {
    frame.eval = kNoEval;
  }
  const bool improving = !in_check && ply >= 2 && frames_[ply - 2].eval != kNoEval &&
                         frame.eval > frames_[ply - 2].eval;
  int before[2];
  ContextOf(ply, before);

  if (!kPv && !in_check && !excludes && !exact_ && !IsProven(beta)) {
    // Hopeless: only captures could help.
    if (depth <= 3 && eval + 250 * depth + 100 < alpha) {
      const Value value = Quiesce<false>(ply, alpha, alpha + 1, 0);
      if (value <= alpha || stopped_) return value;
    }
    // So good that the opponent will not have allowed it.
    if (depth <= 8 && eval - 85 * (depth - (improving ? 1 : 0)) >= beta && !IsProven(eval)) {
      return eval;
    }
    // So good that passing would hold.
    if (depth >= 3 && eval >= beta && frame.eval >= beta - 20 * depth &&
        before[0] != Histories<M>::kNoContext && ply >= null_allowed_from_ &&
        model_.MayPass(position)) {
      const int reduced = depth - 3 - depth / 3 - std::min((eval - beta) / 200, 3);
      EnterNull(ply);
      const Value value = -Search<false>(ply + 1, -beta, -beta + 1, reduced, !cut_node);
      if (stopped_) return 0;
      if (value >= beta) {
        const Value safe = IsProven(value) ? beta : value;
        if (depth < 10 || null_allowed_from_ > 0) return safe;
        // Deep ones are looked at once more without passing, for the sake of zugzwang.
        null_allowed_from_ = ply + 3 * reduced / 4 + 1;
        const Value checked = Search<false>(ply, beta - 1, beta, reduced, false);
        null_allowed_from_ = 0;
        if (stopped_) return 0;
        if (checked >= beta) return safe;
      }
    }
  }
  frame.line.clear();
  // Without an idea where to begin, a shallower search will give one.
  if (!exact_ && !table_move && depth >= 5 && (kPv || cut_node)) --depth;

  Value best = -kInfinite;
  std::optional<Move> best_move;
  const Value first_alpha = alpha;
  int searched = 0;
  std::vector<Move>& quiets = frame.quiets;
  quiets.clear();
  frames_[ply + 1].killers[0].reset();
  frames_[ply + 1].killers[1].reset();
  MovePicker<M> picker(model_, position, histories_, table_move, frame.killers, before, &arena_);
  while (const std::optional<Move> move = picker.Next()) {
    if (excludes && *move == *frame.excluded) continue;
    const bool quiet = !model_.IsNoisy(position, *move);
    const Entry move_entry = picker.EntryOf(*move);
    const int history = quiet ? histories_.Quiet(move_entry, before) : 0;

    // Not worth a look, as long as some move was found that does not lose.
    if (!exact_ && best > -kLeastWin && searched > 0 && !kPv) {
      const int reduced = std::max(depth - ReductionFor(depth, searched), 1);
      if (quiet) {
        if (searched >= (3 + depth * depth) / (improving ? 1 : 2)) picker.SkipQuiet();
        if (!model_.GivesCheck(position, *move)) {
          if (!in_check && reduced <= 7 && frame.eval + 130 + 110 * reduced <= alpha) continue;
          if (depth <= 4 && history < -4000 * depth) continue;
        }
        if (depth <= 8 && !model_.ExchangeGains(position, *move, -30 * reduced * reduced)) continue;
      } else if (depth <= 6 && !model_.ExchangeGains(position, *move, -110 * depth)) {
        continue;
      }
    }

    // A move without which the position would be much worse deserves a closer look.
    int extension = 0;
    if (!exact_ && !excludes && depth >= 8 && known && table_move && *move == *table_move &&
        entry.depth >= depth - 3 && entry.bound != Bound::kUpper && !IsProven(known_value)) {
      const Value limit = known_value - 2 * depth;
      frame.excluded = *move;
      const Value others = Search<false>(ply, limit - 1, limit, (depth - 1) / 2, cut_node);
      frame.excluded.reset();
      if (stopped_) return 0;
      if (others < limit) {
        extension = 1;
      } else if (limit >= beta && !IsProven(limit)) {
        // Several moves are good enough.
        return limit;
      }
      // The search without it has used this frame.
      frame.line.clear();
      quiets.clear();
    }

    if (!Enter(ply, *move)) continue;
    const Frame& next = frames_[ply + 1];
    table_.Prefetch(TableKey(next.position));
    ++searched;
    if (!exact_ && next.in_check && extension == 0 && (depth <= 6 || kPv)) extension = 1;
    const int next_depth = depth - 1 + (ply < 2 * root_depth_ ? extension : 0);

    Value value = 0;
    bool full = searched == 1;
    if (!full) {
      int reduction = 0;
      if (!exact_ && depth >= 3 && searched > (kPv ? 3 : 1) && (quiet || picker.IsBad())) {
        reduction = ReductionFor(depth, searched);
        if (!kPv) ++reduction;
        if (cut_node) ++reduction;
        if (!improving) ++reduction;
        if (next.in_check || in_check) --reduction;
        reduction -= history / 9000;
        reduction = std::clamp(reduction, 0, std::max(next_depth - 1, 0));
      }
      value = -Search<false>(ply + 1, -alpha - 1, -alpha, next_depth - reduction, true);
      if (value > alpha && reduction > 0) {
        value = -Search<false>(ply + 1, -alpha - 1, -alpha, next_depth, !cut_node);
      }
      full = kPv && value > alpha && value < beta;
    }
    if (full) {
      value = kPv ? -Search<true>(ply + 1, -beta, -alpha, next_depth, false)
                  : -Search<false>(ply + 1, -beta, -alpha, next_depth, !cut_node);
    }
    if (stopped_) return 0;

    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = *move;
        if (kPv) TakeLine(ply, *move);
        if (value >= beta) {
          if (!excludes) Reward(ply, *move, quiets, before, depth);
          break;
        }
        alpha = value;
      }
    }
    if (quiet && quiets.size() < 64) quiets.push_back(*move);
  }

  if (searched == 0 && best == -kInfinite) {
    // Without the move left out there may be none.
    if (excludes) return alpha;
    return ValueOf(model_.WithoutMoves(position, in_check), ply);
  }
  if (!excludes) {
    const Bound bound = best >= beta         ? Bound::kLower
                        : best > first_alpha ? Bound::kExact
                                             : Bound::kUpper;
    table_.Store(key, {.move = best_move ? M::Code(*best_move) : 0,
                       .value = static_cast<int16_t>(ToTable(best, ply)),
                       .eval = static_cast<int16_t>(frame.eval),
                       .depth = static_cast<uint8_t>(depth),
                       .bound = bound});
  }
  return best;
}

template <SearchModel M>
template <bool kPv>
Value AlphaBetaWorker<M>::Quiesce(int ply, Value alpha, Value beta, int depth) {
  Frame& frame = frames_[ply];
  const Position& position = frame.position;
  const bool in_check = frame.in_check;
  frame.line.clear();
  if (MustStop()) return 0;
  selective_depth_ = std::max(selective_depth_, ply);
  if (const auto end = model_.FindEnd(position)) return ValueOf(*end, ply);
  if (IsRepetition(ply)) return 0;
  if (ply >= kMostPly || depth <= -kMostQuiescence) {
    return ClampEval(model_.Evaluate(position));
  }

  const uint64_t key = TableKey(position);
  TableEntry entry;
  const bool known = table_.Find(key, &entry);
  const Value known_value = known ? FromTable(entry.value, ply) : 0;
  if (known && !kPv &&
      (entry.bound == Bound::kExact ||
       (entry.bound == Bound::kLower ? known_value >= beta : known_value <= alpha))) {
    return known_value;
  }
  const std::optional<Move> table_move = M::Decode(position, known ? entry.move : 0);

  Value best = -kInfinite;
  Value eval = kNoEval;
  if (!in_check) {
    eval = known && entry.eval != kNoEval ? entry.eval : ClampEval(model_.Evaluate(position));
    best = eval;
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
  }
  frame.eval = eval;
  int before[2];
  ContextOf(ply, before);
  const std::optional<Move> no_killers[2];
  // Of quiet moves only answers to checks, and those only near the search proper.
  const bool all_moves = in_check;
  const bool table_move_fits = table_move && (all_moves || model_.IsNoisy(position, *table_move));
  MovePicker<M> picker(model_, position, histories_, table_move_fits ? table_move : std::nullopt,
                       no_killers, before, &arena_);
  if (!all_moves) picker.SkipQuiet();
  std::optional<Move> best_move;
  int searched = 0;
  while (const std::optional<Move> move = picker.Next()) {
    if (!in_check) {
      if (picker.IsBad()) break;
      // Deep down only the best captures, so that no board is too full of them.
      if (depth <= -std::min(kWideQuiescence, root_depth_) && searched >= kDeepCaptures) break;
      if (eval + model_.GainOf(position, *move) + 200 <= alpha) {
        best = std::max(best, std::min(alpha, eval + model_.GainOf(position, *move) + 200));
        continue;
      }
    }
    if (!Enter(ply, *move)) continue;
    ++searched;
    const Value value = -Quiesce<kPv>(ply + 1, -beta, -alpha, depth - 1);
    if (stopped_) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = *move;
        if (kPv) TakeLine(ply, *move);
        if (value >= beta) break;
        alpha = value;
      }
    }
    // One answer that does not lose is enough here.
    if (in_check && best > -kLeastWin) picker.SkipQuiet();
  }
  if (in_check && searched == 0) return ValueOf(model_.WithoutMoves(position, in_check), ply);
  table_.Store(key, {.move = best_move ? M::Code(*best_move) : 0,
                     .value = static_cast<int16_t>(ToTable(best, ply)),
                     .eval = static_cast<int16_t>(eval),
                     .depth = 0,
                     .bound = best >= beta ? Bound::kLower : Bound::kUpper});
  return best;
}

template <SearchModel M>
bool AlphaBetaWorker<M>::IsRepetition(int ply) const {
  if constexpr (!M::kRepeats) {
    return false;
  } else {
    const uint64_t key = frames_[ply].key;
    const int reversible = frames_[ply].reversible;
    // What came about twice in the search would come about a third time.
    const int in_search = std::min(reversible, ply);
    for (int back = 4; back <= in_search; back += 2) {
      if (frames_[ply - back].key == key) return true;
    }
    if (reversible < ply) return false;
    // Before the root twice are needed; the root's own key is the history's last.
    int times = 0;
    const auto known = static_cast<int>(history_.size());
    for (int i = known - 2; i >= 0; --i) {
      if (history_[static_cast<size_t>(i)] == key && ++times == 2) return true;
    }
    return false;
  }
}

template <SearchModel M>
void AlphaBetaWorker<M>::Reward(int ply, Move best, const std::vector<Move>& quiets,
                                const int (&before)[2], int depth) {
  Frame& frame = frames_[ply];
  const int bonus = std::min(16 * depth * depth + 32 * depth, 1800);
  if (model_.IsNoisy(frame.position, best)) {
    histories_.AddNoisy(EntryOf(frame.position, best), bonus);
  } else {
    if (!frame.killers[0] || !(*frame.killers[0] == best)) {
      frame.killers[1] = frame.killers[0];
      frame.killers[0] = best;
    }
    histories_.AddQuiet(EntryOf(frame.position, best), before, bonus);
  }
  for (const Move move : quiets) {
    if (!(move == best)) histories_.AddQuiet(EntryOf(frame.position, move), before, -bonus);
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ALPHA_BETA_H_
