#include <string>

#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/bidding/events.h"
#include "core/variants/chpok/board/events.h"
#include "core/variants/chpok/board/position.h"
#include "core/variants/chpok/info.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

void WriteBid(const chpok::BidTemplate& bid, v1::BidTemplate* answer) {
  answer->set_target(std::string(bid.target));
  answer->set_gap(bid.gap);
  if (bid.match_cost) {
    answer->set_match_cost(static_cast<uint32_t>(*bid.match_cost));
    answer->set_match("match " + std::string(bid.target));
  }
  if (bid.min_raise) answer->set_min_raise(static_cast<uint32_t>(*bid.min_raise));
  if (bid.max_raise) answer->set_max_raise(static_cast<uint32_t>(*bid.max_raise));
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
  if (detail.clocks) {
    answer->mutable_clocks()->set_first_ms((*detail.clocks)[0]);
    answer->mutable_clocks()->set_second_ms((*detail.clocks)[1]);
  }
  for (const chpok::BidTemplate& bid : detail.bids) WriteBid(bid, answer->add_bids());
}

void WriteSources(const chpok::PointSources& sources, int field, WireWriter* answer) {
  using Field = v1::PointSources;
  const size_t begin = answer->BeginShort(field);
  answer->Signed(Field::kTotalFieldNumber, sources.total());
  answer->Signed(Field::kRowsFieldNumber, sources.rows);
  answer->Signed(Field::kKindsFieldNumber, sources.kinds);
  answer->Signed(Field::kKingsFieldNumber, sources.kings);
  answer->Signed(Field::kGoalsFieldNumber, sources.goals);
  answer->Signed(Field::kTimeFieldNumber, sources.time);
  answer->Signed(Field::kBeforeFieldNumber, sources.before);
  answer->EndShort(begin);
}

void WriteRights(const chpok::BoardDetail& detail, size_t side, int field, WireWriter* answer) {
  using Field = v1::ChpokRights;
  const size_t begin = answer->BeginShort(field);
  answer->Number(Field::kCastlingsFieldNumber, static_cast<uint64_t>(detail.castlings_left[side]));
  answer->Number(Field::kUndosFieldNumber, static_cast<uint64_t>(detail.undos_left[side]));
  answer->Number(Field::kNewbornFieldNumber, detail.newborn_left[side]);
  answer->Number(Field::kMovesFieldNumber, static_cast<uint64_t>(detail.moves_left[side]));
  answer->EndShort(begin);
}

// Writes the distance of a claim, which only a player with the colour `by`, if any, could make.
void WriteClaimDistance(std::optional<int> black_moves, std::optional<Color> by, int field,
                        WireWriter* answer) {
  if (!black_moves) return;
  using Field = v1::ClaimDistance;
  const size_t begin = answer->BeginShort(field);
  answer->Number(Field::kBlackMovesFieldNumber, static_cast<uint64_t>(*black_moves));
  answer->Number(Field::kByFieldNumber, ToWire(by));
  answer->EndShort(begin);
}

void WriteBoard(const chpok::BoardDetail& detail, WireWriter* answer) {
  using Field = v1::ChpokBoard;
  WriteSources(detail.sources[0], Field::kWhitePointsFieldNumber, answer);
  WriteSources(detail.sources[1], Field::kBlackPointsFieldNumber, answer);
  WriteRights(detail, 0, Field::kWhiteLeftFieldNumber, answer);
  WriteRights(detail, 1, Field::kBlackLeftFieldNumber, answer);
  answer->Number(Field::kWidthFieldNumber, static_cast<uint64_t>(detail.width));
  answer->Text(Field::kFeaturesFieldNumber, detail.features);
  answer->Text(Field::kTimeControlFieldNumber, detail.time_control);
  if (detail.clocks) {
    WriteClocks(Field::kClocksFieldNumber, *detail.clocks, /*corrected=*/false, answer);
  }
  if (detail.challenger) {
    const bool is_white = *detail.challenger == Color::kWhite;
    answer->Number(Field::kWhiteFieldNumber,
                   is_white ? v1::BIDDER_CHALLENGER : v1::BIDDER_OPPONENT);
  }
  WriteClaimDistance(detail.draw_claim_in, std::nullopt, Field::kDrawClaimFieldNumber, answer);
  WriteClaimDistance(detail.win_claim_in, detail.win_claim_by, Field::kWinClaimFieldNumber, answer);
}

void WriteDetail(const std::any& detail, WireWriter* state) {
  const size_t begin = state->Begin(v1::State::kChpokFieldNumber);
  if (const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail)) {
    v1::ChpokBidding message;
    WriteBidding(*bidding, &message);
    state->Message(v1::ChpokDetail::kBiddingFieldNumber, message);
  } else {
    const size_t board = state->BeginShort(v1::ChpokDetail::kBoardFieldNumber);
    WriteBoard(std::any_cast<const chpok::BoardDetail&>(detail), state);
    state->EndShort(board);
  }
  state->End(begin);
}

static_assert(kSameNumber<chpok::kHillEnd, v1::TERMINATION_HILL>);
static_assert(kSameNumber<chpok::kRacingEnd, v1::TERMINATION_RACING>);
static_assert(kSameNumber<chpok::kPointsEnd, v1::TERMINATION_POINTS>);
static_assert(kSameNumber<chpok::kDrawClaimedEnd, v1::TERMINATION_DRAW_CLAIMED>);
static_assert(kSameNumber<chpok::kWinClaimedEnd, v1::TERMINATION_WIN_CLAIMED>);
static_assert(chpok::kHillRegion.number == v1::REGION_KIND_HILL);
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
