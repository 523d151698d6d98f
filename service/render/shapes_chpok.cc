#include "service/render/shapes.h"

namespace arbiter {
namespace {

constexpr Shape kShapes[] = {
    // A horned head with open jaws before a raised wing.
    {"chpok-dragon",
     "<path d=\"M46 66C50 44 54 26 62 9L97 15Q85 27 92 43Q79 46 82 63Q70 60 64 76Z\"/>"
     "<path d=\"M27 79C25 66 47 62 46 50C45 44 39 43 33 46L29 54L9 57L17 48L4 41L9 30L25 24L29 6"
     "L38 21L52 12L49 28C62 34 67 50 64 62C63 69 66 74 70 79Z\"/>"
     "<path d=\"M21 79H79Q83 79 83 85T79 91H21Q17 91 17 85T21 79Z\"/>"
     "<path d=\"M31 79H69M17 47L31 44M66 40L82 26M72 52L82 46\" fill=\"none\""
     " stroke=\"currentColor\" stroke-width=\"4\"/>"
     "<circle cx=\"30\" cy=\"34\" r=\"4\" fill=\"currentColor\" stroke=\"none\"/>"},
};

}  // namespace

std::span<const Shape> ChpokShapes() { return kShapes; }

}  // namespace arbiter
