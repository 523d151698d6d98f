// Both sides have the same rights: after swapping colours and flipping ranks, the rules treat each
// side as they treated the other.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/game/registry.h"
#include "tests/support/detail.h"
#include "tests/support/fen_board.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::FenBoard;
using testing::GameCase;
using testing::IsOk;
using testing::MirrorSquares;
using testing::Random;
using testing::TextsOf;
using testing::ToText;

constexpr int kPositions = 10'000 / testing::kSanitizerSlowdown;

// Returns the FEN with colours swapped and ranks flipped. Counters stay unchanged.
std::string MirrorFen(const std::string& fen, const VariantInfo& info) {
  FenBoard board = testing::ReadFenBoard(fen);
  std::reverse(board.ranks.begin(), board.ranks.end());
  for (std::string& rank : board.ranks) {
    for (char& letter : rank) letter = testing::SwapSide(letter, info);
  }
  board.side = board.side == 'w' ? 'b' : 'w';
  board.rest = MirrorSquares(board.rest, info);
  constexpr std::string_view kFlags = "\"flags\":\"";
  if (const size_t flags = board.rest.find(kFlags); flags != std::string::npos) {
    // There are two flags for White, followed by two for Black.
    const auto first = board.rest.begin() + static_cast<std::ptrdiff_t>(flags + kFlags.size());
    std::rotate(first, first + 2, first + 4);
  }
  return board.ToFen();
}

// Mirrors the squares in an action text, including its outcomes, or the name of a square.
std::string MirrorText(const std::string& text, const VariantInfo& info) {
  std::string mirrored = MirrorSquares(text, info);
  // The first square of a swap is the one that comes first in the order a1, b1, ….
  const bool swap = mirrored.size() == 5 && mirrored[2] == '~';
  const auto rank_first = [&mirrored](size_t at) {
    return std::pair(mirrored[at + 1], mirrored[at]);
  };
  if (swap && rank_first(3) < rank_first(0)) {
    mirrored = mirrored.substr(3) + '~' + mirrored.substr(0, 2);
  }
  return mirrored;
}

std::vector<std::string> MirrorAll(std::vector<std::string> texts, const VariantInfo& info) {
  for (std::string& text : texts) text = MirrorText(text, info);
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::optional<Color> MirrorColor(std::optional<Color> color) {
  if (!color) return color;
  return !*color;
}

Result MirrorResult(Result result) {
  const std::optional<Color> winner = WinnerOf(result);
  return winner ? WinFor(!*winner) : result;
}

// Mirrors an adjudication. Sorts the checkers, because flipping ranks changes their order.
Adjudication Mirror(Adjudication adjudication, const VariantInfo& info) {
  if (adjudication.end) adjudication.end->result = MirrorResult(adjudication.end->result);
  for (Claim& claim : adjudication.claims) {
    claim.by = MirrorColor(claim.by);
    claim.end.result = MirrorResult(claim.end.result);
  }
  adjudication.checkers = MirrorAll(adjudication.checkers, info);
  adjudication.claimed_by = MirrorColor(adjudication.claimed_by);
  adjudication.draw_offered_by = MirrorColor(adjudication.draw_offered_by);
  return adjudication;
}

Adjudication WithSortedCheckers(Adjudication adjudication) {
  std::sort(adjudication.checkers.begin(), adjudication.checkers.end());
  return adjudication;
}

// Tests positions from games, and the same positions after random changes.
class MirrorTest : public ::testing::TestWithParam<const Variant*> {
 protected:
  void ExpectSymmetric(const GameCase& game_case, const std::string& fen, Random& random) {
    const VariantInfo& info = game_case.variant->info();
    const auto game = game_case.variant->FromFen(fen, game_case.options, false);
    ASSERT_THAT(game, IsOk()) << fen;
    const std::string mirror_fen = MirrorFen(fen, info);
    const auto mirrored = game_case.variant->FromFen(mirror_fen, game_case.options, false);
    ASSERT_THAT(mirrored, IsOk()) << mirror_fen;
    ExpectSame(**game, **mirrored);
    const std::vector<std::string> texts = TextsOf(**game);
    if (texts.empty() || (*game)->Adjudicate().end) return;
    const std::string& text = texts[random.Below(texts.size())];
    ActionResult applied;
    ASSERT_THAT((*game)->Apply(text, random.Seed(), &applied), IsOk()) << text << " in " << fen;
    // The mirrored action carries its outcomes, because a seed would choose from candidates in
    // another order.
    const std::string mirror_text = MirrorText(applied.text, info);
    ActionResult mirror_applied;
    ASSERT_THAT((*mirrored)->Apply(mirror_text, &mirror_applied), IsOk())
        << mirror_text << " in " << mirror_fen;
    EXPECT_EQ(mirror_applied.text, mirror_text) << mirror_fen;
    EXPECT_EQ(mirror_applied.events.size(), applied.events.size()) << applied.text << " in " << fen;
    ExpectSame(**game, **mirrored);
  }

 private:
  // Removes the move number, which rises after Black's ply but not after White's. Returns a FEN
  // that ends in `}` unchanged, because it has a count of plies instead.
  static std::string WithoutMoveNumber(const std::string& fen) {
    return fen.ends_with('}') ? fen : fen.substr(0, fen.rfind(' '));
  }

  static void ExpectSameFen(const Game& game, const Game& mirrored) {
    ASSERT_EQ(WithoutMoveNumber(MirrorFen(game.Fen(FenStyle::kStandard), game.variant())),
              WithoutMoveNumber(mirrored.Fen(FenStyle::kStandard)));
  }

  // Expects what is hidden from one player in the game to be hidden from the other player in the
  // mirrored one.
  static void ExpectSameViews(const Game& game, const Game& mirrored) {
    for (const Viewer viewer : {Viewer::kWhite, Viewer::kBlack, Viewer::kSpectator}) {
      const Viewer opposite = viewer == Viewer::kWhite   ? Viewer::kBlack
                              : viewer == Viewer::kBlack ? Viewer::kWhite
                                                         : viewer;
      const auto view = game.ViewFor(viewer);
      const auto mirrored_view = mirrored.ViewFor(opposite);
      ASSERT_EQ(view == nullptr, mirrored_view == nullptr) << game.Fen(FenStyle::kStandard);
      if (view == nullptr) continue;
      ExpectSameFen(*view, *mirrored_view);
      ASSERT_EQ(MirrorAll(TextsOf(*view), game.variant()), TextsOf(*mirrored_view));
    }
  }

  static void ExpectSame(const Game& game, const Game& mirrored) {
    const VariantInfo& info = game.variant();
    const std::string fen = game.Fen(FenStyle::kStandard);
    ExpectSameFen(game, mirrored);
    ExpectSameViews(game, mirrored);
    ASSERT_EQ(MirrorAll(TextsOf(game), info), TextsOf(mirrored)) << fen;
    ASSERT_EQ(ToText(Mirror(game.Adjudicate(), info)),
              ToText(WithSortedCheckers(mirrored.Adjudicate())))
        << fen;
    std::optional<makruk::CountStatus> count = testing::CountOf(game);
    if (count) count->color = !count->color;
    const std::optional<makruk::CountStatus> mirrored_count = testing::CountOf(mirrored);
    ASSERT_EQ(count ? ToText(*count) : "", mirrored_count ? ToText(*mirrored_count) : "") << fen;
  }
};

TEST_P(MirrorTest, TheRulesAreTheSameForBothSides) {
  std::vector<GameCase> cases = testing::AllGameCases();
  std::erase_if(cases, [](const GameCase& other) { return other.variant != GetParam(); });
  Random random(31);
  int positions = 0;
  while (positions < kPositions) {
    const GameCase& game_case = cases[static_cast<size_t>(positions) % cases.size()];
    testing::PlayGames(game_case, 1, 150, random, [&](const Game& game, const auto&) {
      const std::string fen = game.Fen(FenStyle::kStandard);
      ExpectSymmetric(game_case, fen, random);
      const std::string set_up = testing::RandomSetUp(game_case, fen, random);
      if (!set_up.empty()) ExpectSymmetric(game_case, set_up, random);
      positions += set_up.empty() ? 1 : 2;
    });
    if (HasFatalFailure()) return;
  }
}

// Chpok has a mirror test of its own, because its moves and points are counted after Black's move.
std::vector<const Variant*> SymmetricVariants() {
  std::vector<const Variant*> variants(AllVariants().begin(), AllVariants().end());
  std::erase_if(variants, [](const Variant* variant) { return variant->info().points_decide; });
  return variants;
}

INSTANTIATE_TEST_SUITE_P(Variants, MirrorTest, ::testing::ValuesIn(SymmetricVariants()),
                         [](const auto& info) { return std::string(info.param->info().id); });

}  // namespace

// Prints a variant as the parameter of a test.
void PrintTo(const Variant* variant, std::ostream* out) { *out << variant->info().id; }

}  // namespace arbiter
