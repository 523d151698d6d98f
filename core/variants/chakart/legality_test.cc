// Tests in random games that the legality check and the notation of a single action agree with the
// list of all legal actions.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/rules/san.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/notation.h"
#include "core/variants/chakart/rules.h"
#include "tests/support/chakart_play.h"
#include "tests/support/jsonl.h"

namespace arbiter::chakart {
namespace {

using testing::ChakartAt;
using testing::DefaultChakartRules;
using testing::kSanitizerSlowdown;
using testing::PlayRandomActions;
using testing::Random;
using testing::ReadJsonLines;
using testing::Text;

std::string FenOf(const Position& position) {
  return DefaultChakartRules().FormatFen(position, FenStyle::kStandard);
}

// Calls `visit` with positions and their legal actions, in random games from recorded positions.
template <typename Visitor>
void VisitPositions(int count, uint64_t seed, Visitor visit) {
  std::vector<Position> starts;
  for (const auto& row : ReadJsonLines("core/variants/chakart/testdata/legal.jsonl")) {
    starts.push_back(ChakartAt(Text(row, "fen")));
  }
  Random random(seed);
  Position position = starts.front();
  const auto legal = std::make_unique<Actions>();
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    GenerateActions(position, legal.get());
    visit(position, *legal, random);
    const bool again = position.IsOver() || random.OneIn(60);
    position = again ? starts[random.Below(starts.size())] : PlayRandomActions(position, 1, random);
  }
}

// Returns a random action, legal or not, often with the kind or the squares of a legal one.
Action AnyAction(const Actions& legal, Random& random) {
  const auto square = [&random] { return Sq(static_cast<int>(random.Below(Geo::kSquares))); };
  const auto& like = legal[static_cast<int>(random.Below(static_cast<size_t>(legal.size())))];
  const auto kind = random.OneIn(2) ? like.kind : static_cast<ActionKind>(random.Below(7));
  Action action = {kind, Sq(0), Sq(0), Kind::kPawn};
  if (kind == ActionKind::kPass) return action;
  action.to = random.OneIn(2) ? like.to : square();
  if (action.HasFrom()) action.from = random.OneIn(4) ? square() : like.from;
  if (kind == ActionKind::kSwap && action.to.index() < action.from.index()) {
    std::swap(action.from, action.to);
  }
  const bool needs_piece = kind == ActionKind::kPlace || kind == ActionKind::kPromote;
  if (needs_piece || (kind == ActionKind::kMove && random.OneIn(2))) {
    action.piece = kOfficers[random.Below(kOfficerCount)];
  }
  return action;
}

// Returns whether the action is a stealth move onto a hidden queen, which is accepted although it
// is not listed (H23).
bool EndsOnHiddenQueen(const Position& position, const Action& action) {
  const Squares queens = position.board.Of(position.turn, Kind::kQueen) - position.immobilised;
  return action.kind == ActionKind::kStealth && position.hidden == action.to &&
         position.pending.empty() && position.HasPower(position.turn, Power::kStealth) &&
         queens.Has(action.from) && AcceptedStealthTargets(position, action.from).Has(action.to);
}

TEST(ChakartLegality, C12_AnActionIsLegalIfAndOnlyIfItIsListed) {
  int refused = 0;
  int unseen = 0;
  const auto check = [&](const Position& position, const Actions& legal, const Action& action) {
    const bool listed = std::find(legal.begin(), legal.end(), action) != legal.end();
    const bool accepted = EndsOnHiddenQueen(position, action);
    EXPECT_EQ(IsLegal(position, action), listed || accepted)
        << FormatAction(action) << " in " << FenOf(position);
    refused += listed || accepted ? 0 : 1;
    unseen += accepted ? 1 : 0;
  };
  VisitPositions(
      100'000 / kSanitizerSlowdown, 1,
      [&](const Position& position, const Actions& legal, Random& random) {
        if (legal.size() == 0) return;
        for (const Action& action : legal) check(position, legal, action);
        for (int i = 0; i < 20; ++i) check(position, legal, AnyAction(legal, random));
        if (!position.hidden) return;
        for (const Sq queen : position.board.Of(position.turn, Kind::kQueen)) {
          check(position, legal, {ActionKind::kStealth, queen, *position.hidden, Kind::kPawn});
        }
      });
  EXPECT_GT(refused, 100'000 / kSanitizerSlowdown);
  EXPECT_GT(unseen, 0);
}

TEST(ChakartLegality, H27_SanIsDisambiguatedAgainstAllLegalMoves) {
  int shells = 0;
  VisitPositions(10'000 / kSanitizerSlowdown, 2,
                 [&](const Position& position, const Actions& legal, Random& /*random*/) {
                   const MoveNotation move_notation(position);
                   std::vector<MoveFacts> facts;
                   for (const Action& action : legal) {
                     if (action.kind == ActionKind::kMove) {
                       facts.push_back(FactsOf(position, action));
                     }
                   }
                   for (const Action& action : legal) {
                     const std::string san = move_notation.Write(action, Notation::kSan);
                     const bool stealth = action.kind == ActionKind::kStealth;
                     if (stealth || action.kind == ActionKind::kMove) {
                       EXPECT_EQ(san, WriteNotation(FactsOf(position, action), facts,
                                                    stealth ? "?" : "", Notation::kSan))
                           << FenOf(position);
                     }
                     if (action.kind != ActionKind::kShell) continue;
                     ++shells;
                     const auto throwers =
                         std::count_if(legal.begin(), legal.end(), [&action](const Action& other) {
                           return other.kind == ActionKind::kShell && other.to == action.to;
                         });
                     const std::string from = throwers > 1 ? ToString(action.from) : "";
                     EXPECT_EQ(san, "K" + from + "*" + ToString(action.to)) << FenOf(position);
                   }
                 });
  EXPECT_GT(shells, 1000 / kSanitizerSlowdown);
}

TEST(ChakartLegality, H20_CandidatesAreFoundByTheirTexts) {
  int draws = 0;
  VisitPositions(10'000 / kSanitizerSlowdown, 3,
                 [&](const Position& position, const Actions& legal, Random& random) {
                   if (position.IsOver()) return;
                   const auto any =
                       static_cast<int>(random.Below(static_cast<size_t>(legal.size())));
                   Resolution resolution(position, legal[any], nullptr);
                   for (; resolution.candidates() > 0; ++draws) {
                     const int candidates = resolution.candidates();
                     for (int i = 0; i < candidates; ++i) {
                       EXPECT_EQ(resolution.FindCandidate(resolution.CandidateText(i)), i);
                     }
                     for (const char* text : {"", "e", "e4e", "i1", "zz", "kingbo", "qq"}) {
                       EXPECT_FALSE(resolution.FindCandidate(text)) << text;
                     }
                     resolution.Choose(static_cast<int>(random.Below(candidates)));
                   }
                 });
  EXPECT_GT(draws, 1000 / kSanitizerSlowdown);
}

}  // namespace
}  // namespace arbiter::chakart
