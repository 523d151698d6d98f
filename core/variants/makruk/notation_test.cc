// Tests of Makruk's FEN: rulings F1, F2, M5, M6 and M11.
#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::ReadFen;

struct Refusal {
  const char* fen;
  const char* reason;
};

TEST(MakrukNotation, F1_FensRoundTrip) {
  for (const char* fen :
       {"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "7k/8/8/8/8/8/8/KR6 b - 32 32 50",
        "7k/7r/8/8/8/8/8/KR6 w - 128 21 30", "7k/7r/8/8/8/8/8/KR6 w - - 21 30"}) {
    EXPECT_EQ(FenOf(*GameAt("makruk", fen)), fen);
  }
}

TEST(MakrukNotation, F1_PromotedMetIsReadAsMet) {
  EXPECT_EQ(FenOf(*GameAt("makruk", "7k/8/4M~3/8/8/3m~4/8/KR6 b - 128 6 9")),
            "7k/8/4M3/8/8/3m4/8/KR6 b - 128 6 9");
  EXPECT_THAT(ReadFen("makruk", "7k/8/4R~3/8/8/8/8/KR6 b - - 6 9"),
              Fails(ErrorReason::kBadFen, std::string("rank 6: '~' is not a piece")));
}

TEST(MakrukNotation, F2_ErrorsNameFieldAndRank) {
  const Refusal refusals[] = {
      {"", "field 1 (board)"},
      {"7k/8/8/8/8/8/8/KR6", "field 2 (side to move) is missing"},
      {"7k/8/8/8/8/8/8/KR6 x - - 0 1", "field 2 (side to move) must be w or b"},
      {"7k/8/8/8/8/8/8/KR6 w KQkq - 0 1", "field 3"},
      {"7k/8/8/8/8/8/8/KR6 w - e3 0 1", "field 4 (counting limit"},
      {"7k/8/8/8/8/8/8/KR6 w - 17 0 1", "field 4 (counting limit"},
      {"7k/8/8/8/8/8/8/KR6 w - 032 0 1", "field 4 (counting limit"},
      {"7k/8/8/8/8/8/8/KR6 w - - x 1", "field 5"},
      {"7k/8/8/8/8/8/8/KR6 w - - 0 1 1", "7 fields"},
      {"7k/8/8/8/8/8/8/KMM5 b - 128 40 10 {}", "field 7"},
      {"7k/8/8/8/8/8/8/KMM5 b - 128 40 10 {honour=pieces}", "field 7"},
      {"7k/8/8/8/8/8/8/KMM5 b - 128 40 10 {honour=board} x", "8 fields"},
      {"7k/8/8/8/7/8/8/KR6 w - - 0 1", "rank 4: there are 7 files, not 8"},
      {"7k/8/8/8/9/8/8/KR6 w - - 0 1", "rank 4: there are more than 8 files"},
      {"7k/8/8/8/8/8/8/8/KR6 w - - 0 1", "8 ranks"},
      {"7k/8/8/8/8/8/KR6 w - - 0 1", "8 ranks"},
      {"7k/8/8/3q4/8/8/8/KR6 w - - 0 1", "rank 5: 'q' is not a piece"},
      {"7k/8/8/3b4/8/8/8/KR6 w - - 0 1", "rank 5: 'b' is not a piece"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("makruk", refusal.fen),
                Fails(ErrorReason::kBadFen, std::string(refusal.reason)))
        << refusal.fen;
  }
}

TEST(MakrukNotation, F2_ImpossiblePositionsAreRefused) {
  const Refusal refusals[] = {
      {"8/8/8/8/8/8/8/KR6 w - - 0 1", "Black has 0 kings"},
      {"7k/8/8/8/8/8/8/1R6 w - - 0 1", "White has 0 kings"},
      {"7k/8/8/8/8/8/8/KRK5 w - - 0 1", "White has 2 kings"},
      {"7k/8/P7/8/8/8/8/KR6 w - - 0 1", "White's pawn on a6 would have promoted (M2)"},
      {"7k/8/8/8/8/p7/8/K6R b - - 0 1", "Black's pawn on a3 would have promoted (M2)"},
      {"7k/P7/8/8/8/8/8/KR6 w - - 0 1", "White's pawn on a7 would have promoted"},
      {"7k/8/8/8/8/8/P7/KR6 w - - 0 1", "White's pawn on a2"},
      {"7k/8/8/8/8/8/8/K6R w - - 0 1", "Black is not to move, but its king (khun) on h8"},
      {"7k/8/8/8/8/8/8/r3K3 b - - 0 1", "is in check from a1"},
      {"8/8/8/8/8/8/8/KkR5 w - - 0 1", "Black is not to move"},
      {"7k/8/8/8/8/P7/8/KR6 w - 128 0 1", "pawns on the board (M6)"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("makruk", refusal.fen),
                Fails(ErrorReason::kImpossiblePosition, std::string(refusal.reason)))
        << refusal.fen;
  }
}

TEST(MakrukNotation, M11_ImpossibleCountsAreRefused) {
  const Refusal refusals[] = {
      // Only a bare king has a pieces' honour. The parity of the count says which side is counting.
      {"7k/7r/8/8/8/8/8/KR6 b - 32 8 30", "Black, whose count it is, has more than its king"},
      {"7k/8/8/8/8/8/8/KRR5 w - 16 8 30", "White, whose count it is, has more than its king"},
      {"7k/8/8/8/8/8/8/KRR5 b - 16 9 30", "White, whose count it is"},
      // The limit is too high for the stronger side's pieces. Had the count begun against more
      // pieces, its limit would be lower still.
      {"7k/8/8/8/8/8/8/KRR5 b - 32 8 30", "against White's pieces it is at most 8"},
      {"7k/8/8/8/8/8/8/KNN5 b - 88 10 30", "against White's pieces it is at most 32"},
      // The count is below its initial value.
      {"7k/8/8/8/8/8/8/KRRN4 b - 16 8 30", "it must be at least 10"},
      {"7k/8/8/8/8/8/8/KRRN4 w - 16 7 30", "it must be at least 9"},
      // One rook was captured after the count had begun at 10.
      {"7k/8/8/8/8/8/8/KR1N4 w - 16 9 30", "it must be at least 11"},
      {"7k/8/8/8/8/8/8/KRR5 b - 16 8 30 {honour=board}", "does not fit the board's honour"},
      {"7k/8/8/8/8/8/8/KRR5 b - - 8 30 {honour=board}", "no count is running"},
      {"7k/8/8/8/8/8/8/KRR5 b - 128 0 30", "a king is bare"},
      {"7k/8/8/8/8/8/8/KRR5 w - 128 0 30", "a king is bare"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("makruk", refusal.fen),
                Fails(ErrorReason::kImpossiblePosition, std::string(refusal.reason)))
        << refusal.fen;
  }
  for (const char* fen : {
           "7k/8/8/8/8/8/8/KRRN4 b - 16 10 30",
           "7k/8/8/8/8/8/8/KRRN4 w - 16 9 30",
           "7k/8/8/8/8/8/8/KR1N4 w - 16 11 30",
           // The rooks that gave the limit have been captured.
           "7k/8/8/8/8/8/8/KN6 w - 16 13 30",
       }) {
    EXPECT_EQ(FenOf(*GameAt("makruk", fen)), fen);
  }
}

TEST(MakrukNotation, M11_ABareKingHasABoardsHonourOnlyUnderManualCounting) {
  for (const char* fen : {
           "7k/8/8/8/8/8/8/KRR5 b - 128 2 30",
           "7k/8/8/8/8/8/8/KRR5 w - 128 40 30",
           // Without its last field, this FEN would give a pieces' honour.
           "7k/8/8/8/8/8/8/KMM5 b - 128 40 10 {honour=board}",
       }) {
    EXPECT_EQ(FenOf(*GameAt("makruk", fen, {{"counting", "manual"}})), fen);
    // An automatic count starts anew when a king is bared (M7c).
    EXPECT_THAT(ReadFen("makruk", fen),
                Fails(ErrorReason::kImpossiblePosition, std::string("pieces' honour can run")))
        << fen;
  }
  // A count that starts by itself can be a ply older than one that a player starts (M7b).
  const char* fen = "7k/8/8/8/8/8/8/KRRN4 w - 16 9 30";
  EXPECT_THAT(ReadFen("makruk", fen, {{"counting", "manual"}}),
              Fails(ErrorReason::kImpossiblePosition, std::string("it must be at least 11")));
}

TEST(MakrukNotation, M5_ALimitContradictsCountingNone) {
  const char* fen = "7k/8/8/8/8/8/8/KR6 b - 32 6 50";
  EXPECT_THAT(ReadFen("makruk", fen, {{"counting", "none"}}),
              Fails(ErrorReason::kImpossiblePosition, std::string("counting is none (M5)")));
  for (const char* mode : {"auto", "manual"}) {
    EXPECT_THAT(ReadFen("makruk", fen, {{"counting", mode}}), IsOk());
  }
}

}  // namespace
}  // namespace arbiter
