#ifndef ARBITER_CORE_RULES_THREATS_H_
#define ARBITER_CORE_RULES_THREATS_H_

#include "core/board/attacks.h"
#include "core/board/bitboard.h"
#include "core/board/geometry.h"

namespace arbiter {

// The pieces of one side that attack a square, or would if others stood otherwise.
template <typename G>
struct Threats {
  // Attack it, whatever stands elsewhere.
  Bitboard<G> leapers;
  // On a line with it; they attack it where no piece stands between.
  Bitboard<G> riders;
  // On a line with it; they attack it where exactly one piece stands between.
  Bitboard<G> hoppers;
};

// Those that attack `square` while the pieces stand on `occupied`.
template <typename G>
Bitboard<G> AttackersAmong(const Threats<G>& threats, Square<G> square,
                           const Bitboard<G>& occupied) {
  Bitboard<G> attackers = threats.leapers;
  for (const Square<G> rider : threats.riders) {
    if (!(Between<G>(square, rider) & occupied)) attackers.Set(rider);
  }
  for (const Square<G> hopper : threats.hoppers) {
    if ((Between<G>(square, hopper) & occupied).size() == 1) attackers.Set(hopper);
  }
  return attackers;
}

// Where the pieces of a side may go so that nothing attacks its royal. What each threat to the
// royal allows is a set of squares, which hangs on whether the mover stands between the two; a
// piece may go where all of them allow it. The royal's own moves are not seen to here.
template <typename G>
class SafeTargets {
 public:
  using Sq = Square<G>;
  using Squares = Bitboard<G>;

  SafeTargets(const Threats<G>& threats, Sq royal, const Squares& occupied)
      : threats_(threats), royal_(royal), occupied_(occupied) {
    for (const Sq leaper : threats.leapers) off_lines_ &= Squares(leaper);
    for (const Sq rider : threats.riders) AddLine(rider, 0);
    for (const Sq hopper : threats.hoppers) AddLine(hopper, 1);
  }

  // The squares between the royal and a rider or hopper whose pieces have safe targets of their
  // own.
  const Squares& lines() const { return lines_; }
  // The safe targets of all other pieces.
  const Squares& off_lines() const { return off_lines_; }

  // The safe targets of the piece on `from`, which is not the royal.
  Squares From(Sq from) const {
    if (!lines_.Has(from)) return off_lines_;
    Squares safe = kAllSquares<G>;
    for (const Sq leaper : threats_.leapers) safe &= Squares(leaper);
    for (const Sq rider : threats_.riders) safe &= OnLine(rider, 0, from);
    for (const Sq hopper : threats_.hoppers) safe &= OnLine(hopper, 1, from);
    return safe;
  }

 private:
  // The targets that keep `attacker` from attacking over `hops` pieces, for a mover beside which
  // `others` stand between; `empty` are the empty squares there.
  static Squares Safe(Sq attacker, int hops, int others, const Squares& empty) {
    if (others == hops) return empty | Squares(attacker);
    return others + 1 == hops ? kAllSquares<G> - empty : kAllSquares<G>;
  }

  void AddLine(Sq attacker, int hops) {
    const Squares& between = Between<G>(royal_, attacker);
    const Squares blockers = between & occupied_;
    const int others = blockers.size();
    off_lines_ &= Safe(attacker, hops, others, between - blockers);
    if (others <= hops + 1) lines_ |= blockers;
  }
  Squares OnLine(Sq attacker, int hops, Sq from) const {
    const Squares& between = Between<G>(royal_, attacker);
    const Squares blockers = between & occupied_;
    const int others = blockers.size() - (between.Has(from) ? 1 : 0);
    return Safe(attacker, hops, others, between - blockers);
  }

  Threats<G> threats_;
  Sq royal_;
  Squares occupied_;
  Squares lines_;
  Squares off_lines_ = kAllSquares<G>;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_THREATS_H_
