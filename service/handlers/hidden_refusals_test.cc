// Nothing that the other side or a spectator is refused tells where a hidden queen stands
// (ruling H23). An action that succeeds shows her to everybody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/rules/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/ask.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::AllAnswerAlike;
using testing::AllHiddenQueens;
using testing::ApplyRequest;
using testing::Ask;
using testing::HiddenQueen;
using testing::IsAccepted;
using testing::kWorldsSeed;
using testing::LegalFor;
using testing::Random;
using testing::Strangers;

constexpr const char* kNoActions[] = {"",
                                      "x",
                                      "d1??",
                                      "e2e9",
                                      "a1a1",
                                      "0000x",
                                      "a1~a1",
                                      "P@e4",
                                      "e4=p",
                                      "e2e4{",
                                      "e2e4{}",
                                      "e2e4{egg}",
                                      "{egg=}",
                                      "e2e4??",
                                      "?",
                                      "a1*a1?",
                                      "undo",
                                      "white:e2e4",
                                      "draw!",
                                      "draw-",
                                      "claim draw",
                                      "claim win",
                                      "black:claim draw"};

// Actions that are illegal for all that a stranger knows; many of them with her squares.
std::vector<std::string> IllegalActions(const HiddenQueen& queen,
                                        const std::vector<std::string>& legal, Random& random) {
  std::vector<std::string> actions(std::begin(kNoActions), std::end(kNoActions));
  for (int i = 0; i < 40; ++i) {
    const std::string& hers = queen.squares[random.Below(queen.squares.size())];
    const std::string from = legal[random.Below(legal.size())].substr(0, 2);
    const char* infixes[] = {"", "*", "~"};
    const char* suffixes[] = {"", "?", "q"};
    actions.push_back(from + infixes[random.Below(3)] + hers + suffixes[random.Below(3)]);
    actions.push_back(hers + infixes[random.Below(3)] + from + suffixes[random.Below(3)]);
    actions.push_back("N@" + hers);
    actions.push_back(hers + "=q");
    std::string any(4, ' ');
    for (size_t j = 0; j < any.size(); ++j) {
      any[j] = static_cast<char>((j % 2 == 0 ? 'a' : '1') + random.Below(8));
    }
    actions.push_back(any);
  }
  actions.emplace_back("0000");
  std::erase_if(actions, [&legal](const std::string& action) {
    return std::find(legal.begin(), legal.end(), action) != legal.end();
  });
  return actions;
}

// Legal actions with outcomes that they can have in some world, mostly not those of the seed.
std::vector<std::string> ForgedActions(const HiddenQueen& queen, Random& random) {
  const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsEyes());
  const Limits limits;
  std::vector<std::string> actions;
  for (int i = 0; i < 6; ++i) {
    v1::EnumerateOutcomesRequest request;
    *request.mutable_position() = queen.worlds[0];
    request.set_action(legal[random.Below(legal.size())]);
    request.set_max_outcomes(16);
    v1::EnumerateOutcomesResponse response;
    // What she alone does not allow is refused here as everywhere.
    if (!EnumerateOutcomes({&limits, nullptr}, request, &response).ok()) continue;
    const auto drawn = static_cast<int>(random.Below(response.outcomes_size()));
    actions.push_back(response.outcomes(drawn).text());
  }
  return actions;
}

std::string FenOf(const v1::Position& position) {
  v1::AdjudicateRequest request;
  *request.mutable_position() = position;
  v1::AdjudicateResponse response;
  const Limits limits;
  EXPECT_TRUE(Adjudicate({&limits, nullptr}, request, &response).ok());
  return response.state().fen();
}

v1::Record RecordOf(const v1::Position& position, const std::string& action) {
  v1::Record record;
  record.set_start_fen(FenOf(position));
  record.add_actions(action);
  return record;
}

TEST(HiddenRefusals, H23_IllegalActions) {
  Random random(72);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsEyes());
    for (const std::string& action : IllegalActions(queen, legal, random)) {
      const std::string_view seed = random.OneIn(2) ? kWorldsSeed : std::string_view();
      const v1::Viewer viewer = Strangers(queen)[random.Below(2)];
      ASSERT_TRUE(AllAnswerAlike(queen, [&](const v1::Position& position, size_t) {
        const std::string answer = Ask(ApplyMoves, ApplyRequest(position, action, viewer, seed));
        EXPECT_FALSE(IsAccepted(answer)) << action;
        return answer;
      })) << action;
    }
  }
}

// Outcomes of legal actions, which they may have or not: whether some of them can have happened
// depends on where she is.
TEST(HiddenRefusals, H23_OutcomesAreNotForAStrangerToGive) {
  Random random(73);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsEyes());
    std::vector<std::string> actions = ForgedActions(queen, random);
    for (int i = 0; i < 20; ++i) {
      const std::string& hers = queen.squares[random.Below(queen.squares.size())];
      const std::string blocks[] = {"{egg=mario}",
                                    "{egg=koopa}",
                                    "{egg=toadette}",
                                    "{push=a1,push=a1}",
                                    StrCat("{put=", hers, "}"),
                                    StrCat("{push=", hers, "}"),
                                    StrCat("{egg=luigi,on=", hers, "}"),
                                    StrCat("{egg=waluigi,on=", hers, ",put=", hers, "}"),
                                    StrCat("{egg=koopa,put=", hers, "}"),
                                    StrCat("{egg=daisy,put=", hers, "}")};
      actions.push_back(legal[random.Below(legal.size())] +
                        blocks[random.Below(std::size(blocks))]);
    }
    for (const std::string& action : actions) {
      if (action.find('{') == std::string::npos) continue;
      const v1::Viewer viewer = Strangers(queen)[random.Below(2)];
      ASSERT_TRUE(AllAnswerAlike(queen, [&](const v1::Position& position, size_t) {
        const std::string answer = Ask(ApplyMoves, ApplyRequest(position, action, viewer, ""));
        EXPECT_THAT(answer, ::testing::HasSubstr("HIDDEN_INFORMATION")) << action;
        return answer;
      })) << action;
    }
  }
}

// The first action shows her, but only a request that is accepted is a move that was made: after a
// refusal a stranger could ask for another one.
TEST(HiddenRefusals, H23_ActionsAfterTheOneThatShowsHer) {
  Random random(77);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsEyes());
    std::vector<std::string> further = IllegalActions(queen, legal, random);
    further.insert(further.end(), legal.begin(), legal.end());
    for (int i = 0; i < 20; ++i) {
      const v1::Viewer viewer = Strangers(queen)[random.Below(2)];
      const std::string& first = legal[random.Below(legal.size())];
      const std::string& second = further[random.Below(further.size())];
      ASSERT_TRUE(AllAnswerAlike(
          queen,
          [&](const v1::Position& position, size_t) {
            v1::ApplyMovesRequest request = ApplyRequest(position, first, viewer, kWorldsSeed);
            request.add_actions(second);
            const std::string answer = Ask(ApplyMoves, request);
            EXPECT_THAT(answer, ::testing::HasSubstr("HIDDEN_INFORMATION at actions[1]"))
                << first << " " << second;
            return answer;
          }))
          << first << " " << second;
    }
  }
}

// What players say shows nothing, so that actions after it are judged as if they came first.
TEST(HiddenRefusals, H23_ActionsAfterAnOffer) {
  Random random(78);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsEyes());
    const v1::Viewer viewer = Strangers(queen)[random.Below(2)];
    for (const std::string& second : IllegalActions(queen, legal, random)) {
      ASSERT_TRUE(AllAnswerAlike(queen, [&](const v1::Position& position, size_t) {
        v1::ApplyMovesRequest request = ApplyRequest(position, "draw?", viewer, kWorldsSeed);
        request.add_actions(second);
        return Ask(ApplyMoves, request);
      })) << second;
    }
  }
}

TEST(HiddenRefusals, H23_AGameWhoseLastMoveIsHersIsNotWritten) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    if (queen.moves.empty()) continue;
    for (const v1::Viewer viewer : Strangers(queen)) {
      v1::WritePgnRequest request;
      request.set_viewer(viewer);
      request.mutable_game()->set_variant("chakart");
      ASSERT_TRUE(AllAnswerAlike(queen, [&](const v1::Position&, size_t i) {
        *request.mutable_game()->mutable_record() = RecordOf(queen.before, queen.moves[i]);
        const std::string answer = Ask(WritePgn, request);
        EXPECT_THAT(answer, ::testing::HasSubstr("HIDDEN_INFORMATION"));
        return answer;
      }));
    }
  }
}

// --- The same refusals in a record, which begins where she has just moved.

// Actions that no viewer can take for possible, and some that only she makes impossible.
std::vector<std::string> RefusedActions(const HiddenQueen& queen, Random& random) {
  const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsEyes());
  const std::string& hers = queen.squares[random.Below(queen.squares.size())];
  const std::string& action = legal[random.Below(legal.size())];
  return {"a1a1", hers + "a1", action + "{egg=mario}", StrCat(action, "{put=", hers, "}")};
}

TEST(HiddenRefusals, H23_RecordsWhoseLastActionIsRefused) {
  Random random(74);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const std::string& action : RefusedActions(queen, random)) {
      const v1::Viewer viewer = Strangers(queen)[random.Below(2)];
      std::vector<std::string> answers;
      for (const v1::Position& position : queen.worlds) {
        v1::AdjudicateRequest request;
        request.set_viewer(viewer);
        request.mutable_position()->set_variant("chakart");
        *request.mutable_position()->mutable_record() = RecordOf(position, action);
        std::string answer = Ask(Adjudicate, request);
        if (!IsAccepted(answer)) answers.push_back(std::move(answer));
      }
      for (const std::string& answer : answers) {
        ASSERT_EQ(answer, answers[0]) << action << " in " << queen.worlds[0].ShortDebugString();
      }
    }
  }
}

// Compares what the viewer is told of those records that are found illegal.
void ExpectVerdictsAlike(const HiddenQueen& queen, const std::string& action, v1::Viewer viewer,
                         std::string_view seed) {
  const Limits limits;
  std::vector<std::string> answers;
  for (const v1::Position& position : queen.worlds) {
    v1::ValidateGameRequest request;
    request.set_variant("chakart");
    request.set_viewer(viewer);
    *request.mutable_record() = RecordOf(position, action);
    request.mutable_record()->set_seed(std::string(seed));
    v1::ValidateGameResponse response;
    ASSERT_TRUE(ValidateGame({&limits, nullptr}, request, &response).ok());
    if (response.has_first_illegal()) answers.push_back(response.ShortDebugString());
  }
  for (const std::string& answer : answers) {
    ASSERT_EQ(answer, answers[0]) << action << " in " << queen.worlds[0].ShortDebugString();
  }
}

TEST(HiddenRefusals, H23_Validation) {
  Random random(75);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const std::string& action : RefusedActions(queen, random)) {
      ExpectVerdictsAlike(queen, action, Strangers(queen)[random.Below(2)], "");
      if (HasFatalFailure()) return;
    }
  }
}

TEST(HiddenRefusals, H23_ValidationWithASeed) {
  Random random(76);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    std::vector<std::string> actions = ForgedActions(queen, random);
    for (std::string& action : RefusedActions(queen, random)) actions.push_back(std::move(action));
    for (const std::string& action : actions) {
      ExpectVerdictsAlike(queen, action, Strangers(queen)[random.Below(2)], kWorldsSeed);
      if (HasFatalFailure()) return;
    }
  }
}

// Whether an action draws, and so needs a seed, must not depend on her square either.
TEST(HiddenRefusals, H23_LegalActionsWithoutASeed) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const std::string& action : LegalFor(queen.worlds[0], queen.OpponentsEyes())) {
      ASSERT_TRUE(AllAnswerAlike(queen, [&](const v1::Position& position, size_t) {
        const std::string answer =
            Ask(ApplyMoves, ApplyRequest(position, action, queen.OpponentsEyes(), ""));
        return IsAccepted(answer) ? std::string("accepted") : answer;
      })) << action;
    }
  }
}

}  // namespace
}  // namespace arbiter
