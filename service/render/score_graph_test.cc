#include "service/render/score_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/strings.h"
#include "service/render/test_svg.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Mark = ScoreGraph::Mark;

ScoreGraph MakeGraph(std::vector<ScoreGraph::Ply> plies) {
  ScoreGraph graph;
  graph.start = 0.5;
  graph.plies = std::move(plies);
  graph.player = "White";
  return graph;
}

ScoreGraph MakeZigzag(size_t plies) {
  ScoreGraph graph = MakeGraph({});
  for (size_t i = 0; i < plies; ++i) graph.plies.push_back({i % 2 == 0 ? 1.0 : 0.0});
  return graph;
}

TEST(ScoreGraphTest, IsSelfContainedAndWellFormed) {
  for (const size_t plies : {0, 1, 2, 13, 400, 1'000}) {
    for (const bool dark : {false, true}) {
      for (const Locale locale : {Locale::kEnglish, Locale::kChinese, Locale::kThai}) {
        ScoreGraph graph = MakeZigzag(plies);
        graph.dark = dark;
        graph.locale = locale;
        graph.player = "<&\">";
        for (size_t i = 0; i < plies; ++i) {
          if (i % 5 < 3) graph.plies[i].mark = static_cast<Mark>(i % 5);
        }
        const std::string svg = RenderScoreGraph(graph);
        EXPECT_EQ(FindTagError(svg), "") << plies;
        EXPECT_THAT(svg, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                                    "width=\"600\" height=\"200\" viewBox=\"0 0 6000 2000\">"));
        for (const char* const foreign : {"<script", "<style", "<image", "href", "url("}) {
          EXPECT_THAT(svg, Not(HasSubstr(foreign)));
        }
        EXPECT_EQ(svg, RenderScoreGraph(graph));
      }
    }
  }
}

TEST(ScoreGraphTest, TheLineFollowsTheExpectations) {
  const std::string svg = RenderScoreGraph(MakeGraph({{1.0}, {0.0}, {0.25}, {0.5}}));
  // The line goes from the left edge to the right, with 100 % at the top.
  const std::string line = "480 1020L1825 280L3170 1760L4515 1390L5860 1020";
  EXPECT_THAT(svg, HasSubstr(StrCat("<path class=\"line\" d=\"M", line, "\"")));
  EXPECT_THAT(svg, HasSubstr(StrCat("<path class=\"player\" d=\"M480 1760L", line, "V1760Z\"")));
  EXPECT_THAT(svg, HasSubstr("<path class=\"middle\" d=\"M480 1020H5860\""));
}

TEST(ScoreGraphTest, AxesAreLabelled) {
  const std::string svg = RenderScoreGraph(MakeZigzag(3));
  for (const char* const label : {">100 %<", ">50 %<", ">0 %<"}) {
    EXPECT_THAT(FindGroup(svg, "scale"), HasSubstr(label));
  }
  const std::string plies = FindGroup(svg, "plies");
  for (const char* const label : {">ply<", ">0<", ">1<", ">2<", ">3<"}) {
    EXPECT_THAT(plies, HasSubstr(label));
  }
  EXPECT_THAT(svg, HasSubstr(">Expectation of White</text>"));
}

TEST(ScoreGraphTest, LongGamesHaveFewTicks) {
  const std::pair<size_t, const char*> rows[] = {{12, ">1<"},    {13, ">2<"},   {57, ">5<"},
                                                 {61, ">10<"},   {400, ">50<"}, {601, ">100<"},
                                                 {1000, ">100<"}};
  for (const auto& [plies, second] : rows) {
    const std::string labels = FindGroup(RenderScoreGraph(MakeZigzag(plies)), "plies");
    EXPECT_THAT(labels, HasSubstr(StrCat(">0</text><text x=\"")));
    EXPECT_THAT(labels, HasSubstr(second)) << plies;
    // The count includes the word "ply" and the 0.
    EXPECT_LE(Count(labels, "<text "), 14) << plies;
    EXPECT_GE(Count(labels, "<text "), 6) << plies;
  }
}

TEST(ScoreGraphTest, MarksAreShownAtTheirPliesAndInTheLegend) {
  const std::string svg = RenderScoreGraph(
      MakeGraph({{0.75, Mark::kBlunder}, {0.5}, {0.25, Mark::kLuck}, {0.5, Mark::kLuck}}));
  const std::string blunders = FindGroup(svg, "blunders");
  EXPECT_EQ(Count(blunders, "<path "), 2);
  // The top of the diamond whose centre is (1825, 650).
  EXPECT_THAT(blunders, HasSubstr("M1825 588l"));
  const std::string luck = FindGroup(svg, "luck");
  EXPECT_EQ(Count(luck, "<circle "), 3);
  EXPECT_THAT(luck, HasSubstr("<circle cx=\"4515\" cy=\"1390\" r=\"50\"/>"));
  EXPECT_EQ(FindGroup(svg, "mistakes"), "");
  EXPECT_THAT(svg, HasSubstr(">luck</text>"));
  EXPECT_THAT(svg, HasSubstr(">blunder</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">mistake</text>")));
}

TEST(ScoreGraphTest, DescribesItselfInWords) {
  const std::string svg = RenderScoreGraph(MakeGraph(
      {{0.75, Mark::kBlunder}, {0.2, Mark::kMistake}, {0.25}, {0.9, Mark::kBlunder}, {0.314}}));
  EXPECT_THAT(svg, HasSubstr("<title>Expectation of White</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>ply 0: 50 %; ply 5: 31 %; blunder: 1, 4; mistake: 2</desc>"));
  EXPECT_THAT(RenderScoreGraph(MakeGraph({})), HasSubstr("<desc>No plies to review</desc>"));
}

TEST(ScoreGraphTest, IsLocalised) {
  ScoreGraph graph = MakeGraph({{0.75, Mark::kBlunder}});
  graph.locale = Locale::kThai;
  graph.player = "ขาว";
  EXPECT_THAT(RenderScoreGraph(graph), HasSubstr("<title>โอกาสของขาว</title>"));
  graph.locale = Locale::kChinese;
  graph.player = "白方";
  EXPECT_THAT(RenderScoreGraph(graph), HasSubstr(">漏着</text>"));
}

TEST(ScoreGraphTest, ThemesDiffer) {
  ScoreGraph graph = MakeZigzag(5);
  const std::string light = RenderScoreGraph(graph);
  graph.dark = true;
  EXPECT_NE(RenderScoreGraph(graph), light);
}

TEST(ScoreGraphTest, IsSmall) { EXPECT_LT(RenderScoreGraph(MakeZigzag(1'000)).size(), 30'000); }

}  // namespace
}  // namespace arbiter
