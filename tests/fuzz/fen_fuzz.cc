// Input: a header line and a FEN. A FEN is refused with a reason or becomes a valid state in which
// every legal move or bid leads to another valid state.
#include <variant>

#include "core/base/strings.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"
#include "tests/support/apply.h"
#include "tests/support/detail.h"

namespace arbiter::fuzz {
namespace {

// Requires that the game accepts each match that its bid templates describe, and each raise by the
// minimum or the maximum, and that it refuses a raise beyond the maximum.
void CheckBids(const Game& game) {
  const std::any detail = game.detail();
  const int width = std::any_cast<chpok::BiddingDetail>(detail).width;
  const std::string row(static_cast<size_t>(width), 'K');
  const auto require_accepted = [&game](const std::string& bid) {
    auto after = game.Clone();
    Require(testing::Apply(after, bid, kSeed, nullptr).ok(), "a described bid is accepted",
            bid + " in " + game.Fen(FenStyle::kStandard));
    RequireSoundState(*after);
  };
  for (const chpok::BidTemplate& bid : testing::BidTemplatesOf(game)) {
    if (bid.match_cost) require_accepted(StrCat("match ", bid.target));
    if (!bid.min_raise) continue;
    const std::string outcome = bid.target == "time"   ? " 1+0"
                                : bid.target == "home" ? " " + row
                                : bid.target == "xf"   ? " -"
                                                       : "";
    for (const int chips : {*bid.min_raise, *bid.max_raise}) {
      require_accepted(StrCat("raise ", bid.target, " +", chips, outcome));
    }
    const std::string too_many = StrCat("raise ", bid.target, " +", *bid.max_raise + 1, outcome);
    RequireReason(game.Clone()->Apply(too_many, kSeed, nullptr),
                  {ErrorReason::kIllegalAction, ErrorReason::kBadActionText});
  }
}

// Requires that a perft of one ply counts the outcomes of all legal moves.
void CheckPerft(const Game& game) {
  constexpr uint64_t kMaxNodes = 2'000;
  const std::string fen = game.Fen(FenStyle::kStandard);
  Budget budget(kMaxNodes, nullptr);
  std::vector<std::pair<std::string, uint64_t>> divided;
  const auto leaves = game.Perft(1, budget, &divided);
  if (!leaves.ok()) {
    RequireReason(leaves.status(), {ErrorReason::kLimitExceeded});
    return;
  }
  const std::vector<MoveInfo> moves = game.LegalMoves("").value();
  Require(divided.size() == moves.size(),
          "a divided perft has as many parts as there are legal moves", fen);
  const bool over = game.Adjudicate().end.has_value();
  uint64_t sum = 0;
  for (size_t i = 0; i < moves.size(); ++i) {
    sum += divided[i].second;
    uint64_t outcomes = 1;
    if (moves[i].random && !over) {
      outcomes = 0;
      Budget all;
      const auto summary = game.Outcomes(moves[i].text, {}, all, [&](const auto&...) {
        ++outcomes;
        return true;
      });
      Require(summary.ok() && !summary->truncated, "a legal move has outcomes", moves[i].text);
    }
    Require(divided[i].first == moves[i].text,
            "the parts of a divided perft are named after the legal moves", fen);
    Require((over && moves[i].random) || divided[i].second == outcomes,
            "a perft of one ply counts the outcomes", moves[i].text + " in " + fen);
  }
  Require(*leaves == sum, "a perft is the sum of its parts", fen);
}

void Check(std::string_view input) {
  const Header header = ParseHeader(TakeLine(&input));
  if (header.variant == nullptr) return;
  const auto game = header.variant->FromFen(input, header.options, false);
  if (!game.ok()) {
    RequireReason(game.status(), {ErrorReason::kBadFen, ErrorReason::kImpossiblePosition});
    return;
  }
  RequireSoundState(**game);
  if ((*game)->phase() == Phase::kBidding) {
    CheckBids(**game);
    return;
  }
  CheckPerft(**game);
  const std::vector<std::string> texts = (*game)->LegalTexts("").value();
  const bool over = (*game)->Adjudicate().end.has_value();
  // A pending swap has about two thousand legal moves, so only some of them are tried.
  constexpr size_t kMaxMoves = 256;
  for (size_t i = 0; i < texts.size(); i += 1 + texts.size() / kMaxMoves) {
    const std::string& text = texts[i];
    const auto after = (*game)->Clone();
    const absl::Status status = after->Apply(text, kSeed, nullptr);
    if (over) {
      RequireReason(status, {ErrorReason::kGameOver});
    } else {
      Require(status.ok(), "a legal move is accepted", text);
      RequireSoundState(*after);
    }
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
