#include "service/render/shapes.h"

namespace arbiter {
namespace {

constexpr Shape kShapes[] = {
    // A lobed crown under a cross.
    {"chess-king",
     "<path d=\"M45 27V20H37V10H45V3H55V10H63V20H55V27Z\"/>"
     "<path d=\"M27 67C15 58 11 43 19 35C27 27 41 28 50 37C59 28 73 27 81 35C89 43 85 58 73 67Z\"/>"
     "<path d=\"M27 67H73L76 79H24Z\"/>"
     "<path d=\"M21 79H79Q83 79 83 85T79 91H21Q17 91 17 85T21 79Z\"/>"
     "<path d=\"M30 67H70M27 79H73M50 38V59M25 45C23 51 27 57 34 60M75 45C77 51 73 57 66 60\""
     " fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>"},
    // A crown of four points, a ball on each.
    {"chess-queen",
     "<path d=\"M27 66L15 33L34 48L36 20L50 44L64 20L66 48L85 33L73 66Z\"/>"
     "<circle cx=\"14\" cy=\"30\" r=\"6\"/><circle cx=\"36\" cy=\"16\" r=\"6\"/>"
     "<circle cx=\"64\" cy=\"16\" r=\"6\"/><circle cx=\"86\" cy=\"30\" r=\"6\"/>"
     "<path d=\"M27 66H73L77 79H23Z\"/>"
     "<path d=\"M21 79H79Q83 79 83 85T79 91H21Q17 91 17 85T21 79Z\"/>"
     "<path d=\"M30 66H70M26 79H74M36 55L50 59L64 55\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"},
    // A tower with battlements.
    {"chess-rook",
     "<path d=\"M31 38H69L73 79H27Z\"/>"
     "<path d=\"M21 13H35V21H43V13H57V21H65V13H79V34L71 41H29L21 34Z\"/>"
     "<path d=\"M21 79H79Q83 79 83 85T79 91H21Q17 91 17 85T21 79Z\"/>"
     "<path d=\"M30 40H70M27 79H73M34 66H66\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"},
    // A slit mitre.
    {"chess-bishop",
     "<path d=\"M39 64H61C61 71 67 76 74 79H26C33 76 39 71 39 64Z\"/>"
     "<path d=\"M50 16C63 25 73 36 73 48C73 57 69 62 63 66H37C31 62 27 57 27 48C27 36 37 25"
     " 50 16Z\"/>"
     "<circle cx=\"50\" cy=\"13\" r=\"7\"/>"
     "<path d=\"M21 79H79Q83 79 83 85T79 91H21Q17 91 17 85T21 79Z\"/>"
     "<path d=\"M39 66H61M30 79H70M63 32L50 49\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"},
    // A horse's head.
    {"chess-knight",
     "<path d=\"M27 79C27 65 41 60 45 48C38 51 33 53 29 58C25 63 17 61 14 54C13 50 15 46 18 42"
     "L28 26L29 11L41 18C62 17 80 36 77 79Z\"/>"
     "<path d=\"M21 79H79Q83 79 83 85T79 91H21Q17 91 17 85T21 79Z\"/>"
     "<path d=\"M31 79H73M47 26C61 31 68 45 67 68\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"
     "<g fill=\"currentColor\" stroke=\"none\"><circle cx=\"38\" cy=\"32\" r=\"4\"/>"
     "<circle cx=\"22\" cy=\"51\" r=\"2.5\"/></g>"},
    // A ball on a cone.
    {"chess-pawn",
     "<path d=\"M41 48H59C59 60 67 67 72 79H28C33 67 41 60 41 48Z\"/>"
     "<circle cx=\"50\" cy=\"32\" r=\"15\"/>"
     "<path d=\"M25 79H75Q79 79 79 85T75 91H25Q21 91 21 85T25 79Z\"/>"
     "<path d=\"M31 79H69M42 47H58\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>"},
};

}  // namespace

std::span<const Shape> ChessShapes() { return kShapes; }

}  // namespace arbiter
