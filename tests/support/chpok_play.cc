#include "tests/support/chpok_play.h"

#include <algorithm>
#include <map>
#include <variant>

#include "core/base/strings.h"
#include "core/variants/chpok/info.h"
#include "tests/support/detail.h"

namespace arbiter::testing {
namespace {

std::string RandomDigits(Random& random, int digits) {
  std::string text;
  for (int i = 0; i < digits; ++i) text.push_back(static_cast<char>('0' + random.Below(10)));
  return text;
}

}  // namespace

const std::vector<std::string>& ChpokFeatures() {
  static const auto& features = *new std::vector<std::string>{
      "width=10", "moves=12", "undo=2",        "points=1234567", "castlings=4", "hill",
      "racing",   "cruel",    "superqueen",    "cornerbishop",   "backpawn",    "newborn",
      "remove",   "skip",     "nopromoteking", "noenpassant"};
  return features;
}

std::string RandomFeatures(Random& random, size_t chances) {
  std::string text;
  for (const std::string& feature : ChpokFeatures()) {
    if (!random.OneIn(chances)) continue;
    std::string value = feature;
    if (feature.starts_with("width")) value = StrCat("width=", 6 + random.Below(5));
    if (feature.starts_with("moves")) value = StrCat("moves=", 10 + random.Below(60));
    if (feature.starts_with("undo")) value = StrCat("undo=", random.Below(6));
    if (feature.starts_with("points")) value = StrCat("points=", RandomDigits(random, 7));
    if (feature.starts_with("castlings")) value = StrCat("castlings=", random.Below(6));
    StrAppend(&text, text.empty() ? "" : ",", value);
  }
  return text.empty() ? "-" : text;
}

int WidthOf(const std::string& features) {
  const size_t width = features.find("width=");
  return width == std::string::npos ? 8 : std::stoi(features.substr(width + 6));
}

std::string RandomHomeRow(int width, Random& random) {
  std::string row;
  for (int file = 0; file < width; ++file) row.push_back("KQRBDNP"[random.Below(7)]);
  row[random.Below(row.size())] = 'K';
  return row;
}

std::string RandomBid(const Game& bidding, Random& random) {
  const int width = DetailOf<chpok::BiddingDetail>(bidding).width;
  while (true) {
    const std::vector<chpok::BidTemplate> bids = BidTemplatesOf(bidding);
    const chpok::BidTemplate& bid = bids[random.Below(bids.size())];
    if (bid.match_cost && random.OneIn(2)) return StrCat("match ", bid.target);
    if (!bid.min_raise) continue;
    const auto room = static_cast<size_t>(*bid.max_raise - *bid.min_raise + 1);
    const size_t chips =
        static_cast<size_t>(*bid.min_raise) + (random.OneIn(2) ? 0 : random.Below(room));
    const std::string raise = StrCat("raise ", bid.target, " +", chips);
    if (bid.target == "time") {
      return StrCat(raise, " ", 1 + random.Below(180), "+", random.Below(61));
    }
    if (bid.target == "home") return StrCat(raise, " ", RandomHomeRow(width, random));
    if (bid.target == "xf") return StrCat(raise, " ", RandomFeatures(random, 3));
    return raise;
  }
}

OptionMap RandomBoardOptions(Random& random, size_t chances, bool clocks) {
  OptionMap options = {{"skip_bidding", "true"}, {"features", RandomFeatures(random, chances)}};
  if (!random.OneIn(4)) {
    options["home_row"] = RandomHomeRow(WidthOf(options["features"]), random);
  }
  if (clocks || random.OneIn(4)) {
    options["minutes"] = "1";
    options["bonus"] = StrCat(random.Below(3));
  }
  if (clocks) options["track_clocks"] = "true";
  if (random.OneIn(3)) options["draw_policy"] = "automatic";
  return options;
}

std::string RandomBoardMove(const std::vector<std::string>& legal, Color turn, bool quiet,
                            Random& random) {
  if (legal.empty()) return "";
  constexpr int kTries = 6;
  for (int i = 0; quiet && i < kTries; ++i) {
    const std::string& text = legal[random.Below(legal.size())];
    const bool own_half =
        text.size() == 4 && (turn == Color::kWhite ? text[3] < '5' : text[3] > '4');
    if (own_half) return text;
  }
  return legal[random.Below(legal.size())];
}

std::string EndText(const Game& game) {
  static const auto& results =
      *new std::map<Result, std::string>{{Result::kWhiteWins, "WHITE_WINS"},
                                         {Result::kBlackWins, "BLACK_WINS"},
                                         {Result::kDraw, "DRAW"},
                                         {Result::kFirstPlayerWins, "CHALLENGER_WINS"},
                                         {Result::kSecondPlayerWins, "OPPONENT_WINS"}};
  static const auto& terminations =
      *new std::map<Termination, std::string>{{Termination::kKingCaptured, "KING_CAPTURED"},
                                              {chpok::kHillEnd, "HILL"},
                                              {chpok::kRacingEnd, "RACING"},
                                              {chpok::kPointsEnd, "POINTS"},
                                              {Termination::kBlocked, "BLOCKED"},
                                              {chpok::kDrawClaimedEnd, "DRAW_CLAIMED"},
                                              {chpok::kWinClaimedEnd, "WIN_CLAIMED"},
                                              {Termination::kResignation, "RESIGNATION"},
                                              {Termination::kTimeout, "TIMEOUT"}};
  const std::optional<End> end = game.Adjudicate().end;
  return end ? StrCat(results.at(end->result), " ", terminations.at(end->termination)) : "";
}

std::string ClaimText(const Game& game) {
  std::string text;
  for (const Claim& claim : game.Adjudicate().claims) {
    if (claim.kind == ClaimKind::kDraw) text.push_back(claim.by ? '?' : 'd');
    if (claim.kind == ClaimKind::kWin) text.push_back(claim.by == Color::kWhite ? 'w' : 'b');
  }
  return text;
}

bool CanUndo(const Game& game) {
  const std::vector<ControlInfo> controls = game.Controls();
  return std::any_of(controls.begin(), controls.end(),
                     [](const ControlInfo& control) { return control.action == "undo"; });
}

std::vector<OptionMap> ChpokOptionSets() {
  std::vector<OptionMap> sets = {
      {{"chips", "4"}, {"draw_policy", "claim"}},
      {{"chips", "2"}, {"draw_policy", "automatic"}, {"track_clocks", "true"}},
      {{"chips", "0"}},
  };
  const std::string boards[] = {
      "-",
      "width=6,undo=2,hill,racing",
      "width=7,points=1234567,castlings=5,cruel,remove",
      "width=9,moves=30,backpawn,newborn,skip",
      "width=10,moves=60,undo=5,points=1000009,castlings=3,hill,racing,cruel,superqueen,"
      "cornerbishop,backpawn,newborn,remove,nopromoteking,noenpassant",
  };
  for (const std::string& features : boards) {
    sets.push_back({{"skip_bidding", "true"}, {"features", features}});
  }
  sets.back()["draw_policy"] = "automatic";
  sets.back().insert({{"minutes", "5"}, {"bonus", "3"}, {"track_clocks", "true"}});
  return sets;
}

}  // namespace arbiter::testing
