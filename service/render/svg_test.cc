#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "service/render/render.h"
#include "service/render/shapes.h"
#include "service/render/test_boards.h"
#include "service/render/test_svg.h"

namespace arbiter {
namespace {

RenderOptions WithAllMarks() {
  RenderOptions options;
  options.last_move = {"d4", "d5"};
  options.highlights = {"a1", "b4"};
  options.arrows = {{"b1", "d2"}, {"a1", "h8"}, {"c3", "c3"}};
  return options;
}

TEST(SvgTest, IsWellFormed) {
  for (const bool dark : {false, true}) {
    for (BoardView view : {MakrukBoard(), ChakBoard(), ChakBoard("9/9/9/3Dd4/9/9/W7w/9/9")}) {
      view.check = "e4";
      view.captions = {"Count: 3 of 16", "<&\">"};
      RenderOptions options = WithAllMarks();
      options.dark = dark;
      EXPECT_EQ(FindTagError(RenderSvg(view, options)), "");
    }
  }
}

TEST(SvgTest, IsSelfContained) {
  const std::string svg = RenderSvg(ChakBoard(), {});
  EXPECT_EQ(svg.find("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"480\" "), 0);
  EXPECT_NE(svg.find("viewBox=\"0 0 966 966\""), std::string::npos);
  EXPECT_NE(svg.find("<title>Board, White at the bottom: "
                     "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR</title>"),
            std::string::npos);
  for (const char* const foreign : {"<script", "<style", "<image", "href=\"http", "url(http"}) {
    EXPECT_EQ(svg.find(foreign), std::string::npos) << foreign;
  }
}

TEST(SvgTest, IsSmall) {
  EXPECT_LT(RenderSvg(MakrukBoard(), {}).size(), 10'000);
  EXPECT_LT(RenderSvg(ChakBoard(), {}).size(), 15'000);
}

TEST(SvgTest, SameInputGivesSameBytes) {
  EXPECT_EQ(RenderSvg(ChakBoard(), WithAllMarks()), RenderSvg(ChakBoard(), WithAllMarks()));
}

TEST(SvgTest, HasTheRequestedWidth) {
  RenderOptions options;
  options.size = 200;
  EXPECT_NE(RenderSvg(MakrukBoard(), options).find("width=\"200\" height=\"200\""),
            std::string::npos);
}

TEST(SvgTest, DefinesEachDrawingOnceAndPlacesEveryPiece) {
  const std::string svg = RenderSvg(MakrukBoard(), {});
  EXPECT_EQ(Count(svg, "<symbol "), 6);
  EXPECT_EQ(Count(svg, "<symbol id=\"piece-bia\""), 1);
  EXPECT_EQ(Count(FindGroup(svg, "white"), "<use "), 16);
  EXPECT_EQ(Count(FindGroup(svg, "black"), "<use "), 16);
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "white"), "khun", 352, 714));
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "black"), "khun", 452, 14));
}

TEST(SvgTest, BlackAtTheBottomRotatesTheBoard) {
  RenderOptions options;
  options.coordinates = false;
  const BoardView view = ChakBoard("8r/9/9/9/9/9/9/9/K8");
  EXPECT_TRUE(IsDrawnAt(RenderSvg(view, options), "king", 14, 814));
  EXPECT_TRUE(IsDrawnAt(RenderSvg(view, options), "serpent", 814, 14));
  options.orientation = Color::kBlack;
  EXPECT_TRUE(IsDrawnAt(RenderSvg(view, options), "king", 814, 14));
  EXPECT_TRUE(IsDrawnAt(RenderSvg(view, options), "serpent", 14, 814));
}

TEST(SvgTest, ThemesDiffer) {
  RenderOptions dark;
  dark.dark = true;
  EXPECT_NE(RenderSvg(MakrukBoard(), {}), RenderSvg(MakrukBoard(), dark));
}

TEST(SvgTest, CoordinatesAreOptional) {
  RenderOptions options;
  EXPECT_EQ(Count(FindGroup(RenderSvg(ChakBoard(), options), "coordinates"), "<text "), 18);
  options.coordinates = false;
  EXPECT_EQ(Count(RenderSvg(ChakBoard(), options), "<text "), 0);
}

TEST(SvgTest, DrawsTheRegionsOfTheVariant) {
  const std::string chak = RenderSvg(ChakBoard(), {});
  const std::string makruk = RenderSvg(MakrukBoard(), {});
  for (const char* const region : {"river", "temple", "altar"}) {
    EXPECT_NE(FindGroup(chak, region), "") << region;
    EXPECT_EQ(FindGroup(makruk, region), "") << region;
  }
  EXPECT_EQ(Count(FindGroup(chak, "altar"), "<path "), 2);
}

TEST(SvgTest, MarksTheLastMoveAndTheCheck) {
  RenderOptions options;
  options.last_move = {"a1", "b3"};
  BoardView view = MakrukBoard();
  view.check = "e8";
  const std::string svg = RenderSvg(view, options);
  EXPECT_NE(FindGroup(svg, "last-move").find("x=\"52\" y=\"714\""), std::string::npos);
  EXPECT_NE(FindGroup(svg, "last-move").find("x=\"152\" y=\"514\""), std::string::npos);
  EXPECT_NE(FindGroup(svg, "check").find("x=\"452\" y=\"14\""), std::string::npos);
  EXPECT_EQ(FindGroup(RenderSvg(MakrukBoard(), {}), "check"), "");
}

TEST(SvgTest, HighlightsEmptySquaresWithADotAndPiecesWithARing) {
  RenderOptions options;
  options.highlights = {"a2", "a1"};
  const std::string group = FindGroup(RenderSvg(MakrukBoard(), options), "highlights");
  EXPECT_NE(group.find("<circle cx=\"102\" cy=\"664\" r=\"14\"/>"), std::string::npos);
  EXPECT_NE(group.find("<circle cx=\"102\" cy=\"764\" r=\"44\" fill=\"none\"/>"),
            std::string::npos);
}

TEST(SvgTest, ArrowsPointToTheCentreOfTheSquare) {
  RenderOptions options;
  options.arrows = {{"a1", "a4"}};
  const std::string group = FindGroup(RenderSvg(MakrukBoard(), options), "arrows");
  EXPECT_NE(group.find("L102 464L"), std::string::npos) << group;
}

TEST(SvgTest, AnArrowToItsOwnSquareIsARing) {
  RenderOptions options;
  options.arrows = {{"a1", "a1"}};
  const std::string group = FindGroup(RenderSvg(MakrukBoard(), options), "arrows");
  EXPECT_EQ(Count(group, "<circle "), 1);
  EXPECT_EQ(Count(group, "<path "), 0);
}

TEST(SvgTest, NotesAreEscapedAndIncreaseTheHeight) {
  BoardView view = MakrukBoard();
  view.captions = {"a < b & \"c\" > d"};
  const std::string svg = RenderSvg(view, {});
  EXPECT_NE(FindGroup(svg, "notes").find(">a &lt; b &amp; &quot;c&quot; &gt; d</text>"),
            std::string::npos);
  EXPECT_NE(svg.find("viewBox=\"0 0 866 934\""), std::string::npos);
}

TEST(SvgTest, LongNotesAreBrokenAtSpaces) {
  BoardView view = MakrukBoard();
  view.captions = {"Twelve of sixty-four plies of the count of the honour of the board are over"};
  const std::string notes = FindGroup(RenderSvg(view, {}), "notes");
  EXPECT_EQ(Count(notes, "<text "), 3);
  EXPECT_NE(notes.find(">Twelve of sixty-four plies of the</text>"), std::string::npos) << notes;
}

TEST(SvgTest, APieceWithoutADrawingIsShownByItsLetter) {
  const std::string svg = RenderSvg(MakrukBoard("8/8/8/3x4/8/8/8/3X4"), {});
  EXPECT_EQ(Count(svg, "<symbol id=\"piece-letter-X\""), 1);
  EXPECT_EQ(Count(svg, "<use href=\"#piece-letter-X\""), 2);
  EXPECT_NE(svg.find(">X</text></symbol>"), std::string::npos);
}

TEST(ShapesTest, EveryShapeIsDistinct) {
  std::set<std::string_view> names;
  std::set<std::string_view> bodies;
  for (const Shape& shape : Shapes()) {
    names.insert(shape.name);
    bodies.insert(shape.body);
    EXPECT_EQ(FindShape(shape.name), &shape);
    EXPECT_EQ(FindTagError(shape.body), "") << shape.name;
    EXPECT_EQ(shape.body.find("<svg"), std::string_view::npos) << shape.name;
  }
  EXPECT_EQ(Shapes().size(), 28);
  EXPECT_EQ(names.size(), 28);
  EXPECT_EQ(bodies.size(), 28);
  EXPECT_EQ(FindShape("unicorn"), nullptr);
}

}  // namespace
}  // namespace arbiter
