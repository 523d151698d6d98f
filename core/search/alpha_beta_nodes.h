#ifndef ARBITER_CORE_SEARCH_ALPHA_BETA_NODES_H_
#define ARBITER_CORE_SEARCH_ALPHA_BETA_NODES_H_

// The bodies of AlphaBetaWorker.
#include "core/search/alpha_beta_worker.h"  // IWYU pragma: keep

namespace arbiter {

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
  const std::optional<Move> table_move = known ? M::Decode(position, entry.move) : std::nullopt;
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
  const std::optional<Move> table_move = known ? M::Decode(position, entry.move) : std::nullopt;

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

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ALPHA_BETA_NODES_H_
