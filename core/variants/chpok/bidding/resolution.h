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

// A legal bid on its way to its result: it stops where an outcome is drawn, for a match on
// `white` or `time`, and after the last bid for those that nobody has bid on (P3–P5).
// Fulfils the Resolves concept (core/rules/rules.h, which says what each member means).
class BidResolution {
 public:
  // `events` may be null.
  BidResolution(const Bidding& bidding, const Bid& bid, std::vector<Event>* events);

  // The draws of a game without chips (P5).
  static Bidding WithoutBids(const Bidding& bidding, const DrawFunction& draw);

  int candidates() const;
  std::string_view purpose() const { return NameOf(drawn_); }
  std::string CandidateText(int index) const;
  std::optional<int> CandidateNamed(std::string_view text) const;
  void Choose(int index);
  const Bidding& after() const { return bidding_; }
  static std::string SanSuffix() { return ""; }

 private:
  explicit BidResolution(const Bidding& bidding) : bidding_(bidding) { Continue(); }

  // Goes on to the next draw, if there is one.
  void Continue();
  void PassTurn();

  Bidding bidding_;
  // What is being drawn; kCount: nothing.
  Target drawn_ = Target::kCount;
  std::vector<Event>* events_ = nullptr;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RESOLUTION_H_
