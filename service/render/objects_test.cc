// Tests of everything on squares except ordinary pieces: objects, immobilised and hidden pieces,
// and
// `?` where a piece left for an unknown square.
#include <set>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "service/render/render.h"
#include "service/render/shapes.h"
#include "service/render/test_boards.h"
#include "service/render/test_svg.h"

namespace arbiter {
namespace {

constexpr std::string_view kEverything = "robiklnr/sppp?ppp/8/m1d2w1e/8/4I3/PPP1SPPP/UNCTKBLR";

TEST(ObjectsSvgTest, ObjectsLieInTheirSquares) {
  const std::string svg = RenderSvg(ChakartBoard("8/8/8/3m3m/8/8/e6d/4w3"), {});
  const std::string objects = FindGroup(svg, "objects");
  EXPECT_EQ(Count(objects, "<use "), 5);
  EXPECT_TRUE(IsDrawnAt(objects, "mushroom", 352, 314, "object"));
  EXPECT_TRUE(IsDrawnAt(objects, "mushroom", 752, 314, "object"));
  EXPECT_TRUE(IsDrawnAt(objects, "egg", 52, 614, "object"));
  EXPECT_TRUE(IsDrawnAt(objects, "banana", 752, 614, "object"));
  EXPECT_TRUE(IsDrawnAt(objects, "bomb", 452, 714, "object"));
  EXPECT_EQ(Count(svg, "<symbol "), 4);
  EXPECT_EQ(Count(FindGroup(svg, "white"), "<use "), 0);
  EXPECT_EQ(Count(FindGroup(svg, "black"), "<use "), 0);
}

TEST(ObjectsSvgTest, AnObjectWithoutADrawingIsShownByItsLetter) {
  BoardView view = ChakartBoard("8/8/8/8/8/8/8/M6x");
  view.cells[0] = {.shape = "none", .object = 'x'};
  const std::string svg = RenderSvg(view, {});
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "objects"), "letter-x", 52, 714, "object"));
  // A piece with the same letter has a symbol of its own.
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "black"), "letter-X", 752, 714));
  EXPECT_NE(svg.find(">x</text></symbol>"), std::string::npos);
  EXPECT_NE(svg.find(">X</text></symbol>"), std::string::npos);
}

TEST(ObjectsSvgTest, AnImmobilisedPieceHasAHaloBehindIt) {
  const std::string svg = RenderSvg(ChakartBoard("7o/8/8/8/8/8/8/S6P"), {});
  const std::string halos = FindGroup(svg, "immobilised");
  EXPECT_EQ(Count(halos, "<circle "), 2);
  EXPECT_NE(halos.find("<circle cx=\"102\" cy=\"764\""), std::string::npos);
  EXPECT_NE(halos.find("<circle cx=\"802\" cy=\"64\""), std::string::npos);
  EXPECT_LT(svg.find(halos), svg.find(FindGroup(svg, "white")));
  EXPECT_LT(svg.find(halos), svg.find(FindGroup(svg, "black")));
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "white"), "chess-pawn", 52, 714));
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "black"), "chess-knight", 752, 14));
}

TEST(ObjectsSvgTest, TheHaloIsNotCoveredByTheLastMove) {
  RenderOptions options;
  options.last_move = {"a1"};
  const std::string svg = RenderSvg(ChakartBoard("8/8/8/8/8/8/8/S7"), options);
  EXPECT_GT(svg.find("<g class=\"immobilised\""), svg.find("<g class=\"last-move\""));
}

TEST(ObjectsSvgTest, OnlyAHiddenPieceIsTransparentAndHasARing) {
  const std::string svg = RenderSvg(ChakartBoard("8/8/8/8/8/8/8/IQ6"), {});
  EXPECT_EQ(Count(svg, "<symbol "), 1);
  EXPECT_EQ(Count(svg,
                  "<use href=\"#piece-chess-queen\" x=\"52\" y=\"714\" width=\"100\""
                  " height=\"100\" opacity=\".6\"/>"),
            1);
  EXPECT_EQ(Count(svg,
                  "<use href=\"#piece-chess-queen\" x=\"152\" y=\"714\" width=\"100\""
                  " height=\"100\"/>"),
            1);
  EXPECT_EQ(Count(FindGroup(svg, "hidden"), "<circle "), 1);
  EXPECT_NE(FindGroup(svg, "hidden").find("<circle cx=\"102\" cy=\"764\""), std::string::npos);
}

TEST(ObjectsSvgTest, AQuestionMarkIsShownWhereAPieceLeftForAnUnknownSquare) {
  RenderOptions options;
  options.coordinates = false;
  const std::string svg = RenderSvg(ChakartBoard("8/8/8/8/8/8/8/3?4"), options);
  // The mark and its edge are paths, so they do not depend on a font.
  EXPECT_EQ(Count(FindGroup(svg, "unknown"), "<path d=\"M344 750c"), 2);
  EXPECT_EQ(Count(svg, "<text "), 0);
  EXPECT_EQ(Count(svg, "<use "), 0);
}

TEST(ObjectsSvgTest, BlackAtTheBottomRotatesEverything) {
  RenderOptions options;
  options.orientation = Color::kBlack;
  const std::string svg = RenderSvg(ChakartBoard("8/8/8/8/8/8/8/mSI?4"), options);
  EXPECT_TRUE(IsDrawnAt(svg, "mushroom", 752, 14, "object"));
  EXPECT_NE(FindGroup(svg, "immobilised").find("<circle cx=\"702\" cy=\"64\""), std::string::npos);
  EXPECT_NE(FindGroup(svg, "hidden").find("<circle cx=\"602\" cy=\"64\""), std::string::npos);
  EXPECT_NE(FindGroup(svg, "unknown").find("M482 50c"), std::string::npos);
}

TEST(ObjectsSvgTest, HighlightsOfOccupiedSquaresAreRings) {
  RenderOptions options;
  options.highlights = {"a1", "b1", "c1", "d1"};
  const std::string group =
      FindGroup(RenderSvg(ChakartBoard("8/8/8/8/8/8/8/m?S5"), options), "highlights");
  EXPECT_EQ(Count(group, "r=\"44\" fill=\"none\"/>"), 3);
  EXPECT_EQ(Count(group, "<circle cx=\"402\" cy=\"764\" r=\"14\"/>"), 1);
}

TEST(ObjectsSvgTest, TheTitleNamesEverything) {
  EXPECT_NE(RenderSvg(ChakartBoard(kEverything), {})
                .find(": rn*bikk*nr/p*ppp?ppp/8/m1d2w1e/8/4I3/PPP1P*PPP/R*NB*Q*KBK*R</title>"),
            std::string::npos);
}

TEST(ObjectsSvgTest, AnOrdinaryBoardHasNoObjectsOrMarks) {
  const std::string svg = RenderSvg(ChakartBoard(), {});
  for (const char* const group : {"objects", "unknown", "immobilised", "hidden"}) {
    EXPECT_EQ(FindGroup(svg, group), "") << group;
  }
  EXPECT_EQ(Count(svg, " opacity="), 0);
  EXPECT_EQ(Count(svg, "<symbol "), 6);
  EXPECT_EQ(Count(svg, "<use "), 32);
}

TEST(ObjectsSvgTest, IsWellFormedAndSmall) {
  for (const bool dark : {false, true}) {
    RenderOptions options;
    options.dark = dark;
    const std::string svg = RenderSvg(ChakartBoard(kEverything), options);
    EXPECT_EQ(FindTagError(svg), "");
    EXPECT_LT(svg.size(), 15'000);
  }
}

TEST(ObjectsSvgTest, ObjectsHaveTheirOwnColoursAndPiecesThoseOfTheirSide) {
  const std::set<std::string_view> objects = {"mushroom", "banana", "bomb", "egg"};
  std::set<std::string_view> colours;
  for (const Shape& shape : Shapes()) {
    const size_t at = shape.body.find("fill=\"#");
    EXPECT_EQ(at != std::string_view::npos, objects.contains(shape.name)) << shape.name;
    if (at != std::string_view::npos) colours.insert(shape.body.substr(at, 14));
  }
  EXPECT_EQ(colours.size(), 4);
}

TEST(ObjectsTextTest, ShowsAndExplainsEverything) {
  EXPECT_EQ(RenderText(ChakartBoard(kEverything), {}),
            "8  r  n* b  i  k  k* n  r\n"
            "7  p* p  p  p  ?  p  p  p\n"
            "6  .  .  .  .  .  .  .  .\n"
            "5  m  .  d  .  .  w  .  e\n"
            "4  .  .  .  .  .  .  .  .\n"
            "3  .  .  .  .  I  .  .  .\n"
            "2  P  P  P  .  P* P  P  P\n"
            "1  R* N  B* Q* K  B  K* R\n"
            "   a  b  c  d  e  f  g  h\n"
            "? left for an unknown square, I hidden from the other side, R* immobilised, d banana, "
            "e egg, "
            "i hidden from the other side, m mushroom, w bomb\n");
}

TEST(ObjectsTextTest, MarksOfTheSquareAreShownAroundThem) {
  RenderOptions options;
  options.coordinates = false;
  options.last_move = {"a1", "b1"};
  options.highlights = {"c1", "d1"};
  EXPECT_EQ(
      RenderText(ChakartBoard("N?mSP3"), options),
      "[N][?](m)(P* P  .  .  .\n"
      "[ ] last move, ( ) highlighted, ? left for an unknown square, P* immobilised, m mushroom\n");
}

TEST(ObjectsTextTest, AnAltarUnderAnObjectIsNotExplained) {
  BoardView view = ChakBoard("9/4o4/9/9/9/9/9/9/9");
  view.cells[13] = {.shape = "egg", .object = 'e'};
  const std::string text = RenderText(view, {});
  EXPECT_NE(text.find("2  .  .  .  :  e  :  .  .  .\n"), std::string::npos);
  EXPECT_NE(text.find("~ river, : temple, e egg\n"), std::string::npos);
}

TEST(ObjectsAnsiTest, ObjectsAndQuestionMarksHaveTheirOwnBackground) {
  const std::string ansi = RenderAnsi(ChakartBoard("md?we3"), {});
  // The mark's columns keep the square's colour.
  EXPECT_NE(ansi.find("1 \x1b[0;38;5;252;48;5;95m \x1b[0;1;38;5;210;48;5;235mm"
                      "\x1b[0;38;5;252;48;5;95m "),
            std::string::npos);
  for (const char* const token : {"38;5;227;48;5;235md", "38;5;183;48;5;235m?",
                                  "38;5;117;48;5;235mw", "38;5;120;48;5;235me"}) {
    EXPECT_NE(ansi.find(token), std::string::npos) << token;
  }
}

TEST(ObjectsAnsiTest, ImmobilisedPiecesAreOnGreenEvenIfTheyMovedLast) {
  RenderOptions options;
  options.last_move = {"a1"};
  const std::string ansi = RenderAnsi(ChakartBoard("oP6"), options);
  EXPECT_NE(ansi.find("\x1b[0;1;38;5;16;48;5;34m[n*\x1b[0;1;38;5;231;48;5;137m P "),
            std::string::npos);
}

}  // namespace
}  // namespace arbiter
