#include "service/render/shapes.h"

namespace arbiter {
namespace {

constexpr Shape kShapes[] = {
    // A red cap with white spots on a stem with eyes.
    {"mushroom",
     "<path d=\"M33 58H67C71 68 71 77 67 84C59 89 41 89 33 84C29 77 29 68 33 58Z\""
     " fill=\"#fff0d2\"/>"
     "<path d=\"M11 53C11 29 29 13 50 13S89 29 89 53C89 61 83 64 77 64H23C17 64 11 61 11 53Z\""
     " fill=\"#e5382f\"/>"
     "<g fill=\"#fff\" stroke=\"none\"><circle cx=\"50\" cy=\"37\" r=\"13\"/>"
     "<path d=\"M14 56C13 47 17 40 22 38C28 42 30 54 25 61C18 61 14 60 14 56ZM86 56C87 47 83 40"
     " 78 38C72 42 70 54 75 61C82 61 86 60 86 56Z\"/></g>"
     "<path d=\"M43 70V77M57 70V77\" fill=\"none\" stroke-width=\"6\"/>"},
    // Yellow, its stalk up.
    {"banana",
     "<path d=\"M67 14L80 10L84 24C94 56 70 88 32 89C22 89 14 84 12 76C42 76 68 56 69 28Z\""
     " fill=\"#ffdb2b\"/>"
     "<path d=\"M78 28C82 52 62 78 26 82\" fill=\"none\" stroke=\"#b98708\"/>"
     "<path d=\"M67 14L80 10L83 21L69 25Z\" fill=\"#7a5a22\"/>"},
    // Blue, with eyes and a lit fuse.
    {"bomb",
     "<path d=\"M64 31C66 20 74 16 82 20\" fill=\"none\" stroke=\"#5a3a1a\" stroke-width=\"6\"/>"
     "<circle cx=\"45\" cy=\"58\" r=\"32\" fill=\"#3a46a0\"/>"
     "<path d=\"M56 27L73 38L67 47L50 36Z\" fill=\"#8d97a8\"/>"
     "<path d=\"M84 6L88 15L97 17L90 24L92 33L84 28L75 33L77 23L71 16L80 15Z\" fill=\"#ff9a1f\""
     " stroke=\"#a8430a\" stroke-width=\"3\"/>"
     "<g fill=\"#fff\" stroke=\"none\"><ellipse cx=\"36\" cy=\"57\" rx=\"5.5\" ry=\"11\"/>"
     "<ellipse cx=\"54\" cy=\"57\" rx=\"5.5\" ry=\"11\"/></g>"},
    // White with green spots.
    {"egg",
     "<path d=\"M50 11C67 11 80 38 80 58C80 78 67 90 50 90S20 78 20 58C20 38 33 11 50 11Z\""
     " fill=\"#fff\"/>"
     "<g fill=\"#35b34a\" stroke=\"none\"><circle cx=\"50\" cy=\"50\" r=\"12\"/>"
     "<circle cx=\"38\" cy=\"26\" r=\"8\"/><circle cx=\"66\" cy=\"30\" r=\"7\"/>"
     "<path d=\"M22 52C31 51 37 60 34 69C32 74 28 75 25 73C21 66 21 59 22 52ZM78 53C70 54 65 61"
     " 67 69C69 74 73 75 76 72C79 66 79 59 78 53Z\"/>"
     "<circle cx=\"51\" cy=\"78\" r=\"9\"/></g>"},
};

}  // namespace

std::span<const Shape> ObjectShapes() { return kShapes; }

}  // namespace arbiter
