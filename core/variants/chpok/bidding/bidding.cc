#include "core/variants/chpok/bidding/bidding.h"

#include "core/board/board.h"
#include "core/rules/control.h"
#include "core/variants/chpok/info.h"

namespace arbiter::chpok {
namespace {

// The names of the targets, in the order of Target.
constexpr std::string_view kTargetNames[] = {"white", "time", "home", "xf"};

}  // namespace

std::string_view NameOf(Target target) { return kTargetNames[static_cast<size_t>(target)]; }

uint64_t Bidding::key() const {
  // Hashing the text is fast enough, because states are short and keys are rarely needed. The key
  // does not depend on the clocks.
  Bidding without_clocks = *this;
  without_clocks.clocks.reset();
  uint64_t key = 0;
  for (const char next : FormatBidding(without_clocks)) {
    key = Mix64(key ^ static_cast<unsigned char>(next));
  }
  return key;
}

std::string OutcomeText(const Bidding& bidding, Target target) {
  switch (target) {
    case Target::kWhite:
      return bidding.white ? std::string(kBidders.Word(*bidding.white)) : "-";
    case Target::kTime:
      return bidding.time ? FormatTimeControl(*bidding.time) : "-";
    case Target::kHome:
      return bidding.home.ToString();
    case Target::kFeatures:
    case Target::kCount:
      break;
  }
  return FormatFeatures(bidding.features);
}

Bidding StartBidding(int chips) {
  Bidding bidding;
  bidding.chips.fill(chips);
  return bidding;
}

Position BoardAfter(const Bidding& bidding) {
  Position position = StartPosition(bidding.features, bidding.PlayedRow());
  position.time_control = bidding.time;
  position.challenger = bidding.white;
  if (bidding.clocks) {
    position.clocks.emplace();
    position.clocks->fill(bidding.time->start_ms());
  }
  return position;
}

}  // namespace arbiter::chpok
