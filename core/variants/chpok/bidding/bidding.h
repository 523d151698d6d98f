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

// A target of bids (P1), in the order of the bidding text.
enum class Target : uint8_t { kWhite, kTime, kHome, kFeatures, kCount };
inline constexpr int kTargets = static_cast<int>(Target::kCount);
inline constexpr std::array<Target, kTargets> kAllTargets = {Target::kWhite, Target::kTime,
                                                             Target::kHome, Target::kFeatures};
// Returns `white`, `time`, `home` or `xf`.
std::string_view NameOf(Target target);

// The candidates of a random draw of the time control, in the order of P4.
inline constexpr TimeControl kRandomTimeControls[] = {
    {1, 0}, {2, 1}, {3, 0}, {3, 2}, {5, 0}, {5, 3}, {10, 0}, {10, 5}, {15, 10}, {30, 0}, {30, 20}};

// The times of the bidding clocks, in milliseconds (P6). If the other player has no chips, a bid
// adds kClockIncrementAlone instead of kClockIncrement.
inline constexpr int64_t kInitialClock = 100'000;
inline constexpr int64_t kClockIncrement = 100'000;
inline constexpr int64_t kClockIncrementAlone = 20'000;
inline constexpr int64_t kMaxBiddingClock = 200'000;

// A state of the bidding phase (P1–P8), in which Color::kWhite stands for the Challenger.
struct Bidding {
  using Geo = chpok::Geo;

  Color turn = Color::kWhite;
  // The chips that each player has left, and the deposits of each player on each target.
  std::array<int, 2> chips = {};
  std::array<std::array<int, kTargets>, 2> deposits = {};
  // The outcomes so far. `white` is the player who plays White.
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
  // Returns the deposit of the other player minus that of the player to move (P1).
  int Gap(Target target) const { return deposit(!turn, target) - deposit(turn, target); }
  bool HasBid(Target target) const {
    return deposit(Color::kWhite, target) + deposit(Color::kBlack, target) > 0;
  }
  bool IsOver() const { return chips[0] == 0 && chips[1] == 0; }
  // Returns the row that would be played if the bidding were over (P8).
  HomeRow PlayedRow() const {
    return home.size() == features.width ? home : HomeRow::DefaultFor(features.width);
  }

  uint32_t ply() const { return bids; }
  bool operator==(const Bidding&) const = default;
  uint64_t key() const;
};

// Returns the outcome of a target as the bidding text writes it; `-` if the target has no outcome.
std::string OutcomeText(const Bidding& bidding, Target target);

// Returns the first state of an auction in which each player has this many chips.
Bidding StartBidding(int chips);

// A bid (P2, P3). Of `time`, `home` and `features`, only the member that belongs to the target is
// used, and only by a raise.
struct Bid {
  Target target;
  bool is_match;
  int chips;
  TimeControl time;
  HomeRow home;
  Features features;

  bool operator==(const Bid&) const = default;
  // A bid does not start on a square.
  bool StartsOn(Sq /*square*/) const { return false; }
};

// The beginning of every bidding text.
inline constexpr std::string_view kBiddingWord = "bidding ";
// Parse and format a bidding text (P27). ParseBidding() returns BAD_FEN if the text cannot be read
// and IMPOSSIBLE_POSITION if no bids can lead to the state.
absl::StatusOr<Bidding> ParseBidding(std::string_view text);
std::string FormatBidding(const Bidding& bidding);

// Returns the first position of the board after an auction, which must be over and have an outcome
// for White and for the time.
Position BoardAfter(const Bidding& bidding);

// The state of one target.
struct TargetDetail {
  std::string_view name;
  // The deposits of both players in chips, the Challenger's first.
  std::array<int, 2> deposits = {};
  // The outcome as the bidding text writes it; `-` if the target has no outcome.
  std::string outcome;
};

// The legal bids of the player to move on one target. They are described rather than listed,
// because they are an open set (P10). Numbers are chips.
struct BidTemplate {
  // `white`, `time`, `home` or `xf`.
  std::string_view target;
  // The deposit of the other player minus that of the player to move.
  int gap = 0;
  // The cost of a match; std::nullopt if no match is legal.
  std::optional<int> match_cost = {};
  // The minimum and the maximum cost of a raise; std::nullopt if no raise is legal.
  std::optional<int> min_raise = {};
  std::optional<int> max_raise = {};
  // The form of a raise, such as `raise time +N M+B`.
  std::string_view form = {};
  // The outcomes that a raise can name, in words; empty for `white`.
  std::string outcomes = {};
};

// The state of the bidding phase. Color::kWhite stands for the Challenger, whose values come first.
struct BiddingDetail {
  Color turn = Color::kWhite;
  std::array<int, 2> chips = {};
  uint32_t bids_made = 0;
  // The targets white, time, home and xf, in this order.
  std::vector<TargetDetail> targets;
  // The width in force, and whether the home row fits it (P8).
  int width = 0;
  bool home_row_fits = true;
  // The row that would be played if the bidding were over: the outcome, or the default row of the
  // width if the outcome does not fit.
  std::string home_row_played;
  Clocks clocks;
  // The legal bids of the player to move, in the order of the targets; empty once the game is over.
  std::vector<BidTemplate> bids;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_BIDDING_H_
