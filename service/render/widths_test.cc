// Tests of boards of every width that Chpok allows: 6 to 10 files and 8 ranks.
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "gtest/gtest.h"
#include "service/render/render.h"
#include "service/render/test_boards.h"
#include "service/render/test_svg.h"

namespace arbiter {
namespace {

struct Width {
  int files;
  const char* row;
  // The `viewBox` of the SVG with coordinates.
  const char* view_box;
  // The `height` of the SVG, in pixels, at a width of 480.
  const char* height;
};

constexpr Width kWidths[] = {{6, "RNQKNR", "0 0 666 866", "height=\"624\""},
                             {7, "RNBQKNR", "0 0 766 866", "height=\"543\""},
                             {8, "RNBQKBNR", "0 0 866 866", "height=\"480\""},
                             {9, "RNBDQKBNR", "0 0 966 866", "height=\"430\""},
                             {10, "RNBDQKDBNR", "0 0 1066 866", "height=\"390\""}};

// Returns the placement of a start position of this width.
std::string Placement(const Width& width) {
  const std::string white = width.row;
  const std::string empty = StrCat(width.files);
  const std::string pawns(width.files, 'P');
  return StrCat(LowerCase(white), "/", LowerCase(pawns), "/", empty, "/", empty, "/", empty, "/",
                empty, "/", pawns, "/", white);
}

class WidthsTest : public ::testing::TestWithParam<Width> {};

TEST_P(WidthsTest, ThePictureHasTheShapeOfTheBoard) {
  const Width& width = GetParam();
  const std::string svg = RenderSvg(ChpokBoard(Placement(width)), {});
  EXPECT_EQ(FindTagError(svg), "");
  EXPECT_NE(svg.find(StrCat("viewBox=\"", width.view_box, "\"")), std::string::npos);
  EXPECT_NE(svg.find(width.height), std::string::npos);
  EXPECT_EQ(Count(FindGroup(svg, "white"), "<use "), 2 * width.files);
  EXPECT_EQ(Count(FindGroup(svg, "black"), "<use "), 2 * width.files);
  const std::string coordinates = FindGroup(svg, "coordinates");
  EXPECT_EQ(Count(coordinates, "<text "), width.files + 8);
  EXPECT_NE(coordinates.find(StrCat(">", std::string(1, 'a' + width.files - 1), "</text>")),
            std::string::npos);
  EXPECT_EQ(coordinates.find(StrCat(">", std::string(1, 'a' + width.files), "</text>")),
            std::string::npos);
  EXPECT_LT(svg.size(), 12'000);
}

TEST_P(WidthsTest, EitherSideCanBeAtTheBottom) {
  const int last = GetParam().files - 1;
  RenderOptions options;
  options.coordinates = false;
  const BoardView view = ChpokBoard(Placement(GetParam()));
  for (const Color bottom : {Color::kWhite, Color::kBlack}) {
    options.orientation = bottom;
    const std::string svg = RenderSvg(view, options);
    const bool white = bottom == Color::kWhite;
    for (const int x : {14, 14 + 100 * last}) {
      EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "white"), "chess-rook", x, white ? 714 : 14));
      EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "black"), "chess-rook", x, white ? 14 : 714));
    }
    const int king = static_cast<int>(std::string(GetParam().row).find('K'));
    EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "white"), "chess-king",
                          14 + 100 * (white ? king : last - king), white ? 714 : 14));
  }
}

TEST_P(WidthsTest, MarksReachTheLastFile) {
  const int files = GetParam().files;
  const std::string corner = StrCat(std::string(1, 'a' + files - 1), "1");
  RenderOptions options;
  options.last_move = {"a1", corner};
  options.highlights = {corner};
  options.arrows = {{"a1", corner}};
  const std::string svg = RenderSvg(ChpokBoard(Placement(GetParam())), options);
  const int x = 52 + 100 * (files - 1);
  EXPECT_NE(FindGroup(svg, "last-move").find("x=\"52\" y=\"714\""), std::string::npos);
  EXPECT_NE(FindGroup(svg, "last-move").find(StrCat("x=\"", x, "\" y=\"714\"")), std::string::npos);
  EXPECT_NE(FindGroup(svg, "highlights").find(StrCat("cx=\"", x + 50, "\" cy=\"764\"")),
            std::string::npos);
  EXPECT_NE(FindGroup(svg, "arrows").find(StrCat("L", x + 50, " 764L")), std::string::npos);
}

TEST_P(WidthsTest, NotesHaveTheSameSizeForEveryWidth) {
  BoardView view = ChpokBoard(Placement(GetParam()));
  view.captions = {"White: 14 points, clock 5:12; left: 36 moves, 1 castling, 1 undo, new pawn"};
  const std::string notes = FindGroup(RenderSvg(view, {}), "notes");
  EXPECT_NE(notes.find(StrCat("font-size=\"", 5 * GetParam().files, "\"")), std::string::npos);
  EXPECT_EQ(Count(notes, "<text "), 3);
  EXPECT_NE(notes.find(">White: 14 points, clock 5:12;</text>"), std::string::npos) << notes;
}

TEST_P(WidthsTest, TextAndAnsiHaveEveryFile) {
  const Width& width = GetParam();
  const BoardView view = ChpokBoard(Placement(width));
  std::string home = "1";
  std::string letters = " ";
  std::string reversed = " ";
  for (int file = 0; file < width.files; ++file) {
    StrAppend(&home, "  ", std::string(1, width.row[file]));
    StrAppend(&letters, "  ", std::string(1, 'a' + file));
    StrAppend(&reversed, "  ", std::string(1, 'a' + width.files - 1 - file));
  }
  const std::string text = RenderText(view, {});
  EXPECT_TRUE(text.ends_with(StrCat(home, "\n", letters, "\n"))) << text;
  EXPECT_TRUE(text.starts_with(StrCat("8", LowerCase(home).substr(1), "\n"))) << text;
  EXPECT_EQ(Count(text, "\n"), 9);
  const std::string ansi = RenderAnsi(view, {});
  EXPECT_EQ(Count(ansi, "\x1b[0;"), 8 * width.files);
  EXPECT_NE(ansi.find(letters), std::string::npos);
  RenderOptions black;
  black.orientation = Color::kBlack;
  EXPECT_TRUE(RenderText(view, black).ends_with(StrCat(reversed, "\n")));
}

INSTANTIATE_TEST_SUITE_P(All, WidthsTest, ::testing::ValuesIn(kWidths),
                         [](const auto& width) { return StrCat("Files", width.param.files); });

TEST(ChpokSvgTest, TheDragonHasItsOwnDrawing) {
  const std::string svg = RenderSvg(ChpokBoard("10/10/3d6/10/10/10/10/D9"), {});
  EXPECT_EQ(Count(svg, "<symbol id=\"piece-chpok-dragon\""), 1);
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "white"), "chpok-dragon", 52, 714));
  EXPECT_TRUE(IsDrawnAt(FindGroup(svg, "black"), "chpok-dragon", 352, 214));
}

}  // namespace
}  // namespace arbiter
