// Tests clocks (ruling C17) from the point of view of a client.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"
#include "tests/support/call_handler.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::CallHandler;
using ::testing::ElementsAre;
using testing::Fails;
using ::testing::HasSubstr;
using testing::IsOk;

template <typename Request>
Request FromJson(const std::string& json) {
  Request request;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &request).ok()) << json;
  return request;
}

template <typename Request, typename Response>
absl::StatusOr<Response> Call(Handler<Request> handler, const std::string& json) {
  const Limits limits;
  Response response;
  ARBITER_RETURN_IF_ERROR(
      CallHandler<Request>(handler, {&limits, nullptr}, FromJson<Request>(json), &response));
  return response;
}

absl::StatusOr<v1::StartGameResponse> Start(const std::string& json) {
  return Call<v1::StartGameRequest, v1::StartGameResponse>(StartGame, json);
}
absl::StatusOr<v1::ApplyMovesResponse> Apply(const std::string& json) {
  return Call<v1::ApplyMovesRequest, v1::ApplyMovesResponse>(ApplyMoves, json);
}
absl::StatusOr<v1::ApplyMovesResponse> ApplyTo(const v1::State& state, v1::ApplyMovesRequest rest) {
  const Limits limits;
  rest.mutable_position()->set_snapshot(state.snapshot());
  v1::ApplyMovesResponse response;
  ARBITER_RETURN_IF_ERROR(CallHandler(ApplyMoves, {&limits, nullptr}, rest, &response));
  return response;
}

// Returns the clocks of a state, followed by whether they were corrected.
std::vector<int64_t> ClocksOf(const v1::State& state) {
  if (!state.has_clocks()) return {};
  return {state.clocks().first_ms(), state.clocks().second_ms(), state.clocks().corrected()};
}

TEST(ClockRequests, C17_AStateShowsTheClocks) {
  for (const std::string_view variant : {"chak", "makruk", "chakart"}) {
    const auto start = Start(StrCat(R"({"variant":")", variant,
                                    R"(","options":{"clock":{"baseSeconds":300,"bonusSeconds":3,
                                    "blackBaseSeconds":180}}})"));
    ASSERT_THAT(start, IsOk());
    EXPECT_THAT(ClocksOf(start->state()), ElementsAre(300'000, 180'000, 0));
    const auto plain = Start(StrCat(R"({"variant":")", variant, "\"}"));
    EXPECT_FALSE(plain->state().has_clocks());
    EXPECT_EQ(plain->state().fen(), start->state().fen()) << "a FEN contains no clocks";
  }
}

TEST(ClockRequests, C17_ASnapshotGoesOnWithTheClocks) {
  const auto start =
      Start(R"({"variant":"makruk","options":{"clock":{"baseSeconds":300,"bonusSeconds":3}}})");
  const auto moved = ApplyTo(start->state(), FromJson<v1::ApplyMovesRequest>(
                                                 R"({"position":{"variant":"makruk"},
      "actions":["e3e4","draw?"],"elapsedMs":["10000","500"]})"));
  ASSERT_THAT(moved, IsOk());
  EXPECT_THAT(ClocksOf(moved->state()), ElementsAre(293'000, 299'500, 0));
  const auto late = ApplyTo(moved->state(), FromJson<v1::ApplyMovesRequest>(
                                                R"({"position":{"variant":"makruk"},
      "actions":["e6e5"],"elapsedMs":["299501"]})"));
  ASSERT_THAT(late, IsOk());
  EXPECT_TRUE(late->applied(0).timed_out());
  EXPECT_THAT(ClocksOf(late->state()), ElementsAre(293'000, 0, 0));
  EXPECT_EQ(late->state().adjudication().termination(), v1::TERMINATION_TIMEOUT);
  EXPECT_EQ(late->state().adjudication().result(), v1::RESULT_WHITE_WINS);
}

TEST(ClockRequests, P6_P24_ChpokShowsItsClocksInTheStateToo) {
  const auto bid = Apply(R"({"position":{"variant":"chpok"},"actions":["raise white +1"],
      "elapsedMs":["1500"]})");
  ASSERT_THAT(bid, IsOk());
  EXPECT_THAT(ClocksOf(bid->state()), ElementsAre(198'500, 100'000, 0));
  EXPECT_EQ(bid->state().chpok().bidding().clocks().first_ms(), 198'500);
  const auto board = Apply(R"({"position":{"variant":"chpok","options":{"chpok":{
      "skipBidding":true,"minutes":5,"trackClocks":true}}}})");
  EXPECT_THAT(ClocksOf(board->state()), ElementsAre(300'000, 300'000, 0));
  EXPECT_EQ(board->state().chpok().board().clocks().second_ms(), 300'000);
}

TEST(ClockRequests, C17_OptionsOutOfRangeAreNamed) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {R"({})", "base_seconds"},
      {R"({"baseSeconds":14})", "base_seconds"},
      {R"({"baseSeconds":60001})", "base_seconds"},
      {R"({"baseSeconds":4294967295})", "base_seconds"},
      {R"({"baseSeconds":15,"bonusSeconds":3601})", "bonus_seconds"},
      {R"({"baseSeconds":15,"bonusSeconds":4294967295})", "bonus_seconds"},
      {R"({"baseSeconds":15,"blackBaseSeconds":0})", "black_base_seconds"},
      {R"({"baseSeconds":15,"blackBaseSeconds":60001})", "black_base_seconds"},
  };
  for (const auto& [clock, field] : cases) {
    const std::string options = StrCat(R"("variant":"chak","options":{"clock":)", clock, "}");
    const auto start = Start(StrCat("{", options, "}"));
    EXPECT_THAT(start, Fails(ErrorReason::kOptionOutOfRange, "seconds (C17)")) << clock;
    EXPECT_EQ(FieldOf(start.status()), StrCat("options.clock.", field));
    const auto apply = Apply(StrCat(R"({"position":{)", options, "}}"));
    EXPECT_EQ(FieldOf(apply.status()), StrCat("position.options.clock.", field));
  }
  const auto chpok = Start(R"({"variant":"chpok","options":{"clock":{"baseSeconds":300}}})");
  EXPECT_THAT(chpok, Fails(ErrorReason::kOptionOutOfRange, "come from its bidding"));
  EXPECT_EQ(FieldOf(chpok.status()), "options.clock");
  // Black's time may be given although it is White's.
  const auto same =
      Start(R"({"variant":"chak","options":{"clock":{"baseSeconds":60,"blackBaseSeconds":60}}})");
  const auto once = Start(R"({"variant":"chak","options":{"clock":{"baseSeconds":60}}})");
  ASSERT_THAT(same, IsOk());
  EXPECT_EQ(same->state().snapshot(), once->state().snapshot());
}

// A time without clocks is an error of the request, the same in every method.
TEST(ClockRequests, C17_ATimeWithoutClocksIsRefused) {
  const std::string record = R"("record":{"actions":["e3e4","e6e5"],"elapsedMs":["-1","0"]})";
  const auto expect = [](const absl::Status& status, std::string_view field) {
    EXPECT_THAT(status, Fails(ErrorReason::kBadField,
                              "no time can be reported, because the game has no clocks; leave the "
                              "times out or give -1, or start the game with clocks (C17)"));
    EXPECT_EQ(FieldOf(status), field);
  };
  expect(Apply(R"({"position":{"variant":"makruk"},"actions":["e3e4","zzz"],
      "elapsedMs":["-1","9223372036854775807"]})")
             .status(),
         "elapsed_ms[1]");
  expect(Apply(StrCat(R"({"position":{"variant":"makruk",)", record, "}}")).status(),
         "position.record.elapsed_ms[1]");
  expect(Call<v1::ValidateGameRequest, v1::ValidateGameResponse>(
             ValidateGame, StrCat(R"({"variant":"makruk",)", record, "}"))
             .status(),
         "record.elapsed_ms[1]");
  expect(Call<v1::WritePgnRequest, v1::WritePgnResponse>(
             WritePgn, StrCat(R"({"game":{"variant":"makruk",)", record, "}}"))
             .status(),
         "game.record.elapsed_ms[1]");
  expect(Apply(R"({"position":{"variant":"chpok","options":{"chpok":{"skipBidding":true}}},
      "actions":["e2e4"],"elapsedMs":["5"]})")
             .status(),
         "elapsed_ms[0]");
  // Times that are not reported are always possible.
  EXPECT_THAT(Apply(R"({"position":{"variant":"makruk"},"actions":["e3e4"],"elapsedMs":["-1"]})"),
              IsOk());
}

TEST(ClockRequests, C17_ARecordHasTheTimesOfItsActions) {
  const std::string game = R"("variant":"chakart","options":{"clock":{"baseSeconds":60,
      "bonusSeconds":1}},"record":{"actions":["e2e4","e7e5","resign"],
      "elapsedMs":["2000","60000","500"]})";
  const auto valid = Call<v1::ValidateGameRequest, v1::ValidateGameResponse>(
      ValidateGame, StrCat("{", game, R"(,"claimedResult":"RESULT_BLACK_WINS"})"));
  ASSERT_THAT(valid, IsOk());
  EXPECT_TRUE(valid->claimed_result_fits());
  EXPECT_THAT(ClocksOf(valid->state()), ElementsAre(58'500, 1'000, 0));
  const auto read = Apply(StrCat(R"({"position":{)", game, "}}"));
  EXPECT_EQ(read->state().snapshot(), valid->state().snapshot());
}

TEST(ClockRequests, C17_ARequestCorrectsTheClocks) {
  const std::string timed = R"("variant":"chak","options":{"clock":{"baseSeconds":60}})";
  const auto corrected = Apply(StrCat(R"({"position":{)", timed, R"(,"clocks":{"secondMs":"7000"}},
      "actions":["e3e4","e7e6"],"elapsedMs":["100","6500"]})"));
  ASSERT_THAT(corrected, IsOk());
  EXPECT_THAT(ClocksOf(corrected->state()), ElementsAre(59'900, 500, 1));
  // The next request does not correct anything.
  v1::ApplyMovesRequest next;
  next.mutable_position()->set_variant("chak");
  EXPECT_THAT(ClocksOf(ApplyTo(corrected->state(), next)->state()), ElementsAre(59'900, 500, 0));
  // A clock can be set to 0. The game then goes on until time is used or a timeout is reported.
  next.mutable_position()->mutable_clocks()->set_first_ms(0);
  next.add_actions("c3c4");
  next.add_elapsed_ms(0);
  const auto zero = ApplyTo(corrected->state(), next);
  ASSERT_THAT(zero, IsOk());
  EXPECT_THAT(ClocksOf(zero->state()), ElementsAre(0, 500, 1));
  // A correction that sets neither clock has no effect.
  const auto none = Apply(StrCat(R"({"position":{)", timed, R"(,"clocks":{}}})"));
  ASSERT_THAT(none, IsOk());
  EXPECT_THAT(ClocksOf(none->state()), ElementsAre(60'000, 60'000, 0));
  EXPECT_THAT(Apply(R"({"position":{"variant":"chak","clocks":{}}})"), IsOk());

  const std::tuple<std::string, std::string_view, std::string_view> refusals[] = {
      {R"({"position":{"variant":"chak","clocks":{"firstMs":"1"}}})", "first_ms",
       "the game has no clocks"},
      {StrCat(R"({"position":{)", timed, R"(,"clocks":{"firstMs":"1","secondMs":"-1"}}})"),
       "second_ms", "-1 is not a number of milliseconds from 0 to 1000000000000"},
      {StrCat(R"({"position":{)", timed, R"(,"clocks":{"firstMs":"1000000000001"}}})"), "first_ms",
       "1000000000001 is not a number"},
      {StrCat(R"({"position":{)", timed, R"(,"record":{"actions":["resign"]},
          "clocks":{"firstMs":"1"}}})"),
       "first_ms", "the game is over"},
      {R"({"position":{"variant":"chpok","clocks":{"firstMs":"1"}}})", "first_ms",
       "the game has no clocks"},
      {R"({"position":{"variant":"chpok","options":{"chpok":{"trackClocks":true}},
          "clocks":{"firstMs":"100001"}}})",
       "first_ms", "has 100001 ms but has not bid"},
  };
  for (const auto& [json, field, why] : refusals) {
    const auto refused = Apply(json);
    EXPECT_THAT(refused, Fails(ErrorReason::kBadField, std::string(why))) << json;
    EXPECT_EQ(FieldOf(refused.status()), StrCat("position.clocks.", field));
  }
}

TEST(ClockRequests, C17_PicturesShowTheClocks) {
  const auto picture = Call<v1::RenderBoardRequest, v1::RenderBoardResponse>(
      RenderBoard, R"({"position":{"variant":"makruk","options":{"clock":{"baseSeconds":300}}},
          "format":"FORMAT_TEXT"})");
  ASSERT_THAT(picture, IsOk());
  EXPECT_THAT(picture->image(), HasSubstr("Clocks: White 5:00, Black 5:00"));
}

TEST(ClockRequests, C17_ListVariantsDescribesTheOption) {
  const auto list = Call<v1::ListVariantsRequest, v1::ListVariantsResponse>(ListVariants, "{}");
  ASSERT_THAT(list, IsOk());
  for (const v1::Variant& variant : list->variants()) {
    const v1::Option& last = *variant.options().rbegin();
    EXPECT_EQ(last.name() == "clock", variant.id() != "chpok") << variant.id();
    if (last.name() == "clock") EXPECT_EQ(last.form(), "300+3");
  }
}

// What a viewer is told does not depend on what is hidden, with clocks as without.
TEST(ClockRequests, C17_H23_AHiddenQueenChangesNothingAboutTheClocks) {
  const std::string head = R"({"viewer":"VIEWER_BLACK","position":{"variant":"chakart",
      "options":{"clock":{"baseSeconds":60}},"record":{"actions":["e2e4","e7e5",)";
  for (const std::string_view queen : {"d1h5?", "d1f3?"}) {
    const auto late = Apply(StrCat(head, "\"", queen, R"("]}},"actions":["b8c6"],
        "elapsedMs":["60001"]})"));
    ASSERT_THAT(late, IsOk());
    EXPECT_TRUE(late->applied(0).timed_out());
    EXPECT_THAT(ClocksOf(late->state()), ElementsAre(60'000, 0, 0));
  }
}

}  // namespace
}  // namespace arbiter
