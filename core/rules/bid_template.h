#ifndef ARBITER_CORE_RULES_BID_TEMPLATE_H_
#define ARBITER_CORE_RULES_BID_TEMPLATE_H_

#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// What the player to move may bid on one target. Legal bids are an open set, so that they are
// described and not listed (ruling P10). Numbers are chips.
struct BidTemplate {
  // `white`, `time`, `home` or `xf`.
  std::string_view target;
  // What the other player has deposited more; negative: less.
  int gap = 0;
  // What a match costs; none: it is not legal.
  std::optional<int> match_cost = {};
  // What a raise may cost; none: it is not legal.
  std::optional<int> raise_least = {};
  std::optional<int> raise_most = {};
  // How a raise is written: `raise time +N M+B`.
  std::string_view form = {};
  // What may stand for the outcome, in words; empty for `white`.
  std::string outcomes = {};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_BID_TEMPLATE_H_
