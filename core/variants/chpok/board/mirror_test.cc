// Tests that the rules of Chpok's board phase are symmetric: with colours swapped and ranks
// flipped, the other side has the same moves and scores the same. Move numbers and the history of
// the points change after Black's move, so they are left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"
#include "tests/support/chpok_play.h"
#include "tests/support/fen_board.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::FenOf;
using testing::GameAt;
using testing::GameCase;
using testing::GamePtr;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::LegalOf;
using testing::Random;
using testing::VariantNamed;

constexpr int kPositions = 10'000 / kSanitizerSlowdown;

// Returns the description of Chpok with the widest board.
const VariantInfo& Widest() {
  static const VariantInfo& info = *[] {
    auto* wide = new VariantInfo(VariantNamed("chpok").info());
    wide->files = 10;
    return wide;
  }();
  return info;
}

std::string MirrorSquares(const std::string& text) {
  return testing::MirrorSquares(text, Widest());
}

// Returns `3,0` for `0,3`.
std::string SwapPair(const std::string& pair) {
  const size_t comma = pair.find(',');
  return pair.substr(comma + 1) + "," + pair.substr(0, comma);
}

// Returns the FEN without the differences of the points, and with a move number below every move
// limit.
std::string Timeless(const std::string& fen) {
  std::vector<std::string> fields = absl::StrSplit(fen, ' ');
  if (fields.size() < 9) return fen;
  fields[7] = "5";
  std::string items = fields[8].substr(1, fields[8].size() - 2);
  std::vector<std::string> kept = absl::StrSplit(items, ';');
  std::erase_if(kept, [](const std::string& item) { return item.starts_with("d="); });
  fields.pop_back();
  if (!kept.empty()) fields.push_back(StrCat("{", absl::StrJoin(kept, ";"), "}"));
  return absl::StrJoin(fields, " ");
}

// Mirrors a FEN that Timeless() has returned.
std::string MirrorFen(const std::string& fen) {
  testing::FenBoard board = testing::ReadFenBoard(fen);
  std::reverse(board.ranks.begin(), board.ranks.end());
  for (std::string& rank : board.ranks) {
    for (char& letter : rank) letter = testing::SwapSide(letter, Widest());
  }
  board.side = board.side == 'w' ? 'b' : 'w';
  // The fields are an empty string, the en-passant square, four pairs, the move number and the
  // items.
  std::vector<std::string> fields = absl::StrSplit(board.rest, ' ');
  fields[1] = MirrorSquares(fields[1]);
  for (size_t i = 2; i < 6; ++i) fields[i] = SwapPair(fields[i]);
  board.rest = absl::StrJoin(fields, " ");
  constexpr std::string_view kClocks = "clock=";
  if (const size_t at = board.rest.find(kClocks); at != std::string::npos) {
    const size_t first = at + kClocks.size(), end = board.rest.find('}');
    board.rest.replace(first, end - first, SwapPair(board.rest.substr(first, end - first)));
  }
  return board.ToFen();
}

std::vector<std::string> MirrorAll(std::vector<std::string> texts) {
  for (std::string& text : texts) text = MirrorSquares(text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Returns `BLACK_WINS HILL` for `WHITE_WINS HILL`.
std::string MirrorEnd(const std::string& end) {
  if (end.starts_with("WHITE")) return "BLACK" + end.substr(5);
  if (end.starts_with("BLACK")) return "WHITE" + end.substr(5);
  return end;
}

void ExpectMirrored(const Game& game, const Game& mirrored) {
  const std::string fen = FenOf(game);
  ASSERT_EQ(Timeless(FenOf(mirrored)), MirrorFen(Timeless(fen)));
  const auto points = *game.Adjudicate().points, other = *mirrored.Adjudicate().points;
  ASSERT_EQ(std::pair(points.second, points.first), other) << fen;
  ASSERT_EQ(LegalOf(mirrored), MirrorAll(LegalOf(game))) << fen;
  ASSERT_EQ(testing::EndText(mirrored), MirrorEnd(testing::EndText(game))) << fen;
}

// Expects that a position and all positions after one move are symmetric.
void ExpectSymmetric(const std::string& fen) {
  const GamePtr game = GameAt("chpok", fen), mirrored = GameAt("chpok", MirrorFen(fen));
  ExpectMirrored(*game, *mirrored);
  if (game->Adjudicate().end) return;
  for (const std::string& text : LegalOf(*game)) {
    const GamePtr after = game->Clone(), mirrored_after = mirrored->Clone();
    ASSERT_THAT(after->Apply(text, nullptr), IsOk()) << text << " in " << fen;
    ActionResult applied;
    ASSERT_THAT(mirrored_after->Apply(MirrorSquares(text), &applied), IsOk()) << text;
    ASSERT_EQ(applied.text, MirrorSquares(text));
    ExpectMirrored(*after, *mirrored_after);
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << text << " in " << fen;
  }
}

TEST(ChpokMirror, P14_PositionsOfGamesAndSetUpsAreSymmetric) {
  const GameCase any{&VariantNamed("chpok"), {}};
  Random random(91);
  int positions = 0;
  while (positions < kPositions) {
    const OptionMap options =
        testing::RandomBoardOptions(random, 1 + random.Below(6), random.OneIn(4));
    const GameCase game_case{&VariantNamed("chpok"), options};
    testing::PlayGames(game_case, 1, 60, random, [&](const Game& game, const auto&) {
      const std::string fen = Timeless(FenOf(game));
      if (HasFatalFailure() || !random.OneIn(4)) return;
      ExpectSymmetric(fen);
      const std::string set_up = testing::RandomSetUp(any, fen, random);
      if (!set_up.empty()) ExpectSymmetric(set_up);
      positions += set_up.empty() ? 1 : 2;
    });
    if (HasFatalFailure()) return;
  }
}

TEST(ChpokMirror, P22_PositionsOfTheOracleAreSymmetric) {
  int row_number = 0;
  for (const auto& row : testing::ReadJsonLines("core/variants/chpok/testdata/legal.jsonl")) {
    if (++row_number % kSanitizerSlowdown != 0) continue;
    ExpectSymmetric(Timeless(testing::Text(row, "fen")));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace arbiter
