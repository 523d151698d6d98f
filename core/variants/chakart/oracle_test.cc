// Compares Chakart with a simple model of its rules: legal actions, and every outcome with its
// exact probability.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/outcomes.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using testing::FenOf;
using testing::Field;
using testing::GameAt;
using testing::LegalOf;
using testing::OutcomeText;
using testing::ReadJsonLines;
using testing::Text;
using testing::Texts;

TEST(OutcomesOracle, LegalActionsAgreeWithTheModel) {
  for (const Struct& row : ReadJsonLines("core/variants/chakart/testdata/legal.jsonl")) {
    const std::string fen = Text(row, "fen");
    const auto game = GameAt("chakart", fen);
    EXPECT_EQ(LegalOf(*game), Texts(row, "legal")) << fen;
    EXPECT_EQ(FenOf(*game), fen);
  }
}

TEST(OutcomesOracle, H21_EveryOutcomeHasItsExactProbability) {
  const auto describe = [](const OutcomeText& outcome) {
    return outcome.probability + " " + outcome.text + " " + outcome.fen + " " + outcome.result;
  };
  for (const Struct& row : ReadJsonLines("core/variants/chakart/testdata/outcomes.jsonl")) {
    const std::string fen = Text(row, "fen");
    const std::string action = Text(row, "action");
    std::vector<std::string> expected;
    for (const auto& value : Field(row, "outcomes").list_value().values()) {
      const Struct& outcome = value.struct_value();
      expected.push_back(describe({Text(outcome, "p"), Text(outcome, "text"), Text(outcome, "fen"),
                                   Text(outcome, "result")}));
    }
    std::vector<std::string> found;
    const auto game = GameAt("chakart", fen);
    for (const OutcomeText& outcome : testing::OutcomesOf(*game, action, /*separate_paths=*/true)) {
      found.push_back(describe(outcome));
    }
    EXPECT_EQ(found, expected) << action << " in " << fen;
  }
}

// Each merged result is listed once, with the text of its first path and the sum of the
// probabilities of its paths.
TEST(OutcomesOracle, H21_EqualResultsAreMerged) {
  for (const Struct& row : ReadJsonLines("core/variants/chakart/testdata/outcomes.jsonl")) {
    const std::string fen = Text(row, "fen");
    const std::string action = Text(row, "action");
    std::vector<std::string> fens;
    std::map<std::string, std::pair<std::string, Fraction>> expected;
    for (const auto& value : Field(row, "outcomes").list_value().values()) {
      const Struct& outcome = value.struct_value();
      const std::string after = Text(outcome, "fen");
      if (!expected.contains(after)) {
        fens.push_back(after);
        expected[after].first = Text(outcome, "text");
      }
      Fraction& sum = expected[after].second;
      sum = *Sum(sum, testing::ParseFraction(Text(outcome, "p")));
    }
    const auto found = testing::OutcomesOf("chakart", fen, action);
    ASSERT_EQ(found.size(), fens.size()) << action << " in " << fen;
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].fen, fens[i]) << action << " in " << fen;
      EXPECT_EQ(found[i].text, expected[fens[i]].first) << action << " in " << fen;
      EXPECT_EQ(testing::ParseFraction(found[i].probability), expected[fens[i]].second)
          << action << " in " << fen;
    }
  }
}

}  // namespace
}  // namespace arbiter
