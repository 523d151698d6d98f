// Tests ReadPgn and WritePgn from the point of view of a client.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/random_play.h"
#include "tests/support/wire_options.h"

namespace arbiter {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::Ask;
using testing::CallHandler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kMakruk[] = "[Variant \"Makruk\"]\n\n";

v1::ReadPgnRequest Reading(const std::string& pgn, const std::string& variant = "") {
  v1::ReadPgnRequest request;
  request.set_pgn(pgn);
  request.set_variant(variant);
  return request;
}

v1::ReadPgnResponse Read(const std::string& pgn, const Limits& limits = {}) {
  v1::ReadPgnResponse response;
  const absl::Status status = CallHandler(ReadPgn, {&limits, nullptr}, Reading(pgn), &response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

v1::WritePgnRequest Writing(const std::string& json) {
  v1::WritePgnRequest request;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, request.mutable_game()).ok())
      << json;
  return request;
}

std::string Write(const v1::PgnGame& game) {
  const Limits limits;
  v1::WritePgnRequest request;
  *request.mutable_game() = game;
  v1::WritePgnResponse response;
  const absl::Status status = CallHandler(WritePgn, {&limits, nullptr}, request, &response);
  EXPECT_TRUE(status.ok()) << status;
  return response.pgn();
}

TEST(PgnHandlers, AGameIsReadIntoARecord) {
  const v1::ReadPgnResponse response = Read(
      "[Event \"Cup\"]\n[White \"Anna\"]\n[Result \"1-0\"]\n[Variant \"Makruk\"]\n"
      "[VariantOptions \"counting=manual; draw_policy=claim\"]\n[TimeControl \"300+3\"]\n\n"
      "1. e4 {[%emt 0:00:02]} e5 1-0");
  v1::ReadPgnResponse expected;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(
                  R"({"games":[{"line":1,"game":{"variant":"makruk",
                  "options":{"drawPolicy":"DRAW_POLICY_CLAIM","clock":{"baseSeconds":300,
                  "bonusSeconds":3},"makruk":{"counting":"COUNTING_MANUAL"}},
                  "record":{"actions":["e3e4","e6e5"],"elapsedMs":["2000","-1"]},
                  "result":"RESULT_WHITE_WINS",
                  "tags":[{"name":"Event","value":"Cup"},{"name":"White","value":"Anna"}]}}]})",
                  &expected)
                  .ok());
  EXPECT_TRUE(MessageDifferencer::Equals(response, expected)) << response.DebugString();
}

TEST(PgnHandlers, EveryOptionRoundTrips) {
  for (const testing::GameCase& game_case : testing::AllGameCases()) {
    v1::PgnGame game;
    game.set_variant(std::string(game_case.variant->info().id));
    *game.mutable_options() = ToWire(game_case);
    game.mutable_record()->set_seed("0123456789abcdef");
    const std::string text = Write(game);
    v1::ReadPgnResponse response = Read(text);
    ASSERT_EQ(response.games_size(), 1);
    EXPECT_FALSE(response.games(0).has_fault()) << text << response.games(0).fault().message();
    EXPECT_EQ(Write(response.games(0).game()), text);
  }
}

TEST(PgnHandlers, AFaultHasAPlaceATextAndAReason) {
  v1::ReadPgnRequest request =
      Reading(StrCat(kMakruk, "1. e4 e5 2. Nf9 1-0\n", kMakruk, "1. a4 *"));
  const Limits limits;
  v1::ReadPgnResponse response;
  ASSERT_TRUE(CallHandler(ReadPgn, {&limits, nullptr}, request, &response).ok());
  ASSERT_EQ(response.games_size(), 2);
  const v1::PgnFault& fault = response.games(0).fault();
  EXPECT_EQ(fault.ShortDebugString(),
            "line: 3 column: 13 text: \"Nf9\" reason: \"BAD_NOTATION\" "
            "message: \"\\'Nf9\\' names no legal move: the board ends at h8\" move_number: 2");
  EXPECT_THAT(response.games(0).game().record().actions(), ElementsAre("e3e4", "e6e5"));
  EXPECT_FALSE(response.games(1).has_fault());
  EXPECT_EQ(response.games(1).line(), 4U);
  request.set_locale("zh-CN");
  response.Clear();
  ASSERT_TRUE(CallHandler(ReadPgn, {&limits, nullptr}, request, &response).ok());
  EXPECT_THAT(response.games(0).fault().message(), StartsWith("记谱不对应唯一的合法着法: "));
}

TEST(PgnHandlers, LongTextsAreTruncatedInFaults) {
  const v1::ReadPgnResponse response = Read(StrCat(kMakruk, std::string(5'000, 'x')));
  EXPECT_LT(response.ByteSizeLong(), 400U);
  EXPECT_THAT(response.games(0).fault().text(), ::testing::EndsWith("x…"));
}

TEST(PgnHandlers, OnlyBadFieldsAndLimitsFailTheWholeRequest) {
  EXPECT_THAT(Ask(ReadPgn, Reading("", "chess")), HasSubstr("UNKNOWN_VARIANT at variant: "));
  EXPECT_THAT(Ask(ReadPgn, Reading("1. e4 *", "makruk")), StartsWith("OK "));
  Limits limits;
  limits.max_record_actions = 1;
  EXPECT_EQ(Read(StrCat(kMakruk, "e4 e5 *"), limits).games(0).fault().reason(), "LIMIT_EXCEEDED");
  // Each `*` is a game without a variant, and the answer to it, a fault, is much longer than the
  // text.
  std::string stars;
  for (int i = 0; i < 100'000; ++i) stars += "* ";
  EXPECT_THAT(Ask(ReadPgn, Reading(stars)),
              HasSubstr("LIMIT_EXCEEDED at pgn: the answer has more than"));
  v1::ReadPgnResponse response;
  const auto cancelled = [] { return MakeError(ErrorReason::kCancelled, "gone"); };
  EXPECT_EQ(ReasonOf(CallHandler(ReadPgn, {&limits, cancelled}, Reading(stars), &response)),
            ErrorReason::kCancelled);
}

TEST(PgnHandlers, ErrorsOfWritingNameTheField) {
  for (const auto& [json, refusal] : std::vector<std::pair<std::string, std::string>>{
           {R"({"variant":"chess"})", "UNKNOWN_VARIANT at game.variant: "},
           {R"({"variant":"chak","options":{"makruk":{}}})",
            "OPTION_OUT_OF_RANGE at game.options.makruk: "},
           {R"({"variant":"chpok","options":{"chpok":{"features":{"width":99}}}})",
            "OPTION_OUT_OF_RANGE at game.options.chpok.features"},
           {R"({"variant":"chak","record":{"startFen":"x"}})",
            "BAD_FEN at game.record.start_fen: "},
           {R"({"variant":"chak","record":{"actions":["e3e4","e3e4"]}})",
            "ILLEGAL_ACTION at game.record.actions[1]: "},
           {R"({"variant":"chak","record":{"actions":["e3e4"],"elapsedMs":["1","2"]}})",
            "BAD_FIELD at game.record.elapsed_ms: "},
           {R"({"variant":"chak","record":{"seed":"AAAA"}})", "BAD_SEED at game.record.seed: "},
           {R"({"variant":"chak","result":"RESULT_OPPONENT_WINS"})", "BAD_FIELD at game.result: "},
           {R"({"variant":"chak","tags":[{"name":"a b"}]})", "BAD_FIELD at game.tags[0].name: "},
           {R"({"variant":"chakart","options":{"chakart":{"setup":"SETUP_SYMMETRIC"}}})",
            "RANDOMNESS_REQUIRED at game: "}}) {
    EXPECT_THAT(Ask(WritePgn, Writing(json)), HasSubstr(refusal)) << json;
  }
  v1::WritePgnRequest request = Writing(R"({"variant":"chak"})");
  request.set_viewer(static_cast<v1::Viewer>(77));
  EXPECT_THAT(Ask(WritePgn, request), HasSubstr("BAD_FIELD at viewer: "));
  Limits limits;
  limits.max_record_actions = 1;
  v1::WritePgnResponse response;
  EXPECT_EQ(FieldOf(CallHandler(
                WritePgn, {&limits, nullptr},
                Writing(R"({"variant":"chak","record":{"actions":["e3e4","e7e6"]}})"), &response)),
            "game.record.actions");
}

TEST(PgnHandlers, H23_AGameIsNotWrittenForAViewerFromWhomItsQueenIsHidden) {
  v1::WritePgnRequest request =
      Writing(R"({"variant":"chakart","record":{"actions":["e2e4","e7e5","d1h5?"]}})");
  request.set_viewer(v1::VIEWER_BLACK);
  EXPECT_THAT(Ask(WritePgn, request), HasSubstr("HIDDEN_INFORMATION at viewer: "));
  request.set_viewer(v1::VIEWER_WHITE);
  EXPECT_THAT(Ask(WritePgn, request), StartsWith("OK "));
}

TEST(PgnHandlers, R3_APublishedSeedRoundTrips) {
  v1::WritePgnRequest request = Writing(
      R"({"variant":"chakart","record":{"seed":"MDEyMzQ1Njc4OWFiY2RlZg==","actions":["g1f3","e7e5","h1g1"]}})");
  EXPECT_THAT(Write(request.game()), Not(HasSubstr("3031323334")));
  v1::PgnTag* seed = request.mutable_game()->add_tags();
  seed->set_name("Seed");
  seed->set_value("30313233343536373839616263646566");
  const v1::ReadPgnResponse response = Read(Write(request.game()));
  EXPECT_EQ(response.games(0).game().record().seed(), "0123456789abcdef");
  EXPECT_EQ(response.games(0).game().tags_size(), 7) << "the seed is not a tag; Termination is";
  EXPECT_THAT(response.games(0).game().record().actions(2), StartsWith("h1g1{"));
}

TEST(PgnHandlers, TheOnlyGameOfATextIsReadUpToItsFault) {
  const Limits limits;
  v1::PgnGame game;
  EXPECT_TRUE(ReadPgnGame({&limits, nullptr}, "1. e4 e5 *", "makruk", &game).ok());
  EXPECT_THAT(game.record().actions(), ElementsAre("e3e4", "e6e5"));
  game.Clear();
  const absl::Status fault = ReadPgnGame({&limits, nullptr}, "1. e4\ne5 2. x *", "makruk", &game);
  EXPECT_EQ(ReasonOf(fault), ErrorReason::kBadNotation);
  EXPECT_EQ(FieldOf(fault), "pgn");
  EXPECT_THAT(std::string(fault.message()), StartsWith("line 2, column 7: "));
  EXPECT_THAT(game.record().actions(), ElementsAre("e3e4", "e6e5"));
  for (const char* const text : {"", "{a comment}", "1. e4 * 1. e4 *"}) {
    game.Clear();
    const absl::Status status = ReadPgnGame({&limits, nullptr}, text, "makruk", &game);
    EXPECT_EQ(ReasonOf(status), ErrorReason::kBadField) << text;
    EXPECT_EQ(FieldOf(status), "pgn") << text;
  }
  const absl::Status unknown = ReadPgnGame({&limits, nullptr}, "*", "chess", &game);
  EXPECT_EQ(ReasonOf(unknown), ErrorReason::kUnknownVariant);
  EXPECT_EQ(FieldOf(unknown), "variant");
}

TEST(PgnHandlers, ABundleCanContainPgnRequests) {
  const Limits limits;
  v1::BatchRequest request;
  *request.mutable_bundle()->add_items()->mutable_read_pgn() = Reading("1. e4 *", "chak");
  *request.mutable_bundle()->add_items()->mutable_write_pgn() = Writing(R"({"variant":"chak"})");
  *request.mutable_bundle()->add_items()->mutable_read_pgn() = Reading("1. e4 *", "chess");
  const v1::BatchResponse response = testing::AnswerItem({&limits, nullptr}, request);
  ASSERT_EQ(response.bundle().items_size(), 3);
  EXPECT_THAT(response.bundle().items(0).read_pgn().games(0).game().record().actions(),
              ElementsAre("e3e4"));
  EXPECT_THAT(response.bundle().items(1).write_pgn().pgn(), HasSubstr("[Variant \"Chak\"]"));
  EXPECT_TRUE(response.bundle().items(2).has_status());
}

}  // namespace
}  // namespace arbiter
