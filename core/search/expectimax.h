#ifndef ARBITER_CORE_SEARCH_EXPECTIMAX_H_
#define ARBITER_CORE_SEARCH_EXPECTIMAX_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
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
#include "core/search/score.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// How far a search among random results goes.
enum class Depth {
  // Every line so many actions deep, then the evaluation.
  kExact,
  // Less deep where little is to be expected, deeper where there is something to capture.
  kSelective,
};

// One thread's search of a tree in which the players choose the best for themselves and draws
// choose among equally likely results (expectimax). Values and bounds are those of the player who
// is to move or moves; the same player may move several times in a row. A draw is left as soon as
// the results known and the bounds of the others say that its mean is outside the window (Star1).
template <StochasticTree R>
class ExpectimaxTree {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = typename R::SearchModel;
  using Scale = typename Model::Scale;
  static_assert(StochasticModel<Model, R>);

  // The arguments outlive it.
  ExpectimaxTree(const R& rules, const Scale& scale, Depth mode, SearchClock* clock,
                 TranspositionTable* table)
      : rules_(rules),
        model_(rules),
        scale_(scale),
        exact_(mode == Depth::kExact),
        clock_(*clock),
        table_(*table),
        history_(size_t{2} << kHistoryBits),
        killers_(kMostPly + 2),
        lines_(kMostPly + 2) {}

  uint64_t nodes() const { return nodes_; }
  // The longest line looked at since the beginning of the iteration, in actions.
  int selective_depth() const { return selective_depth_; }
  // Whether the clock has ended a search; its values mean nothing then.
  bool stopped() const { return stopped_; }
  void BeginIteration() { selective_depth_ = 0; }
  // Until EndExact() searches are exact, and end after so many nodes, too.
  void BeginExact(uint64_t nodes) {
    exact_ = true;
    last_node_ = nodes_ + nodes;
  }
  // Unless the clock has ended it, the next search begins anew.
  void EndExact() {
    exact_ = false;
    last_node_ = UINT64_MAX;
    stopped_ = stopped_ && clock_.IsOver();
  }

  // What a position is worth that is not searched.
  Value StaticValueOf(const Position& position) const {
    return scale_.ValueOf(model_.Evaluate(position));
  }
  // Of a position of a game that goes on, `depth` actions deep.
  Value ValueOf(const Position& position, int depth) {
    return Decide(position, depth, -kWin, kWin, 0);
  }
  // Of one of its moves, for who makes it; exact within the window, else a bound.
  Value ValueOfMove(const Position& position, Move move, int depth, Value alpha, Value beta) {
    lines_[1].length = 0;
    const Resolution resolution = rules_.Resolve(position, move, nullptr);
    const Value value = Act(resolution, position.turn, depth - 1, alpha, beta, 1);
    if (resolution.candidates() > 0) lines_[1].length = 0;
    return value;
  }
  // The moves expected behind the last one searched within its window; none where it draws.
  std::vector<Move> LineBehindMove() const {
    const Line& line = lines_[1];
    return {line.moves.begin(), line.moves.begin() + line.length};
  }

 private:
  using Resolution = typename R::Resolution;

  static constexpr uint64_t kExactKey = Mix64(0xe8ac7);
  static constexpr int kHistoryBits = 14;
  static constexpr int kMostCaptures = 8;
  static constexpr uint32_t kMostOdds = 64;
  static constexpr int kTableMoveScore = 1 << 30;
  static constexpr int kGainScore = 1 << 25;
  static constexpr int kKillerScore = 1 << 24;

  struct ScoredMove {
    Move move;
    int score;
  };
  struct Line {
    int length = 0;
    std::array<Move, kMostPly + 2> moves;
  };

  // One of the ways in which draws go: it comes about once in `odds` times.
  struct Way {
    uint32_t odds = 1;
    // Which of them it is.
    uint32_t number = 0;

    Way Then(int candidates, int choice) const {
      const auto count = static_cast<uint32_t>(candidates);
      return {odds * count, number * count + static_cast<uint32_t>(choice)};
    }
  };

  // What follows a choice of `mover`, whose draws are made one by one.
  Value Act(const Resolution& resolution, Color mover, int depth, Value alpha, Value beta, int ply,
            Way way = {}) {
    const int candidates = resolution.candidates();
    if (candidates == 0) {
      return After(resolution.after(), mover, depth - LessFor(way), alpha, beta, ply);
    }
    // Of ways that improbable one has to stand for all that branch off: on a board full of bananas
    // there are more than can be counted.
    if (!exact_ && way.odds >= kMostOdds) {
      Resolution next = resolution;
      next.Choose(static_cast<int>(way.number % static_cast<uint32_t>(candidates)));
      return Act(next, mover, depth, alpha, beta, ply, way);
    }
    MeanValue mean(candidates);
    // Results that are there at once come before those that need further draws.
    for (const bool drawn : {true, false}) {
      for (int i = 0; i < candidates; ++i) {
        Resolution next = resolution;
        next.Choose(i);
        if ((next.candidates() == 0) != drawn) continue;
        mean.Add(Act(next, mover, depth, mean.AlphaOfNext(alpha), mean.BetaOfNext(beta), ply,
                     way.Then(candidates, i)));
        if (stopped_) return 0;
        if (const Value most = mean.AtMost(); most <= alpha) return most;
        if (const Value least = mean.AtLeast(); least >= beta) return least;
      }
    }
    return mean.AtMost();
  }

  // By how much less deep an improbable result is looked at.
  int LessFor(Way way) const {
    return exact_ ? 0 : (way.odds >= 8 ? 1 : 0) + (way.odds >= 64 ? 1 : 0);
  }

  Value After(const Position& after, Color mover, int depth, Value alpha, Value beta, int ply) {
    if (const std::optional<End> end = rules_.FindEnd(after, 1)) {
      const std::optional<Color> winner = WinnerOf(end->result);
      return !winner ? 0 : *winner == mover ? kWin - 1 : 1 - kWin;
    }
    if (after.turn == mover) return Decide(after, depth, alpha, beta, ply);
    return OneTurnBefore(-Decide(after, depth, -OneTurnAfter(beta), -OneTurnAfter(alpha), ply));
  }

  Value Decide(const Position& position, int depth, Value alpha, Value beta, int ply) {
    lines_[ply].length = 0;
    if (!Enter(ply)) return 0;
    if (alpha >= kWin - 1 || model_.WinsAtOnce(position)) return kWin - 1;
    if (ply >= kMostPly || (exact_ && depth <= 0)) return StaticValueOf(position);
    if (depth <= 0) return Quiesce(position, alpha, beta, ply, 0);

    const bool narrow = beta - alpha == 1;
    // Values of one mode mean nothing to the other.
    const uint64_t key = position.key() ^ (exact_ ? kExactKey : 0);
    TableEntry entry;
    const bool known = table_.Find(key, &entry);
    if (known && (exact_ ? entry.depth == depth : narrow && entry.depth >= depth) &&
        (entry.bound == Bound::kExact ||
         (entry.bound == Bound::kLower ? entry.value >= beta : entry.value <= alpha))) {
      return entry.value;
    }
    const bool threatened = !exact_ && model_.IsThreatened(position);
    if (!exact_ && narrow && depth <= 3 && !threatened && model_.MovesFreely(position)) {
      // So good that the opponent will not have allowed it.
      const Value sure = scale_.ValueOf(model_.Evaluate(position) - kMarginPerDepth * depth);
      if (sure >= beta && !IsProven(beta)) return sure;
    }

    const size_t first = moves_.size();
    rules_.GenerateMoves(position, &generated_);
    const auto count = static_cast<int>(generated_.size());
    if (count == 0) return StaticValueOf(position);
    AddMoves(position, known ? entry.move : 0, ply);
    Value best = -kWin;
    uint32_t best_code = 0;
    const Value first_alpha = alpha;
    for (int i = 0; i < count; ++i) {
      const auto [move, score] = PickMove(first + static_cast<size_t>(i));
      const bool late = !exact_ && !threatened && i >= 3 && depth >= 2 && score <= kKillerScore;
      const int reduction = !late ? 0 : i >= 12 && depth >= 4 ? 2 : 1;
      const Resolution resolution = rules_.Resolve(position, move, nullptr);
      const Value value = ValueOf(resolution, position.turn, depth - 1, reduction,
                                  /*scout=*/i > 0, alpha, beta, ply + 1);
      if (stopped_) break;
      if (value <= best) continue;
      best = value;
      if (value <= alpha) continue;
      alpha = value;
      best_code = Model::Code(move);
      if (!narrow) SetLine(ply, move, resolution.candidates() > 0);
      if (value < beta) continue;
      if (score <= kKillerScore) Reward(position.turn, first, i, depth, ply);
      break;
    }
    moves_.resize(first);
    if (stopped_) return 0;
    table_.Store(key, {.move = best_code,
                       .value = static_cast<int16_t>(best),
                       .depth = static_cast<uint8_t>(depth),
                       .bound = best >= beta         ? Bound::kLower
                                : best > first_alpha ? Bound::kExact
                                                     : Bound::kUpper});
    return best;
  }

  // Of a move that is likely not better than alpha (`scout`): first whether it is, then how much.
  Value ValueOf(const Resolution& resolution, Color mover, int depth, int reduction, bool scout,
                Value alpha, Value beta, int ply) {
    lines_[ply].length = 0;
    if (scout) {
      Value value = Act(resolution, mover, depth - reduction, alpha, alpha + 1, ply);
      if (stopped_ || value <= alpha) return value;
      if (reduction > 0) value = Act(resolution, mover, depth, alpha, alpha + 1, ply);
      if (stopped_ || value <= alpha || beta - alpha == 1) return value;
    }
    return Act(resolution, mover, depth, alpha, beta, ply);
  }

  // Only captures, as they go without what they draw, until none gains.
  Value Quiesce(const Position& position, Value alpha, Value beta, int ply, int captures) {
    Value best = StaticValueOf(position);
    if (best >= beta || captures == kMostCaptures || ply >= kMostPly) return best;
    const size_t first = moves_.size();
    model_.GenerateCaptures(position, &generated_);
    AddMoves(position, 0, ply);
    const auto count = static_cast<int>(generated_.size());
    for (int i = 0; i < count; ++i) {
      alpha = std::max(alpha, best);
      Resolution resolution =
          rules_.Resolve(position, PickMove(first + static_cast<size_t>(i)).move, nullptr);
      while (resolution.candidates() > 0) resolution.Choose(0);
      const Value value =
          AfterCapture(resolution.after(), position.turn, alpha, beta, ply + 1, captures + 1);
      if (stopped_) break;
      best = std::max(best, value);
      if (best >= beta) break;
    }
    moves_.resize(first);
    return best;
  }
  Value AfterCapture(const Position& after, Color mover, Value alpha, Value beta, int ply,
                     int captures) {
    if (after.turn == mover || rules_.FindEnd(after, 1)) {
      return After(after, mover, 0, alpha, beta, ply);
    }
    if (!Enter(ply)) return 0;
    if (model_.WinsAtOnce(after)) return OneTurnBefore(1 - kWin);
    return OneTurnBefore(-Quiesce(after, -OneTurnAfter(beta), -OneTurnAfter(alpha), ply, captures));
  }

  // Counts a position; false where the search is to end.
  bool Enter(int ply) {
    ++nodes_;
    selective_depth_ = std::max(selective_depth_, ply);
    if (clock_.Tick(nodes_) || nodes_ > last_node_) stopped_ = true;
    return !stopped_;
  }

  // Adds what was generated, scored.
  void AddMoves(const Position& position, uint32_t table_move, int ply) {
    const auto& killers = killers_[ply];
    for (const Move& move : generated_) {
      const uint32_t code = Model::Code(move);
      const int gain = model_.GainOf(position, move);
      const bool killer = code == killers[0] || code == killers[1];
      moves_.push_back({move, code == table_move ? kTableMoveScore
                              : gain > 0         ? kGainScore + gain
                              : killer           ? kKillerScore
                                       : history_.Get(HistoryIndex(position.turn, code))});
    }
  }
  // Puts the best of the moves from `place` on there.
  ScoredMove PickMove(size_t place) {
    size_t best = place;
    for (size_t i = place + 1; i < moves_.size(); ++i) {
      if (moves_[i].score > moves_[best].score) best = i;
    }
    std::swap(moves_[place], moves_[best]);
    return moves_[place];
  }

  // The move of the `tried` before it was best.
  void Reward(Color turn, size_t first, int tried, int depth, int ply) {
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
  // Different moves may share an index.
  static size_t HistoryIndex(Color turn, uint32_t code) {
    const uint32_t mixed = (code * 0x9e3779b1U) >> (32 - kHistoryBits);
    return (static_cast<size_t>(Index(turn)) << kHistoryBits) + mixed;
  }

  void SetLine(int ply, Move move, bool draws) {
    Line& line = lines_[ply];
    const Line& rest = lines_[ply + 1];
    const int more = draws ? 0 : rest.length;
    line.moves[0] = move;
    std::copy_n(rest.moves.begin(), more, line.moves.begin() + 1);
    line.length = 1 + more;
  }

  // In centipawns.
  static constexpr int kMarginPerDepth = 80;

  const R& rules_;
  const Model model_;
  const Scale& scale_;
  bool exact_;
  SearchClock& clock_;
  TranspositionTable& table_;

  // Those of all positions on the way, one after another.
  std::vector<ScoredMove> moves_;
  typename R::Moves generated_;
  MoveStatistics history_;
  std::vector<std::array<uint32_t, 2>> killers_;
  std::vector<Line> lines_;

  uint64_t nodes_ = 0;
  uint64_t last_node_ = UINT64_MAX;
  int selective_depth_ = 0;
  bool stopped_ = false;
};

// Searches deeper and deeper, one tree a thread; the others only help by what they leave in the
// table.
template <StochasticTree R>
class DeepeningExpectimax {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = typename R::SearchModel;
  using Tree = ExpectimaxTree<R>;

  DeepeningExpectimax(const R& rules, const Position& root, const SearchQuery<Move>& query,
                      const StopToken& stop, TranspositionTable* table,
                      const ReportSink<Move>& report)
      : rules_(rules),
        model_(rules),
        root_(root),
        query_(query),
        table_(*table),
        report_(report),
        clock_(query.limits, stop, query.threads) {}

  // `moves`: those to look at, legal and not none.
  SearchReport<Move> Run(const std::vector<Move>& moves) {
    RootMoves ordered = InOrder(moves);
    table_.BeginSearch();
    std::vector<std::thread> helpers;
    for (int i = 1; i < query_.threads; ++i) {
      helpers.emplace_back(
          [this, ordered, i]() mutable { Deepen(&ordered, /*first_depth=*/1 + i % 2, nullptr); });
    }
    SearchReport<Move> last;
    Deepen(&ordered, 1, &last);
    clock_.End();
    for (std::thread& helper : helpers) helper.join();
    return last;
  }

 private:
  struct RootMove {
    Move move;
    // -kInfinite while it has none.
    Value value;
    std::vector<Move> line;
  };
  using RootMoves = std::vector<RootMove>;

  // Ends further away are not proven to be the nearest ones; nor those for which so many nodes are
  // not enough.
  static constexpr int kMostProvenTurns = 7;
  static constexpr uint64_t kProofNodes = 1'000'000;
  // So many are done within milliseconds.
  static constexpr uint64_t kFirstNodes = 2000;

  static const typename Model::Scale& Scale() {
    static const typename Model::Scale scale(Model::kWinScale);
    return scale;
  }

  RootMoves InOrder(const std::vector<Move>& moves) const {
    RootMoves ordered;
    // As good as nothing happened, until they are searched.
    const Value value = Scale().ValueOf(model_.Evaluate(root_));
    for (const Move& move : moves) ordered.push_back({move, value, {move}});
    std::stable_sort(ordered.begin(), ordered.end(), [this](const auto& a, const auto& b) {
      return model_.GainOf(root_, a.move) > model_.GainOf(root_, b.move);
    });
    return ordered;
  }

  int last_depth() const { return query_.limits.depth > 0 ? query_.limits.depth : kMaxSearchDepth; }
  size_t lines(const RootMoves& moves) const {
    return std::min(static_cast<size_t>(query_.multi_pv), moves.size());
  }

  // `last` is null in helping threads, which report nothing.
  void Deepen(RootMoves* moves, int first_depth, SearchReport<Move>* last) {
    // On the heap: it holds the lists of moves of a whole line.
    const auto tree = std::make_unique<Tree>(rules_, Scale(), Depth::kSelective, &clock_, &table_);
    for (int depth = first_depth; depth <= last_depth(); ++depth) {
      tree->BeginIteration();
      SearchDepth(tree.get(), moves, depth, last != nullptr);
      const int finished = tree->stopped() ? depth - 1 : depth;
      if (last != nullptr) {
        *last = ReportOf(*moves, finished, *tree);
        if (finished == depth) report_(*last);
        if (lines(*moves) == 1 && Prove(tree.get(), moves)) {
          *last = ReportOf(*moves, finished, *tree);
          return;
        }
      }
      if (tree->stopped() || clock_.IsOver()) return;
    }
  }

  // Brings the best moves to the front, in order. Where it is stopped, what was found by then is
  // kept. `reports`: whether a first depth that takes long is reported before its end.
  void SearchDepth(Tree* tree, RootMoves* moves, int depth, bool reports) {
    const RootMoves before = *moves;
    size_t ranked = 0;
    for (size_t i = 0; i < moves->size(); ++i) {
      RootMove root = (*moves)[i];
      if (depth == 1 && reports && i > 0 && tree->nodes() >= kFirstNodes) {
        report_(ReportOf(*moves, depth, *tree));
        reports = false;
      }
      const bool full = ranked == lines(*moves);
      const Value alpha = full ? (*moves)[ranked - 1].value : -kWin;
      Value value = kWin;
      if (full) value = tree->ValueOfMove(root_, root.move, depth, alpha, alpha + 1);
      if (value > alpha && !tree->stopped()) {
        value = tree->ValueOfMove(root_, root.move, depth, alpha, kWin);
      }
      if (tree->stopped()) {
        // The order of several is that of one depth.
        if (!full || lines(*moves) > 1) *moves = before;
        return;
      }
      if (full && value <= alpha) continue;
      root.value = value;
      root.line = tree->LineBehindMove();
      root.line.insert(root.line.begin(), root.move);
      const auto begin = moves->begin();
      const auto place =
          std::find_if(begin, begin + static_cast<std::ptrdiff_t>(ranked),
                       [value](const RootMove& other) { return value > other.value; });
      const auto here = begin + static_cast<std::ptrdiff_t>(i);
      std::rotate(place, here, here + 1);
      *place = std::move(root);
      if (!full) ++ranked;
    }
  }

  // Where the end is proven, makes sure by exact searches that there is no nearer one. True where
  // nothing is left to find.
  bool Prove(Tree* tree, RootMoves* moves) {
    const Value value = moves->front().value;
    if (tree->stopped() || !IsProven(value) || TurnsToEnd(value) > kMostProvenTurns ||
        value == looked_at_) {
      return false;
    }
    looked_at_ = value;
    const RootMoves before = *moves;
    tree->BeginExact(kProofNodes);
    for (int depth = 1; depth <= TurnsToEnd(value) && !tree->stopped(); ++depth) {
      SearchDepth(tree, moves, depth, /*reports=*/false);
    }
    const bool finished = !tree->stopped();
    tree->EndExact();
    if (finished && IsProven(moves->front().value)) return true;
    *moves = before;
    return false;
  }
  static int TurnsToEnd(Value value) { return kWin - std::abs(value); }

  SearchReport<Move> ReportOf(const RootMoves& moves, int depth, const Tree& tree) const {
    SearchReport<Move> report;
    report.depth = depth;
    report.selective_depth = std::max(depth, tree.selective_depth());
    report.nodes =
        query_.threads > 1 ? std::max(clock_.shared_nodes(), tree.nodes()) : tree.nodes();
    for (size_t i = 0; i < lines(moves) && moves[i].value > -kInfinite; ++i) {
      report.lines.push_back({Scale().ScoreOf(moves[i].value), moves[i].line});
    }
    return report;
  }

  const R& rules_;
  const Model model_;
  const Position& root_;
  const SearchQuery<Move>& query_;
  TranspositionTable& table_;
  const ReportSink<Move>& report_;
  SearchClock clock_;
  // The proven value that a proof was last tried for.
  Value looked_at_ = 0;
};

// The best moves of a position of a tree that has a StochasticModel, by what can be expected of
// them. The position is no end, and whoever asks sees all of it, as both sides do in the search.
// Depths count actions. `report` may not be null.
template <StochasticTree R>
SearchReport<typename R::Move> Expectimax(const R& rules, const typename R::Position& position,
                                          const SearchQuery<typename R::Move>& query,
                                          const StopToken& stop, TranspositionTable* table,
                                          const ReportSink<typename R::Move>& report) {
  return DeepeningExpectimax<R>(rules, position, query, stop, table, report)
      .Run(RootMoves(rules, position, query));
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_EXPECTIMAX_H_
