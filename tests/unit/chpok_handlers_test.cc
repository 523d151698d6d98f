// The points behind the moves of Chpok (ruling P28), and its boards as RenderBoard shows them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "google/protobuf/util/json_util.h"
#include "tests/support/ask.h"

namespace arbiter {
namespace {

using testing::Ask;
using ::testing::ElementsAre;
using testing::Handler;
using ::testing::HasSubstr;
using ::testing::Not;

template <typename Request>
Request FromJson(const std::string& json) {
  Request request;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &request).ok()) << json;
  return request;
}

v1::ConvertMovesRequest Convert(const std::string& position, const std::string& rest) {
  return FromJson<v1::ConvertMovesRequest>(R"({"position":{"variant":"chpok",)" + position + "}," +
                                           rest + "}");
}

std::vector<std::string> Converted(const v1::ConvertMovesRequest& request) {
  static const Limits limits;
  v1::ConvertMovesResponse response;
  const absl::Status status = ConvertMoves({&limits, nullptr}, request, &response);
  EXPECT_TRUE(status.ok()) << status;
  return {response.texts().begin(), response.texts().end()};
}

constexpr char kBoard[] = R"("options":{"chpok":{"skipBidding":true}})";
constexpr char kEverything[] = R"("fen":"3k4/1P6/8/8/8/8/3Q4/R3K3 w - 1,1 0,0 1,1 1,1 1 )"
                               R"({xf=undo=1,points=1020000,newborn,remove,skip;d=0}")";

TEST(ConvertPoints, P28_StandBehindSanAndLan) {
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
  // A promoting pawn counts as one; castling scores for its king only; what is removed scores
  // for the opponent; the king is worth 1000.
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

TEST(ConvertPoints, P28_AreReadBack) {
  const std::string san = R"("from":"NOTATION_SAN","to":"NOTATION_ACTION","texts":)";
  EXPECT_THAT(Converted(Convert(kEverything, san + R"(["b8=Q [+5]","Kc7 [+0]","undo"])")),
              ElementsAre("b7b8q", "d8c7", "undo"));
  EXPECT_THAT(Ask(ConvertMoves, Convert(kEverything, san + R"(["b8=Q [+4]"])")),
              HasSubstr("this move scores [+5] (P14)"));
}

TEST(ConvertPoints, BidsAndControlActionsHaveNone) {
  EXPECT_THAT(Converted(Convert(R"("options":{"chpok":{"chips":1}})",
                                R"("points":true,"texts":["raise white +1","raise time +1 5+3",)"
                                R"("e2e4","black:resign"])")),
              ElementsAre("raise white +1", "raise time +1 5+3", "e4 [+0]", "resign"));
}

TEST(ConvertPoints, AreRefusedWhereThereAreNone) {
  const auto request = FromJson<v1::ConvertMovesRequest>(
      R"({"position":{"variant":"makruk"},"texts":["e3e4"],"points":true})");
  EXPECT_THAT(Ask(ConvertMoves, request), HasSubstr("BAD_FIELD at points: Makruk has no points"));
}

std::string Rendered(const std::string& json) {
  static const Limits limits;
  v1::RenderBoardResponse response;
  const absl::Status status =
      RenderBoard({&limits, nullptr}, FromJson<v1::RenderBoardRequest>(json), &response);
  EXPECT_TRUE(status.ok()) << status;
  return response.image();
}

std::string Chpok(const std::string& features, const std::string& rest) {
  return R"({"position":{"variant":"chpok","options":{"chpok":{"skipBidding":true,"features":{)" +
         features + "}}}},\"format\":\"FORMAT_TEXT\"" + rest + "}";
}

TEST(RenderChpok, EveryWidthHasItsBoardAndThePointsBeside) {
  for (int width = 6; width <= 10; ++width) {
    const std::string text = Rendered(Chpok(StrCat("\"width\":", width), ""));
    const std::string last(1, static_cast<char>('a' + width - 1));
    EXPECT_THAT(text, HasSubstr(StrCat("  ", last, "\nWhite: 0 points; left: 888 moves")));
  }
}

TEST(RenderChpok, TheLastMoveIsMarkedWhateverItsKind) {
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

TEST(RenderChpok, ABiddingShowsTheBoardThatWouldBePlayed) {
  const std::string text = Rendered(
      R"({"position":{"variant":"chpok","record":{"actions":["raise xf +3 width=7,hill"]}},)"
      R"("format":"FORMAT_TEXT"})");
  EXPECT_THAT(text, HasSubstr("1  R  N  B  Q  K  N  R\n   a  b  c  d  e  f  g\n"));
  EXPECT_THAT(text, HasSubstr("Challenger: 12 chips\nOpponent: 15 chips\nTo bid: Opponent\n"));
}

}  // namespace
}  // namespace arbiter
