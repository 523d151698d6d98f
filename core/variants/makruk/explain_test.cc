// Tests that the error for an illegal move of Makruk says why it is illegal (ruling C9): it names
// the rule, the blocked square or the attacker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::ExpectIllegal;
using testing::ExpectRefused;
using testing::StartOf;

struct Refusal {
  const char* fen;
  const char* action;
  const char* reason;
};

void ExpectAllIllegal(std::span<const Refusal> refusals) {
  for (const Refusal& refusal : refusals) {
    ExpectIllegal("makruk", StrCat(refusal.fen, " w - - 0 1"), refusal.action, refusal.reason);
  }
}

TEST(MakrukExplain, C9_SaysWhyAPieceCannotBeMoved) {
  const auto game = StartOf("makruk");
  ExpectRefused(*game, "e2e4", ErrorReason::kIllegalAction, "e2e4: no piece on e2");
  ExpectRefused(*game, "e6e5", ErrorReason::kNotYourTurn, "it is White's turn");
  ExpectRefused(*game, "a1a1", ErrorReason::kIllegalAction, "same");
  ExpectRefused(*game, "a1b1", ErrorReason::kIllegalAction, "its own knight (ma) is on b1");
}

TEST(MakrukExplain, C9_MalformedActionTextsAreRefused) {
  const auto game = StartOf("makruk");
  for (const char* text : {"", "e3", "e3e9", "i3i4", "E3E4", "e3e4 ", "e3e4mm", "0000", "Count",
                           "count ", "\xe0\xb8"}) {
    ExpectRefused(*game, text, ErrorReason::kBadActionText, "is not a valid Makruk action");
  }
}

TEST(MakrukExplain, C9_NamesTheRuleOfThePiece) {
  const Refusal refusals[] = {
      {"7k/8/8/8/8/8/8/R3K3", "e1c1", "a king moves one square in any direction"},
      {"7k/8/8/8/3M4/8/8/KS6", "d4d5", "moves one square diagonally (M1)"},
      {"7k/8/8/8/3S4/8/8/K7", "d4d3", "one square diagonally or one square forward (M1)"},
      {"7k/8/8/8/3S4/8/8/K7", "d4e4", "one square diagonally or one square forward (M1)"},
      {"7k/8/8/8/3N4/8/8/KS6", "d4d5", "a knight leaps"},
      {"7k/8/8/8/3R4/8/8/K7", "d4f6", "a rook moves along ranks and files (M1)"},
      {"7k/8/8/4n3/3R4/8/8/K7", "d4f6", "a rook moves along ranks and files (M1)"},
      {"7k/8/8/8/8/4P3/8/KS6", "e3e5", "a pawn moves one square"},
      {"7k/8/8/8/8/4P3/8/KS6", "e3f4", "a pawn moves diagonally only to capture (M1)"},
      {"7k/8/8/8/4n3/4P3/8/K7", "e3e4", "captures only diagonally forward, and e4 is occupied"},
      {"7k/8/8/8/8/4P3/8/KS6", "e3d3", "a pawn moves one square forward"},
      {"7k/8/8/8/4P3/8/8/KS6", "e4e3", "a pawn moves one square forward"},
  };
  ExpectAllIllegal(refusals);
}

TEST(MakrukExplain, C9_NamesTheSquareThatBlocks) {
  const Refusal refusals[] = {
      {"7k/8/3n4/8/3R4/8/8/K7", "d4d8", "blocked on d6"},
      {"7k/8/8/8/1P1R4/8/8/K7", "d4a4", "blocked on b4"},
  };
  ExpectAllIllegal(refusals);
}

TEST(MakrukExplain, C9_NamesTheAttackerOfTheKing) {
  const Refusal refusals[] = {
      {"7k/8/4r3/8/8/8/4N3/4K3", "e2c3", "on e1 attacked by the rook (ruea) on e6 (M3)"},
      {"7k/8/8/8/5n2/8/8/S3K3", "e1e2", "leaves the king (khun) on e2 attacked by the knight (ma)"},
      {"7k/8/8/8/8/5m2/8/S3K3", "e1e2", "on e2 attacked by the queen (met) on f3"},
      {"7k/8/8/8/8/4s3/8/4K3", "e1e2", "on e2 attacked by the bishop (khon) on e3"},
      {"7k/8/8/3p4/8/4K3/8/S7", "e3e4", "on e4 attacked by the pawn (bia) on d5"},
      {"8/8/8/8/8/4k3/8/4K2R", "e1e2", "on e2 attacked by the king (khun) on e3"},
  };
  ExpectAllIllegal(refusals);
}

}  // namespace
}  // namespace arbiter
