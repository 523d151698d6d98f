#include <string>

#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/bidding/events.h"
#include "core/variants/chpok/board/events.h"
#include "core/variants/chpok/board/position.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

void WriteClocks(const chpok::Clocks& clocks, auto* answer) {
  if (!clocks) return;
  answer->mutable_clocks()->set_first_ms((*clocks)[0]);
  answer->mutable_clocks()->set_second_ms((*clocks)[1]);
}

void WriteBid(const chpok::BidTemplate& bid, v1::BidTemplate* answer) {
  answer->set_target(std::string(bid.target));
  answer->set_gap(bid.gap);
  if (bid.match_cost) {
    answer->set_match_cost(static_cast<uint32_t>(*bid.match_cost));
    answer->set_match("match " + std::string(bid.target));
  }
  if (bid.raise_least) answer->set_raise_least(static_cast<uint32_t>(*bid.raise_least));
  if (bid.raise_most) answer->set_raise_most(static_cast<uint32_t>(*bid.raise_most));
  answer->set_form(std::string(bid.form));
  answer->set_outcomes(bid.outcomes);
}

void WriteBidding(const chpok::BiddingDetail& detail, v1::ChpokBidding* answer) {
  answer->set_turn(ToBidder(detail.turn));
  answer->set_challenger_chips(static_cast<uint32_t>(detail.chips[0]));
  answer->set_opponent_chips(static_cast<uint32_t>(detail.chips[1]));
  answer->set_bids_made(detail.bids_made);
  for (const chpok::TargetDetail& target : detail.targets) {
    v1::BidTarget* entry = answer->add_targets();
    entry->set_target(std::string(target.name));
    entry->set_challenger_deposit(static_cast<uint32_t>(target.deposits[0]));
    entry->set_opponent_deposit(static_cast<uint32_t>(target.deposits[1]));
    entry->set_outcome(target.outcome);
  }
  answer->set_width(static_cast<uint32_t>(detail.width));
  answer->set_home_row_played(detail.home_row_played);
  answer->set_home_row_fits(detail.home_row_fits);
  WriteClocks(detail.clocks, answer);
  for (const chpok::BidTemplate& bid : detail.bids) WriteBid(bid, answer->add_bids());
}

void WriteSources(const chpok::PointSources& sources, v1::PointSources* answer) {
  answer->set_total(sources.total());
  answer->set_rows(sources.rows);
  answer->set_kinds(sources.kinds);
  answer->set_kings(sources.kings);
  answer->set_goals(sources.goals);
  answer->set_time(sources.time);
  answer->set_before(sources.before);
}

void WriteRights(const chpok::BoardDetail& detail, size_t side, v1::ChpokRights* answer) {
  answer->set_castlings(static_cast<uint32_t>(detail.castlings_left[side]));
  answer->set_undos(static_cast<uint32_t>(detail.undos_left[side]));
  answer->set_newborn(detail.newborn_left[side]);
  answer->set_moves(static_cast<uint32_t>(detail.moves_left[side]));
}

void WriteBoard(const chpok::BoardDetail& detail, v1::ChpokBoard* answer) {
  WriteSources(detail.sources[0], answer->mutable_white_points());
  WriteSources(detail.sources[1], answer->mutable_black_points());
  WriteRights(detail, 0, answer->mutable_white_left());
  WriteRights(detail, 1, answer->mutable_black_left());
  answer->set_width(static_cast<uint32_t>(detail.width));
  answer->set_features(detail.features);
  answer->set_time_control(detail.time_control);
  WriteClocks(detail.clocks, answer);
  if (detail.challenger) {
    const bool is_white = *detail.challenger == Color::kWhite;
    answer->set_white(is_white ? v1::BIDDER_CHALLENGER : v1::BIDDER_OPPONENT);
  }
  if (detail.draw_claim_in) {
    answer->mutable_draw_claim()->set_black_moves(static_cast<uint32_t>(*detail.draw_claim_in));
  }
  if (detail.win_claim_in) {
    answer->mutable_win_claim()->set_black_moves(static_cast<uint32_t>(*detail.win_claim_in));
    answer->mutable_win_claim()->set_by(ToWire(*detail.win_claim_by));
  }
}

void WriteDetail(const std::any& detail, v1::State* state) {
  v1::ChpokDetail* answer = state->mutable_chpok();
  if (const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail)) {
    WriteBidding(*bidding, answer->mutable_bidding());
  } else {
    WriteBoard(std::any_cast<const chpok::BoardDetail&>(detail), answer->mutable_board());
  }
}

static_assert(chpok::kPointsEvent.number == v1::Event::KIND_POINTS);
static_assert(chpok::kCastledEvent.number == v1::Event::KIND_CASTLED);
static_assert(chpok::kRemovedEvent.number == v1::Event::KIND_REMOVED);
static_assert(chpok::kUndoneEvent.number == v1::Event::KIND_UNDONE);
static_assert(chpok::kBidEvent.number == v1::Event::KIND_BID);
static_assert(chpok::kDrawnEvent.number == v1::Event::KIND_DRAWN);
static_assert(chpok::kBiddingOverEvent.number == v1::Event::KIND_BIDDING_OVER);

}  // namespace

constexpr VariantMessages kChpokMessages = {.id = "chpok", .write_detail = WriteDetail};

std::vector<v1::BidTemplate> BidsOf(const Game& game) {
  std::vector<v1::BidTemplate> bids;
  if (game.phase() != Phase::kBidding) return bids;
  const auto detail = std::any_cast<chpok::BiddingDetail>(game.detail());
  for (const chpok::BidTemplate& bid : detail.bids) WriteBid(bid, &bids.emplace_back());
  return bids;
}

std::optional<Color> ChallengerOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* board = std::any_cast<chpok::BoardDetail>(&detail);
  return board != nullptr ? board->challenger : std::nullopt;
}

}  // namespace arbiter
