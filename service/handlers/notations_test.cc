// Tests requests whose moves are written in a notation: they have the answers of the same requests
// with action texts (ruling C15).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/analysis.h"
#include "tests/support/call_handler.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::Ask;
using testing::ExpectRefused;
using testing::GameCase;
using testing::IsAccepted;
using testing::IsOk;
using testing::PlayGames;
using testing::Random;
using testing::Stream;

// The notations in which a variant writes moves.
std::vector<v1::Notation> NotationsOf(const VariantInfo& variant) {
  std::vector<v1::Notation> notations = {v1::NOTATION_ACTION, v1::NOTATION_SAN, v1::NOTATION_LAN};
  if (variant.has_thai_notation) {
    notations.insert(notations.end(), {v1::NOTATION_THAI_SAN, v1::NOTATION_THAI_LAN});
  }
  return notations;
}

// Returns an action as `notation` writes it, with the outcomes of the action text.
std::string Written(const Game& game, const std::string& action, v1::Notation notation) {
  if (game.IsControl(action)) return action;
  const std::string_view bare = testing::WithoutOutcomes(action);
  const auto text = game.WriteMove(bare, static_cast<Notation>(notation));
  // A move that draws at random is written with its outcomes.
  const auto with_outcomes = game.WriteMove(action, static_cast<Notation>(notation));
  EXPECT_TRUE(text.ok() || with_outcomes.ok()) << action;
  if (notation == v1::NOTATION_ACTION) return action;
  return StrCat(text.ok() ? *text : *with_outcomes, action.substr(bare.size()));
}

// A game from its start, in every notation of its variant.
struct Line {
  std::vector<std::string> actions;
  std::vector<std::vector<std::string>> texts;
};

Line PlayLine(const GameCase& game_case, Random& random) {
  Line line;
  const std::vector<v1::Notation> notations = NotationsOf(game_case.variant->info());
  line.texts.resize(notations.size());
  PlayGames(game_case, 1, 60, random,
            [&](const Game&, const std::vector<std::string>& actions) { line.actions = actions; });
  ViewedGame game(game_case.Start(), Viewer::kAll);
  for (const std::string& action : line.actions) {
    for (size_t i = 0; i < notations.size(); ++i) {
      line.texts[i].push_back(Written(game.shown(), action, notations[i]));
    }
    EXPECT_THAT(game.Replay(action, ActionInput()), IsOk()) << action;
  }
  return line;
}

class Notations : public ::testing::TestWithParam<GameCase> {};

TEST_P(Notations, C15_MovesAreAppliedAsTheirActionTexts) {
  Random random(91);
  const Line line = PlayLine(GetParam(), random);
  const std::vector<v1::Notation> notations = NotationsOf(GetParam().variant->info());
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant(std::string(GetParam().variant->info().id));
  request.mutable_position()->mutable_record()->set_start_fen(testing::FenOf(*GetParam().Start()));
  *request.mutable_actions() = {line.actions.begin(), line.actions.end()};
  const std::string expected = Ask(ApplyMoves, request);
  ASSERT_TRUE(IsAccepted(expected)) << expected;
  for (size_t i = 0; i < notations.size(); ++i) {
    *request.mutable_actions() = {line.texts[i].begin(), line.texts[i].end()};
    for (const v1::Notation notation : {notations[i], v1::NOTATION_ANY}) {
      request.set_notation(notation);
      EXPECT_EQ(Ask(ApplyMoves, request), expected) << v1::Notation_Name(notation);
    }
  }
}

TEST_P(Notations, C15_RecordsAreValidatedAsThoseWithActionTexts) {
  Random random(92);
  const Line line = PlayLine(GetParam(), random);
  const std::vector<v1::Notation> notations = NotationsOf(GetParam().variant->info());
  v1::ValidateGameRequest request;
  request.set_variant(std::string(GetParam().variant->info().id));
  request.mutable_record()->set_start_fen(testing::FenOf(*GetParam().Start()));
  auto* actions = request.mutable_record()->mutable_actions();
  *actions = {line.actions.begin(), line.actions.end()};
  const std::string expected = Ask(ValidateGame, request);
  for (size_t i = 0; i < notations.size(); ++i) {
    *actions = {line.texts[i].begin(), line.texts[i].end()};
    for (const v1::Notation notation : {notations[i], v1::NOTATION_ANY}) {
      request.set_notation(notation);
      EXPECT_EQ(Ask(ValidateGame, request), expected) << v1::Notation_Name(notation);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, Notations, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

v1::ApplyMovesRequest Apply(const std::string& variant, const std::vector<std::string>& actions,
                            v1::Notation notation) {
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant(variant);
  *request.mutable_actions() = {actions.begin(), actions.end()};
  request.set_notation(notation);
  return request;
}

TEST(NotationOfARequest, C15_AnythingThatPeopleWriteIsRead) {
  EXPECT_EQ(Ask(ApplyMoves, Apply("makruk", {"Pe4!", "d6-d5", "draw?", "draw-", "exd5", "มง๗"},
                                  v1::NOTATION_ANY)),
            Ask(ApplyMoves, Apply("makruk", {"e3e4", "d6d5", "draw?", "draw-", "e4d5", "b8d7"},
                                  v1::NOTATION_UNSPECIFIED)));
}

TEST(NotationOfARequest, C15_UnspecifiedIsActionText) {
  for (const v1::Notation notation : {v1::NOTATION_UNSPECIFIED, v1::NOTATION_ACTION}) {
    EXPECT_THAT(Ask(ApplyMoves, Apply("makruk", {"e3e4", "Nd7"}, notation)),
                ::testing::HasSubstr("BAD_ACTION_TEXT at actions[1]"));
  }
}

TEST(NotationOfARequest, C15_ARefusedTextIsNamed) {
  EXPECT_THAT(Ask(ApplyMoves, Apply("makruk", {"e4", "Nd2"}, v1::NOTATION_ANY)),
              ::testing::HasSubstr("BAD_NOTATION at actions[1]: 'Nd2' names no legal move"));
  v1::ValidateGameRequest request;
  request.set_variant("chak");
  request.set_notation(v1::NOTATION_SAN);
  request.mutable_record()->add_actions("Zd2");
  const std::string answer = Ask(ValidateGame, request);
  EXPECT_THAT(answer, ::testing::HasSubstr("BAD_NOTATION"));
  EXPECT_THAT(answer, ::testing::HasSubstr("Zd2"));
}

TEST(NotationOfARequest, C15_AVariantMustHaveTheNotation) {
  EXPECT_THAT(Ask(ApplyMoves, Apply("chak", {}, v1::NOTATION_THAI_SAN)),
              ::testing::HasSubstr("BAD_FIELD at notation: Chak has no Thai SAN"));
  EXPECT_THAT(Ask(ApplyMoves, Apply("makruk", {}, static_cast<v1::Notation>(7))),
              ::testing::HasSubstr("BAD_FIELD at notation"));
}

TEST(NotationOfARequest, C15_NothingIsWrittenInAnyNotation) {
  v1::ConvertMovesRequest request;
  request.mutable_position()->set_variant("makruk");
  request.add_texts("Pe4");
  request.set_from(v1::NOTATION_ANY);
  request.set_to(v1::NOTATION_ACTION);
  EXPECT_THAT(Ask(ConvertMoves, request), ::testing::HasSubstr("e3e4"));
  request.set_to(v1::NOTATION_ANY);
  EXPECT_THAT(Ask(ConvertMoves, request), ::testing::HasSubstr("BAD_FIELD at to: NOTATION_ANY"));
}

TEST(NotationOfARequest, C15_SearchMovesAreRead) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant("makruk");
  request.mutable_limits()->set_depth(1);
  request.set_notation(v1::NOTATION_ANY);
  request.add_search_moves("Nd2");
  const auto answer = Stream(Analyze, request, Limits());
  ASSERT_THAT(answer.status, IsOk());
  EXPECT_EQ(answer.messages.back().best_move().action(), "b1d2");
  request.add_search_moves("Ke8");
  ExpectRefused(Stream(Analyze, request, Limits()).status, ErrorReason::kBadNotation,
                "search_moves[1]");
}

}  // namespace
}  // namespace arbiter
