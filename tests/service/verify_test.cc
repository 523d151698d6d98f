// Tests two independent verifiers of finished Chakart games, `arbiter verify` and
// clients/node/verify.mjs, with games that agree with their seeds and games that do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/random/random_stream.h"
#include "tests/service/verifiers.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kGames = 1000;

// Sets random clocks. Returns the option of the game.
std::string SetClock(Random& random, v1::TimeControl& clock) {
  clock.set_base_seconds(static_cast<uint32_t>(15 + random.Below(100)));
  clock.set_bonus_seconds(static_cast<uint32_t>(random.Below(4)));
  return StrCat(clock.base_seconds(), "+", clock.bonus_seconds());
}

// Returns a random game, with or without the outcomes in its actions. It is played to its end or up
// to a random length. A third of the games are played on clocks (C17), which run out in some.
v1::GameFile PlayGame(Random& random) {
  static constexpr const char* kSetUps[] = {"standard", "symmetric", "asymmetric"};
  const int set_up = static_cast<int>(random.Below(3));
  const std::string seed = RandomSeed(random);
  v1::GameFile file;
  OptionMap options = {{"setup", kSetUps[set_up]}};
  const bool is_timed = random.OneIn(3);
  if (is_timed) options["clock"] = SetClock(random, *file.mutable_options()->mutable_clock());
  const auto game = *(**FindVariant("chakart")).Start(options, seed, nullptr);

  file.set_variant("chakart");
  file.mutable_options()->mutable_chakart()->set_setup(static_cast<v1::Setup>(set_up + 1));
  file.mutable_record()->set_seed(seed);
  if (random.OneIn(2)) file.mutable_record()->set_start_fen(game->Fen(FenStyle::kStandard));
  if (random.OneIn(2)) file.set_commitment(Commitment(seed));
  if (random.OneIn(3)) file.set_committed_start_fen(game->Fen(FenStyle::kStandard));
  const bool outcomes = !random.OneIn(4);
  const size_t max_actions = 20 + random.Below(400);
  for (size_t i = 0; i < max_actions && !game->Adjudicate().end; ++i) {
    std::vector<std::string> open = TextsOf(*game);
    for (const ControlInfo& control : game->Controls()) {
      if (random.OneIn(200)) open = {std::string(control.action)};
    }
    const std::string action = open[random.Below(open.size())];
    ActionInput input = {.seed = seed};
    if (is_timed && !random.OneIn(10)) input.elapsed_ms = static_cast<int64_t>(random.Below(4'000));
    ActionResult applied;
    // Every listed action must be accepted; claims are listed only if they are granted.
    EXPECT_TRUE(game->Apply(action, input, &applied).ok()) << action;
    file.mutable_record()->add_actions(outcomes ? applied.text : action);
    if (is_timed) file.mutable_record()->add_elapsed_ms(input.elapsed_ms);
  }
  const auto end = game->Adjudicate().end;
  file.set_claimed_result(end ? static_cast<v1::Result>(end->result) : v1::RESULT_ONGOING);
  return file;
}

// Changes the outcome of the first egg. Returns the index of its action, or -1 if there is none.
int ForgeEgg(v1::Record& record) {
  for (int i = 0; i < record.actions_size(); ++i) {
    std::string& action = *record.mutable_actions(i);
    const size_t egg = action.find("{egg=");
    if (egg == std::string::npos) continue;
    const bool is_chomp = action.find("=chomp") != std::string::npos;
    action = StrCat(action.substr(0, egg), is_chomp ? "{egg=daisy}" : "{egg=chomp}");
    return i;
  }
  return -1;
}

TEST(Verify, TwoVerifiersAgreeOnAThousandGames) {
  Random random(91);
  std::vector<VerifiedGame> games;
  for (int i = 0; i < kGames; ++i) {
    games.push_back({PlayGame(random)});
    if (i % 5 == 4) Forge(random, ForgeEgg, &games.back());
  }
  ExpectVerifiersAgree(games);
}

// A commitment does not cover the start of the game, so the verifiers report a custom start and
// compare it with the published one.
TEST(Verify, H22_CustomStartIsShownAndMustBeThePublishedOne) {
  const std::string start = R"(4k3/8/8/8/8/8/8/4K3 w 0 {"flags":"1111"})";
  v1::GameFile own;
  own.set_variant("chakart");
  own.mutable_record()->set_seed("sixteen bytes or more");
  own.mutable_record()->add_actions("e1e2");
  v1::GameFile input = own;
  input.mutable_record()->set_start_fen("4k3/8/8/8/8/8/8/4K3 w 0");
  v1::GameFile published = input;
  published.set_committed_start_fen(start);
  v1::GameFile swapped = input;
  swapped.set_committed_start_fen(R"(4k3/8/8/8/8/8/8/3K4 w 0 {"flags":"1111"})");
  v1::GameFile unpublished = own;
  unpublished.mutable_record()->set_actions(0, "e2e4");
  unpublished.set_committed_start_fen(start);
  const std::string shown = "ok draws=0 result=ONGOING start=" + start + " fen=";
  ExpectVerifiersAgree({{input, shown},
                        {published, shown},
                        {swapped, "failed start: the game starts from " + start},
                        {unpublished, "failed start: the game starts from rnbqkbnr"},
                        {own, "failed action 0"}});
}

TEST(Verify, ExitCodeSaysWhetherAllGamesAreInOrder) {
  Random random(92);
  const ProgramResult verified =
      RunProgram({ARBITER_CLI, "verify", "-", "--json"}, ToJson(PlayGame(random)));
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("\"ok\":true"));
  const ProgramResult failed = RunProgram({ARBITER_CLI, "verify", "-"}, "{");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, StartsWith("failed file: "));
}

// `arbiter verify` reads games of all variants. Those with clocks end as soon as a time exceeds the
// clock (C17).
TEST(Verify, C17_ClocksAreChecked) {
  const auto verify = [](const std::string& options, const std::string& record) {
    const std::string game =
        StrCat(R"({"variant":"makruk","options":{)", options,
               R"(},"record":{"seed":"MDEyMzQ1Njc4OTAxMjM0NQ==",)", record, "}}");
    return RunProgram({ARBITER_CLI, "verify", "-"}, game).out;
  };
  const std::string clock = R"("clock":{"baseSeconds":15,"bonusSeconds":3})";
  EXPECT_THAT(verify(clock, R"("actions":["e3e4","e6e5"],"elapsedMs":["15000","2000"])"),
              StartsWith("ok draws=0 result=ONGOING"));
  EXPECT_THAT(verify(clock, R"("actions":["e3e4","timeout"],"elapsedMs":["-1","15001"])"),
              StartsWith("ok draws=0 result=WHITE_WINS"));
  EXPECT_THAT(verify(clock, R"("actions":["e3e4","e6e5"],"elapsedMs":["15001","0"])"),
              StartsWith("failed action 1: 'e6e5': the game is over"));
  EXPECT_THAT(verify(clock, R"("actions":["e3e4","timeout"],"elapsedMs":["0","15000"])"),
              StartsWith("ok draws=0 result=WHITE_WINS"));
  EXPECT_THAT(verify(clock, R"("actions":["e3e4","timeout"],"elapsedMs":["0","14999"])"),
              StartsWith("failed action 1: timeout: Black has 1 ms left on the clock (C17)"));
  EXPECT_THAT(
      verify("", R"("actions":["e3e4","e6e5"],"elapsedMs":["-1","0"])"),
      StartsWith("failed action 1: no time can be reported, because the game has no clocks"));
  EXPECT_THAT(verify(R"("clock":{"baseSeconds":5,"bonusSeconds":3})", R"("actions":[])"),
              StartsWith("failed file: base_seconds is 5; it must be from 15 to 60000 seconds"));
}

}  // namespace
}  // namespace arbiter::testing
