// Tests of the objects that pieces leave behind, and of mushrooms, bananas and bombs: rulings H8
// and H10 to H12.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "core/base/strings.h"
#include "core/variants/chakart/events.h"
#include "core/variants/chakart/position.h"
#include "core/variants/chakart/rules.h"
#include "tests/support/fen_board.h"
#include "tests/support/game.h"
#include "tests/support/outcomes.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using testing::ExpectRefused;
using testing::ExpectSteps;
using testing::GameAt;
using testing::OutcomesOf;
using testing::OutcomeText;
using testing::OutcomeTextsOf;
using testing::Step;

TEST(ChakartObjects, H8_PawnLeavesAMushroomOnItsOriginOrInBetween) {
  const Step steps[] = {
      {"7k/8/8/8/8/8/4P3/K7 w 0", "e2e3", R"(7k/8/8/8/8/4P3/4m3/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/4P3/K7 w 0", "e2e4", R"(7k/8/8/8/4P3/4m3/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/4e3/4P3/K7 w 0", "e2e4", R"(7k/8/8/8/4P3/4m3/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/K3P3 w 0", "e1e3", R"(7k/8/8/8/8/4P3/4m3/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/3n4/4P3/K7 w 0", "e2d3", R"(7k/8/8/8/8/3P4/4m3/K7 b 1 {"flags":"1111"})"},
      {"7k/4p3/8/8/8/8/8/K7 b 1", "e7e5", R"(7k/8/4m3/4p3/8/8/8/K7 w 2 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H8_KnightLeavesAnEggAndOthersNothing) {
  const Step steps[] = {
      {"7k/8/8/8/8/8/8/KN6 w 0", "b1c3", R"(7k/8/8/8/8/2N5/8/Ke6 b 1 {"flags":"1111"})"},
      {"6nk/8/5Q2/8/8/8/8/K7 b 1", "g8f6", R"(6ek/8/5n2/8/8/8/8/K7 w 2 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/K2Q4 w 0", "d1d4", R"(7k/8/8/8/3Q4/8/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/K2Q4 w 0", "a1b1", R"(7k/8/8/8/8/8/8/1K1Q4 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_MushroomCarriesTheKing) {
  const Step steps[] = {
      {"7k/8/8/8/8/8/4m3/4K3 w 0", "e1e2", R"(7k/8/8/8/8/4K3/8/8 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/5m2/4K3 w 0", "e1f2", R"(7k/8/8/8/8/6K1/8/8 b 1 {"flags":"1111"})"},
      // One mushroom may carry it to the next.
      {"7k/8/8/8/8/4m3/4m3/4K3 w 0", "e1e2", R"(7k/8/8/8/4K3/8/8/8 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_MushroomCarriesThePawnBySingleSteps) {
  const Step steps[] = {
      {"7k/8/8/8/4m3/4P3/8/K7 w 0", "e3e4", R"(7k/8/8/4P3/8/4m3/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/4m3/8/4P3/K7 w 0", "e2e4", R"(7k/8/8/4P3/8/4m3/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/3m4/4P3/8/K7 w 0", "e3d4", R"(7k/8/8/2P5/8/4m3/8/K7 b 1 {"flags":"1111"})"},
      {"7k/4p3/8/4m3/8/8/8/K7 b 1", "e7e5", R"(7k/8/4m3/8/4p3/8/8/K7 w 2 {"flags":"1111"})"},
      // An object on the square to which the pawn is carried acts next.
      {"7k/8/8/4e3/4m3/4P3/8/K7 w 0", "e3e4{egg=chomp}",
       R"(7k/8/8/8/8/4m3/8/K7 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_MushroomMakesTheKnightLeapAgain) {
  const Step steps[] = {
      {"7k/8/8/8/8/2m5/8/KN6 w 0", "b1c3", R"(7k/8/8/3N4/8/8/8/Ke6 b 1 {"flags":"1111"})"},
      {"7k/8/8/3m4/8/2m5/8/KN6 w 0", "b1c3", R"(7k/4N3/8/8/8/8/8/Ke6 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_MushroomDoesNothingIfTheNextSquareIsOccupiedOrOffTheBoard) {
  const Step steps[] = {
      {"7k/8/8/8/8/4P3/4m3/4K3 w 0", "e1e2", R"(7k/8/8/8/8/4P3/4K3/8 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/4n3/4m3/4K3 w 0", "e1e2", R"(7k/8/8/8/8/4n3/4K3/8 b 1 {"flags":"1111"})"},
      {"7k/8/8/3n4/8/2m5/8/KN6 w 0", "b1c3", R"(7k/8/8/3n4/8/2N5/8/Ke6 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/8/mK6 w 0", "b1a1", R"(7k/8/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/m7/8/KN6 w 0", "b1a3", R"(7k/8/8/8/8/N7/8/Ke6 b 1 {"flags":"1111"})"},
      {"7k/8/8/m7/1P6/8/8/K7 w 0", "b4a5", R"(7k/8/8/P7/1m6/8/8/K7 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_SlidersRemoveTheMushroomWithoutEffect) {
  const Step steps[] = {
      {"7k/8/8/8/3m4/8/8/K2Q4 w 0", "d1d4", R"(7k/8/8/8/3Q4/8/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/m7/8/8/R6K w 0", "a1a4{put=b3}", R"(7k/8/8/8/R7/1d6/8/7K b 1 {"flags":"1111"})"},
      {"7k/8/8/8/3m4/8/8/B6K w 0", "a1d4{put=d3}", R"(7k/8/8/8/3B4/3w4/8/7K b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_APushedPieceIsCarriedInTheDirectionOfThePush) {
  const Step steps[] = {
      {"7k/8/8/8/2m5/2d5/8/KN6 w 0", "b1c3{push=c4}",
       R"(7k/8/8/2N5/8/8/8/Ke6 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/8/3md3/4K3 w 0", "e1e2{push=d2}", R"(7k/8/8/8/8/8/2K5/8 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/3md3/4P3/8/K7 w 0", "e3e4{push=d4}",
       R"(7k/8/8/8/2P5/4m3/8/K7 b 1 {"flags":"1111"})"},
      {"7k/8/8/8/4w3/3mP3/8/K7 w 0", "e3e4{push=d3}",
       R"(7k/8/8/8/8/4m3/2P5/K7 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_APromotedPieceIsCarriedOnlyByALaterMushroom) {
  const Step steps[] = {
      {"4m2k/4P3/8/8/8/8/8/K7 w 0", "e7e8n", R"(4N2k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"3md2k/4P3/8/8/8/8/8/K7 w 0", "e7e8n{push=d8}",
       R"(2N4k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"3md2k/4P3/8/8/8/8/8/K7 w 0", "e7e8k{push=d8}",
       R"(2K4k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
      {"3md2k/4P3/8/8/8/8/8/K7 w 0", "e7e8q{push=d8}",
       R"(3Q3k/4m3/8/8/8/8/8/K7 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H10_APlacedPieceIsCarriedOnlyByALaterMushroom) {
  const Step steps[] = {
      {R"(7k/8/8/8/4m3/8/8/K7 w 6 {"flags":"1111","pending":"drop:n"})", "N@e4",
       R"(7k/8/8/8/4N3/8/8/K7 b 7 {"flags":"1111"})"},
      {R"(7k/8/8/8/3md3/8/8/K7 w 6 {"flags":"1111","pending":"drop:n"})", "N@e4{push=d4}",
       R"(7k/8/8/8/2N5/8/8/K7 b 7 {"flags":"1111"})"},
      {R"(7k/8/8/8/3md3/8/8/K7 w 6 {"flags":"1111","pending":"drop:k"})", "K@e4{push=d4}",
       R"(7k/8/8/8/2K5/8/8/K7 b 7 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H11_CandidatesAreAllNeighboursOnTheBoard) {
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/8/8/8/3d4/3K4/8/8 w 0", "d3d4"),
              ElementsAre("d3d4{push=d3}", "d3d4{push=c4}", "d3d4{push=e4}", "d3d4{push=d5}"));
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/8/8/8/3w4/3K4/8/8 w 0", "d3d4"),
              ElementsAre("d3d4{push=c3}", "d3d4{push=e3}", "d3d4{push=c5}", "d3d4{push=e5}"));
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/8/8/8/d7/K7/8/8 w 0", "a3a4"),
              ElementsAre("a3a4{push=a3}", "a3a4{push=b4}", "a3a4{push=a5}"));
  EXPECT_THAT(OutcomeTextsOf("chakart", "7k/8/8/8/8/8/8/dK6 w 0", "b1a1"),
              ElementsAre("b1a1{push=b1}", "b1a1{push=a2}"));
}

TEST(ChakartObjects, H11_TheBombInACornerLeavesNoChoice) {
  const std::vector<OutcomeText> outcomes = OutcomesOf("chakart", "7k/8/8/8/8/8/8/wK6 w 0", "b1a1");
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].probability, "1");
  EXPECT_EQ(outcomes[0].text, "b1a1");
  EXPECT_EQ(outcomes[0].fen, R"(7k/8/8/8/8/8/1K6/8 b 1 {"flags":"1111"})");
}

TEST(ChakartObjects, H11_APieceOfEitherColourIsCaptured) {
  const char* fen = "7k/8/8/3o4/2Pdn3/3K4/8/8 w 0";
  const Step steps[] = {
      {fen, "d3d4{push=d3}", R"(7k/8/8/3o4/2P1n3/3K4/8/8 b 1 {"flags":"1111"})"},
      {fen, "d3d4{push=c4}", R"(7k/8/8/3o4/2K1n3/8/8/8 b 1 {"flags":"1111"})"},
      {fen, "d3d4{push=e4}", R"(7k/8/8/3o4/2P1K3/8/8/8 b 1 {"flags":"1111"})"},
      {fen, "d3d4{push=d5}", R"(7k/8/8/3K4/2P1n3/8/8/8 b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

TEST(ChakartObjects, H11_OutcomesMustBeGivenAndPossible) {
  const auto game = GameAt("chakart", "7k/8/8/8/3d4/3K4/8/8 w 0");
  ExpectRefused(*game, "d3d4", ErrorReason::kRandomnessRequired, "");
  for (const char* text : {"d3d4{push=c3}", "d3d4{push=d4}", "d3d4{egg=koopa}", "d3d4{put=c4}",
                           "d3d4{push=c4,push=c5}", "d3e3{push=f3}"}) {
    ExpectRefused(*game, text, ErrorReason::kImpossibleOutcome, "");
  }
}

TEST(ChakartObjects, H12_ChainsMultiplyTheProbabilities) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const OutcomeText& outcome : OutcomesOf("chakart", "7k/8/8/8/3dw3/3K4/8/8 w 0", "d3d4")) {
    found.emplace_back(outcome.text, outcome.probability);
  }
  using Pair = std::pair<std::string, std::string>;
  EXPECT_THAT(
      found,
      ElementsAre(Pair("d3d4{push=d3}", "1/4"), Pair("d3d4{push=c4}", "1/4"),
                  Pair("d3d4{push=e4,push=d3}", "1/16"), Pair("d3d4{push=e4,push=f3}", "1/16"),
                  Pair("d3d4{push=e4,push=d5}", "1/16"), Pair("d3d4{push=e4,push=f5}", "1/16"),
                  Pair("d3d4{push=d5}", "1/4")));
}

TEST(ChakartObjects, H12_AnObjectActsOnceIncludingThoseJustLeft) {
  const Step steps[] = {
      // The king comes back to the square of the first banana, which is empty now.
      {"7k/8/8/8/3dd3/3K4/8/8 w 0", "d3d4{push=e4,push=d4}",
       R"(7k/8/8/8/3K4/8/8/8 b 1 {"flags":"1111"})"},
      // The pawn comes back onto its own mushroom.
      {"7k/8/8/8/4d3/8/4P3/K7 w 0", "e2e4{push=e3}", R"(7k/8/8/8/8/8/4P3/K7 b 1 {"flags":"1111"})"},
      // The knight comes back onto its own egg.
      {"7k/8/8/8/8/2w5/1d6/1N5K w 0", "b1c3{push=b2,push=b1,egg=chomp}",
       R"(7k/8/8/8/8/8/8/7K b 1 {"flags":"1111"})"},
      {"7k/8/8/8/8/2w5/1d6/1N5K w 0", "b1c3{push=b2,push=b1,egg=koopa}",
       R"(7k/8/8/8/8/8/8/1N5K b 1 {"flags":"1111"})"},
  };
  ExpectSteps("chakart", steps);
}

// --- The facts in VariantInfo agree with the rules

// The first effect of an object in the outcomes of a move: its probability, and the steps, in files
// and ranks, by which it moves the piece.
struct FirstEffect {
  Fraction probability;
  std::set<std::pair<int, int>> steps;
};
// The first effects, by the number of their event.
using FirstEffects = std::map<int, FirstEffect>;

FirstEffects FirstEffectsOf(const Game& game, const std::string& action) {
  FirstEffects effects;
  Budget budget;
  const auto visit = [&effects](const ActionResult& result, Fraction probability, const Game&) {
    const auto first =
        std::find_if(result.events.begin(), result.events.end(), [](const Event& event) {
          return event.kind->number >= chakart::kMushroomEvent.number &&
                 event.kind->number <= chakart::kWaluigiEvent.number;
        });
    if (first == result.events.end()) return true;
    FirstEffect& effect = effects[first->kind->number];
    effect.probability = *Sum(effect.probability, probability);
    if (!first->from.empty() && !first->to.empty()) {
      effect.steps.emplace(first->to[0] - first->from[0], first->to[1] - first->from[1]);
    }
    return true;
  };
  const auto summary = game.Outcomes(action, {.separate_paths = true}, budget, visit);
  EXPECT_THAT(summary, testing::IsOk()) << action;
  return effects;
}

// Returns the FEN of a position in which the piece with this letter can move from d4 onto the
// object, or onto an empty square if `object` is 0, and the text of that move.
std::pair<std::string, std::string> MoveOnto(char piece, char object) {
  testing::FenBoard board = testing::ReadFenBoard("7k/8/8/8/8/8/8/K7 w 0");
  const bool diagonal = piece == 'B' || (piece == 'P' && object != 0);
  const char* const to = piece == 'N' ? "e6" : diagonal ? "e5" : "d5";
  const auto at = [&board](const char* square) -> char& {
    return board.ranks[static_cast<size_t>('8' - square[1])][static_cast<size_t>(square[0] - 'a')];
  };
  if (piece == 'K') at("a1") = 0;
  at("d4") = piece;
  at(to) = object;
  return {board.ToFen(), StrCat("d4", to)};
}

TEST(ChakartObjects, H10_H11_H13_ObjectsActAsTheirFactsSay) {
  const VariantInfo& info = chakart::ChakartRules::Info();
  for (const ObjectInfo& object : info.objects) {
    for (const PieceInfo& piece : info.pieces) {
      const auto [fen, action] = MoveOnto(piece.letter, object.letter);
      const FirstEffects effects = FirstEffectsOf(*GameAt("chakart", fen), action);
      size_t expected = 0;
      for (const ObjectEffect& effect : object.facts.effects) {
        if (effect.pieces.find(piece.letter) == std::string_view::npos) continue;
        std::set<std::pair<int, int>> steps;
        for (const arbiter::Step& step : effect.steps) steps.emplace(step.file, step.rank);
        if (effect.repeats_step) steps.emplace(action[2] - action[0], action[3] - action[1]);
        for (const EventKind* event : effect.events) {
          ++expected;
          const auto found = effects.find(event->number);
          ASSERT_NE(found, effects.end()) << action << " in " << fen << ": " << event->number;
          EXPECT_EQ(found->second.probability, *Fraction(1).DividedBy(effect.events.size())) << fen;
          if (!steps.empty()) {
            EXPECT_EQ(found->second.steps, steps) << action << " in " << fen;
          }
        }
      }
      EXPECT_EQ(effects.size(), expected) << action << " in " << fen;
    }
  }
}

TEST(ChakartObjects, H8_H9_PiecesPutObjectsAsTheFactsSay) {
  const VariantInfo& info = chakart::ChakartRules::Info();
  for (const PieceInfo& piece : info.pieces) {
    const auto [fen, action] = MoveOnto(piece.letter, 0);
    std::set<char> put;
    Budget budget;
    const auto visit = [&put](const ActionResult& result, Fraction, const Game&) {
      for (const Event& event : result.events) {
        if (event.kind == &chakart::kObjectPutEvent) put.insert(event.object);
      }
      return true;
    };
    EXPECT_THAT(GameAt("chakart", fen)->Outcomes(action, {}, budget, visit), testing::IsOk());
    for (const ObjectInfo& object : info.objects) {
      const bool expected = object.facts.put_by.find(piece.letter) != std::string_view::npos;
      EXPECT_EQ(put.contains(object.letter), expected) << action << " in " << fen;
    }
  }
}

}  // namespace
}  // namespace arbiter
