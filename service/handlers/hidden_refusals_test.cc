// Tests that no error for the other side or a spectator reveals where a hidden queen stands (ruling
// H23). An action that is accepted reveals her to everybody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/strings.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::AllAnswersAreEqual;
using testing::AllHiddenQueens;
using testing::ApplyRequest;
using testing::Ask;
using testing::CallHandler;
using testing::HiddenQueen;
using testing::IsAccepted;
using testing::kWorldsSeed;
using testing::LegalFor;
using testing::OtherViewers;
using testing::Random;

constexpr const char* kNeverLegal[] = {"",
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

// Returns actions that another viewer knows to be illegal. Many of them name squares on which the
// queen can be.
std::vector<std::string> IllegalActions(const HiddenQueen& queen,
                                        const std::vector<std::string>& legal, Random& random) {
  std::vector<std::string> actions(std::begin(kNeverLegal), std::end(kNeverLegal));
  for (int i = 0; i < 40; ++i) {
    const std::string& queen_square = queen.squares[random.Below(queen.squares.size())];
    const std::string from = legal[random.Below(legal.size())].substr(0, 2);
    const char* infixes[] = {"", "*", "~"};
    const char* suffixes[] = {"", "?", "q"};
    actions.push_back(from + infixes[random.Below(3)] + queen_square + suffixes[random.Below(3)]);
    actions.push_back(queen_square + infixes[random.Below(3)] + from + suffixes[random.Below(3)]);
    actions.push_back("N@" + queen_square);
    actions.push_back(queen_square + "=q");
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

// Returns legal actions with outcomes that are possible in some world but are mostly not those of
// the seed.
std::vector<std::string> ForgedActions(const HiddenQueen& queen, Random& random) {
  const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
  const Limits limits;
  std::vector<std::string> actions;
  for (int i = 0; i < 6; ++i) {
    v1::EnumerateOutcomesRequest request;
    *request.mutable_position() = queen.worlds[0];
    request.set_action(legal[random.Below(legal.size())]);
    request.set_max_outcomes(16);
    v1::EnumerateOutcomesResponse response;
    // An action that only the hidden queen makes illegal is refused here too.
    if (!CallHandler(EnumerateOutcomes, {&limits, nullptr}, request, &response).ok()) continue;
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
  EXPECT_TRUE(CallHandler(Adjudicate, {&limits, nullptr}, request, &response).ok());
  return response.state().fen();
}

v1::Record RecordOf(const v1::Position& position, const std::string& action) {
  v1::Record record;
  record.set_start_fen(FenOf(position));
  record.add_actions(action);
  return record;
}

TEST(HiddenRefusals, H23_IllegalActionsAreRefusedEqually) {
  Random random(72);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    for (const std::string& action : IllegalActions(queen, legal, random)) {
      const std::string_view seed = random.OneIn(2) ? kWorldsSeed : std::string_view();
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
        const std::string answer = Ask(ApplyMoves, ApplyRequest(position, action, viewer, seed));
        EXPECT_FALSE(IsAccepted(answer)) << action;
        return answer;
      })) << action;
    }
  }
}

// Returns texts in SAN and LAN, many of which name squares on which the queen can be, or an action
// that only the queen makes impossible.
std::vector<std::string> NotatedTexts(const HiddenQueen& queen,
                                      const std::vector<std::string>& legal, Random& random) {
  std::vector<std::string> texts = {"Q", "Qx", "Kxe8", "O-O", "--", "e4!?", "N"};
  for (int i = 0; i < 10; ++i) {
    const std::string& queen_square = queen.squares[random.Below(queen.squares.size())];
    const std::string& action = legal[random.Below(legal.size())];
    const std::string piece(1, "KQRBN"[random.Below(5)]);
    for (const char* sign : {"", "x", "-", "?", "!"}) {
      texts.push_back(StrCat(piece, sign, queen_square));
      texts.push_back(StrCat(piece, queen_square, sign, action.substr(0, 2)));
      texts.push_back(action + sign);
    }
  }
  return texts;
}

// Whether a text is accepted, and the error otherwise, depends only on the game as the viewer sees
// it.
TEST(HiddenRefusals, C15_H23_TextsInEveryNotationAreRefusedEqually) {
  Random random(79);
  int accepted = 0;
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    std::vector<std::string> texts = NotatedTexts(queen, legal, random);
    for (std::string& text : IllegalActions(queen, legal, random)) texts.push_back(std::move(text));
    for (const std::string& text : texts) {
      const v1::Notation notations[] = {v1::NOTATION_ANY, v1::NOTATION_SAN, v1::NOTATION_LAN};
      const v1::Notation notation = notations[random.Below(3)];
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
        v1::ApplyMovesRequest request = ApplyRequest(position, text, viewer, kWorldsSeed);
        request.set_notation(notation);
        const std::string answer = Ask(ApplyMoves, request);
        // The move that is made reveals the queen.
        return IsAccepted(answer) ? std::string("accepted") : answer;
      })) << text;
      v1::ApplyMovesRequest request = ApplyRequest(queen.worlds[0], text, viewer, kWorldsSeed);
      request.set_notation(notation);
      accepted += IsAccepted(Ask(ApplyMoves, request)) ? 1 : 0;
    }
  }
  EXPECT_GT(accepted, 100);
}

// Adds possible and impossible outcomes to legal actions. Whether they are possible can depend on
// where the queen is.
TEST(HiddenRefusals, H23_OtherViewersCannotGiveOutcomes) {
  Random random(73);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    std::vector<std::string> actions = ForgedActions(queen, random);
    for (int i = 0; i < 20; ++i) {
      const std::string& queen_square = queen.squares[random.Below(queen.squares.size())];
      const std::string blocks[] = {
          "{egg=mario}",
          "{egg=koopa}",
          "{egg=toadette}",
          "{push=a1,push=a1}",
          StrCat("{put=", queen_square, "}"),
          StrCat("{push=", queen_square, "}"),
          StrCat("{egg=luigi,on=", queen_square, "}"),
          StrCat("{egg=waluigi,on=", queen_square, ",put=", queen_square, "}"),
          StrCat("{egg=koopa,put=", queen_square, "}"),
          StrCat("{egg=daisy,put=", queen_square, "}")};
      actions.push_back(legal[random.Below(legal.size())] +
                        blocks[random.Below(std::size(blocks))]);
    }
    for (const std::string& action : actions) {
      if (action.find('{') == std::string::npos) continue;
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
        const std::string answer = Ask(ApplyMoves, ApplyRequest(position, action, viewer, ""));
        EXPECT_THAT(answer, ::testing::HasSubstr("HIDDEN_INFORMATION")) << action;
        return answer;
      })) << action;
    }
  }
}

// The first action reveals the queen. The request must be refused whatever the second action is: a
// refused request makes no action, so the viewer could learn where the queen is from the refusal
// and then choose another first action.
TEST(HiddenRefusals, H23_ActionsAfterTheRevealingOneAreRefusedEqually) {
  Random random(77);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    std::vector<std::string> second_actions = IllegalActions(queen, legal, random);
    for (std::string& text : NotatedTexts(queen, legal, random)) {
      second_actions.push_back(std::move(text));
    }
    second_actions.insert(second_actions.end(), legal.begin(), legal.end());
    for (int i = 0; i < 20; ++i) {
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      const std::string& first = legal[random.Below(legal.size())];
      const std::string& second = second_actions[random.Below(second_actions.size())];
      const v1::Notation notation = random.OneIn(2) ? v1::NOTATION_ANY : v1::NOTATION_UNSPECIFIED;
      // Whose turn it is after the first action can depend on where the queen is (C16).
      const bool names_actor = random.OneIn(2);
      ASSERT_TRUE(AllAnswersAreEqual(
          queen,
          [&](const v1::Position& position, size_t) {
            v1::ApplyMovesRequest request = ApplyRequest(position, first, viewer, kWorldsSeed);
            request.add_actions(second);
            request.set_notation(notation);
            if (names_actor) request.set_actor(ToWire(!queen.owner));
            const std::string answer = Ask(ApplyMoves, request);
            EXPECT_THAT(answer, ::testing::HasSubstr("HIDDEN_INFORMATION at actions[1]"))
                << first << " " << second;
            return answer;
          }))
          << first << " " << second;
    }
  }
}

// Whether an action is refused because it is not the actor's depends only on the game as the viewer
// sees it.
TEST(HiddenRefusals, C16_H23_ActionsOfAnActorAreRefusedEqually) {
  Random random(80);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    for (const std::string& second : IllegalActions(queen, legal, random)) {
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      const v1::Color actor = ToWire(random.OneIn(2) ? queen.owner : !queen.owner);
      const std::string& first = random.OneIn(2) ? "draw?" : legal[random.Below(legal.size())];
      const v1::Notation notation = random.OneIn(2) ? v1::NOTATION_ANY : v1::NOTATION_UNSPECIFIED;
      ASSERT_TRUE(AllAnswersAreEqual(queen,
                                     [&](const v1::Position& position, size_t) {
                                       v1::ApplyMovesRequest request =
                                           ApplyRequest(position, first, viewer, kWorldsSeed);
                                       request.add_actions(second);
                                       request.set_notation(notation);
                                       request.set_actor(actor);
                                       const std::string answer = Ask(ApplyMoves, request);
                                       // "e6e5?" can be a legal move with an annotation; once made,
                                       // it reveals the queen.
                                       return IsAccepted(answer) ? std::string("accepted") : answer;
                                     }))
          << first << " " << second;
    }
  }
}

// A control action reveals nothing, so actions after it are treated as if they came first.
TEST(HiddenRefusals, H23_ActionsAfterAnOfferAreAnsweredEqually) {
  Random random(78);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
    const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
    for (const std::string& second : IllegalActions(queen, legal, random)) {
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
        v1::ApplyMovesRequest request = ApplyRequest(position, "draw?", viewer, kWorldsSeed);
        request.add_actions(second);
        return Ask(ApplyMoves, request);
      })) << second;
    }
  }
}

TEST(HiddenRefusals, H23_AGameThatEndsWithTheStealthMoveIsNotWritten) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    if (queen.moves.empty()) continue;
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      v1::WritePgnRequest request;
      request.set_viewer(viewer);
      request.mutable_game()->set_variant("chakart");
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position&, size_t i) {
        *request.mutable_game()->mutable_record() = RecordOf(queen.before, queen.moves[i]);
        const std::string answer = Ask(WritePgn, request);
        EXPECT_THAT(answer, ::testing::HasSubstr("HIDDEN_INFORMATION"));
        return answer;
      }));
    }
  }
}

// --- Refusals in a record that starts after the stealth move.

// Returns actions that every viewer knows to be impossible, and some that only the hidden queen
// makes impossible.
std::vector<std::string> RefusedActions(const HiddenQueen& queen, Random& random) {
  const std::vector<std::string> legal = LegalFor(queen.worlds[0], queen.OpponentsView());
  const std::string& queen_square = queen.squares[random.Below(queen.squares.size())];
  const std::string& action = legal[random.Below(legal.size())];
  return {"a1a1", queen_square + "a1", action + "{egg=mario}",
          StrCat(action, "{put=", queen_square, "}")};
}

TEST(HiddenRefusals, H23_RecordsAreRefusedEqually) {
  Random random(74);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const std::string& action : RefusedActions(queen, random)) {
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
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

// Checks that the verdicts on all illegal records are equal for the viewer.
void ExpectEqualVerdicts(const HiddenQueen& queen, const std::string& action, v1::Viewer viewer,
                         std::string_view seed, v1::Notation notation) {
  const Limits limits;
  std::vector<std::string> answers;
  for (const v1::Position& position : queen.worlds) {
    v1::ValidateGameRequest request;
    request.set_variant("chakart");
    request.set_viewer(viewer);
    request.set_notation(notation);
    *request.mutable_record() = RecordOf(position, action);
    request.mutable_record()->set_seed(std::string(seed));
    v1::ValidateGameResponse response;
    ASSERT_TRUE(CallHandler(ValidateGame, {&limits, nullptr}, request, &response).ok());
    if (response.has_first_illegal()) answers.push_back(response.ShortDebugString());
  }
  for (const std::string& answer : answers) {
    ASSERT_EQ(answer, answers[0]) << action << " in " << queen.worlds[0].ShortDebugString();
  }
}

TEST(HiddenRefusals, H23_VerdictsAreEqual) {
  Random random(75);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const std::string& action : RefusedActions(queen, random)) {
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      for (const v1::Notation notation : {v1::NOTATION_UNSPECIFIED, v1::NOTATION_ANY}) {
        ExpectEqualVerdicts(queen, action, viewer, "", notation);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(HiddenRefusals, H23_VerdictsWithASeedAreEqual) {
  Random random(76);
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    std::vector<std::string> actions = ForgedActions(queen, random);
    for (std::string& action : RefusedActions(queen, random)) actions.push_back(std::move(action));
    for (const std::string& action : actions) {
      const v1::Viewer viewer = OtherViewers(queen)[random.Below(2)];
      for (const v1::Notation notation : {v1::NOTATION_UNSPECIFIED, v1::NOTATION_ANY}) {
        ExpectEqualVerdicts(queen, action, viewer, kWorldsSeed, notation);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Whether an action makes random draws, and so needs a seed, must not depend on the queen's square
// either.
TEST(HiddenRefusals, H23_LegalActionsWithoutASeedAreAnsweredEqually) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const std::string& action : LegalFor(queen.worlds[0], queen.OpponentsView())) {
      ASSERT_TRUE(AllAnswersAreEqual(queen, [&](const v1::Position& position, size_t) {
        const std::string answer =
            Ask(ApplyMoves, ApplyRequest(position, action, queen.OpponentsView(), ""));
        return IsAccepted(answer) ? std::string("accepted") : answer;
      })) << action;
    }
  }
}

}  // namespace
}  // namespace arbiter
