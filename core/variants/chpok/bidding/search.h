#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/bidding/search_state.h"

namespace arbiter::chpok {

// A bid, what follows it until something is drawn, and what the player to move can then expect of
// the game, 0 to 1.
struct BidLine {
  double expectation;
  std::vector<Bid> bids;
};

// How far a search of a bidding has come.
struct BidReport {
  int depth = 0;
  uint64_t nodes = 0;
  // Best first.
  std::vector<BidLine> lines = {};
};

// Whether to stop, asked before each state with its number, and with 0 after each depth; and who is
// told of each depth.
using BidStop = std::function<bool(uint64_t nodes)>;
using BidReportSink = std::function<void(const BidReport&)>;

// Searches a bidding that is not over, deeper and deeper: alpha-beta with a node of chance where
// White is drawn for. Looks at bids worth it alone (ListMoves). Once every line reaches the end of
// the bidding its values are those of best play with such bids; until then the last states of lines
// are guessed (GuessValue).
class BidSearch {
 public:
  BidSearch(const Bidding& root, const BidLimits& limits, BidStop stop);

  // The best `lines` of `bids`, which are legal, or of all worth a look where it is empty. Ends at
  // `depth` bids, at the end of the bidding or when told to stop; depth 1 is always done.
  BidReport Run(const std::vector<Bid>& bids, int depth, int lines, const BidReportSink& report);

 private:
  enum class Bound : uint8_t { kNone, kUpper, kLower, kExact };
  struct Entry {
    uint64_t key = 0;
    double value = 0;
    BidMove move = {};
    // Bids looked ahead; kToTheEnd: all that can come.
    int16_t depth = 0;
    Bound bound = Bound::kNone;
  };
  struct RootMove {
    Bid bid;
    BidMove move;
    double value = 0;
    // What follows.
    std::vector<BidMove> line = {};
  };
  static constexpr int16_t kToTheEnd = 1000;
  static constexpr size_t kEntries = 1 << 15;

  // False where it was stopped.
  bool SearchDepth(int depth, size_t lines, std::vector<RootMove>* moves);
  BidReport ReportOf(int depth, size_t lines, const std::vector<RootMove>& moves) const;

  // Values are those of the player to move, within the window or on the side of it that they are
  // known to lie on; lines_[ply] is what is expected from there.
  double Search(const BidState& state, double alpha, double beta, int depth, size_t ply);
  // Of a move, seen from who makes it.
  double SearchMove(const BidState& state, const BidMove& move, double alpha, double beta,
                    int depth, size_t ply);
  double SearchAfter(int mover, const BidState& after, double alpha, double beta, int depth,
                     size_t ply);
  // Best guess first, after the move that the table remembers.
  void Order(const BidState& state, const Entry& entry, bool known, std::vector<BidMove>* moves);
  static double SeenFrom(int player, double challengers) {
    return player == 0 ? challengers : 1 - challengers;
  }

  BidOutcomes outcomes_;
  const BidState root_;
  const BidStop stop_;
  bool heeds_stop_ = false;
  bool stopped_ = false;
  uint64_t nodes_ = 0;
  // Values that are guessed, or remembered with less than the whole look ahead.
  uint64_t guesses_ = 0;
  std::vector<Entry> table_;
  // By ply.
  std::vector<std::vector<BidMove>> moves_;
  std::vector<std::vector<BidMove>> lines_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_H_
