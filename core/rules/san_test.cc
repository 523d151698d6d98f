#include "core/rules/san.h"

#include <gtest/gtest.h>

#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;

// `N` from b1 to d2 and so on, by files and ranks from 0.
constexpr MoveFacts Quiet(char piece, int8_t from_file, int8_t from_rank, int8_t to_file,
                          int8_t to_rank) {
  return {from_file, from_rank, to_file, to_rank, piece, '\0', '\0'};
}

TEST(San, NeedsNoOriginForAMoveAlone) {
  const MoveFacts moves[] = {Quiet('N', 1, 0, 3, 1), Quiet('N', 1, 0, 2, 2),
                             Quiet('R', 0, 0, 3, 1)};
  EXPECT_EQ(WriteNotation(moves[0], moves, "", Notation::kSan), "Nd2");
  EXPECT_EQ(WriteNotation(moves[0], moves, "+", Notation::kSan), "Nd2+");
  EXPECT_EQ(WriteNotation(moves[0], moves, "#", Notation::kLan), "Nb1-d2#");
}

TEST(San, PrefersFileThenRankThenBoth) {
  const MoveFacts moves[] = {Quiet('N', 1, 0, 3, 1), Quiet('N', 1, 2, 3, 1),
                             Quiet('N', 5, 2, 3, 1)};
  EXPECT_EQ(WriteNotation(moves[0], moves, "", Notation::kSan), "N1d2");
  EXPECT_EQ(WriteNotation(moves[1], moves, "", Notation::kSan), "Nb3d2");
  EXPECT_EQ(WriteNotation(moves[2], moves, "", Notation::kSan), "Nfd2");
}

TEST(San, RivalsOnTheSameRankNeedTheFile) {
  const MoveFacts moves[] = {Quiet('N', 1, 0, 3, 1), Quiet('N', 5, 0, 3, 1)};
  EXPECT_EQ(WriteNotation(moves[0], moves, "", Notation::kSan), "Nbd2");
}

TEST(San, FindsTheOneMoveThatATextNames) {
  const MoveFacts moves[] = {
      Quiet('N', 1, 0, 3, 1), Quiet('N', 5, 0, 3, 1), {4, 3, 3, 4, 'P', 'R', 'W'}};
  EXPECT_EQ(*FindMove("Nbd2", Notation::kSan, moves), 0u);
  EXPECT_EQ(*FindMove("Nf1d2+", Notation::kSan, moves), 1u);
  EXPECT_EQ(*FindMove("exd5", Notation::kSan, moves), 2u);
  EXPECT_EQ(*FindMove("exd5=W#", Notation::kSan, moves), 2u);
  EXPECT_EQ(*FindMove("e4xd5=W", Notation::kLan, moves), 2u);
  EXPECT_THAT(FindMove("Nd2", Notation::kSan, moves),
              Fails(ErrorReason::kBadNotation, std::string("more than one")));
  EXPECT_THAT(FindMove("d5", Notation::kSan, moves),
              Fails(ErrorReason::kBadNotation, std::string("no legal move")));
  EXPECT_THAT(FindMove("exd5=Q", Notation::kSan, moves),
              Fails(ErrorReason::kBadNotation, std::string("no legal move")));
}

}  // namespace
}  // namespace arbiter
