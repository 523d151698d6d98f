// Tests of clocks (ruling C17).
#include "core/game/clocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "core/game/snapshot.h"
#include "core/game/viewed_game.h"
#include "tests/support/bidding.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::After;
using ::testing::Contains;
using testing::ControlsOf;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::GamePtr;
using testing::IsOk;
using ::testing::Not;
using testing::Play;
using testing::Random;
using testing::StartOf;
using testing::VariantNamed;

constexpr int64_t kForever = std::numeric_limits<int64_t>::max();

// The clocks, which the game must have.
ClockTimes ClocksOf(const Game& game) {
  EXPECT_TRUE(game.clocks());
  return game.clocks().value_or(ClockTimes{-1, -1});
}

// A variant whose clocks are an option, with a first move of each player.
struct Opening {
  std::string_view variant;
  std::string_view white;
  std::string_view black;
};
constexpr Opening kOpenings[] = {
    {"chak", "e3e4", "e7e6"}, {"makruk", "e3e4", "e6e5"}, {"chakart", "g1f3", "g8f6"}};

// Starts a game with 300 s for each player and a bonus of 3 s.
GamePtr StartTimed(const Opening& opening, const std::string& clock = "300+3") {
  return StartOf(opening.variant, {{"clock", clock}});
}

// Makes an action that took this long and expects it to be accepted.
ActionResult Spend(Game& game, std::string_view action, int64_t elapsed_ms) {
  ActionResult applied;
  EXPECT_THAT(game.Apply(action, After(elapsed_ms), &applied), IsOk()) << action;
  return applied;
}

// Expects an action that took this long to be refused without any effect.
void ExpectSpendRefused(Game& game, std::string_view action, int64_t elapsed_ms,
                        ErrorReason reason) {
  const std::string before = game.Snapshot();
  EXPECT_THAT(game.Apply(action, After(elapsed_ms), nullptr), Fails(reason, "")) << action;
  EXPECT_EQ(game.Snapshot(), before) << action;
}

TEST(TimeControl, C17_IsWrittenInSeconds) {
  const std::pair<TimeControl, std::string_view> cases[] = {
      {{{300, 300}, 3}, "300+3"},
      {{{300, 180}, 3}, "300,180+3"},
      {{{15, 60'000}, 0}, "15,60000+0"},
      {{{60'000, 15}, 3600}, "60000,15+3600"},
  };
  for (const auto& [control, text] : cases) {
    EXPECT_EQ(FormatTimeControl(control), text);
    const auto read = ParseTimeControl(text);
    ASSERT_THAT(read, IsOk()) << text;
    EXPECT_EQ(*read, control) << text;
  }
}

TEST(TimeControl, C17_OtherTextsAreRefused) {
  for (const std::string_view text :
       {"",           "300",        "300+",         "+3",
        "5+3",        "14+0",       "60001+0",      "300+3601",
        "300+-1",     "-300+3",     "0300+3",       "300+03",
        "300, 180+3", "300,180,+3", "300,300+3",    "300,14+3",
        "300+3 ",     " 300+3",     "300-3",        "3e2+3",
        "300.5+3",    "300+3+3",    "4294967311+0", "99999999999999999999+0"}) {
    const auto read = ParseTimeControl(text);
    EXPECT_THAT(read, Fails(ErrorReason::kOptionOutOfRange,
                            "it is the time of each player in seconds, 15 to 60000, and the bonus"))
        << text;
  }
}

TEST(Clocks, C17_StartWithTheFullTime) {
  for (const Opening& opening : kOpenings) {
    EXPECT_THAT(ClocksOf(*StartTimed(opening)), ElementsAre(300'000, 300'000));
    EXPECT_THAT(ClocksOf(*StartTimed(opening, "15,60000+0")), ElementsAre(15'000, 60'000'000));
    // A FEN contains no clocks.
    const GamePtr plain = StartOf(opening.variant);
    const GamePtr timed = GameAt(opening.variant, FenOf(*plain), {{"clock", "60+0"}});
    EXPECT_THAT(ClocksOf(*timed), ElementsAre(60'000, 60'000));
    EXPECT_EQ(FenOf(*timed), FenOf(*plain));
    EXPECT_EQ(StartTimed(opening, "-")->clocks(), std::nullopt);
    // Without the option there are no clocks, whatever the caller reports.
    plain->TrackClocks();
    Spend(*plain, opening.white, kForever);
    EXPECT_EQ(plain->clocks(), std::nullopt);
  }
}

TEST(Clocks, C17_TheOptionIsRefusedWithItsName) {
  for (const Opening& opening : kOpenings) {
    const auto game = VariantNamed(opening.variant).Start({{"clock", "5+3"}});
    EXPECT_THAT(game, Fails(ErrorReason::kOptionOutOfRange, "clock cannot be '5+3'"));
    EXPECT_EQ(FieldOf(game.status()), "options.clock");
    // Other options are still the variant's own, and its errors know of the clock.
    const auto unknown = VariantNamed(opening.variant).Start({{"clocks", "60+0"}});
    EXPECT_THAT(unknown, Fails(ErrorReason::kOptionOutOfRange, "unknown option 'clocks'"));
    EXPECT_THAT(unknown, Fails(ErrorReason::kOptionOutOfRange, "clock"));
    const auto policy =
        VariantNamed(opening.variant).Start({{"clock", "60+0"}, {"draw_policy", "x"}});
    EXPECT_EQ(FieldOf(policy.status()), "options.draw_policy");
  }
  const auto own = VariantNamed("chpok").Start({{"clock", "300+3"}});
  EXPECT_THAT(own, Fails(ErrorReason::kOptionOutOfRange, "come from its bidding"));
  EXPECT_EQ(FieldOf(own.status()), "options.clock");
}

TEST(Clocks, C17_EveryVariantListsTheOptionExceptForThoseWithClocksOfTheirOwn) {
  for (const Variant* variant : AllVariants()) {
    const bool listed = std::ranges::any_of(variant->info().options, [](const OptionInfo& option) {
      return option.name == kClockOption;
    });
    EXPECT_EQ(listed, variant->info().id != "chpok") << variant->info().id;
  }
}

TEST(Clocks, C17_TimeRunsAsReportedAndAMoveEarnsTheBonus) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening);
    Spend(*game, opening.white, 10'000);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(293'000, 300'000)) << opening.variant;
    Spend(*game, opening.black, 0);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(293'000, 303'000)) << opening.variant;

    // A time that is not reported charges nothing.
    const GamePtr unreported = StartTimed(opening);
    Spend(*unreported, opening.white, -1);
    Play(*unreported, {std::string(opening.black)});
    EXPECT_THAT(ClocksOf(*unreported), ElementsAre(303'000, 303'000)) << opening.variant;
  }
}

TEST(Clocks, C17_ControlActionsTakeTimeAndEarnNothing) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening);
    Spend(*game, "draw?", 1'000);
    // The clock of the side to move runs, whoever acts.
    Spend(*game, "black:draw-", 500);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(298'500, 300'000)) << opening.variant;
  }
}

TEST(Clocks, C17_ThePlayerWhoseTimeRunsOutLosesAtOnce) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening, "15+3");
    Spend(*game, opening.white, 15'000);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(3'000, 15'000)) << "the last millisecond can be used";
    const std::string fen = FenOf(*game);
    const ActionResult late = Spend(*game, opening.black, 15'001);
    EXPECT_TRUE(late.timed_out);
    EXPECT_EQ(late.text, opening.black);
    EXPECT_EQ(FenOf(*game), fen) << "the move is not made";
    EXPECT_THAT(ClocksOf(*game), ElementsAre(3'000, 0));
    ExpectEnd(*game, Result::kWhiteWins, Termination::kTimeout, "C14");
    ExpectSpendRefused(*game, opening.black, 0, ErrorReason::kGameOver);
  }
  // The other player wins whatever the material (C14).
  const GamePtr bare = GameAt("makruk", "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1", {{"clock", "15+0"}});
  Spend(*bare, "e2e1", kForever);
  ExpectEnd(*bare, Result::kBlackWins, Termination::kTimeout, "C14");
}

TEST(Clocks, C17_ARefusedActionCostsNoTime) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening);
    for (const int64_t elapsed_ms : {int64_t{-1}, int64_t{1'500}, int64_t{300'001}, kForever}) {
      ExpectSpendRefused(*game, "a1a1", elapsed_ms, ErrorReason::kIllegalAction);
      ExpectSpendRefused(*game, "hello", elapsed_ms, ErrorReason::kBadActionText);
      ExpectSpendRefused(*game, "claim draw", elapsed_ms, ErrorReason::kClaimRefused);
      ExpectSpendRefused(*game, "draw!", elapsed_ms, ErrorReason::kIllegalAction);
    }
  }
}

TEST(Clocks, C17_ATimeoutIsConfirmedByTheClock) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening, "15+0");
    EXPECT_THAT(ControlsOf(*game), Not(Contains("timeout")));
    for (const int64_t elapsed_ms : {-1, 0, 14'999}) {
      ExpectSpendRefused(*game, "timeout", elapsed_ms, ErrorReason::kClaimRefused);
      ExpectSpendRefused(*game, "black:timeout", elapsed_ms, ErrorReason::kClaimRefused);
    }
    EXPECT_THAT(game->Clone()->Apply("timeout", nullptr),
                Fails(ErrorReason::kClaimRefused, "White has 15000 ms left on the clock (C17)"));
    const GamePtr late = game->Clone();
    EXPECT_FALSE(Spend(*late, "timeout", 15'001).timed_out);
    EXPECT_THAT(ClocksOf(*late), ElementsAre(0, 15'000));
    ExpectEnd(*late, Result::kBlackWins, Termination::kTimeout, "C14");

    // A clock at zero confirms it, that of the other player as well.
    Spend(*game, opening.white, 15'000);
    ExpectOngoing(*game);
    EXPECT_THAT(ControlsOf(*game), Contains("white:timeout"));
    Spend(*game, "white:timeout", 700);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(0, 14'300));
    ExpectEnd(*game, Result::kBlackWins, Termination::kTimeout, "C14");
  }
}

TEST(Clocks, C17_ATimeoutIsBelievedWithoutClocks) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartOf(opening.variant);
    Play(*game, {"black:timeout"});
    ExpectEnd(*game, Result::kWhiteWins, Termination::kTimeout, "C14");
  }
}

// In Chakart an egg can bring a further action in the same turn.
TEST(Clocks, C17_TheBonusComesWhenTheTurnIsOver) {
  const GamePtr game = GameAt("chakart", "4k3/8/8/8/8/8/3e4/K2Q4 w 4", {{"clock", "60+5"}});
  Spend(*game, "d1d2{egg=kingboo}", 2'000);
  EXPECT_THAT(ClocksOf(*game), ElementsAre(58'000, 60'000)) << "White has to swap two pieces";
  const GamePtr late = game->Clone();
  EXPECT_TRUE(Spend(*late, "a1~d2", 58'001).timed_out);
  ExpectEnd(*late, Result::kBlackWins, Termination::kTimeout, "C14");
  Spend(*game, "a1~d2", 1'000);
  EXPECT_THAT(ClocksOf(*game), ElementsAre(62'000, 60'000));
}

TEST(Clocks, C17_PassingIsAMove) {
  const GamePtr game =
      GameAt("chakart", R"(7l/8/8/8/8/8/8/7L w 10 {"flags":"1111"})", {{"clock", "60+5"}});
  Spend(*game, "0000", 2'000);
  EXPECT_THAT(ClocksOf(*game), ElementsAre(63'000, 60'000));
}

TEST(Clocks, C17_StartingAndStoppingTheCountEarnsNothing) {
  const GamePtr game = GameAt("makruk", "8/8/4k3/8/8/4K3/4R3/8 b - - 0 1",
                              {{"clock", "60+5"}, {"counting", "manual"}});
  Spend(*game, "count", 2'000);
  EXPECT_THAT(ClocksOf(*game), ElementsAre(60'000, 58'000));
}

TEST(Clocks, C17_ABonusBeyondTheLargestTimeIsLost) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening, "60000+3600");
    ASSERT_THAT(game->CorrectClock(Color::kWhite, kMaxClock), IsOk());
    Spend(*game, opening.white, 1);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(kMaxClock, 60'000'000));
  }
}

TEST(Clocks, C17_AClockCanBeCorrected) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening);
    EXPECT_FALSE(game->clocks_corrected());
    ASSERT_THAT(game->CorrectClock(Color::kBlack, 1'234), IsOk());
    EXPECT_TRUE(game->clocks_corrected());
    EXPECT_THAT(ClocksOf(*game), ElementsAre(300'000, 1'234));
    Spend(*game, opening.white, 0);
    EXPECT_TRUE(game->clocks_corrected());
    // A snapshot keeps the times, but not that they were corrected.
    const auto restored = VariantNamed(opening.variant).FromSnapshot(game->Snapshot(), {});
    ASSERT_THAT(restored, IsOk());
    EXPECT_FALSE((*restored)->clocks_corrected());
    EXPECT_THAT(ClocksOf(**restored), ElementsAre(303'000, 1'234));

    // A player without time can still make a move that takes none.
    ASSERT_THAT(game->CorrectClock(Color::kBlack, 0), IsOk());
    ExpectOngoing(*game);
    EXPECT_THAT(ControlsOf(*game), Contains("timeout"));
    Spend(*game, opening.black, 0);
    EXPECT_THAT(ClocksOf(*game), ElementsAre(303'000, 3'000));

    for (const int64_t ms : {int64_t{-1}, kMaxClock + 1, kForever}) {
      EXPECT_THAT(game->CorrectClock(Color::kWhite, ms),
                  Fails(ErrorReason::kBadField, "milliseconds from 0 to 1000000000000"));
    }
    EXPECT_THAT(StartOf(opening.variant)->CorrectClock(Color::kWhite, 1),
                Fails(ErrorReason::kBadField, "the game has no clocks"));
    Play(*game, {"resign"});
    EXPECT_THAT(game->CorrectClock(Color::kWhite, 1),
                Fails(ErrorReason::kBadField, "the game is over"));
  }
}

// The FENs of Chpok contain the clocks, so a correction must leave a FEN that can be read.
TEST(Clocks, P6_P24_ChpoksClocksCanBeCorrected) {
  const auto board =
      StartOf("chpok", {{"skip_bidding", "true"}, {"minutes", "5"}, {"track_clocks", "true"}});
  ASSERT_THAT(board->CorrectClock(Color::kWhite, kMaxClock), IsOk());
  EXPECT_THAT(ClocksOf(*board), ElementsAre(kMaxClock, 300'000));
  EXPECT_THAT(testing::ReadFen("chpok", FenOf(*board)), IsOk());

  auto bidding = StartOf("chpok", {{"track_clocks", "true"}, {"chips", "1"}});
  EXPECT_THAT(bidding->CorrectClock(Color::kWhite, 100'001),
              Fails(ErrorReason::kBadField, "has not bid"));
  EXPECT_FALSE(bidding->clocks_corrected());
  ASSERT_THAT(bidding->CorrectClock(Color::kWhite, 99'999), IsOk());
  EXPECT_THAT(ClocksOf(*bidding), ElementsAre(99'999, 100'000));
  Play(bidding, {"raise time +1 3+2"});
  EXPECT_THAT(bidding->CorrectClock(Color::kWhite, 200'001),
              Fails(ErrorReason::kBadField, "milliseconds from 0 to 200000"));
  ASSERT_THAT(bidding->CorrectClock(Color::kWhite, 200'000), IsOk());
  // The answer says so in the next phase as well.
  Play(bidding, {"raise white +1"});
  EXPECT_EQ(bidding->phase(), Phase::kBoard);
  EXPECT_TRUE(bidding->clocks_corrected());

  EXPECT_THAT(StartOf("chpok")->CorrectClock(Color::kWhite, 1),
              Fails(ErrorReason::kBadField, "the game has no clocks"));
}

TEST(Clocks, C17_H23_ARestrictedViewShowsTheClocks) {
  const GamePtr game = StartOf("chakart", {{"clock", "60+5"}});
  Play(*game, {"e2e4", "e7e5", "d1h5?"});
  ASSERT_THAT(game->CorrectClock(Color::kBlack, 7'000), IsOk());
  const std::unique_ptr<Game> view = game->ViewFor(Viewer::kBlack);
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(view->clocks(), game->clocks());
  EXPECT_TRUE(view->clocks_corrected());
}

TEST(Clocks, C17_PicturesShowThemAndNotesDoNot) {
  const GamePtr game = StartOf("makruk", {{"clock", "3600,300+0"}});
  Spend(*game, "e3e4", 300'000);
  ASSERT_THAT(game->CorrectClock(Color::kBlack, 7'450), IsOk());
  EXPECT_THAT(game->Captions(Locale::kEnglish), ElementsAre("Clocks: White 55:00, Black 0:07.4"));
  EXPECT_THAT(game->Captions(Locale::kChinese), ElementsAre("剩余时间：白方 55:00，黑方 0:07.4"));
  EXPECT_THAT(game->Captions(Locale::kThai), ElementsAre("เหลือเวลา: ขาว 55:00, ดำ 0:07.4"));
  EXPECT_THAT(testing::NoteTexts(*game), testing::NoteTexts(*StartOf("makruk")));
}

// --- Snapshots.

TEST(Clocks, F3_ASnapshotWithoutClocksHasTheBytesItAlwaysHad) {
  for (const Opening& opening : kOpenings) {
    const std::string snapshot = StartOf(opening.variant)->Snapshot();
    const auto data = DecodeSnapshot(snapshot);
    EXPECT_EQ(data->extra, "");
    EXPECT_FALSE(DecodeOptions(data->options).contains(kClockOption));
  }
}

TEST(Clocks, F3_SnapshotsRestoreTheClocks) {
  for (const Opening& opening : kOpenings) {
    const GamePtr game = StartTimed(opening, "300,60+3");
    Spend(*game, opening.white, 1'000);
    Spend(*game, "draw?", 1'500);
    const auto restored =
        VariantNamed(opening.variant).FromSnapshot(game->Snapshot(), {{"clock", "300,60+3"}});
    ASSERT_THAT(restored, IsOk());
    EXPECT_EQ((*restored)->Snapshot(), game->Snapshot());
    EXPECT_THAT(ClocksOf(**restored), ElementsAre(302'000, 58'500));
    // The game goes on as before, with the bonus, and can end by time.
    Spend(**restored, opening.black, 0);
    EXPECT_THAT(ClocksOf(**restored), ElementsAre(302'000, 61'500));
    Spend(**restored, "timeout", 400'000);
    const auto ended = VariantNamed(opening.variant).FromSnapshot((*restored)->Snapshot(), {});
    ASSERT_THAT(ended, IsOk());
    ExpectEnd(**ended, Result::kBlackWins, Termination::kTimeout, "C14");
    EXPECT_THAT(ClocksOf(**ended), ElementsAre(0, 61'500));
  }
}

TEST(Clocks, F3_ARequestMustAgreeWithTheClocksOfTheSnapshot) {
  for (const Opening& opening : kOpenings) {
    const Variant& variant = VariantNamed(opening.variant);
    const std::string timed = StartTimed(opening)->Snapshot();
    EXPECT_THAT(variant.FromSnapshot(timed, {{"clock", "300+2"}}),
                Fails(ErrorReason::kBadSnapshot, "has the option clock = '300+3'"));
    EXPECT_THAT(variant.FromSnapshot(StartOf(opening.variant)->Snapshot(), {{"clock", "300+3"}}),
                Fails(ErrorReason::kBadSnapshot, "has no clocks"));
    EXPECT_THAT(
        variant.FromSnapshot(timed, {{"draw_policy", "claim"}}).status().code(),
        variant.FromSnapshot(StartOf(opening.variant)->Snapshot(), {{"draw_policy", "claim"}})
            .status()
            .code());
  }
}

TEST(Clocks, F3_ImpossibleClocksAreRefused) {
  for (const Opening& opening : kOpenings) {
    const std::string snapshot = StartTimed(opening)->Snapshot();
    const SnapshotData data = *DecodeSnapshot(snapshot);
    ASSERT_EQ(data.extra, "clock=300000,300000;");
    const auto read = [&opening](const SnapshotData& changed) {
      return VariantNamed(opening.variant).FromSnapshot(EncodeSnapshot(changed), {});
    };
    ASSERT_THAT(read(data), IsOk());
    for (const std::string_view extra :
         {"", "clock=", "clock=1,2", "clock=1;", "clock=,;", "clock=1,2,3;", "clock=-1,2;",
          "clock=01,2;", "clock=1,1000000000001;", "clock=1,99999999999999999999;",
          "clock=1,2;clock=1,2;", "clock=1,2;x", "xclock=1,2;", "clock=1, 2;", ";", "1,2;"}) {
      SnapshotData changed = data;
      changed.extra = extra;
      EXPECT_THAT(read(changed), Fails(ErrorReason::kBadSnapshot, "the snapshot ")) << extra;
    }
    // Clocks without their time control, and with one that is not valid.
    SnapshotData uncontrolled = data;
    OptionMap options = DecodeOptions(data.options);
    options.erase("clock");
    const std::string without = EncodeOptions(options);
    uncontrolled.options = without;
    EXPECT_THAT(read(uncontrolled), Fails(ErrorReason::kBadSnapshot, "the snapshot "));
    options["clock"] = "5+3";
    const std::string invalid = EncodeOptions(options);
    uncontrolled.options = invalid;
    EXPECT_THAT(read(uncontrolled), Fails(ErrorReason::kBadSnapshot, "options"));
    // A player who lost on time has none left.
    SnapshotData ended = data;
    ended.controls.end = End{Result::kBlackWins, Termination::kTimeout, "C14"};
    EXPECT_THAT(read(ended), Fails(ErrorReason::kBadSnapshot, "no action of this game"));
    ended.extra = "clock=300000,0;";
    EXPECT_THAT(read(ended), Fails(ErrorReason::kBadSnapshot, "no action of this game"));
    ended.extra = "clock=0,300000;";
    EXPECT_THAT(read(ended), IsOk());
    ended.controls.claimed_by = Color::kWhite;
    EXPECT_THAT(read(ended), Fails(ErrorReason::kBadSnapshot, "no action of this game"));
  }
  // Chpok keeps its clocks in the FEN.
  const std::string snapshot = StartOf("chpok")->Snapshot();
  SnapshotData data = *DecodeSnapshot(snapshot);
  OptionMap options = DecodeOptions(data.options);
  options["clock"] = "300+3";
  const std::string encoded = EncodeOptions(options);
  data.options = encoded;
  EXPECT_THAT(VariantNamed("chpok").FromSnapshot(EncodeSnapshot(data), {}),
              Fails(ErrorReason::kBadSnapshot, "options"));
}

TEST(Clocks, C17_ATimeWithoutClocksIsRefused) {
  for (const Variant* variant : AllVariants()) {
    const GamePtr game = *variant->Start({}, testing::kSeed, nullptr);
    EXPECT_THAT(CheckReportedTimes(*game, {}), IsOk());
    EXPECT_THAT(CheckReportedTimes(*game, std::vector<int64_t>{-1, -1}), IsOk());
    for (const int64_t time : {int64_t{0}, int64_t{1}, kForever}) {
      const absl::Status status = CheckReportedTimes(*game, std::vector<int64_t>{-1, time, 0});
      EXPECT_THAT(status, Fails(ErrorReason::kBadField, "the game has no clocks"));
      EXPECT_EQ(FieldOf(status), "elapsed_ms[1]");
    }
    // At its start Chpok can still start its clocks (P6).
    game->TrackClocks();
    const bool has_clocks = variant->info().id == "chpok";
    EXPECT_EQ(CheckReportedTimes(*game, std::vector<int64_t>{5}).ok(), has_clocks);
  }
}

// --- Properties.

// What the clocks of a game must show, computed without the code under test. The clocks of Chpok's
// bidding follow other rules, so its games begin on the board.
class ExpectedClocks {
 public:
  explicit ExpectedClocks(const Game& game, int64_t bonus_ms)
      : left_(ClocksOf(game)), bonus_ms_(bonus_ms) {}

  const ClockTimes& left() const { return left_; }
  // Whether the side to move loses if an action takes this long.
  bool RunsOut(Color turn, int64_t elapsed_ms) const { return elapsed_ms > At(turn); }
  void Spend(Color turn, int64_t elapsed_ms, bool turn_is_over) {
    if (RunsOut(turn, elapsed_ms)) {
      At(turn) = 0;
      return;
    }
    if (elapsed_ms > 0) At(turn) -= elapsed_ms;
    if (turn_is_over) At(turn) = std::min(kMaxClock, At(turn) + bonus_ms_);
  }

 private:
  int64_t& At(Color player) { return left_[player == Color::kWhite ? 0 : 1]; }
  int64_t At(Color player) const { return left_[player == Color::kWhite ? 0 : 1]; }

  ClockTimes left_;
  int64_t bonus_ms_;
};

int64_t RandomTime(Random& random) {
  if (random.OneIn(4)) return -1;
  if (random.OneIn(200)) return kForever;
  return static_cast<int64_t>(random.Below(random.OneIn(30) ? 40'000 : 1'500));
}

struct TimedCase {
  std::string_view variant;
  OptionMap options;
  int64_t bonus_ms;
};

TEST(Clocks, C17_RandomGamesAddUp) {
  const TimedCase cases[] = {
      {"chak", {{"clock", "30+1"}}, 1'000},
      {"makruk", {{"clock", "30,20+0"}, {"counting", "manual"}}, 0},
      {"chakart", {{"clock", "25+2"}}, 2'000},
      {"chpok",
       {{"skip_bidding", "true"},
        {"minutes", "1"},
        {"bonus", "1"},
        {"track_clocks", "true"},
        {"features", "undo=3,skip"}},
       1'000},
  };
  Random random(17);
  int timeouts = 0;
  for (const TimedCase& timed : cases) {
    const Variant& variant = VariantNamed(timed.variant);
    for (int i = 0; i < std::max(3, 60 / testing::kSanitizerSlowdown); ++i) {
      const std::string seed = random.Seed();
      GamePtr game = *variant.Start(timed.options, seed, nullptr);
      ExpectedClocks expected(*game, timed.bonus_ms);
      for (int step = 0; step < 200 && !game->Adjudicate().end; ++step) {
        const std::string action = testing::RandomAction(*game, random);
        if (action.empty()) continue;
        const int64_t elapsed_ms = RandomTime(random);
        const Color turn = game->turn();
        const uint32_t ply = game->ply();
        ActionResult applied;
        const ActionInput input = {.seed = seed, .elapsed_ms = elapsed_ms};
        const std::string before = game->Snapshot();
        if (!game->Apply(action, input, &applied).ok()) {
          ASSERT_EQ(game->Snapshot(), before) << action;
          continue;
        }
        // The side to move loses exactly if its time is not sufficient, whatever the action.
        const auto end = game->Adjudicate().end;
        const bool is_timeout = end && end->termination == Termination::kTimeout;
        const bool reported = action.ends_with("timeout");
        ASSERT_EQ(is_timeout, reported || expected.RunsOut(turn, elapsed_ms)) << action;
        ASSERT_TRUE(!applied.timed_out || is_timeout);
        if (!reported) {
          const bool turn_is_over = action != "undo" && game->ply() != ply;
          expected.Spend(turn, elapsed_ms, turn_is_over);
          ASSERT_EQ(ClocksOf(*game), expected.left()) << action << " after " << elapsed_ms << " ms";
        }
        ASSERT_GE(std::ranges::min(ClocksOf(*game)), 0);
        timeouts += is_timeout ? 1 : 0;
        const auto restored = variant.FromSnapshot(game->Snapshot(), {});
        ASSERT_THAT(restored, IsOk());
        ASSERT_EQ((*restored)->Snapshot(), game->Snapshot());
        ASSERT_EQ((*restored)->clocks(), game->clocks());
      }
    }
  }
  EXPECT_GT(timeouts, 5);
}

// A long game neither overflows nor loses a millisecond.
TEST(Clocks, C17_TenThousandActionsAddUp) {
  const GamePtr game = StartOf("makruk", {{"clock", "60000+3600"}, {"draw_policy", "claim"}});
  const testing::Actions cycle = {"b1d2", "b8d7", "d2b1", "d7b8"};
  for (size_t i = 0; i < 10'000; ++i) {
    ASSERT_THAT(game->Apply(cycle[i % 4], After(static_cast<int64_t>(i)), nullptr), IsOk()) << i;
  }
  // The even numbers below 10,000 are White's times, the odd ones Black's.
  constexpr int64_t kFull = 60'000'000 + int64_t{5'000} * 3'600'000;
  EXPECT_THAT(ClocksOf(*game), ElementsAre(kFull - 24'995'000, kFull - 25'000'000));
}

}  // namespace
}  // namespace arbiter
