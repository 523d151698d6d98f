#include "core/rules/san.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>

#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;

// Makes a move that does not capture. Files and ranks are counted from 0.
constexpr MoveFacts Quiet(char piece, int8_t from_file, int8_t from_rank, int8_t to_file,
                          int8_t to_rank) {
  return {from_file, from_rank, to_file, to_rank, piece, '\0', '\0', false};
}

TEST(San, AUniqueMoveIsNotDisambiguated) {
  const MoveFacts moves[] = {Quiet('N', 1, 0, 3, 1), Quiet('N', 1, 0, 2, 2),
                             Quiet('R', 0, 0, 3, 1)};
  EXPECT_EQ(WriteNotation(moves[0], moves, "", Notation::kSan), "Nd2");
  EXPECT_EQ(WriteNotation(moves[0], moves, "+", Notation::kSan), "Nd2+");
  EXPECT_EQ(WriteNotation(moves[0], moves, "#", Notation::kLan), "Nb1-d2#");
}

TEST(San, DisambiguatesByFileThenRankThenBoth) {
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

TEST(San, FindsTheOnlyMoveThatATextNames) {
  const MoveFacts moves[] = {
      Quiet('N', 1, 0, 3, 1), Quiet('N', 5, 0, 3, 1), {4, 3, 3, 4, 'P', 'R', 'W', false}};
  EXPECT_EQ(*FindMove("Nbd2", Notation::kSan, moves), 0u);
  EXPECT_EQ(*FindMove("Nf1d2+", Notation::kSan, moves), 1u);
  EXPECT_EQ(*FindMove("exd5", Notation::kSan, moves), 2u);
  EXPECT_EQ(*FindMove("exd5=W#", Notation::kSan, moves), 2u);
  EXPECT_EQ(*FindMove("e4xd5=W", Notation::kLan, moves), 2u);
  EXPECT_THAT(FindMove("Nd2", Notation::kSan, moves),
              Fails(ErrorReason::kBadNotation, std::string("more than one")));
  EXPECT_THAT(FindMove("Nd2", Notation::kSan, moves),
              Fails(ErrorReason::kBadNotation, "Nbd2 and Nfd2"));
  for (const char* text : {"d5", "exd5=Q", "Nb1d3"}) {
    EXPECT_THAT(FindMove(text, Notation::kSan, moves),
                Fails(ErrorReason::kIllegalAction, "names no legal move"));
  }
  for (const char* text : {"", "e", "5d", "Nz9", "N", "O-O"}) {
    EXPECT_THAT(FindMove(text, Notation::kSan, moves),
                Fails(ErrorReason::kBadNotation,
                      "it is not valid SAN; a legal move is written, for example, "))
        << text;
  }
}

TEST(San, ParsesEachNotation) {
  // Formats a parsed move in the same way for every notation.
  const auto parsed = [](std::string_view text, Notation notation) -> std::string {
    const std::optional<ParsedMove> move = ParseNotation(text, notation, /*has_upturned=*/true);
    if (!move) return "none";
    std::string formatted(1, move->piece);
    if (move->from_file >= 0) formatted += static_cast<char>('a' + move->from_file);
    if (move->from_rank >= 0) formatted += static_cast<char>('1' + move->from_rank);
    formatted += move->captures ? 'x' : '-';
    formatted += static_cast<char>('a' + move->to_file);
    formatted += static_cast<char>('1' + move->to_rank);
    if (move->promotion != 0) formatted += move->promotion;
    return formatted;
  };
  const std::tuple<const char*, Notation, const char*> cases[] = {
      {"Nd2", Notation::kSan, "N-d2"},
      {"Nb1xd2+", Notation::kSan, "Nb1xd2"},
      {"e6=M", Notation::kSan, "P-e6M"},
      {"Nb1-d2", Notation::kLan, "Nb1-d2"},
      {"e5xd6=M#", Notation::kLan, "Pe5xd6M"},
      {"Nd2", Notation::kLan, "none"},
      {"ม-ง๒", Notation::kThaiSan, "N-d2"},
      {"ม็xง๕", Notation::kThaiSan, "Mxd5"},
      {"จ๖=M", Notation::kThaiSan, "P-e6M"},
      {"จxง๖=M", Notation::kThaiSan, "Pexd6M"},
      {"ค๔", Notation::kThaiSan, "P-c4"},
      {"ค๑-ง๒", Notation::kThaiSan, "S1-d2"},
      {"ขxค๕", Notation::kThaiSan, "Kxc5"},
      {"บขxค๕", Notation::kThaiSan, "Pbxc5"},
      {"มข-ง๒", Notation::kThaiSan, "Nb-d2"},
      {"Nd2", Notation::kThaiSan, "none"},
      {"ง-ง๕", Notation::kThaiSan, "M-d5"},
      {"งxค๕", Notation::kThaiSan, "Mxc5"},
      {"ง๔", Notation::kThaiSan, "P-d4"},
      {"บ จ๓-จ๔", Notation::kThaiLan, "Pe3-e4"},
      {"ง จ๖xง๕+", Notation::kThaiLan, "Me6xd5"},
      {"ม-ง๒", Notation::kThaiLan, "none"},
      {"\xe0\xb8", Notation::kThaiSan, "none"}};
  for (const auto& [text, notation, expected] : cases) {
    EXPECT_EQ(parsed(text, notation), expected) << text;
  }
}

}  // namespace
}  // namespace arbiter
