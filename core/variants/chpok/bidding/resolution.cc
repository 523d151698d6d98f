#include "core/variants/chpok/bidding/resolution.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "core/rules/rules.h"
#include "core/variants/chpok/bidding/events.h"
#include "core/variants/chpok/info.h"

namespace arbiter::chpok {
namespace {

constexpr Color kPlayers[] = {Color::kWhite, Color::kBlack};

}  // namespace

BidResolution::BidResolution(const Bidding& bidding, const Bid& bid, std::vector<Event>* events)
    : bidding_(bidding), events_(events) {
  const Color bidder = bidding.turn;
  bidding_.chips[static_cast<size_t>(Index(bidder))] -= bid.chips;
  bidding_.deposit(bidder, bid.target) += bid.chips;
  ++bidding_.bids;
  switch (bid.target) {
    case Target::kWhite:
      if (!bid.is_match) bidding_.white = bidder;
      break;
    case Target::kTime:
      if (!bid.is_match) bidding_.time = bid.time;
      break;
    case Target::kHome:
      bidding_.home = bid.is_match ? HomeRow::DefaultFor(bidding_.features.width) : bid.home;
      break;
    case Target::kFeatures:
    case Target::kCount:
      bidding_.features = bid.is_match ? Features() : bid.features;
      break;
  }
  const bool is_random =
      bid.is_match && (bid.target == Target::kWhite || bid.target == Target::kTime);
  if (events_ != nullptr) {
    Event& event = events_->emplace_back();
    event.kind = &kBidEvent;
    event.color = bidder;
    event.roles = &kBidders;
    event.target = NameOf(bid.target);
    if (!is_random) event.outcome = OutcomeText(bidding_, bid.target);
  }
  PassTurn();
  if (is_random) {
    drawn_target_ = bid.target;
  } else {
    Continue();
  }
}

Bidding BidResolution::ResolveWithoutBids(const Bidding& bidding, const DrawFunction& draw) {
  BidResolution resolution(bidding);
  while (resolution.candidates() > 0) {
    resolution.Choose(static_cast<int>(draw(resolution.purpose(), CandidateTexts(resolution))));
  }
  return resolution.after();
}

void BidResolution::PassTurn() {
  const Color other = !bidding_.turn;
  if (bidding_.chips_of(other) > 0) bidding_.turn = other;
}

void BidResolution::Continue() {
  drawn_target_ = Target::kCount;
  if (!bidding_.IsOver()) return;
  if (!bidding_.white) {
    drawn_target_ = Target::kWhite;
  } else if (!bidding_.time) {
    drawn_target_ = Target::kTime;
  } else if (events_ != nullptr) {
    events_->push_back({.kind = &kBiddingOverEvent});
  }
}

int BidResolution::candidates() const {
  if (drawn_target_ == Target::kWhite) return std::size(kPlayers);
  return drawn_target_ == Target::kTime ? static_cast<int>(std::size(kRandomTimeControls)) : 0;
}

std::string_view BidResolution::CandidateText(int index) const {
  if (drawn_target_ == Target::kWhite) return kBidders.Word(kPlayers[index]);
  static const auto& time_controls = *[] {
    auto* texts = new std::array<std::string, std::size(kRandomTimeControls)>;
    std::ranges::transform(kRandomTimeControls, texts->begin(), FormatTimeControl);
    return texts;
  }();
  return time_controls[index];
}

std::optional<int> BidResolution::FindCandidate(std::string_view text) const {
  for (int i = 0; i < candidates(); ++i) {
    if (CandidateText(i) == text) return i;
  }
  return std::nullopt;
}

void BidResolution::Choose(int index) {
  if (drawn_target_ == Target::kTime) {
    bidding_.time = kRandomTimeControls[index];
  } else {
    bidding_.white = kPlayers[index];
  }
  if (events_ != nullptr) {
    Event& event = events_->emplace_back();
    event.kind = &kDrawnEvent;
    event.target = NameOf(drawn_target_);
    event.outcome = CandidateText(index);
  }
  Continue();
}

}  // namespace arbiter::chpok
