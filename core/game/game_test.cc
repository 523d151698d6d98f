// Tests of what the games of all variants have in common (rulings C4, C8 and C10 to C13).
#include "core/game/game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Actions;
using ::testing::Contains;
using testing::ControlsOf;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::ExpectRefused;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsSupersetOf;
using testing::LegalOf;
using testing::Play;
using testing::StartOf;
using testing::VariantNamed;

constexpr const char* kPawnsFen = "7k/8/p7/8/8/7P/8/K7 w - - 0 1";
const Actions kRound = {"a1a2", "h8h7", "a2a1", "h7h8"};

// A variant and a quiet move by White that is legal from the start.
struct VariantCase {
  const char* id;
  std::string white;
  // Prints a parameter for GoogleTest.
  friend std::ostream& operator<<(std::ostream& out, const VariantCase& variant) {
    return out << variant.id;
  }
};

class EveryVariant : public ::testing::TestWithParam<VariantCase> {
 protected:
  testing::GamePtr Start() const { return StartOf(GetParam().id); }
};

TEST_P(EveryVariant, C11_LegalTextsAreSortedByBytes) {
  const std::vector<std::string> texts = LegalOf(*Start());
  EXPECT_TRUE(std::is_sorted(texts.begin(), texts.end()));
}

TEST_P(EveryVariant, LegalMovesCanBeRestrictedToOneSquare) {
  const auto game = Start();
  const std::string& white = GetParam().white;
  EXPECT_THAT(LegalOf(*game, white.substr(0, 2)), Contains(white));
  EXPECT_THAT(LegalOf(*game, "e5"), ElementsAre());
  EXPECT_THAT(game->LegalTexts("z9"), testing::Fails(ErrorReason::kBadField, std::string("z9")));
}

TEST_P(EveryVariant, C12_LegalMovesAreListedAfterResignation) {
  const auto game = Start();
  const std::vector<std::string> before = LegalOf(*game);
  Play(*game, {"resign"});
  EXPECT_EQ(LegalOf(*game), before);
}

INSTANTIATE_TEST_SUITE_P(Variants, EveryVariant,
                         ::testing::Values(VariantCase{"chak", "c3c4"},
                                           VariantCase{"chakart", "a2a3"},
                                           VariantCase{"makruk", "a3a4"}),
                         [](const auto& info) { return std::string(info.param.id); });

TEST(Game, C4_CountersDoNotDistinguishPositions) {
  const auto game = GameAt("makruk", kPawnsFen);
  Play(*game, kRound);
  EXPECT_EQ(game->Adjudicate().occurrences, 2);
  EXPECT_NE(FenOf(*game), kPawnsFen);
}

TEST(Game, C4_DrawOfferDoesNotDistinguishPositions) {
  const auto game = GameAt("makruk", kPawnsFen);
  Play(*game, {"draw?"});
  Play(*game, kRound);
  EXPECT_EQ(game->Adjudicate().occurrences, 2);
}

TEST(Game, C8_DrawPolicyDecidesWhetherAClaimIsNeeded) {
  const auto automatic = GameAt("makruk", kPawnsFen, {{"draw_policy", "automatic"}});
  const auto claim = GameAt("makruk", kPawnsFen, {{"draw_policy", "claim"}});
  for (Game* game : {automatic.get(), claim.get()}) {
    Play(*game, kRound);
    Play(*game, kRound);
  }
  ExpectEnd(*automatic, Result::kDraw, Termination::kRepetition, "M4");
  ExpectOngoing(*claim);
  EXPECT_THAT(ControlsOf(*claim), IsSupersetOf({"claim draw", "black:claim draw"}));
  Play(*claim, {"black:claim draw"});
  EXPECT_EQ(claim->Adjudicate().claimed_by, Color::kBlack);
}

TEST(Game, C10_HistoryOfAFenIsUnknown) {
  const auto bare = *VariantNamed("makruk").FromFen(kPawnsFen, {}, false);
  EXPECT_FALSE(bare->Adjudicate().history_known);
  ExpectRefused(*bare, "claim draw", ErrorReason::kClaimRefused, "unknown (C10)");
  Play(*bare, {"a1a2"});
  EXPECT_FALSE(bare->Adjudicate().history_known);
  Play(*bare, {"a6a5"});  // After a pawn move no earlier position can recur.
  EXPECT_TRUE(bare->Adjudicate().history_known);
  EXPECT_TRUE(GameAt("makruk", kPawnsFen)->Adjudicate().history_known);
}

TEST(Game, C10_RepetitionIsFoundInRecordsAndSnapshots) {
  const auto record = GameAt("makruk", kPawnsFen);
  Play(*record, kRound);
  auto stepwise = GameAt("makruk", kPawnsFen);
  for (const std::string& action : kRound) {
    Play(*stepwise, {action});
    stepwise = *VariantNamed("makruk").FromSnapshot(stepwise->Snapshot(), {});
  }
  EXPECT_EQ(stepwise->Snapshot(), record->Snapshot());
  for (Game* game : {record.get(), stepwise.get()}) {
    Play(*game, kRound);
    ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "M4");
  }
  // A FEN in between does not contain the first two occurrences.
  const auto fen = GameAt("makruk", kPawnsFen);
  Play(*fen, kRound);
  const auto later = *VariantNamed("makruk").FromFen(FenOf(*fen), {}, false);
  Play(*later, kRound);
  ExpectOngoing(*later);
}

TEST(Game, C13_RepetitionIsNamedBeforeTheCountingLimit) {
  const auto game = GameAt("makruk", "7k/8/8/8/8/8/8/KR6 w - 32 25 50");
  Play(*game, {"b1b2", "h8h7", "b2b1", "h7h8", "b1b2", "h8h7", "b2b1", "h7h8"});
  ExpectEnd(*game, Result::kDraw, Termination::kRepetition, "M4");
}

TEST(Game, F1_FenGivesTheSamePositionAsTheMovesBeforeIt) {
  const auto played = StartOf("makruk");
  Play(*played, {"e3e4", "d6d5", "e4d5"});
  const auto fen = *VariantNamed("makruk").FromFen(FenOf(*played), {}, false);
  EXPECT_EQ(FenOf(*fen), FenOf(*played));
  EXPECT_EQ(LegalOf(*fen), LegalOf(*played));
}

TEST(Game, ErrorForAnUnknownVariantListsTheKnownOnes) {
  EXPECT_THAT(
      FindVariant("chess"),
      testing::Fails(ErrorReason::kUnknownVariant,
                     std::string("unknown variant 'chess' (known: chak, chakart, chpok, makruk)")));
}

TEST(Notations, OverlongMoveIsRefused) {
  const auto game = StartOf("makruk");
  const std::string text(kMaxActionText + 1, 'N');
  EXPECT_THAT(game->ReadMove(text, Notation::kThaiSan),
              testing::Fails(ErrorReason::kBadNotation, "is longer than 1024 bytes"));
}

}  // namespace
}  // namespace arbiter
