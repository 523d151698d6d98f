#ifndef ARBITER_TESTS_SUPPORT_DETAIL_H_
#define ARBITER_TESTS_SUPPORT_DETAIL_H_

#include <any>
#include <optional>
#include <vector>

#include "core/game/game.h"
#include "core/variants/chak/position.h"
#include "core/variants/chakart/position.h"
#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/board/position.h"
#include "core/variants/makruk/counting.h"

namespace arbiter::testing {

// What the state of a game of the variant with this type of detail has beside the board.
template <typename Detail>
Detail DetailOf(const Game& game) {
  return std::any_cast<Detail>(game.detail());
}

// What may be bid; empty in other variants.
inline std::vector<chpok::BidTemplate> BidTemplatesOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail);
  if (bidding == nullptr) return {};
  return bidding->bids;
}

// The running count; std::nullopt in other variants.
inline std::optional<makruk::CountStatus> CountOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* makruk = std::any_cast<makruk::Detail>(&detail);
  return makruk != nullptr ? makruk->counting : std::nullopt;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_DETAIL_H_
