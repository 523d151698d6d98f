#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_BIDDING_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_BIDDING_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/variants/chpok/board/position.h"
#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"
#include "core/variants/chpok/options.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

// What is bid on (P1), in the order of the texts.
enum class Target : uint8_t { kWhite, kTime, kHome, kFeatures, kCount };
inline constexpr int kTargets = static_cast<int>(Target::kCount);
inline constexpr std::array<Target, kTargets> kAllTargets = {Target::kWhite, Target::kTime,
                                                             Target::kHome, Target::kFeatures};
// `white`, `time`, `home`, `xf`.
std::string_view NameOf(Target target);

// What a time control is drawn from, in the order of P4.
inline constexpr TimeControl kTimes[] = {{1, 0},  {2, 1},  {3, 0},   {3, 2},  {5, 0},  {5, 3},
                                         {10, 0}, {10, 5}, {15, 10}, {30, 0}, {30, 20}};

// Bidding clocks, in milliseconds (P6).
inline constexpr int64_t kFirstClock = 100'000;
inline constexpr int64_t kAddedClock = 100'000;
inline constexpr int64_t kAddedClockAlone = 20'000;
inline constexpr int64_t kMostBiddingClock = 200'000;

// A state of the bidding (P1–P8). Color::kWhite stands for the Challenger.
struct Bidding {
  using Geo = chpok::Geo;

  Color turn = Color::kWhite;
  // By player: chips left, and deposits by target.
  std::array<int, 2> chips = {};
  std::array<std::array<int, kTargets>, 2> deposits = {};
  // The outcomes so far; who plays White.
  std::optional<Color> white;
  std::optional<TimeControl> time;
  HomeRow home = HomeRow::DefaultFor(Features().width);
  Features features;
  uint32_t bids = 0;
  Clocks clocks;

  int deposit(Color player, Target target) const {
    return deposits[static_cast<size_t>(Index(player))][static_cast<size_t>(target)];
  }
  int& deposit(Color player, Target target) {
    return deposits[static_cast<size_t>(Index(player))][static_cast<size_t>(target)];
  }
  int chips_of(Color player) const { return chips[static_cast<size_t>(Index(player))]; }
  // Of the player to move (P1).
  int Gap(Target target) const { return deposit(!turn, target) - deposit(turn, target); }
  bool HasBid(Target target) const {
    return deposit(Color::kWhite, target) + deposit(Color::kBlack, target) > 0;
  }
  bool IsOver() const { return chips[0] == 0 && chips[1] == 0; }
  // The row to be played as things stand (P8).
  HomeRow PlayedRow() const {
    return home.size() == features.width ? home : HomeRow::DefaultFor(features.width);
  }

  uint32_t ply() const { return bids; }
  bool operator==(const Bidding&) const = default;
  uint64_t key() const;
};

// `-` where there is none.
std::string OutcomeText(const Bidding& bidding, Target target);

// The first state.
Bidding StartBidding(int chips);

// A bid (P2, P3). Of a raise only the outcome of its target counts.
struct Bid {
  Target target;
  bool is_match;
  int chips;
  TimeControl time;
  HomeRow home;
  Features features;

  bool operator==(const Bid&) const = default;
  // No square begins a bid.
  bool Starts(Sq /*square*/) const { return false; }
};

// The text of a bidding (P27). BAD_FEN, IMPOSSIBLE_POSITION.
inline constexpr std::string_view kBiddingWord = "bidding ";
absl::StatusOr<Bidding> ParseBidding(std::string_view text);
std::string FormatBidding(const Bidding& bidding);

// The board that a bidding that is over leads to.
Position BoardAfter(const Bidding& bidding);

// One target of the bidding as it stands.
struct TargetDetail {
  std::string_view name;
  // Chips, the Challenger's first.
  std::array<int, 2> deposits = {};
  // As in the bidding text: `-` where there is none.
  std::string outcome;
};

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

// The bidding. Numbers are chips; the Challenger's first, who is Color::kWhite here.
struct BiddingDetail {
  Color turn = Color::kWhite;
  std::array<int, 2> chips = {};
  uint32_t bids_made = 0;
  // white, time, home, xf.
  std::vector<TargetDetail> targets;
  // The width in force, and whether the home row has it (P8).
  int width = 0;
  bool home_row_fits = true;
  // The row that would be played if this were the end: the outcome, or the width's default.
  std::string home_row_played;
  Clocks clocks;
  // What the player to move may bid, by target; empty once the game is over.
  std::vector<BidTemplate> bids;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_BIDDING_H_
