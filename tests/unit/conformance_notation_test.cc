// The contract of every variant, whatever its rules: lists of moves have a fixed order, and every
// notation names each move unambiguously.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::MovesOf;
using testing::PlayGames;
using testing::Random;
using testing::RandomSetUp;
using testing::TextsOf;

constexpr int kMaxPlies = 160;

class ConformanceOfNotation : public ::testing::TestWithParam<GameCase> {};

TEST_P(ConformanceOfNotation, C11_ListsAreSortedAndAgree) {
  Random random(21);
  PlayGames(GetParam(), 8, kMaxPlies, random, [](const Game& game, const auto&) {
    const std::vector<std::string> texts = TextsOf(game);
    ASSERT_TRUE(std::is_sorted(texts.begin(), texts.end()));
    ASSERT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end());
    const std::vector<MoveInfo> moves = MovesOf(game);
    ASSERT_EQ(moves.size(), texts.size());
    for (size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(moves[i].text, texts[i]);
      const std::vector<std::string> from_there = *game.LegalTexts(moves[i].from);
      ASSERT_TRUE(std::binary_search(from_there.begin(), from_there.end(), texts[i]));
    }
  });
}

// Expects every legal move to survive a round trip through `notation`, so that no two moves share a
// text.
void ExpectRoundTrips(const Game& game, Notation notation) {
  for (const std::string& text : TextsOf(game)) {
    const auto written = game.WriteMove(text, notation);
    ASSERT_THAT(written, IsOk()) << text << " in " << game.Fen(FenStyle::kStandard);
    const auto read = game.ReadMove(*written, notation);
    ASSERT_THAT(read, IsOk()) << *written << " in " << game.Fen(FenStyle::kStandard);
    ASSERT_EQ(*read, text) << *written << " in " << game.Fen(FenStyle::kStandard);
  }
}

void ExpectRoundTripsInAllNotations(const Game& game) {
  for (const Notation notation : {Notation::kAction, Notation::kSan, Notation::kLan}) {
    ExpectRoundTrips(game, notation);
  }
  if (game.variant().has_thai_notation) {
    ExpectRoundTrips(game, Notation::kThaiSan);
    ExpectRoundTrips(game, Notation::kThaiLan);
  } else {
    EXPECT_THAT(game.ReadMove("", Notation::kThaiSan), testing::Fails(ErrorReason::kBadField, ""));
    EXPECT_THAT(game.ReadMove("", Notation::kThaiLan), testing::Fails(ErrorReason::kBadField, ""));
  }
}

// Makes a move and expects its text with outcomes to survive a round trip too.
void ExpectRoundTripWithOutcomes(const Game& game, const MoveInfo& move, const std::string& seed) {
  ActionResult applied;
  ASSERT_THAT(game.Clone()->Apply(move.text, seed, &applied), IsOk());
  const std::string outcomes = applied.text.substr(move.text.size());
  ASSERT_EQ(*game.WriteMove(move.text, Notation::kSan), move.san);
  ASSERT_EQ(*game.WriteMove(applied.text, Notation::kSan), applied.san);
  ASSERT_TRUE(applied.san.starts_with(move.san)) << applied.san;
  // Only the outcome of an egg is appended to the SAN.
  const bool egg = outcomes.find("egg=") != std::string::npos;
  ASSERT_EQ(applied.san == move.san, !egg) << applied.text << " as " << applied.san;
  for (const Notation notation : {Notation::kSan, Notation::kLan}) {
    const std::string written = *game.WriteMove(applied.text, notation);
    // Without the outcomes appended, the move is read with its outcomes only if the notation itself
    // determines them.
    const std::string read = *game.ReadMove(written, notation);
    ASSERT_TRUE(read == move.text || read == applied.text) << written << " as " << read;
    ASSERT_EQ(*game.ReadMove(written + outcomes, notation), applied.text) << written;
  }
  ASSERT_EQ(*game.WriteMove(applied.text, Notation::kAction), applied.text);
  ASSERT_EQ(*game.ReadMove(applied.text, Notation::kAction), applied.text);
}

TEST_P(ConformanceOfNotation, NotationsRoundTrip) {
  Random random(22);
  int states = 0;
  PlayGames(GetParam(), 6, kMaxPlies, random, [&](const Game& game, const auto&) {
    if (++states % (2 * kSanitizerSlowdown) != 0) return;
    ExpectRoundTripsInAllNotations(game);
    if (game.Adjudicate().end) return;
    for (const MoveInfo& move : MovesOf(game)) {
      ExpectRoundTripWithOutcomes(game, move, random.Seed());
      ASSERT_FALSE(HasFatalFailure()) << move.text << " in " << game.Fen(FenStyle::kStandard);
    }
  });
}

// In random positions, many pieces of one kind stand on squares where games do not bring them,
// which requires unusual disambiguation.
TEST_P(ConformanceOfNotation, NotationsRoundTripInRandomPositions) {
  Random random(23);
  const std::string board = testing::FirstBoardOf(GetParam());
  std::string fen = board;
  for (int i = 0; i < 400 / kSanitizerSlowdown; ++i) {
    const std::string next = RandomSetUp(GetParam(), fen, random);
    fen = next.empty() ? board : next;
    ExpectRoundTripsInAllNotations(**GetParam().variant->FromFen(fen, GetParam().options, false));
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, ConformanceOfNotation,
                         ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
