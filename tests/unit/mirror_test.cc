// Both sides have the same rights: with colours swapped and ranks flipped, the
// rules say the same of the other side.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/game/registry.h"
#include "tests/support/fen_board.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::FenBoard;
using testing::GameCase;
using testing::IsOk;
using testing::Random;
using testing::TextsOf;
using testing::ToText;

constexpr int kPositions = 10'000 / testing::kSanitizerSlowdown;

// The same FEN seen from the other side; counters stay as they are.
std::string MirrorFen(const std::string& fen) {
  FenBoard board = testing::ReadFenBoard(fen);
  std::reverse(board.ranks.begin(), board.ranks.end());
  for (std::string& rank : board.ranks) {
    std::transform(rank.begin(), rank.end(), rank.begin(), testing::SwapCase);
  }
  board.side = board.side == 'w' ? 'b' : 'w';
  return board.ToFen();
}

// Mirrors every square in an action text or a square's name.
std::string MirrorText(std::string text, const VariantInfo& info) {
  for (size_t i = 1; i < text.size(); ++i) {
    const bool square = text[i - 1] >= 'a' && text[i - 1] < 'a' + info.files && text[i] >= '1' &&
                        text[i] < '1' + info.ranks;
    if (square) text[i] = static_cast<char>('1' + info.ranks - 1 - (text[i] - '1'));
  }
  return text;
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

// The order of checkers is that of the squares, which flipping changes.
Adjudication Mirror(Adjudication said, const VariantInfo& info) {
  if (said.end) said.end->result = MirrorResult(said.end->result);
  for (Claim& claim : said.claims) {
    claim.by = MirrorColor(claim.by);
    claim.end.result = MirrorResult(claim.end.result);
  }
  said.checkers = MirrorAll(said.checkers, info);
  if (said.counting) said.counting->color = !said.counting->color;
  said.claimed_by = MirrorColor(said.claimed_by);
  said.draw_offered_by = MirrorColor(said.draw_offered_by);
  return said;
}

Adjudication WithSortedCheckers(Adjudication said) {
  std::sort(said.checkers.begin(), said.checkers.end());
  return said;
}

// Positions from games, and from the same games with pieces moved about.
class MirrorTest : public ::testing::TestWithParam<const Variant*> {
 protected:
  void ExpectSymmetric(const GameCase& game_case, const std::string& fen, Random& random) {
    const VariantInfo& info = game_case.variant->info();
    const auto game = game_case.variant->FromFen(fen, game_case.options, false);
    ASSERT_THAT(game, IsOk()) << fen;
    const auto mirrored = game_case.variant->FromFen(MirrorFen(fen), game_case.options, false);
    ASSERT_THAT(mirrored, IsOk()) << MirrorFen(fen);
    ExpectSame(**game, **mirrored);
    const std::vector<std::string> texts = TextsOf(**game);
    if (texts.empty() || (*game)->Adjudicate().end) return;
    const std::string& text = texts[random.Below(texts.size())];
    ASSERT_THAT((*game)->Apply(text, nullptr), IsOk());
    ASSERT_THAT((*mirrored)->Apply(MirrorText(text, info), nullptr), IsOk());
    ExpectSame(**game, **mirrored);
  }

 private:
  // The move number is not compared: it rises after Black's turn, not after White's.
  static std::string WithoutMoveNumber(const std::string& fen) {
    return fen.substr(0, fen.rfind(' '));
  }

  static void ExpectSame(const Game& game, const Game& mirrored) {
    const VariantInfo& info = game.variant();
    const std::string fen = game.Fen(FenStyle::kStandard);
    ASSERT_EQ(WithoutMoveNumber(MirrorFen(fen)),
              WithoutMoveNumber(mirrored.Fen(FenStyle::kStandard)));
    ASSERT_EQ(MirrorAll(TextsOf(game), info), TextsOf(mirrored)) << fen;
    ASSERT_EQ(ToText(Mirror(game.Adjudicate(), info)),
              ToText(WithSortedCheckers(mirrored.Adjudicate())))
        << fen;
  }
};

TEST_P(MirrorTest, SwappedColoursAndFlippedRanks) {
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

INSTANTIATE_TEST_SUITE_P(Variants, MirrorTest,
                         ::testing::ValuesIn(AllVariants().begin(), AllVariants().end()),
                         [](const auto& info) { return std::string(info.param->info().id); });

}  // namespace

// How GoogleTest prints a parameter.
void PrintTo(const Variant* variant, std::ostream* out) { *out << variant->info().id; }

}  // namespace arbiter
