#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RULES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/rules/board_view.h"
#include "core/rules/draws.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/outcome.h"
#include "core/rules/rules.h"
#include "core/rules/variant_info.h"
#include "core/search/query.h"
#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/bidding/notation.h"
#include "core/variants/chpok/bidding/resolution.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/chpok/info.h"
#include "core/variants/chpok/options.h"

namespace arbiter::chpok {

// The empty list of moves: bids are not listed, because they are an open set (P10).
struct NoBids {
  static const Bid* begin() { return nullptr; }
  static const Bid* end() { return nullptr; }
  static int size() { return 0; }
};

// The rules of Chpok's bidding phase under given options. Satisfies the StochasticRules concept;
// see core/rules/rules.h for the meaning of the members.
class BiddingRules {
 public:
  using Position = chpok::Bidding;
  using Move = chpok::Bid;
  using Moves = NoBids;
  using Resolution = chpok::BidResolution;
  // The rules of the phase that follows.
  using Next = BoardRules;

  static constexpr Abilities kAbilities = {.bidding = true,
                                           .clocks = true,
                                           .no_draw_offers = true,
                                           .win_claims = true,
                                           .random_start = true,
                                           .next_phase = true,
                                           .detail = true,
                                           .notes = true,
                                           .own_drawing = true};
  static constexpr const Roles& kRoles = kBidders;
  static constexpr std::string_view kDrawPurpose = "bid";

  static const VariantInfo& Info() { return ChpokInfo(); }
  static absl::StatusOr<BiddingRules> Create(const OptionMap& options);
  bool operator==(const BiddingRules&) const = default;
  // Returns the options that matter during the bidding.
  OptionMap options() const;
  const BidLimits& limits() const { return options_.limits; }

  // --- The start of a game and the transition to the board.

  // Returns whether a text is a bidding text and not the FEN of a board.
  static bool IsFen(std::string_view text) { return text.starts_with(kBiddingWord); }
  // Returns the start position of the board if the options skip the bidding phase; std::nullopt
  // otherwise.
  std::optional<BoardRules::Position> StartIfSkipped() const;
  Position Start() const;
  using FirstBoard = BoardRules::Position;
  // A game without chips begins with random draws instead of bids (P5).
  bool HasRandomStart() const { return !options_.skip_bidding && options_.chips == 0; }
  static std::string_view WhyRandomStart() {
    return "without chips, White and the time control are drawn at random (P5)";
  }
  BoardRules::Position DrawStart(const DrawFunction& draw) const {
    return BoardAfter(BidResolution::ResolveWithoutBids(Start(), draw));
  }
  bool CanBeRandomStart(const BoardRules::Position& position) const;
  // Returns the board after the bidding; std::nullopt if the bidding is not over.
  std::optional<BoardRules::Position> NextPosition(const Position& position) const;
  BoardRules NextRules() const { return BoardRules(options_.draw_policy); }

  // --- The bidding.

  absl::StatusOr<Position> ParseFen(std::string_view text) const;
  std::string FormatFen(const Position& position, FenStyle /*style*/) const {
    return FormatBidding(position);
  }

  void GenerateMoves(const Position& /*position*/, Moves* /*moves*/) const {}
  absl::StatusOr<Move> ParseMove(const Position& position, std::string_view text) const {
    return ParseBid(position, options_.limits, text);
  }
  std::string FormatMove(const Move& bid) const { return FormatBid(bid); }
  Resolution Resolve(const Position& position, const Move& bid, std::vector<Event>* events) const {
    return {position, bid, events};
  }
  ActionIndex ActionIndexOf(const Position& position) const { return {position.bids, 0}; }
  BidNotation NotationOf(const Position& position) const { return {position, options_.limits}; }
  static std::string_view SanSuffixOf(std::string_view /*san*/) { return {}; }
  static std::string_view PerftRefusal() {
    return "there is no perft during the bidding, because the bids are an open set (P10)";
  }

  std::optional<End> FindEnd(const Position& /*position*/, int /*occurrences*/) const {
    return std::nullopt;
  }
  std::optional<End> FindDrawClaim(const Position& /*position*/, int /*occurrences*/) const {
    return std::nullopt;
  }
  std::string DrawClaimRefusal(const Position& /*position*/, int /*occurrences*/) const {
    return "claims are only for the board, and the bidding is not over (P18)";
  }
  std::optional<End> FindWinClaim(const Position& /*position*/, Color /*player*/) const {
    return std::nullopt;
  }
  std::string WinClaimRefusal(const Position& position, Color /*player*/) const {
    return DrawClaimRefusal(position, 1);
  }
  static std::string_view DrawOfferRefusal() { return BoardRules::DrawOfferRefusal(); }

  // Clocks (P6).
  static constexpr std::string_view kClockRulings = BoardRules::kClockRulings;
  static std::string_view ClockOptionRefusal() { return BoardRules::ClockOptionRefusal(); }
  void StartClocks(Position* position) const;
  void AddTime(Color bidder, Position* position) const;
  End LoseTime(Color loser, Position* /*position*/, std::vector<Event>* /*events*/) const {
    return {kRoles.WinFor(!loser), Termination::kTimeout, "P6"};
  }
  bool IsTimeoutEnd(const Position& /*position*/, const End& end) const {
    return kRoles.WinnerOf(end.result) && end.termination == Termination::kTimeout;
  }

  BiddingDetail DetailOf(const Position& position, bool ongoing) const;
  // Adds a line for each player with their chips and clock, a line that says whose bid it is unless
  // the game is over, and a line for each target with its outcome and any deposits, which pictures
  // show; then a line for the open bids on each target.
  void AddNotes(const Position& position, bool ongoing, Locale locale,
                std::vector<Note>* notes) const;
  // Draws the board that would be played if the bidding were over.
  void Draw(const Position& position, BoardView* view) const;

  SearchReport<Move> Search(const Position& bidding, const SearchTask<Move>& task) const;

 private:
  explicit BiddingRules(const Options& options) : options_(options) {}

  Options options_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_RULES_H_
