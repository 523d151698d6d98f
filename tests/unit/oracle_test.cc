// Compares the rules with recorded results of an independent engine.
#include <gtest/gtest.h>

#include <map>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/variants/chak/rules.h"
#include "core/variants/makruk/counting.h"
#include "tests/support/jsonl.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using testing::Field;
using testing::IsOk;
using testing::ReadJsonLines;
using testing::Text;
using testing::Texts;

class OracleTest : public ::testing::TestWithParam<const char*> {
 protected:
  static const Variant& variant() { return **FindVariant(GetParam()); }
  static std::vector<Struct> Rows(const char* kind) {
    return ReadJsonLines(StrCat("core/variants/", GetParam(), "/testdata/", kind, ".jsonl"));
  }
};

TEST_P(OracleTest, LegalMovesAndChecksAgree) {
  for (const Struct& row : Rows("legal")) {
    const std::string fen = Text(row, "fen");
    const auto game = variant().FromFen(fen, {}, false);
    ASSERT_THAT(game, IsOk()) << fen;
    EXPECT_EQ(*(*game)->LegalTexts(""), Texts(row, "moves")) << fen;
    EXPECT_EQ((*game)->Adjudicate().check, Field(row, "check").bool_value()) << fen;
    EXPECT_EQ((*game)->Fen(FenStyle::kStandard), fen);
  }
}

TEST_P(OracleTest, PerftAgrees) {
  // Deeper perft would take long and test little more.
  constexpr uint64_t kMaxLeaves = 3'000'000;
  for (const Struct& row : Rows("perft")) {
    const std::string fen = Text(row, "fen");
    const auto game = variant().FromFen(fen, {}, false);
    ASSERT_THAT(game, IsOk()) << fen;
    int depth = 0;
    for (const auto& value : Field(row, "perft").list_value().values()) {
      ++depth;
      const auto leaves = static_cast<uint64_t>(value.number_value());
      if (leaves > kMaxLeaves) break;
      Budget budget;
      EXPECT_EQ(*(*game)->Perft(depth, budget, nullptr), leaves) << fen << " depth " << depth;
    }
  }
}

// Parses a result of the oracle.
Result ResultOf(const std::string& text) {
  return text == "1-0" ? Result::kWhiteWins : text == "0-1" ? Result::kBlackWins : Result::kDraw;
}

TEST_P(OracleTest, WholeGamesAgree) {
  const std::map<std::string, Termination> terminations = {
      {"CHECKMATE", Termination::kCheckmate}, {"STALEMATE", Termination::kStalemate},
      {"ALTAR_MATE", chak::kAltarMateEnd},    {"REPETITION", Termination::kRepetition},
      {"N_MOVE", Termination::kNMove},        {"COUNTING_LIMIT", makruk::kCountingLimitEnd}};
  for (const Struct& row : Rows("games")) {
    const std::vector<std::string> moves = Texts(row, "moves");
    const std::vector<std::string> fens = Texts(row, "fens");
    const std::vector<std::string> sans = Texts(row, "san");
    auto game = *variant().FromFen(fens[0], {{"draw_policy", "automatic"}}, true);
    for (size_t i = 0; i < moves.size(); ++i) {
      ActionResult applied;
      ASSERT_THAT(game->Apply(moves[i], &applied), IsOk()) << fens[i];
      ASSERT_EQ(applied.text, moves[i]);
      if (!sans.empty()) {
        ASSERT_EQ(applied.san, sans[i]) << fens[i];
      }
      ASSERT_EQ(game->Fen(FenStyle::kStandard), fens[i + 1]) << moves[i] << " in " << fens[i];
      ASSERT_EQ(game->Adjudicate().check,
                Field(row, "check").list_value().values(static_cast<int>(i)).number_value() != 0);
    }
    const std::optional<End> end = game->Adjudicate().end;
    const Struct& expected = Field(row, "end").struct_value();
    const std::string termination = Text(expected, "termination");
    if (termination.empty()) {
      EXPECT_FALSE(end) << fens.back();
    } else if (termination != "INSUFFICIENT_BY_PEER") {
      ASSERT_TRUE(end) << termination << " " << fens.back();
      EXPECT_EQ(end->termination, terminations.at(termination)) << fens.back();
      EXPECT_EQ(end->result, ResultOf(Text(expected, "result"))) << fens.back();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, OracleTest, ::testing::Values("chak", "makruk"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace arbiter
