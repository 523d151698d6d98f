// Walks through every auction of Chpok with three chips for each player. To limit their number, the
// raises on a target all name the same outcome, and a time control is drawn from two candidates.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/strings.h"
#include "tests/support/bidding.h"

namespace arbiter {
namespace {

using testing::BiddingOf;
using testing::BiddingText;
using testing::BidsOf;
using testing::ExpectedBids;
using testing::FenOf;
using testing::GamePtr;
using testing::kTargets;

constexpr int kChips = 3;

// The outcome that a raise on each target names.
constexpr std::array<const char*, 4> kRaised = {"", " 7+7", " KKKKKKKK", " hill"};
// The outcomes of random draws that the walk follows.
constexpr std::array<const char*, 2> kWhites = {"white=challenger", "white=opponent"};
constexpr std::array<const char*, 2> kSomeTimes = {"time=1+0", "time=30+20"};

// The auctions that can follow from a bidding text.
struct Node {
  // The number of different ways to the end.
  uint64_t paths = 0;
  // The numbers of bids in the shortest and the longest of them.
  int shortest = 0;
  int longest = 0;
};

class Walk {
 public:
  const Node& From(const GamePtr& game) {
    const std::string text = FenOf(*game);
    const auto [found, is_new] = nodes_.try_emplace(text);
    Node& node = found->second;
    if (!is_new) {
      // The same bids are legal however the state was reached.
      EXPECT_EQ(BidsOf(*game), bids_[text]) << text;
      return node;
    }
    bids_[text] = BidsOf(*game);
    const BiddingText state = BiddingOf(*game);
    EXPECT_EQ(bids_[text], ExpectedBids(state)) << text;
    const std::vector<std::string> legal = TryAll(*game, state);
    EXPECT_FALSE(legal.empty()) << "no legal bid: " << text;
    // The text holds the whole state: a parsed bidding continues like the one that was played.
    const GamePtr read = testing::GameAt("chpok", text, {{"chips", StrCat(kChips)}});
    for (const std::string& bid : legal) {
      for (const std::string& outcomes : DrawsOf(state, bid)) {
        Follow(game, read, state, bid + outcomes, &node);
      }
    }
    return node;
  }

  size_t states() const { return nodes_.size(); }
  uint64_t steps() const { return steps_; }
  const std::set<std::string>& boards() const { return boards_; }
  // Returns the number of different boards, counted separately for each player of White.
  size_t ends() const { return ends_.size(); }

 private:
  // Checks every bid with every number of chips against ruling P2, and returns the legal ones.
  static std::vector<std::string> TryAll(Game& game, const BiddingText& state) {
    const int chips = state.chips.at(static_cast<size_t>(Index(state.turn)));
    std::vector<std::string> legal;
    for (size_t i = 0; i < kTargets.size(); ++i) {
      const int gap = state.gap(i);
      const auto add = [&](const std::string& bid, bool is_legal) {
        if (is_legal) {
          legal.push_back(bid);
        } else {
          testing::ExpectInvalidBid(game, bid);
        }
      };
      add(StrCat("match ", kTargets[i]), gap > 0 && gap <= chips);
      for (int amount = 0; amount <= kChips + 1; ++amount) {
        add(StrCat("raise ", kTargets[i], " +", amount, kRaised.at(i)),
            amount >= 1 && amount > gap && amount <= chips);
      }
    }
    return legal;
  }

  // Returns the possible outcomes of a bid's random draws in braces; one empty text if it has none.
  static std::vector<std::string> DrawsOf(const BiddingText& state, const std::string& bid) {
    std::vector<std::string> draws = {""};
    const auto draw = [&draws](const auto& candidates) {
      std::vector<std::string> longer;
      for (const std::string& before : draws) {
        for (const char* candidate : candidates) {
          longer.push_back(StrCat(before, before.empty() ? "{" : ",", candidate));
        }
      }
      draws = std::move(longer);
    };
    if (bid == "match white") draw(kWhites);
    if (bid == "match time") draw(kSomeTimes);
    const int left = state.chips[0] + state.chips[1] - CostOf(state, bid);
    const auto untouched = [&](size_t target, const char* raise) {
      return state.target(target).outcome == "-" && !bid.starts_with(raise);
    };
    if (left == 0 && untouched(0, "raise white")) draw(kWhites);
    if (left == 0 && untouched(1, "raise time")) draw(kSomeTimes);
    for (std::string& text : draws) {
      if (!text.empty()) text += "}";
    }
    return draws;
  }

  static int CostOf(const BiddingText& state, const std::string& bid) {
    const size_t plus = bid.find(" +");
    if (plus != std::string::npos) return bid[plus + 2] - '0';
    for (size_t i = 0; i < kTargets.size(); ++i) {
      if (bid == StrCat("match ", kTargets[i])) return state.gap(i);
    }
    return 0;
  }

  // Makes a bid in the played game and in the parsed one, and walks on from there.
  void Follow(const GamePtr& game, const GamePtr& read, const BiddingText& state,
              const std::string& bid, Node* node) {
    ++steps_;
    GamePtr after = game->Clone();
    EXPECT_EQ(testing::TextOf(after, bid), bid);
    GamePtr same = read->Clone();
    testing::Play(same, {bid});
    EXPECT_EQ(FenOf(*same), FenOf(*after)) << bid << " in " << FenOf(*read);
    int shortest = 1, longest = 1;
    uint64_t paths = 1;
    if (after->phase() == Phase::kBoard) {
      EXPECT_EQ(state.chips[0] + state.chips[1], CostOf(state, bid.substr(0, bid.find('{'))));
      boards_.insert(FenOf(*after));
      const std::optional<Color> white = testing::PlayerOfWhite(*after);
      EXPECT_TRUE(white.has_value());
      EXPECT_EQ(testing::PlayerOfWhite(*same), white);
      ends_.emplace(FenOf(*after), white == testing::kChallenger);
    } else {
      // Every bid leads closer to the end.
      const BiddingText next = BiddingOf(*after);
      EXPECT_EQ(next.ply, state.ply + 1);
      EXPECT_LT(next.chips[0] + next.chips[1], state.chips[0] + state.chips[1]);
      if (::testing::Test::HasFailure()) return;
      const Node& below = From(after);
      shortest += below.shortest;
      longest += below.longest;
      paths = below.paths;
    }
    node->shortest = node->paths == 0 ? shortest : std::min(node->shortest, shortest);
    node->longest = std::max(node->longest, longest);
    node->paths += paths;
  }

  std::map<std::string, Node> nodes_;
  std::map<std::string, std::vector<std::string>> bids_;
  std::set<std::string> boards_;
  std::set<std::pair<std::string, bool>> ends_;
  uint64_t steps_ = 0;
};

// In every state at least one bid is legal, and the legal bids are those of ruling P2. Every
// auction ends after 2 to 6 bids. The bids that can follow depend only on the bidding text. The
// expected numbers come from another program.
TEST(BiddingWalk, P2_EveryBiddingWithThreeChipsEnds) {
  Walk walk;
  const Node root = walk.From(testing::StartBidding(kChips));
  RecordProperty("states", StrCat(walk.states()));
  RecordProperty("steps", StrCat(walk.steps()));
  RecordProperty("ends", StrCat(walk.ends()));
  EXPECT_EQ(root.shortest, 2);
  EXPECT_EQ(root.longest, 6);
  EXPECT_EQ(walk.states(), 1138u);
  EXPECT_EQ(walk.steps(), 6712u);
  EXPECT_EQ(root.paths, 15'396u);
  // There are two rows, two sets of features and three time controls, and either player can be
  // White.
  EXPECT_EQ(walk.boards().size(), 12u);
  EXPECT_EQ(walk.ends(), 24u);
}

}  // namespace
}  // namespace arbiter
