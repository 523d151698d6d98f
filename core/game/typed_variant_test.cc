// Tests how a variant reads FENs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;

absl::StatusOr<std::unique_ptr<Game>> Read(std::string_view variant, std::string_view fen) {
  return (*FindVariant(variant))->FromFen(fen, {}, /*history_is_complete=*/false);
}

// Returns the canonical FEN.
std::string Canonical(std::string_view variant, std::string_view fen) {
  const auto game = Read(variant, fen);
  return game.ok() ? (*game)->Fen(FenStyle::kStandard) : std::string(game.status().message());
}

// A FEN of each variant and phase whose last fields have their defaults, and the number of fields
// that may be left out.
struct Example {
  std::string_view variant;
  std::string_view fen;
  int optional = 0;
};
constexpr Example kExamples[] = {
    {"chak", "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR b - - 0 1", 4},
    {"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1", 4},
    {"chakart", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b 0 {\"flags\":\"1111\"}", 2},
    {"chpok", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - 1,1 0,0 0,0 0,0 1 {d=0}", 7},
    {"chpok",
     "bidding turn=challenger chips=15,15 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0",
     0},
};

TEST(ReadFen, F4_BlanksAroundFieldsDoNotMatter) {
  for (const Example& example : kExamples) {
    const std::string spaced = ReplaceAll(example.fen, {{" ", " \t "}});
    EXPECT_EQ(Canonical(example.variant, StrCat("  ", spaced, " \n")), example.fen);
  }
}

TEST(ReadFen, F4_TrailingFieldsMayBeMissing) {
  for (const Example& example : kExamples) {
    std::string_view fen = example.fen;
    for (int i = 0; i < example.optional; ++i) {
      fen = fen.substr(0, fen.rfind(' '));
      EXPECT_EQ(Canonical(example.variant, fen), example.fen) << fen;
    }
  }
}

TEST(ReadFen, F4_TheSideToMoveIsNeverGuessed) {
  for (const Example& example : kExamples) {
    if (example.optional == 0) continue;
    EXPECT_THAT(Read(example.variant, example.fen.substr(0, example.fen.find(' '))),
                Fails(ErrorReason::kBadFen, "FEN field 2 (side to move) is missing"));
  }
}

TEST(ReadFen, F4_MoveNumberZeroMeansOne) {
  EXPECT_EQ(Canonical("chak", "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR b - - 0 0"),
            kExamples[0].fen);
  EXPECT_EQ(Canonical("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 0"),
            kExamples[1].fen);
  EXPECT_EQ(
      Canonical("chpok", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - 1,1 0,0 0,0 0,0 0 {d=0}"),
      kExamples[3].fen);
}

TEST(ReadFen, F4_MakruksLimitZeroMeansNone) {
  EXPECT_EQ(Canonical("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - 0 0 1"),
            kExamples[1].fen);
}

TEST(ReadFen, F4_ErrorsShowAFenOfTheVariantAndThePhase) {
  for (const Example& example : kExamples) {
    const auto game = Read(example.variant, example.fen.substr(0, 12));
    ASSERT_THAT(game, Fails(ErrorReason::kBadFen, "; an example of a FEN is "));
    const std::string message(game.status().message());
    std::string_view shown = message;
    shown.remove_prefix(shown.rfind(" is ") + 4);
    EXPECT_EQ(Canonical(example.variant, shown), shown);
    EXPECT_EQ(shown.starts_with("bidding "), example.fen.starts_with("bidding ")) << shown;
  }
}

TEST(ReadFen, F2_ImpossiblePositionsAreNotExplainedByAnExample) {
  const auto game = Read("makruk", "8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_THAT(game, Fails(ErrorReason::kImpossiblePosition, ""));
  EXPECT_THAT(std::string(game.status().message()),
              ::testing::Not(::testing::HasSubstr("example")));
}

}  // namespace
}  // namespace arbiter
