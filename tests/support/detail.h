#ifndef ARBITER_TESTS_SUPPORT_DETAIL_H_
#define ARBITER_TESTS_SUPPORT_DETAIL_H_

#include <any>
#include <optional>
#include <string_view>
#include <vector>

#include "core/game/game.h"
#include "core/variants/chak/position.h"
#include "core/variants/chakart/position.h"
#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/board/position.h"
#include "core/variants/makruk/counting.h"

namespace arbiter::testing {

// Returns the part of the state that is specific to the variant. `Detail` must be the type that the
// game's variant uses for it.
template <typename Detail>
Detail DetailOf(const Game& game) {
  return std::any_cast<Detail>(game.detail());
}

// Returns the legal bids; empty outside the bidding phase.
inline std::vector<chpok::BidTemplate> BidTemplatesOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail);
  if (bidding == nullptr) return {};
  return bidding->bids;
}

// Returns the square of Chakart's hidden queen; empty if there is none.
inline std::string_view HiddenSquareOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* chakart = std::any_cast<chakart::Detail>(&detail);
  return chakart != nullptr ? chakart->hidden_square : "";
}

// Returns the running count of Makruk; std::nullopt if there is none.
inline std::optional<makruk::CountStatus> CountOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* makruk = std::any_cast<makruk::Detail>(&detail);
  return makruk != nullptr ? makruk->counting : std::nullopt;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_DETAIL_H_
