#include "tests/support/bidding.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "core/base/strings.h"
#include "tests/support/detail.h"

namespace arbiter::testing {
namespace {

std::string Pair(const auto& numbers) { return StrCat(numbers[0], ",", numbers[1]); }

std::string_view WordFor(Color player) { return player == kChallenger ? "challenger" : "opponent"; }

// Removes `label` and the value after it, up to and including `end`, from the front of `text`.
// Returns the value.
std::string Take(std::string_view* text, std::string_view label, char end) {
  EXPECT_TRUE(ConsumePrefix(text, label)) << label << " is missing before '" << *text << "'";
  const size_t length = std::min(text->find(end), text->size());
  std::string taken(text->substr(0, length));
  text->remove_prefix(std::min(length + 1, text->size()));
  return taken;
}

template <typename Number>
std::array<Number, 2> TakePair(std::string_view* text, std::string_view label, char end) {
  const std::string pair = Take(text, label, end);
  const size_t comma = std::min(pair.find(','), pair.size());
  std::array<Number, 2> numbers = {-1, -1};
  EXPECT_TRUE(absl::SimpleAtoi(pair.substr(0, comma), &numbers[0]) && comma < pair.size() &&
              absl::SimpleAtoi(pair.substr(comma + 1), &numbers[1]))
      << pair;
  return numbers;
}

std::string BidText(std::string_view target, int gap, std::optional<int> match,
                    std::optional<int> min, std::optional<int> max) {
  const auto number = [](std::optional<int> value) { return value ? StrCat(*value) : "none"; };
  return StrCat(target, " gap=", gap, " match=", match ? StrCat(*match) : "-",
                " raise=", min || max ? StrCat(number(min), "-", number(max)) : std::string("-"));
}

}  // namespace

std::string_view DefaultRow(int width) {
  constexpr std::array<std::string_view, 5> kRows = {"RNQKNR", "RNBQKNR", "RNBQKBNR", "RNBDQKBNR",
                                                     "RNBDQKDBNR"};
  return kRows.at(static_cast<size_t>(width - 6));
}

const BiddingText::Target& BiddingText::target(size_t number) const {
  const std::array<const Target*, 4> targets = {&white, &time, &home, &xf};
  return *targets.at(number);
}

BiddingText::Target& BiddingText::target(size_t number) {
  const std::array<Target*, 4> targets = {&white, &time, &home, &xf};
  return *targets.at(number);
}

int BiddingText::gap(size_t number) const {
  const auto& deposits = target(number).deposits;
  return turn == kChallenger ? deposits[1] - deposits[0] : deposits[0] - deposits[1];
}

std::string ToText(const BiddingText& bidding) {
  std::string text = StrCat("bidding turn=", WordFor(bidding.turn), " chips=", Pair(bidding.chips));
  for (size_t i = 0; i < kTargets.size(); ++i) {
    const BiddingText::Target& target = bidding.target(i);
    StrAppend(&text, " ", kTargets[i], "=", Pair(target.deposits), ":", target.outcome);
  }
  StrAppend(&text, " ply=", bidding.ply);
  if (bidding.clocks) StrAppend(&text, " {clock=", Pair(*bidding.clocks), "}");
  return text;
}

BiddingText ReadBidding(const std::string& text) {
  std::string_view rest = text;
  BiddingText bidding;
  const std::string turn = Take(&rest, "bidding turn=", ' ');
  EXPECT_TRUE(turn == "challenger" || turn == "opponent") << text;
  bidding.turn = turn == "challenger" ? kChallenger : kOpponent;
  bidding.chips = TakePair<int>(&rest, "chips=", ' ');
  for (size_t i = 0; i < kTargets.size(); ++i) {
    bidding.target(i).deposits = TakePair<int>(&rest, StrCat(kTargets[i], "="), ':');
    bidding.target(i).outcome = Take(&rest, "", ' ');
  }
  EXPECT_TRUE(absl::SimpleAtoi(Take(&rest, "ply=", ' '), &bidding.ply)) << text;
  if (!rest.empty()) bidding.clocks = TakePair<int64_t>(&rest, "{clock=", '}');
  EXPECT_EQ(ToText(bidding), text);
  return bidding;
}

GamePtr BiddingAt(const BiddingText& bidding, const OptionMap& options) {
  return GameAt("chpok", ToText(bidding), options);
}

GamePtr StartBidding(int chips, OptionMap options) {
  options["chips"] = StrCat(chips);
  return StartOf("chpok", options);
}

GamePtr StartTimedBidding(int chips, OptionMap options) {
  options["track_clocks"] = "true";
  return StartBidding(chips, std::move(options));
}

std::vector<std::string> BidsOf(const Game& game) {
  std::vector<std::string> texts;
  for (const chpok::BidTemplate& bid : BidTemplatesOf(game)) {
    texts.push_back(BidText(bid.target, bid.gap, bid.match_cost, bid.min_raise, bid.max_raise));
  }
  return texts;
}

std::vector<std::string> ExpectedBids(const BiddingText& bidding) {
  const int chips = bidding.chips.at(static_cast<size_t>(Index(bidding.turn)));
  std::vector<std::string> texts;
  for (size_t i = 0; i < kTargets.size(); ++i) {
    const int gap = bidding.gap(i);
    const int min = std::max(1, gap + 1);
    std::optional<int> match, min_raise, max_raise;
    if (gap > 0 && gap <= chips) match = gap;
    if (min <= chips) {
      min_raise = min;
      max_raise = chips;
    }
    texts.push_back(BidText(kTargets[i], gap, match, min_raise, max_raise));
  }
  return texts;
}

void ExpectRefusedAs(Game& game, std::string_view action,
                     std::initializer_list<ErrorReason> reasons,
                     std::initializer_list<std::string_view> words) {
  const std::string before = game.Snapshot();
  const absl::Status status = game.Apply(action, nullptr);
  EXPECT_FALSE(status.ok()) << action << " in " << FenOf(game);
  EXPECT_NE(std::find(reasons.begin(), reasons.end(), ReasonOf(status)), reasons.end())
      << action << ": " << ReasonName(ReasonOf(status)) << " " << status.ToString();
  for (const std::string_view word : words) {
    EXPECT_NE(Message(status).find(word), std::string::npos)
        << action << ": no '" << word << "' in: " << Message(status);
  }
  EXPECT_EQ(game.Snapshot(), before) << action;
}

ActionResult Make(GamePtr& game, std::string_view action, const ActionInput& given) {
  ActionResult applied;
  EXPECT_THAT(Apply(game, action, given, &applied), IsOk()) << action << " in " << FenOf(*game);
  return applied;
}

void ExpectWon(const Game& game, Result result, Termination termination) {
  const std::optional<End> end = game.Adjudicate().end;
  ASSERT_TRUE(end) << "not over: " << FenOf(game);
  EXPECT_EQ(end->result, result) << FenOf(game);
  EXPECT_EQ(end->termination, termination) << FenOf(game);
}

std::optional<Color> PlayerOfWhite(const Game& game) {
  // kWhite stands for the Challenger, so the colour that the Challenger plays also names the player
  // who has White.
  const std::any detail = game.detail();
  const auto* board = std::any_cast<chpok::BoardDetail>(&detail);
  return board != nullptr ? board->challenger : std::nullopt;
}

bool HomeRowFits(const Game& game) {
  const std::any detail = game.detail();
  const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail);
  EXPECT_NE(bidding, nullptr) << FenOf(game);
  return bidding != nullptr && bidding->home_row_fits;
}

std::string KeyOfP29() {
  std::string key;
  for (int i = 0; i < 32; ++i) key.push_back(static_cast<char>(i));
  return key;
}

}  // namespace arbiter::testing
