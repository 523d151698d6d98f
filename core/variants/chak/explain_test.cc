// Tests that the error for an illegal move of Chak says why it is illegal (ruling C9): it names the
// rule, the blocked square or the attacker.
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::ExpectIllegal;
using testing::ExpectRefused;
using testing::GameAt;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::StartOf;

struct Refusal {
  const char* fen;
  const char* action;
  const char* reason;
};

constexpr const char* kWhiteToMove = " w - - 0 1";

TEST(ChakExplain, C9_SaysThatThereIsNoPieceOnTheOrigin) {
  const auto game = StartOf("chak");
  ExpectRefused(*game, "e5e6", ErrorReason::kIllegalAction, "e5e6: no piece on e5");
}

TEST(ChakExplain, C9_SaysWhoseTurnItIs) {
  const auto game = StartOf("chak");
  ExpectRefused(*game, "a7a6", ErrorReason::kNotYourTurn, "it is White's turn");
  testing::Play(*game, {"a3a4"});
  ExpectRefused(*game, "c3c4", ErrorReason::kNotYourTurn, "it is Green's turn");
}

TEST(ChakExplain, C9_NamesTheOwnPieceOnTheTarget) {
  const auto game = StartOf("chak");
  ExpectRefused(*game, "a1b1", ErrorReason::kIllegalAction, "a1b1: its own vulture is on b1");
  ExpectRefused(*game, "e1e2", ErrorReason::kIllegalAction, "its own offering is on e2");
}

TEST(ChakExplain, C9_SaysThatOriginAndTargetAreTheSame) {
  const auto game = StartOf("chak");
  ExpectRefused(*game, "a3a3", ErrorReason::kIllegalAction, "same");
}

TEST(ChakExplain, C9_MalformedActionTextsAreRefused) {
  const auto game = StartOf("chak");
  for (const char* text : {"", "e2", "e2e", "j1a1", "a0a1", "a1a10", "E3E4", "e3e4q", "e3e4++",
                           "e3-e4", " e3e4", "e3e4 ", "0000", "count", "Resign", "e3\xff\xfe"}) {
    ExpectRefused(*game, text, ErrorReason::kBadActionText, "is not a valid Chak action");
  }
  ExpectRefused(*game, std::string(1025, 'a'), ErrorReason::kBadActionText, "longer than");
}

TEST(ChakExplain, C9_NamesTheRuleOfThePiece) {
  const Refusal refusals[] = {
      {"8k/9/9/9/9/9/9/3K5/9", "d2d4", "a king moves one square in any direction (K2)"},
      {"8k/9/4D4/9/9/9/9/9/9", "e7h7", "one or two squares in a straight line (K3)"},
      {"8k/9/4D4/9/9/9/9/9/9", "e7g8", "one or two squares in a straight line (K3)"},
      {"8k/9/9/9/4D4/9/9/9/9", "e5e4", "never leaves its far side (K11)"},
      {"8k/9/9/9/4J4/9/9/9/K8", "e5e7", "(K4)"},
      {"7k1/9/9/9/4Q4/9/9/9/1K7", "e5e7", "a quetzal hops over exactly one piece"},
      {"7k1/9/9/9/4Q4/9/9/9/1K7", "e5e7", "there is none between e5 and e7 (K7)"},
      {"7k1/9/4v4/4v4/4Q4/9/9/9/1K7", "e5e8", "there are several between e5 and e8 (K7)"},
      {"7k1/9/9/9/4Q4/9/9/9/1K7", "e5f7", "straight or diagonal line (K7)"},
      {"8k/9/9/9/4S4/9/9/9/K8", "e5d5", "a shaman moves one square diagonally"},
      {"8k/9/9/9/4V4/9/9/9/K8", "e5e6", "a vulture leaps like a knight (K5)"},
      {"8k/9/9/9/4R4/9/9/9/K8", "e5f6", "a serpent moves along ranks and files (K6)"},
      {"8k/9/9/9/9/2P6/9/9/K8", "c4c3", "(K9)"},
      {"8k/9/9/9/9/9/2P6/9/K8", "c3c5", "a pawn moves one square forward, left or right"},
      {"8k/9/9/9/9/9/2P6/9/K8", "c3d4", "diagonally only to capture (K9)"},
      {"8k/9/9/9/9/2v6/2P6/9/K8", "c3c4", "captures only diagonally forward, and c4 is occupied"},
      {"8k/9/9/9/9/9/2Pv5/9/K8", "c3d3", "captures only diagonally forward, and d3 is occupied"},
      {"8k/9/9/9/4W4/9/9/9/K8", "e5e4", "a warrior never leaves its far side (K11)"},
      {"8k/9/9/9/4W4/9/9/9/K8", "e5d5", "a warrior moves one square diagonally"},
      {"8k/9/9/9/9/9/9/4O4/K8", "e2e3", "an offering never moves (K10)"},
  };
  for (const Refusal& refusal : refusals) {
    ExpectIllegal("chak", StrCat(refusal.fen, kWhiteToMove), refusal.action, refusal.reason);
  }
}

TEST(ChakExplain, C9_NamesTheSquareThatBlocks) {
  const Refusal refusals[] = {
      {"8k/9/4v4/9/4R4/9/9/9/K8", "e5e9", "the path is blocked on e7"},
      {"8k/9/9/9/W3R4/9/2P6/9/K8", "e5a5", "its own warrior is on a5"},
      {"8k/9/9/9/4R4/9/4P4/9/K8", "e5e1", "the path is blocked on e3"},
      {"8k/9/3vD4/9/9/9/9/9/9", "e7c7", "the path is blocked on d7"},
  };
  for (const Refusal& refusal : refusals) {
    ExpectIllegal("chak", StrCat(refusal.fen, kWhiteToMove), refusal.action, refusal.reason);
  }
}

// A wrong line or distance is reported as such even if a piece stands in between.
TEST(ChakExplain, C9_AWrongLineIsNotCalledBlocked) {
  const auto message = [](const char* fen, const char* action) {
    return testing::Message(GameAt("chak", fen)->Apply(action, nullptr));
  };
  EXPECT_THAT(message("8k/9/9/5v3/4R4/9/9/9/K8 w - - 0 1", "e5g7"), Not(HasSubstr("blocked")));
  EXPECT_THAT(message("8k/9/4Dv3/9/9/9/9/9/9 w - - 0 1", "e7h7"), Not(HasSubstr("blocked")));
}

TEST(ChakExplain, C9_NamesTheAttackerOfTheRoyal) {
  const Refusal refusals[] = {
      {"4k4/9/4r4/9/9/9/9/4S4/4K4", "e2d3", "leaves the king on e1 attacked by the serpent on e7"},
      {"4k4/9/9/9/9/9/9/9/r3K4", "e1f1", "leaves the king on f1 attacked by the serpent on a1"},
      {"4k4/9/9/9/9/5v3/9/9/4K4", "e1e2", "leaves the king on e2 attacked by the vulture on f4"},
      {"4k4/9/9/9/9/9/6j2/9/4K4", "e1f2", "leaves the king on f2 attacked by the jaguar on g3"},
      {"4k4/9/9/9/9/4s4/9/4K4/9", "e2e3", "leaves the king on e3 attacked by the shaman on e4"},
      {"8k/9/9/4q4/9/4w4/9/9/3K5", "d1e1", "leaves the king on e1 attacked by the quetzal on e6"},
      {"8k/9/9/9/9/9/3w5/9/4K4", "e1e2", "leaves the king on e2 attacked by the warrior on d3"},
      {"9/9/9/9/9/4d4/9/9/4K4", "e1e2", "leaves the king on e2 attacked by the divine king on e4"},
      {"8k/9/5p3/9/4D4/9/9/9/9", "e5e6", "leaves the divine king on e6 attacked by the pawn on f7"},
      {"3k5/9/9/4D4/9/9/9/9/9", "e6e8", "leaves the divine king on e8 attacked by the king on d9"},
      {"8k/9/9/4r4/9/3K5/9/9/9", "d4e5", "leaves the divine king on e5 attacked by the serpent"},
  };
  for (const Refusal& refusal : refusals) {
    ExpectIllegal("chak", StrCat(refusal.fen, kWhiteToMove), refusal.action, refusal.reason);
  }
}

}  // namespace
}  // namespace arbiter
