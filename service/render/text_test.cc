#include <string>

#include "gtest/gtest.h"
#include "service/render/render.h"
#include "service/render/test_boards.h"

namespace arbiter {
namespace {

// Returns the text without its escape sequences.
std::string StripColours(const std::string& ansi) {
  std::string text;
  bool escape = false;
  for (const char c : ansi) {
    if (c == '\x1b') escape = true;
    if (!escape) text.push_back(c);
    if (c == 'm') escape = false;
  }
  return text;
}

TEST(TextTest, ShowsTheStartOfMakruk) {
  EXPECT_EQ(RenderText(MakrukBoard(), {}),
            "8  r  n  s  m  k  s  n  r\n"
            "7  .  .  .  .  .  .  .  .\n"
            "6  p  p  p  p  p  p  p  p\n"
            "5  .  .  .  .  .  .  .  .\n"
            "4  .  .  .  .  .  .  .  .\n"
            "3  P  P  P  P  P  P  P  P\n"
            "2  .  .  .  .  .  .  .  .\n"
            "1  R  N  S  K  M  S  N  R\n"
            "   a  b  c  d  e  f  g  h\n");
}

TEST(TextTest, ShowsTheStartOfChakWithItsRegions) {
  EXPECT_EQ(RenderText(ChakBoard(), {}),
            "9  r  v  s  q  k  j  s  v  r\n"
            "8  .  .  .  :  o  :  .  .  .\n"
            "7  p  .  p  :  p  :  p  .  p\n"
            "6  .  .  .  .  .  .  .  .  .\n"
            "5  ~  ~  ~  ~  ~  ~  ~  ~  ~\n"
            "4  .  .  .  .  .  .  .  .  .\n"
            "3  P  .  P  :  P  :  P  .  P\n"
            "2  .  .  .  :  O  :  .  .  .\n"
            "1  R  V  S  J  K  Q  S  V  R\n"
            "   a  b  c  d  e  f  g  h  i\n"
            "~ river, : temple\n");
}

TEST(TextTest, BlackAtTheBottomRotatesTheBoard) {
  RenderOptions options;
  options.orientation = Color::kBlack;
  EXPECT_EQ(RenderText(MakrukBoard("r7/8/8/8/8/8/8/6K1"), options),
            "1  .  K  .  .  .  .  .  .\n"
            "2  .  .  .  .  .  .  .  .\n"
            "3  .  .  .  .  .  .  .  .\n"
            "4  .  .  .  .  .  .  .  .\n"
            "5  .  .  .  .  .  .  .  .\n"
            "6  .  .  .  .  .  .  .  .\n"
            "7  .  .  .  .  .  .  .  .\n"
            "8  .  .  .  .  .  .  .  r\n"
            "   h  g  f  e  d  c  b  a\n");
}

TEST(TextTest, ShowsAllMarksAndEndsWithTheNotes) {
  BoardView view = ChakBoard("9/9/9/3d5/9/9/4D4/9/9");
  view.check = "e3";
  view.captions = {"First caption", "Second caption"};
  RenderOptions options;
  options.coordinates = false;
  options.last_move = {"d5", "d6"};
  options.highlights = {"a1", "d6"};
  EXPECT_EQ(RenderText(view, options),
            " .  .  .  :  :  :  .  .  .\n"
            " .  .  .  :  *  :  .  .  .\n"
            " .  .  .  :  :  :  .  .  .\n"
            " .  .  . [d] .  .  .  .  .\n"
            " ~  ~  ~ [~] ~  ~  ~  ~  ~\n"
            " .  .  .  .  .  .  .  .  .\n"
            " .  .  .  : !D! :  .  .  .\n"
            " .  .  .  :  *  :  .  .  .\n"
            "(.) .  .  :  :  :  .  .  .\n"
            "~ river, : temple, * altar, [ ] last move, ( ) highlighted, ! ! check\n"
            "First caption\n"
            "Second caption\n");
}

TEST(TextTest, ChessPiecesThatAreNotHiddenHaveSymbols) {
  BoardView view = ChessBoard("rnbqkd2/p7/R7/Q7/PNBQK3");
  view.cells[4 * 8 + 3].hidden = true;
  view.cells[2 * 8].immobilised = true;
  RenderOptions options;
  options.symbols = true;
  EXPECT_EQ(RenderText(view, options),
            "5  ♜  ♞  ♝  q  ♚  d  .  .\n"
            "4  ♟  .  .  .  .  .  .  .\n"
            "3  ♖* .  .  .  .  .  .  .\n"
            "2  ♕  .  .  .  .  .  .  .\n"
            "1  ♙  ♘  ♗  ♕  ♔  .  .  .\n"
            "   a  b  c  d  e  f  g  h\n"
            "q hidden from the other side, ♖* immobilised\n");
  // In colour, the symbols of both sides are filled.
  const std::string ansi = StripColours(RenderAnsi(view, options));
  EXPECT_NE(ansi.find("1  ♟  ♞  ♝  ♛  ♚ "), std::string::npos) << ansi;
}

TEST(TextTest, M13_APromotedPawnIsMarked) {
  BoardView view = MakrukBoard("3m/1M1M");
  view.cells[1].promoted = true;
  view.cells[7].promoted = true;
  EXPECT_EQ(RenderText(view, {}),
            "2  .  .  .  m~\n"
            "1  .  M~ .  M\n"
            "   a  b  c  d\n"
            "M~ promoted pawn\n");
}

TEST(TextTest, PiecesWithoutAChessSymbolKeepTheirLetters) {
  RenderOptions options;
  options.symbols = true;
  EXPECT_EQ(RenderText(MakrukBoard(), options), RenderText(MakrukBoard(), {}));
  EXPECT_EQ(RenderText(ChakBoard(), options), RenderText(ChakBoard(), {}));
}

TEST(AnsiTest, ShowsTheSameBoardAndResetsTheColours) {
  RenderOptions options;
  options.last_move = {"a4"};
  const std::string ansi = RenderAnsi(MakrukBoard("r7/8/8/8/8/8/8/R7"), options);
  EXPECT_NE(ansi.find("8 \x1b[0;1;38;5;16;48;5;137m r \x1b[0;38;5;252;48;5;95m   "),
            std::string::npos);
  EXPECT_NE(ansi.find("1 \x1b[0;1;38;5;231;48;5;95m R "), std::string::npos);
  EXPECT_NE(ansi.find("4 \x1b[0;38;5;252;48;5;100m[ ]"), std::string::npos);
  size_t line = 0;
  for (size_t end; (end = ansi.find('\n', line)) != std::string::npos; line = end + 1) {
    const std::string text = ansi.substr(line, end - line);
    if (text.find('\x1b') == std::string::npos) continue;
    EXPECT_EQ(text.substr(text.size() - 4), "\x1b[0m") << text;
  }
  EXPECT_EQ(StripColours(ansi).substr(0, 29), "8  r" + std::string(22, ' ') + "\n7 ");
}

TEST(AnsiTest, ThemesDiffer) {
  RenderOptions dark;
  dark.dark = true;
  EXPECT_NE(RenderAnsi(ChakBoard(), {}), RenderAnsi(ChakBoard(), dark));
  EXPECT_EQ(StripColours(RenderAnsi(ChakBoard(), {})), StripColours(RenderAnsi(ChakBoard(), dark)));
}

}  // namespace
}  // namespace arbiter
