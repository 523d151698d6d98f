#ifndef ARBITER_CORE_RULES_THREATS_H_
#define ARBITER_CORE_RULES_THREATS_H_

#include "core/board/attacks.h"
#include "core/board/bitboard.h"
#include "core/board/geometry.h"

namespace arbiter {

// The pieces of one side that attack a square, or would attack it with other pieces in between.
template <typename G>
struct Threats {
  // Pieces that attack the square whatever stands in between.
  Bitboard<G> leapers;
  // Pieces on a line with the square that attack it if no piece stands in between.
  Bitboard<G> riders;
  // Pieces on a line with the square that attack it if exactly one piece stands in between.
  Bitboard<G> hoppers;
};

// Returns the pieces that attack `square` while there are pieces on `occupied`.
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

// The squares to which the pieces of a side, except the royal, can move so that nothing attacks the
// royal. Each threat to the royal allows a set of target squares, which depends on whether the
// moving piece stands between the threatening piece and the royal. A piece can move to the squares
// that all threats allow.
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

  // Returns the safe targets of the piece on `from`, which is not the royal.
  Squares From(Sq from) const {
    if (!lines_.Has(from)) return off_lines_;
    Squares safe = kAllSquares<G>;
    for (const Sq leaper : threats_.leapers) safe &= Squares(leaper);
    for (const Sq rider : threats_.riders) safe &= OnLine(rider, 0, from);
    for (const Sq hopper : threats_.hoppers) safe &= OnLine(hopper, 1, from);
    return safe;
  }

 private:
  // Returns the targets that keep `attacker` from attacking the royal over exactly `hops` pieces.
  // `others` is the number of pieces in between, not counting the moving one, and `empty` are the
  // empty squares in between.
  static Squares Safe(Sq attacker, int hops, int others, const Squares& empty) {
    if (others == hops) return empty | Squares(attacker);
    return others + 1 == hops ? kAllSquares<G> - empty : kAllSquares<G>;
  }

  // Adds a threat to `lines_` and `off_lines_`.
  void AddLine(Sq attacker, int hops) {
    const Squares& between = Between<G>(royal_, attacker);
    const Squares blockers = between & occupied_;
    const int others = blockers.size();
    off_lines_ &= Safe(attacker, hops, others, between - blockers);
    if (others <= hops + 1) lines_ |= blockers;
  }
  // Returns the targets that a threat allows the piece on `from`, wherever it stands.
  Squares OnLine(Sq attacker, int hops, Sq from) const {
    const Squares& between = Between<G>(royal_, attacker);
    const Squares blockers = between & occupied_;
    const int others = blockers.size() - (between.Has(from) ? 1 : 0);
    return Safe(attacker, hops, others, between - blockers);
  }

  Threats<G> threats_;
  Sq royal_;
  Squares occupied_;
  // The squares between the royal and a rider or hopper on which a piece has safe targets of its
  // own.
  Squares lines_;
  // The safe targets of all other pieces except the royal.
  Squares off_lines_ = kAllSquares<G>;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_THREATS_H_
