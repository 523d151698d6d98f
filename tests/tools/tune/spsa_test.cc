#include "tests/tools/tune/spsa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "tests/support/status.h"
#include "tests/tools/tune/search_settings.h"

namespace arbiter::tune {
namespace {

using arbiter::testing::IsOk;
using ::testing::HasSubstr;

const std::vector<std::string> kNames = {"window", "lmr_slope"};

// Trials in which the parameters nearer to the best ones win.
void Train(int trials, Spsa* spsa) {
  const auto distance = [](const SearchParameters& parameters) {
    return std::abs(parameters.window - 40) / 4.0 + std::abs(parameters.lmr_slope - 200) / 14.0;
  };
  for (int i = 0; i < trials; ++i) {
    const Spsa::Trial trial = spsa->Next();
    const double better = distance(trial.down) - distance(trial.up);
    spsa->Learn(trial, better > 0 ? 1 : better < 0 ? -1 : 0);
  }
}

TEST(Spsa, FindsTheBestParameters) {
  Spsa spsa({}, kNames, {.pairs = 2'000, .rate = 0.05});
  Train(2'000, &spsa);
  EXPECT_NEAR(spsa.Result().window, 40, 4);
  EXPECT_NEAR(spsa.Result().lmr_slope, 200, 14);
  EXPECT_EQ(spsa.Result().bonus_max, SearchParameters().bonus_max) << "it is not tuned";
}

TEST(Spsa, TrialsStayInTheRangesOfTheParameters) {
  Spsa spsa({}, {}, {.pairs = 50, .rate = 5});
  for (int i = 0; i < 50; ++i) {
    const Spsa::Trial trial = spsa.Next();
    EXPECT_NE(trial.up.window, trial.down.window);
    for (const SearchParameterInfo& info : kSearchParameters) {
      for (const SearchParameters& side : {trial.up, trial.down}) {
        EXPECT_GE(side.*info.member, info.min) << info.name;
        EXPECT_LE(side.*info.member, info.max) << info.name;
      }
    }
    spsa.Learn(trial, 2);
  }
}

TEST(Spsa, ARunThatWasStoppedContinues) {
  const Spsa::Options options{.pairs = 200};
  Spsa whole({}, kNames, options);
  Train(200, &whole);
  Spsa first({}, kNames, options);
  Train(80, &first);
  Spsa second({}, kNames, options);
  ASSERT_THAT(second.Load(first.Save()), IsOk());
  EXPECT_EQ(second.done(), 80);
  Train(120, &second);
  EXPECT_EQ(second.Save(), whole.Save());
}

TEST(Spsa, ATrialThatWasNotEndedIsNotBegunAgain) {
  const Spsa::Options options{.pairs = 200};
  Spsa killed({}, kNames, options);
  killed.Next();
  killed.Learn(killed.Next(), 1);
  Spsa again({}, kNames, options);
  ASSERT_THAT(again.Load(killed.Save()), IsOk());
  EXPECT_EQ(again.done(), 2);
  EXPECT_EQ(again.Next().number, 2);
}

TEST(Spsa, RefusesTheStateOfAnotherRun) {
  Spsa spsa({}, kNames, {.pairs = 200});
  const std::string state = spsa.Save();
  EXPECT_EQ(Spsa({}, kNames, {.pairs = 300}).Load(state).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Spsa({}, kNames, {.pairs = 200, .rate = 1}).Load(state).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Spsa({}, kNames, {.pairs = 200, .conditions = "nodes 5"}).Load(state).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Spsa({}, {"window", "bonus_max"}, {.pairs = 200}).Load(state).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Spsa({}, {"window"}, {.pairs = 200}).Load(state).code(),
            absl::StatusCode::kInvalidArgument)
      << "the state has more";
  EXPECT_THAT(Spsa({}, kNames, {.pairs = 300}).Load(state).message(),
              HasSubstr("'200 rate 0.002' instead of '300 rate 0.002'"));
}

TEST(SearchParametersTable, ValuesAreInTheirRanges) {
  for (const SearchParameterInfo& info : kSearchParameters) {
    const int value = SearchParameters().*info.member;
    EXPECT_LE(info.min, value) << info.name;
    EXPECT_LE(value, info.max) << info.name;
    EXPECT_GT(info.step, 0) << info.name;
    EXPECT_LE(info.step, info.max - info.min) << info.name;
  }
}

TEST(SearchSettings, ChangeParametersByName) {
  SearchParameters parameters;
  ASSERT_THAT(ApplySettings("window=33,lmr_check=-7", &parameters), IsOk());
  EXPECT_EQ(parameters.window, 33);
  EXPECT_EQ(parameters.lmr_check, -7);
  EXPECT_EQ(SettingsBetween({}, parameters), "window=33,lmr_check=-7");
  SearchParameters again;
  ASSERT_THAT(ApplySettings(SettingsBetween({}, parameters), &again), IsOk());
  EXPECT_EQ(SettingsBetween(parameters, again), "");
  SearchParameters all = {.bonus_max = 900};
  ASSERT_THAT(ApplySettings(AllSettings(parameters), &all), IsOk());
  EXPECT_EQ(SettingsBetween(parameters, all), "");
}

TEST(SearchSettings, WrongOnesAreNamed) {
  SearchParameters parameters;
  EXPECT_THAT(ApplySettings("windows=33", &parameters).message(), HasSubstr("windows"));
  EXPECT_THAT(ApplySettings("window=x", &parameters).message(), HasSubstr("window="));
  EXPECT_THAT(ApplySettings("window", &parameters).message(), HasSubstr("window="));
  for (const char* text : {"null_eval_divisor=0", "window=61"}) {
    EXPECT_THAT(ApplySettings(text, &parameters).message(), HasSubstr("must be from")) << text;
  }
  EXPECT_EQ(SettingsBetween({}, parameters), "");
}

}  // namespace
}  // namespace arbiter::tune
