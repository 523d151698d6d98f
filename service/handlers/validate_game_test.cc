// Tests ValidateGame with a seed: every random draw in a record of Chakart must have the outcome
// that the seed draws (rulings R1, R3, R5).
#include <gtest/gtest.h>

#include <vector>

#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/game.h"
#include "tests/support/outcomes.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::Actions;
using testing::CallHandler;
using testing::Fails;
using testing::FenOf;
using testing::GamePtr;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::Random;
using testing::VariantNamed;

using Verdict = v1::ValidateGameResponse;

constexpr const char* kSeed = "thirty-two bytes, as they happen";

// A random game with one of the set-ups.
struct Sample {
  v1::Setup setup = v1::SETUP_STANDARD;
  std::string start_fen;
  uint32_t start_draws = 0;
  Actions bare;
  Actions with_outcomes;
  // The number of random draws of each action.
  std::vector<uint32_t> draws;
  std::string end_fen;

  // Returns the number of random draws before the action with this index.
  uint32_t DrawsBefore(size_t action) const {
    uint32_t sum = start_draws;
    for (size_t i = 0; i < action; ++i) sum += draws[i];
    return sum;
  }
};

Sample PlaySample(v1::Setup setup, uint64_t number) {
  const char* name = setup == v1::SETUP_STANDARD    ? "standard"
                     : setup == v1::SETUP_SYMMETRIC ? "symmetric"
                                                    : "asymmetric";
  Random random(number);
  Sample sample;
  sample.setup = setup;
  std::vector<Draw> start_draws;
  const auto game = VariantNamed("chakart").Start({{"setup", name}}, kSeed, &start_draws);
  EXPECT_THAT(game, IsOk());
  sample.start_fen = FenOf(**game);
  sample.start_draws = static_cast<uint32_t>(start_draws.size());
  while ((*game)->ply() < 120 && !(*game)->Adjudicate().end) {
    const std::vector<std::string> actions = testing::LegalOf(**game);
    sample.bare.push_back(actions[random.Below(actions.size())]);
    ActionResult applied;
    EXPECT_THAT((*game)->Apply(sample.bare.back(), kSeed, &applied), IsOk());
    sample.with_outcomes.push_back(applied.text);
    sample.draws.push_back(static_cast<uint32_t>(applied.draws.size()));
  }
  sample.end_fen = FenOf(**game);
  return sample;
}

std::vector<Sample> Samples() {
  std::vector<Sample> samples;
  for (const auto setup : {v1::SETUP_STANDARD, v1::SETUP_SYMMETRIC, v1::SETUP_ASYMMETRIC}) {
    for (uint64_t i = 0; i < 10; ++i) samples.push_back(PlaySample(setup, 90 + i));
  }
  return samples;
}

v1::ValidateGameRequest Request(v1::Setup setup, const Actions& actions, std::string_view seed,
                                std::string_view start_fen = "") {
  v1::ValidateGameRequest request;
  request.set_variant("chakart");
  request.mutable_options()->mutable_chakart()->set_setup(setup);
  v1::Record& record = *request.mutable_record();
  record.mutable_actions()->Assign(actions.begin(), actions.end());
  record.set_seed(std::string(seed));
  record.set_start_fen(std::string(start_fen));
  return request;
}

absl::Status Validate(const v1::ValidateGameRequest& request, Verdict* response) {
  const Limits limits;
  response->Clear();
  return CallHandler(ValidateGame, {&limits, nullptr}, request, response);
}

Verdict Validated(const v1::ValidateGameRequest& request) {
  Verdict response;
  EXPECT_THAT(Validate(request, &response), IsOk());
  return response;
}

TEST(ValidateSeed, R5_EveryDrawOfARecordIsChecked) {
  uint32_t draws = 0;
  for (const Sample& sample : Samples()) {
    const Verdict verdict = Validated(Request(sample.setup, sample.with_outcomes, kSeed));
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL) << verdict.ShortDebugString();
    EXPECT_EQ(verdict.draws_checked(), sample.DrawsBefore(sample.draws.size()));
    EXPECT_EQ(verdict.actions_applied(), sample.bare.size());
    EXPECT_EQ(verdict.state().fen(), sample.end_fen);
    draws += verdict.draws_checked();
  }
  EXPECT_GT(draws, 300u);
}

TEST(ValidateSeed, R5_ASeedAloneMakesTheDraws) {
  for (const Sample& sample : Samples()) {
    const Verdict verdict = Validated(Request(sample.setup, sample.bare, kSeed));
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL) << verdict.ShortDebugString();
    // Only the draws of the start can be checked.
    EXPECT_EQ(verdict.draws_checked(), sample.start_draws);
    EXPECT_EQ(verdict.state().fen(), sample.end_fen);
  }
}

TEST(ValidateSeed, R5_OutcomesCanBeGivenForSomeActionsOnly) {
  for (const Sample& sample : Samples()) {
    Actions mixed = sample.bare;
    uint32_t given = sample.start_draws;
    for (size_t i = 0; i < mixed.size(); i += 2) {
      mixed[i] = sample.with_outcomes[i];
      given += sample.draws[i];
    }
    const Verdict verdict = Validated(Request(sample.setup, mixed, kSeed));
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL) << verdict.ShortDebugString();
    EXPECT_EQ(verdict.draws_checked(), given);
    EXPECT_EQ(verdict.state().fen(), sample.end_fen);
  }
}

TEST(ValidateSeed, R5_WithoutASeedNothingIsChecked) {
  for (const Sample& sample : Samples()) {
    const Verdict verdict =
        Validated(Request(sample.setup, sample.with_outcomes, "", sample.start_fen));
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL) << verdict.ShortDebugString();
    EXPECT_EQ(verdict.draws_checked(), 0u);
    EXPECT_EQ(verdict.state().fen(), sample.end_fen);
  }
}

// A record whose last action has a possible outcome that the seed does not draw.
struct Forgery {
  size_t index;
  Actions actions;
  // The outcome that the seed draws.
  std::string drawn;
  std::string before_fen;
};

std::vector<Forgery> ForgeriesOf(const Sample& sample) {
  std::vector<Forgery> forgeries;
  const GamePtr game = testing::GameAt("chakart", sample.start_fen);
  for (size_t i = 0; i < sample.bare.size(); ++i) {
    if (sample.draws[i] > 0) {
      const auto outcomes = testing::OutcomesOf(*game, sample.bare[i], /*separate_paths=*/true);
      const bool first = outcomes[0].text == sample.with_outcomes[i];
      Forgery& forgery = forgeries.emplace_back();
      forgery.index = i;
      forgery.actions.assign(sample.with_outcomes.begin(), sample.with_outcomes.begin() + i);
      forgery.actions.push_back(outcomes[first ? 1 : 0].text);
      forgery.drawn = sample.with_outcomes[i].substr(sample.bare[i].size());
      forgery.before_fen = FenOf(*game);
    }
    testing::Play(*game, {sample.with_outcomes[i]});
  }
  return forgeries;
}

TEST(ValidateSeed, R5_AForgedOutcomeIsDetected) {
  int forged = 0;
  for (const Sample& sample : Samples()) {
    for (const Forgery& forgery : ForgeriesOf(sample)) {
      ++forged;
      SCOPED_TRACE(forgery.actions.back() + " in " + forgery.before_fen);
      const Verdict verdict = Validated(Request(sample.setup, forgery.actions, kSeed));
      ASSERT_EQ(verdict.verdict(), Verdict::VERDICT_ILLEGAL);
      EXPECT_EQ(verdict.first_illegal().index(), forgery.index);
      EXPECT_EQ(verdict.first_illegal().action(), forgery.actions.back());
      EXPECT_EQ(verdict.first_illegal().reason(), "IMPOSSIBLE_OUTCOME");
      EXPECT_THAT(verdict.first_illegal().message(), HasSubstr("the seed draws " + forgery.drawn));
      EXPECT_EQ(verdict.first_illegal().last_good_fen(), forgery.before_fen);
      EXPECT_EQ(verdict.actions_applied(), forgery.index);
      EXPECT_EQ(verdict.draws_checked(), sample.DrawsBefore(forgery.index));

      // Without the seed a forgery cannot be detected.
      EXPECT_EQ(Validated(Request(sample.setup, forgery.actions, "", sample.start_fen)).verdict(),
                Verdict::VERDICT_LEGAL);
    }
  }
  EXPECT_GT(forged, 100);
}

TEST(ValidateSeed, R1_AnotherSeedIsDetected) {
  for (const Sample& sample : Samples()) {
    if (sample.setup != v1::SETUP_STANDARD || sample.DrawsBefore(sample.draws.size()) < 20) {
      continue;
    }
    const Verdict verdict =
        Validated(Request(sample.setup, sample.with_outcomes, "thirty-two bytes of another kind"));
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_ILLEGAL);
    EXPECT_EQ(verdict.first_illegal().reason(), "IMPOSSIBLE_OUTCOME");
  }
}

// --- A rook that drops a banana on b3 or b5.

constexpr const char* kRook = R"(k7/8/8/8/8/8/8/R6K w 0 {"flags":"0000"})";

Verdict ValidateRookMove(const std::string& action, std::string_view seed,
                         std::string_view fen = kRook) {
  return Validated(Request(v1::SETUP_STANDARD, {action}, seed, fen));
}

TEST(ValidateSeed, R5_PossibleOutcomesAreAcceptedWithoutASeed) {
  for (const char* action : {"a1a4{put=b3}", "a1a4{put=b5}", "a1a3{put=b2}"}) {
    const Verdict verdict = ValidateRookMove(action, "");
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL) << action;
    EXPECT_EQ(verdict.draws_checked(), 0u);
  }
}

TEST(ValidateSeed, R5_WithTheSeedExactlyOneOutcomeIsAccepted) {
  const int accepted =
      (ValidateRookMove("a1a4{put=b3}", kSeed).verdict() == Verdict::VERDICT_LEGAL ? 1 : 0) +
      (ValidateRookMove("a1a4{put=b5}", kSeed).verdict() == Verdict::VERDICT_LEGAL ? 1 : 0);
  EXPECT_EQ(accepted, 1);
}

TEST(ValidateSeed, R5_ImpossibleOutcomesNameTheDrawAndItsCandidates) {
  const std::pair<const char*, const char*> refused[] = {
      {"a1a4{put=c3}", "random draw 1 decides put among b3, b5; 'c3' is not among them"},
      {"a1a4{egg=koopa}", "random draw 1 decides put among b3, b5, not 'egg'"},
      {"a1a4{put=b3,put=b5}", "random draw 2 ('put') is one too many"},
      {"a1h7", "a rook moves along ranks and files"},
      {"h1g1{put=b3}", "random draw 1 ('put') is one too many"},
  };
  for (const auto& [action, message] : refused) {
    for (const std::string_view seed : {std::string_view(), std::string_view(kSeed)}) {
      const Verdict verdict = ValidateRookMove(action, seed);
      EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_ILLEGAL) << action;
      EXPECT_THAT(verdict.first_illegal().message(), HasSubstr(message));
    }
  }
}

TEST(ValidateSeed, R2_ASingleCandidateIsNotDrawn) {
  constexpr const char* kToTheCorner = R"(k7/8/8/8/8/8/8/4R2K w 0 {"flags":"0000"})";
  for (const std::string_view seed : {std::string_view(), std::string_view(kSeed)}) {
    EXPECT_EQ(ValidateRookMove("e1a1", seed, kToTheCorner).verdict(), Verdict::VERDICT_LEGAL);
    EXPECT_THAT(ValidateRookMove("e1a1{put=b2}", seed, kToTheCorner).first_illegal().message(),
                HasSubstr("random draw 1 ('put') is one too many"));
  }
}

TEST(ValidateSeed, R5_AnActionWithoutSeedOrOutcomesIsRefused) {
  const Verdict verdict = ValidateRookMove("a1a4", "");
  EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_ILLEGAL);
  EXPECT_EQ(verdict.first_illegal().reason(), "RANDOMNESS_REQUIRED");
  EXPECT_EQ(ValidateRookMove("a1a4", kSeed).verdict(), Verdict::VERDICT_LEGAL);
}

// --- The start.

TEST(ValidateSeed, H1_TheSeedMustDrawTheStart) {
  for (const auto setup : {v1::SETUP_SYMMETRIC, v1::SETUP_ASYMMETRIC}) {
    const Sample sample = PlaySample(setup, 7);
    EXPECT_GT(sample.start_draws, 4u);
    const Verdict verdict =
        Validated(Request(sample.setup, sample.with_outcomes, kSeed, sample.start_fen));
    EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL);
    EXPECT_EQ(verdict.draws_checked(), sample.DrawsBefore(sample.draws.size()));

    Verdict response;
    const absl::Status status = Validate(
        Request(sample.setup, {}, kSeed, VariantNamed("chakart").info().start_fen), &response);
    EXPECT_THAT(status,
                Fails(ErrorReason::kImpossibleOutcome, "the seed draws " + sample.start_fen));
    EXPECT_EQ(FieldOf(status), "record.start_fen");
  }
}

TEST(ValidateSeed, H1_AStandardGameCanStartAnywhere) {
  const Verdict verdict = ValidateRookMove("a1a4", kSeed);
  EXPECT_EQ(verdict.verdict(), Verdict::VERDICT_LEGAL);
  EXPECT_EQ(verdict.draws_checked(), 0u);
}

TEST(ValidateSeed, H1_ADrawnSetUpNeedsASeedOrAStart) {
  for (const auto setup : {v1::SETUP_SYMMETRIC, v1::SETUP_ASYMMETRIC}) {
    const Sample sample = PlaySample(setup, 8);
    Verdict response;
    const absl::Status status =
        Validate(Request(sample.setup, sample.with_outcomes, ""), &response);
    EXPECT_THAT(status, Fails(ErrorReason::kRandomnessRequired, "H1"));
    EXPECT_TRUE(FieldOf(status).starts_with("record")) << FieldOf(status);
    EXPECT_EQ(
        Validated(Request(sample.setup, sample.with_outcomes, "", sample.start_fen)).verdict(),
        Verdict::VERDICT_LEGAL);
  }
}

TEST(ValidateSeed, R3_ASeedHas16To64Bytes) {
  Verdict response;
  for (const size_t bytes : {size_t{1}, size_t{15}, size_t{65}, size_t{1000}}) {
    const absl::Status status =
        Validate(Request(v1::SETUP_STANDARD, {"e2e4"}, std::string(bytes, 's')), &response);
    EXPECT_THAT(status, Fails(ErrorReason::kBadSeed, "16 to 64"));
    EXPECT_THAT(status, Fails(ErrorReason::kBadSeed, StrCat(bytes, " bytes")));
    EXPECT_EQ(FieldOf(status), "record.seed");
  }
  for (const size_t bytes : {size_t{16}, size_t{64}}) {
    EXPECT_THAT(Validate(Request(v1::SETUP_STANDARD, {"e2e4"}, std::string(bytes, 's')), &response),
                IsOk());
    EXPECT_EQ(response.verdict(), Verdict::VERDICT_LEGAL);
  }
}

// Even without a seed, the start must be one that the random set-up can draw.
TEST(ValidateSeed, H1_AStartThatCannotBeDrawnIsRefused) {
  Verdict verdict;
  const auto status = Validate(
      Request(v1::SETUP_SYMMETRIC, {}, "", "bbkqnnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0"),
      &verdict);
  EXPECT_THAT(status, testing::Fails(ErrorReason::kImpossibleOutcome, "cannot draw this position"));
  EXPECT_EQ(FieldOf(status), "record.start_fen");
}

}  // namespace
}  // namespace arbiter
