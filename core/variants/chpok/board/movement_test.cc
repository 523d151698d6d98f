// Compares the list of legal moves with functions that do not use it: counting, checking a single
// move and writing SAN. The positions are from random games.
#include "core/variants/chpok/board/movement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/rules/san.h"
#include "core/variants/chpok/board/fen.h"
#include "core/variants/chpok/board/notation.h"
#include "core/variants/chpok/board/play.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter::chpok {
namespace {

using testing::kSanitizerSlowdown;
using testing::Random;
using testing::ReadJsonLines;
using testing::Text;

// Calls `visit` with positions of random games and their legal moves. The games start from set-ups
// with all kinds of features.
template <typename Visitor>
void VisitPositions(int count, uint64_t seed, Visitor visit) {
  std::vector<Position> starts;
  for (const auto& row : ReadJsonLines("core/variants/chpok/testdata/legal.jsonl")) {
    starts.push_back(*ParseBoardFen(Text(row, "fen")));
  }
  Random random(seed);
  Position position = starts.front();
  const auto legal = std::make_unique<Actions>();
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    legal->Clear();
    GenerateActions(position, legal.get());
    visit(position, *legal, random);
    if (legal->size() == 0 || random.OneIn(60)) {
      position = starts[random.Below(starts.size())];
    } else {
      const auto any = static_cast<int>(random.Below(static_cast<size_t>(legal->size())));
      Play((*legal)[any], &position, nullptr);
    }
  }
}

bool IsListed(const Actions& legal, const Action& action) {
  return std::find(legal.begin(), legal.end(), action) != legal.end();
}

// Returns a random action, legal or not, which often has the squares of a legal one.
Action AnyAction(const Position& position, const Actions& legal, Random& random) {
  const auto square = [&] {
    Sq any(static_cast<int>(random.Below(Geo::kSquares)));
    while (!position.OnBoard().Has(any)) any = Sq(static_cast<int>(random.Below(Geo::kSquares)));
    return any;
  };
  const auto kind = static_cast<ActionKind>(random.Below(6));
  Action action = {kind, Sq(0), Sq(0), Kind::kPawn};
  if (kind == ActionKind::kPass) return action;
  action.to = square();
  if (!action.HasFrom()) return action;
  const auto any = static_cast<int>(random.Below(static_cast<size_t>(legal.size())));
  action.from = random.OneIn(4) ? square() : legal[any].from;
  if (random.OneIn(3)) action.to = legal[any].to;
  if (kind == ActionKind::kMove && random.OneIn(2)) {
    action.promotion = static_cast<Kind>(random.Below(static_cast<size_t>(Kind::kCount)));
  }
  return action;
}

TEST(ChpokMovement, C12_AnActionIsLegalIfItIsListed) {
  int refused = 0;
  VisitPositions(100'000 / kSanitizerSlowdown, 2,
                 [&](const Position& position, const Actions& legal, Random& random) {
                   if (legal.size() == 0) return;
                   for (const Action& action : legal) {
                     EXPECT_TRUE(IsLegal(position, action))
                         << FormatAction(action) << " in " << FormatBoardFen(position);
                   }
                   for (int i = 0; i < 20; ++i) {
                     const Action action = AnyAction(position, legal, random);
                     const bool listed = IsListed(legal, action);
                     EXPECT_EQ(IsLegal(position, action), listed)
                         << static_cast<int>(action.kind) << " " << FormatAction(action) << " in "
                         << FormatBoardFen(position);
                     refused += listed ? 0 : 1;
                   }
                 });
  EXPECT_GT(refused, 100'000 / kSanitizerSlowdown);
}

TEST(ChpokMovement, C9_TextsOfListedActionsCanBeReadBack) {
  VisitPositions(10'000 / kSanitizerSlowdown, 3,
                 [](const Position& position, const Actions& legal, Random& /*random*/) {
                   for (const Action& action : legal) {
                     const auto read = ParseAction(position, FormatAction(action));
                     ASSERT_TRUE(read.ok()) << read.status();
                     EXPECT_EQ(*read, action) << FormatAction(action);
                   }
                 });
}

bool IsChessMove(const Action& action) {
  return action.kind == ActionKind::kMove || action.kind == ActionKind::kOwnCapture;
}

MoveFacts FactsOf(const Action& action, const MoveInfo& info) {
  return {.from_file = static_cast<int8_t>(action.from.file()),
          .from_rank = static_cast<int8_t>(action.from.rank()),
          .to_file = static_cast<int8_t>(action.to.file()),
          .to_rank = static_cast<int8_t>(action.to.rank()),
          .piece = info.piece,
          .captured = info.captured,
          .promotion = info.promotion,
          .upturned = false};
}

// Returns the text of a castling by ruling P28, from the list of legal moves.
std::string CastlingText(const Action& castling, const Actions& legal) {
  const auto is_short = [](const Action& action) { return action.to.file() > action.from.file(); };
  const auto count = std::count_if(legal.begin(), legal.end(), [&](const Action& other) {
    return other.kind == ActionKind::kCastling && is_short(other) == is_short(castling);
  });
  if (count > 1) return FormatAction(castling);
  return is_short(castling) ? "O-O" : "O-O-O";
}

TEST(ChpokMovement, P28_SanIsDisambiguatedAgainstAllLegalMoves) {
  int castlings = 0;
  VisitPositions(10'000 / kSanitizerSlowdown, 4,
                 [&](const Position& position, const Actions& legal, Random& /*random*/) {
                   const MoveNotation move_notation(position);
                   std::vector<MoveFacts> facts;
                   for (const Action& action : legal) {
                     if (IsChessMove(action)) {
                       facts.push_back(FactsOf(action, move_notation.Describe(action)));
                     }
                   }
                   size_t next = 0;
                   for (const Action& action : legal) {
                     const std::string san = move_notation.Write(action, Notation::kSan);
                     if (action.kind == ActionKind::kCastling) {
                       ++castlings;
                       EXPECT_EQ(san, CastlingText(action, legal)) << FormatBoardFen(position);
                     }
                     if (!IsChessMove(action)) continue;
                     const MoveFacts& move = facts[next++];
                     const std::string whole = WriteNotation(move, facts, "", Notation::kSan);
                     const bool pawn_step = move.IsPawn() && move.captured == 0;
                     const bool has_origin = whole.size() != 2 && whole[2] != '=';
                     EXPECT_EQ(san, pawn_step && has_origin ? FormatAction(action) : whole)
                         << FormatBoardFen(position);
                   }
                 });
  EXPECT_GT(castlings, 1000 / kSanitizerSlowdown);
}

}  // namespace
}  // namespace arbiter::chpok
