// Tests the moves that the side not to move can choose in advance: those that it would have if the
// other side passed, with its own pieces as targets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"
#include "tests/support/reference_moves.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Fails;
using testing::GameAt;
using testing::GameCase;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using ::testing::Not;
using testing::PlayGames;
using testing::Random;
using testing::ReferenceTargets;
using testing::StartOf;

std::vector<std::string> InAdvance(const Game& game, std::string_view from = "") {
  std::vector<std::string> texts;
  const auto moves = game.MovesInAdvance(from);
  EXPECT_THAT(moves, IsOk());
  for (const MoveInfo& move : *moves) texts.push_back(move.text);
  return texts;
}
std::vector<std::string> InAdvance(std::string_view variant, std::string_view fen,
                                   std::string_view from = "") {
  return InAdvance(*GameAt(variant, fen), from);
}

// Computes the moves one target at a time: an own piece is a target if it is one once a piece of
// the other side stands in its place.
template <typename Rules>
std::set<std::string> ReferenceInAdvance(const Rules& rules,
                                         const typename Rules::Position& position) {
  using Kind = typename Rules::Kind;
  const auto& board = position.board;
  const Color side = !position.turn;
  const auto own_royal = testing::ReferenceRoyal(board, side);
  std::set<std::string> texts;
  const auto add = [&](auto from, auto to) {
    texts.insert(rules.FormatMove({from, to, PromotesAt(board.KindAt(from), to, side)}));
  };
  for (const auto from : board.Of(side)) {
    for (const auto to : ReferenceTargets(board, from)) {
      if (to != testing::ReferenceRoyal(board, !side)) add(from, to);
    }
    for (const auto to : board.Of(side)) {
      if (to == from || to == own_royal) continue;
      auto captured = board;
      captured.Remove(to);
      captured.Put(to, {static_cast<Kind>(1), !side});
      if (ReferenceTargets(captured, from).Has(to)) add(from, to);
    }
  }
  return texts;
}

template <typename Rules>
void CompareWithReference(const GameCase& game_case) {
  Random random(211);
  const auto rules = *Rules::Create({});
  size_t positions = 0;
  PlayGames(game_case, 20 / std::min(4, kSanitizerSlowdown), 200, random,
            [&](const Game& game, const std::vector<std::string>&) {
              const auto position = rules.ParseFen(testing::FenOf(game));
              ASSERT_THAT(position, IsOk());
              const std::vector<std::string> texts = InAdvance(game);
              ASSERT_TRUE(std::is_sorted(texts.begin(), texts.end()));
              const std::set<std::string> expected = testing::LegalOf(game).empty()
                                                         ? std::set<std::string>()
                                                         : ReferenceInAdvance(rules, *position);
              ASSERT_EQ(std::set<std::string>(texts.begin(), texts.end()), expected)
                  << testing::FenOf(game);
              ASSERT_EQ(texts.size(), expected.size());
              ++positions;
            });
  EXPECT_GT(positions, 300u);
}

TEST(MovesInAdvance, OfMakrukAndChakAreThoseOfTheReference) {
  for (const GameCase& game_case : testing::AllGameCases()) {
    if (game_case.variant->info().id == "makruk") {
      CompareWithReference<makruk::MakrukRules>(game_case);
    } else if (game_case.variant->info().id == "chak") {
      CompareWithReference<chak::ChakRules>(game_case);
    }
  }
}

TEST(MovesInAdvance, AreListedBySquareOfOrigin) {
  for (const GameCase& game_case : testing::AllGameCases()) {
    Random random(212);
    PlayGames(game_case, 1, 40, random, [&](const Game& game, const std::vector<std::string>&) {
      if (game.phase() == Phase::kBidding) {
        ASSERT_THAT(game.MovesInAdvance(""), Fails(ErrorReason::kWrongPhase, "the bidding"));
        return;
      }
      const std::string snapshot = game.Snapshot();
      const BoardView view = game.View();
      size_t from_squares = 0;
      for (int file = 0; file < view.files; ++file) {
        for (int rank = 0; rank < view.ranks; ++rank) {
          const std::string square = {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
          from_squares += InAdvance(game, square).size();
        }
      }
      const std::vector<std::string> all = InAdvance(game);
      const auto is_of_no_square = [](const std::string& text) {
        return text == "0000" || text.starts_with("P@");
      };
      const auto others = std::count_if(all.begin(), all.end(), is_of_no_square);
      ASSERT_EQ(from_squares + static_cast<size_t>(others), all.size()) << testing::FenOf(game);
      ASSERT_EQ(game.Snapshot(), snapshot);
    });
  }
  EXPECT_THAT(StartOf("makruk")->MovesInAdvance("k1"), Fails(ErrorReason::kBadField, "square"));
}

TEST(MovesInAdvance, IgnoreChecksButNeverCaptureAKing) {
  // Black's rook on e8 pins the rook on e2, and Black's king is attacked by the rook on a8.
  constexpr const char* kFen = "R3r2k/8/8/8/8/8/4R3/4K3 b - - 0 1";
  EXPECT_THAT(InAdvance("makruk", kFen, "e2"), Contains("e2a2"));
  EXPECT_THAT(InAdvance("makruk", kFen, "a8"), Contains("a8e8"));
  EXPECT_THAT(InAdvance("makruk", "R6k/8/8/8/8/8/8/4K3 b - - 0 1", "a8"), Not(Contains("a8h8")));
  // The own king is no target either, but any other own piece is.
  EXPECT_THAT(InAdvance("makruk", kFen, "e2"), Not(Contains("e2e1")));
  EXPECT_THAT(InAdvance("makruk", kFen, "e1"), Contains("e1e2"));
}

TEST(MovesInAdvance, M1_PawnsCaptureOwnPiecesOnlyDiagonally) {
  EXPECT_THAT(InAdvance("makruk", "4k3/8/8/3NNN2/4P3/8/8/4K3 b - - 0 1", "e4"),
              ElementsAre("e4d5", "e4f5"));
}

TEST(MovesInAdvance, AreNoneAfterTheEnd) {
  const auto mated = GameAt("makruk", "R6k/1R6/8/8/8/8/8/4K3 b - - 0 1");
  ASSERT_TRUE(mated->Adjudicate().end);
  EXPECT_THAT(InAdvance(*mated), IsEmpty());
}

TEST(MovesInAdvance, HaveNeitherSanNorSignsOfCheck) {
  const auto moves = *StartOf("makruk")->MovesInAdvance("b8");
  ASSERT_FALSE(moves.empty());
  for (const MoveInfo& move : moves) {
    EXPECT_EQ(move.san, "");
    EXPECT_FALSE(move.gives_check);
    EXPECT_EQ(move.piece, 'N');
    EXPECT_EQ(move.from, "b8");
  }
}

// White has to promote on e8, and Black's knight on g8 is immobilised.
TEST(MovesInAdvance, H13_ImmobilisedPiecesStayAndChoicesLapse) {
  constexpr const char* kFen =
      R"(4P1ok/8/8/8/8/8/8/K7 w 4 {"flags":"1111","pending":"promotion:e8"})";
  EXPECT_THAT(testing::LegalOf(*GameAt("chakart", kFen)), Contains("e8=q"));
  EXPECT_THAT(InAdvance("chakart", kFen, "g8"), IsEmpty());
  EXPECT_THAT(InAdvance("chakart", kFen), ElementsAre("h8*a1", "h8*g8", "h8g7", "h8g8", "h8h7"));
}

// The queen's own player may choose moves of hers, which other viewers must not see.
TEST(MovesInAdvance, H23_IncludeThoseOfAHiddenQueen) {
  constexpr const char* kFen = R"(4k3/8/8/7I/8/8/8/4K3 b 1 {"flags":"1011"})";
  EXPECT_THAT(InAdvance("chakart", kFen, "h5"), Contains("h5e8"));
}

TEST(MovesInAdvance, H4_AKingOfTheOtherSideIsATarget) {
  EXPECT_THAT(InAdvance("chakart", "4k3/8/8/8/8/8/8/4QK2 b 1", "e1"), Contains("e1e8"));
  EXPECT_THAT(InAdvance("chpok", "4k3/8/8/8/8/8/8/4QK2 b - 0,0 0,0 0,0 0,0 1 {d=0}", "e1"),
              Contains("e1e8"));
}

TEST(MovesInAdvance, P16_CastlingAndACaptureOfTheRookShareOneText) {
  const auto game = GameAt("chpok", "4k3/8/8/8/8/8/8/4KR2 b - 1,1 0,0 0,0 0,0 1 {d=0}");
  const auto moves = *game->MovesInAdvance("e1");
  std::vector<MoveKind> kinds;
  for (const MoveInfo& move : moves) {
    if (move.text == "e1f1") kinds.push_back(move.kind);
  }
  EXPECT_THAT(kinds, ElementsAre(MoveKind::kCastling));
}

TEST(MovesInAdvance, P12_ThereIsNoCaptureEnPassant) {
  const auto game = StartOf("chpok", {{"skip_bidding", "true"}});
  testing::Play(*game, {"a2a4", "a7a6", "e2e4", "h7h6", "e4e5", "d7d5"});
  EXPECT_THAT(testing::LegalOf(*game), Contains("e5d6"));
  testing::Play(*game, {"a4a5"});
  EXPECT_THAT(InAdvance(*game, "e5"), Not(Contains("e5d6")));
}

}  // namespace
}  // namespace arbiter
