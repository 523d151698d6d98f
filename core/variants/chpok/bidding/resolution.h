#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RESOLUTION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RESOLUTION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/draws.h"
#include "core/rules/event.h"
#include "core/variants/chpok/bidding/bidding.h"

namespace arbiter::chpok {

// A legal bid that is being carried out. It stops at each of its random draws: that of a match on
// `white` or `time` and, after the last bid, those of these two targets if nobody has bid on them
// (P3–P5). It satisfies the ResolutionFor concept; see core/rules/rules.h for the meaning of the
// members.
class BidResolution {
 public:
  // Adds events to `events`, which must outlive this object, unless it is null.
  BidResolution(const Bidding& bidding, const Bid& bid, std::vector<Event>* events);

  // Makes the random draws of a game without chips and returns the state after them (P5).
  static Bidding ResolveWithoutBids(const Bidding& bidding, const DrawFunction& draw);

  int candidates() const;
  std::string_view purpose() const { return NameOf(drawn_target_); }
  std::string_view CandidateText(int index) const;
  std::optional<int> FindCandidate(std::string_view text) const;
  void Choose(int index);
  const Bidding& after() const { return bidding_; }
  static std::string SanSuffix() { return ""; }

 private:
  explicit BidResolution(const Bidding& bidding) : bidding_(bidding) { Continue(); }

  // Continues to the next random draw at the end of the bidding, if there is one.
  void Continue();
  // Gives the turn to the other player unless they have no chips.
  void PassTurn();

  Bidding bidding_;
  // The target of the next random draw; kCount if there is none.
  Target drawn_target_ = Target::kCount;
  std::vector<Event>* events_ = nullptr;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RESOLUTION_H_
