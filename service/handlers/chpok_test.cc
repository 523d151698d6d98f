// Tests Chpok through the handlers: clocks, starts drawn at random, options, claims, the points
// after moves, and boards as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "google/protobuf/util/json_util.h"
#include "tests/support/call_handler.h"

namespace arbiter {
namespace {

using testing::Ask;
using testing::CallHandler;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

template <typename Request>
Request FromJson(const std::string& json) {
  Request request;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &request).ok()) << json;
  return request;
}

v1::BatchResponse Ask(const std::string& json) {
  static const Limits limits;
  return testing::AnswerItem({&limits, nullptr}, FromJson<v1::BatchRequest>(json));
}

// Returns the error about an action for which a time is reported, which the game refuses because it
// has no clocks (C17).
std::string RefusalOfTime(const std::string& position, const std::string& action) {
  const v1::BatchResponse response =
      Ask(R"({"applyMoves":{"position":{"variant":"chpok")" + position + R"(},"actions":[")" +
          action + R"("],"elapsedMs":["1000"]}})");
  return response.status().message();
}

v1::State Apply(const std::string& position, const std::string& rest) {
  const v1::BatchResponse response =
      Ask(R"({"applyMoves":{"position":{"variant":"chpok")" + position + "}," + rest + "}}");
  EXPECT_FALSE(response.has_status()) << response.DebugString();
  return response.apply_moves().state();
}

// Returns the snapshot of a state as a field of a position in JSON, after a comma.
std::string Snapshot(const v1::State& state) {
  v1::BatchRequest request;
  request.mutable_apply_moves()->mutable_position()->set_snapshot(state.snapshot());
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(request, &json).ok());
  // `{"applyMoves":{"position":{"snapshot":"…"}}}`
  const size_t begin = json.find("\"snapshot\"");
  return "," + json.substr(begin, json.find('}') - begin);
}

constexpr char kSeed[] = R"("seed":"MDEyMzQ1Njc4OTAxMjM0NQ==")";

TEST(ChpokRequests, P24_ClocksBeginIfARequestContinuesFromTheStart) {
  const std::string moves = R"("actions":["e2e4"],"elapsedMs":["1000"])";
  for (const char* white : {"", R"("white":"BIDDER_CHALLENGER",)"}) {
    const std::string options =
        std::string(R"(,"options":{"chpok":{)") + white + R"("skipBidding":true,"minutes":5}})";
    EXPECT_THAT(Apply(options, moves).fen(), EndsWith("{d=0;tc=5+0;clock=299000,300000}"));
    EXPECT_THAT(Apply(options + R"(,"record":{})", moves).fen(), HasSubstr("clock=299000,"));
    EXPECT_THAT(RefusalOfTime(options + R"(,"record":{"actions":["e2e4"]})", "e7e5"),
                HasSubstr("the game has no clocks"))
        << "not from the start";
  }
  // Without chips, the game starts on the board, too.
  const std::string drawn = R"(,"options":{"chpok":{"chips":0}},"record":{)";
  EXPECT_THAT(Apply(drawn + kSeed + "}", moves).fen(), HasSubstr(";clock="));
}

// Clocks must not depend on whether the state is sent as a FEN or as a snapshot.
TEST(ChpokRequests, P6_NoClocksBeginAfterABiddingWithoutClocks) {
  const v1::State board = Apply(R"(,"options":{"chpok":{"chips":1}})",
                                R"("actions":["raise white +1","raise time +1 5+0"])");
  for (const std::string& position : {R"(,"fen":")" + board.fen() + "\"", Snapshot(board)}) {
    EXPECT_THAT(RefusalOfTime(position, "e2e4"), HasSubstr("the game has no clocks"));
  }
}

TEST(ChpokRequests, P19_NoClocksBeginAfterATakebackToTheStart) {
  const v1::State undone =
      Apply(R"(,"options":{"chpok":{"skipBidding":true,"minutes":5,"features":{"undo":1}}})",
            R"("actions":["e2e4","e7e5","undo"])");
  EXPECT_EQ(undone.ply(), 0u);
  EXPECT_THAT(RefusalOfTime(Snapshot(undone), "e2e4"), HasSubstr("the game has no clocks"));
}

// Clocks in the FEN do not change whether the start could have been drawn (P5).
TEST(ChpokRequests, P5_ADrawnStartCanHaveClocks) {
  const auto start = Ask(R"({"startGame":{"variant":"chpok","options":{"chpok":{"chips":0}},
      "randomness":{"seed":"MDEyMzQ1Njc4OTAxMjM0NQ=="}}})");
  const std::string fen = start.start_game().state().fen();
  const int minutes = std::stoi(fen.substr(fen.find("tc=") + 3));
  const std::string clock = std::to_string(minutes * 60'000);
  std::string timed = fen;
  timed.insert(timed.size() - 1, ";clock=" + clock + "," + clock);
  std::string run = fen;
  run.insert(run.size() - 1, ";clock=" + clock + ",7");
  const auto verdict = [](const std::string& start_fen, const std::string& rest) {
    return Ask(R"({"validateGame":{"variant":"chpok","options":{"chpok":{"chips":0}},
        "record":{"startFen":")" +
               start_fen + R"(","actions":["e2e4"])" + rest + "}}}");
  };
  for (const std::string& input : {fen, timed}) {
    for (const std::string& rest :
         {std::string(), std::string(R"(,"elapsedMs":["10"])"), std::string(",") + kSeed,
          std::string(R"(,"elapsedMs":["10"],)") + kSeed}) {
      const v1::BatchResponse response = verdict(input, rest);
      EXPECT_EQ(response.validate_game().verdict(), v1::ValidateGameResponse::VERDICT_LEGAL)
          << input << rest << response.status().message();
    }
  }
  EXPECT_THAT(verdict(run, "").status().message(), HasSubstr("cannot draw this position"));
}

TEST(ChpokRequests, P10_ThereAreNoBidsAfterTheEnd) {
  const v1::State over = Apply("", R"("actions":["resign"])");
  EXPECT_EQ(over.phase(), v1::PHASE_FINISHED);
  EXPECT_THAT(over.chpok().bidding().bids(), IsEmpty());
}

// A timeout that is sent as an action is applied as an action, with or without the name of the
// player (P6).
TEST(ChpokRequests, P6_AReportedTimeoutIsAnAction) {
  for (const char* action : {"timeout", "challenger:timeout"}) {
    const auto response = Ask(R"({"applyMoves":{"position":{"variant":"chpok"},"actions":[")" +
                              std::string(action) + R"("],"elapsedMs":["100001"]}})");
    EXPECT_FALSE(response.apply_moves().applied(0).timed_out()) << action;
    EXPECT_EQ(response.apply_moves().state().adjudication().result(), v1::RESULT_OPPONENT_WINS);
  }
}

TEST(ChpokRequests, P9_PointsCannotContainAnotherFeature) {
  for (const char* points : {"0000000,undo=5", "0000000,hill", "=0000000"}) {
    const auto response = Ask(R"({"startGame":{"variant":"chpok","options":{"chpok":
        {"skipBidding":true,"features":{"points":")" +
                              std::string(points) + R"("}}}}})");
    EXPECT_EQ(response.status().code(), 3) << points;
    EXPECT_THAT(response.status().message(), HasSubstr("points cannot be")) << points;
  }
}

// A timeout can take the points below their usual bound. The FEN after it can be read nevertheless.
TEST(ChpokRequests, P14_TheFenAfterATimeoutAtTheBoundOfPointsCanBeRead) {
  const v1::State over =
      Apply(R"(,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 -99999000,0 0,0 0,0 2 )"
            R"({d=-99999000}")",
            R"("actions":["timeout"])");
  EXPECT_THAT(over.fen(), HasSubstr(" -100004000,0 "));
  EXPECT_EQ(Apply(Snapshot(over), R"("actions":[])").fen(), over.fen());
}

TEST(ChpokRequests, P18_ClaimsDuringTheBiddingAreRefused) {
  for (const char* claim : {"claim draw", "claim win"}) {
    const auto response = Ask(R"({"adjudicate":{"position":{"variant":"chpok"},"event":")" +
                              std::string(claim) + R"("}})");
    EXPECT_THAT(response.status().message(), HasSubstr("claims are only for the board")) << claim;
  }
}

v1::ConvertMovesRequest Convert(const std::string& position, const std::string& rest) {
  return FromJson<v1::ConvertMovesRequest>(R"({"position":{"variant":"chpok",)" + position + "}," +
                                           rest + "}");
}

std::vector<std::string> Converted(const v1::ConvertMovesRequest& request) {
  static const Limits limits;
  v1::ConvertMovesResponse response;
  const absl::Status status = CallHandler(ConvertMoves, {&limits, nullptr}, request, &response);
  EXPECT_TRUE(status.ok()) << status;
  return {response.texts().begin(), response.texts().end()};
}

constexpr char kBoard[] = R"("options":{"chpok":{"skipBidding":true}})";
constexpr char kEverything[] = R"("fen":"3k4/1P6/8/8/8/8/3Q4/R3K3 w - 1,1 0,0 1,1 1,1 1 )"
                               R"({xf=undo=1,points=1020000,newborn,remove,skip;d=0}")";

TEST(ConvertPoints, P28_FollowSanAndLan) {
  for (const auto& [to, texts] :
       {std::pair("NOTATION_SAN",
                  std::vector<std::string>{"e4 [+0]", "Nc6 [+0]", "e5 [+1]", "Nxe5 [+0]"}),
        std::pair("NOTATION_LAN", std::vector<std::string>{"e2-e4 [+0]", "Nb8-c6 [+0]",
                                                           "e4-e5 [+1]", "Nc6xe5 [+0]"}),
        std::pair("NOTATION_ACTION", std::vector<std::string>{"e2e4", "b8c6", "e4e5", "c6e5"})}) {
    EXPECT_EQ(Converted(Convert(kBoard, R"("texts":["e2e4","b8c6","e4e5","c6e5"],)"
                                        R"("points":true,"to":")" +
                                            std::string(to) + "\"")),
              texts);
  }
}

TEST(ConvertPoints, P28_AreThoseOfTheMover) {
  // A promoting pawn counts as a pawn; castling scores for the king only; a removed piece scores
  // for the opponent; a king is worth 1000 points.
  for (const auto& [text, written] :
       std::vector<std::pair<std::string, std::string>>{{"b7b8q", "b8=Q [+5]"},
                                                        {"e1a1", "O-O-O [+0]"},
                                                        {"P@a2", "P@a2 [+0]"},
                                                        {"x@e1", "x@e1 [+0]"},
                                                        {"0000", "-- [+0]"},
                                                        {"d2d8", "Qxd8 [+1004]"}}) {
    EXPECT_THAT(Converted(Convert(kEverything, R"("points":true,"texts":[")" + text + "\"]")),
                ElementsAre(written));
  }
}

TEST(ConvertPoints, P28_RoundTrip) {
  const std::string san = R"("from":"NOTATION_SAN","to":"NOTATION_ACTION","texts":)";
  EXPECT_THAT(Converted(Convert(kEverything, san + R"(["b8=Q [+5]","Kc7 [+0]","undo"])")),
              ElementsAre("b7b8q", "d8c7", "undo"));
  EXPECT_THAT(Ask(ConvertMoves, Convert(kEverything, san + R"(["b8=Q [+4]"])")),
              HasSubstr("this move scores [+5] (P14)"));
}

TEST(ConvertPoints, BidsAndControlActionsHaveNoPoints) {
  EXPECT_THAT(Converted(Convert(R"("options":{"chpok":{"chips":1}})",
                                R"("points":true,"texts":["raise white +1","raise time +1 5+3",)"
                                R"("e2e4","black:resign"])")),
              ElementsAre("raise white +1", "raise time +1 5+3", "e4 [+0]", "resign"));
}

TEST(ConvertPoints, AreRefusedInVariantsWithoutPoints) {
  const auto request = FromJson<v1::ConvertMovesRequest>(
      R"({"position":{"variant":"makruk"},"texts":["e3e4"],"points":true})");
  EXPECT_THAT(Ask(ConvertMoves, request), HasSubstr("BAD_FIELD at points: Makruk has no points"));
}

std::string Rendered(const std::string& json) {
  static const Limits limits;
  v1::RenderBoardResponse response;
  const absl::Status status = CallHandler(RenderBoard, {&limits, nullptr},
                                          FromJson<v1::RenderBoardRequest>(json), &response);
  EXPECT_TRUE(status.ok()) << status;
  return response.image();
}

std::string Chpok(const std::string& features, const std::string& rest) {
  return R"({"position":{"variant":"chpok","options":{"chpok":{"skipBidding":true,"features":{)" +
         features + "}}}},\"format\":\"FORMAT_TEXT\"" + rest + "}";
}

TEST(RenderChpok, ShowsEveryWidthAndThePoints) {
  for (int width = 6; width <= 10; ++width) {
    const std::string text = Rendered(Chpok(StrCat("\"width\":", width), ""));
    const std::string last(1, static_cast<char>('a' + width - 1));
    EXPECT_THAT(text, HasSubstr(StrCat("  ", last, "\nWhite: 0 points; left: 888 moves")));
  }
}

TEST(RenderChpok, MarksTheLastMoveOfAnyKind) {
  const auto last_move = [](const std::string& move) {
    return Rendered(Chpok(R"("width":10)", R"(,"lastMove":")" + move + "\""));
  };
  EXPECT_THAT(last_move("f1j1"), HasSubstr("1  R  N  B  D  Q [K] D  B  N [R]"));
  EXPECT_THAT(last_move("P@j3"), HasSubstr("3  .  .  .  .  .  .  .  .  . [.]"));
  EXPECT_THAT(last_move("x@c3"), HasSubstr("3  .  . [.] ."));
  EXPECT_THAT(last_move("e7e8q"), HasSubstr("8  r  n  b  d [q]"));
  EXPECT_THAT(last_move("0000"), Not(HasSubstr("[")));
  EXPECT_THAT(last_move("match time{time=3+2}"), Not(HasSubstr("[")));
  EXPECT_THAT(last_move("raise xf +1 width=10"), Not(HasSubstr("[")));
}

TEST(RenderChpok, OtherVariantsHaveNoBids) {
  const v1::BatchResponse response =
      Ask(R"({"renderBoard":{"position":{"variant":"makruk"},"lastMove":"match white"}})");
  EXPECT_THAT(response.status().message(), HasSubstr("'match white' names no square"));
}

TEST(RenderChpok, TheBiddingShowsTheBoardOfTheBidsSoFar) {
  const std::string text = Rendered(
      R"({"position":{"variant":"chpok","record":{"actions":["raise xf +3 width=7,hill"]}},)"
      R"("format":"FORMAT_TEXT"})");
  EXPECT_THAT(text, HasSubstr("1  R  N  B  Q  K  N  R\n   a  b  c  d  e  f  g\n"));
  EXPECT_THAT(text, HasSubstr("Challenger: 12 chips\nOpponent: 15 chips\nTo bid: Opponent\n"));
}

}  // namespace
}  // namespace arbiter
