#include "service/render/shapes.h"

namespace arbiter {
namespace {

constexpr Shape kShapes[] = {
    // The tallest stupa: two tiers and a ringed spire.
    {"khun",
     "<path d=\"M45 34C45 24 48 18 50 5C52 18 55 24 55 34Z\"/>"
     "<path d=\"M34 57C34 47 42 46 42 33H58C58 46 66 47 66 57Z\"/>"
     "<path d=\"M21 79C21 65 34 68 35 56H65C66 68 79 65 79 79Z\"/>"
     "<path d=\"M19 78H81Q85 78 85 84T81 91H19Q15 91 15 84T19 78Z\"/>"
     "<path d=\"M25 78H75M37 57H63M44 34H56M33 69H67\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"},
    // A small stupa under a flame.
    {"met",
     "<path d=\"M50 27C53 38 61 41 61 50A11 11 0 0 1 39 50C39 41 47 38 50 27Z\"/>"
     "<path d=\"M30 80C30 69 40 71 40 60H60C60 71 70 69 70 80Z\"/>"
     "<path d=\"M29 79H71Q75 79 75 85T71 91H29Q25 91 25 85T29 79Z\"/>"
     "<path d=\"M34 79H66M42 61H58\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"},
    // A broad ribbed dome.
    {"khon",
     "<path d=\"M43 30C46 25 48 20 50 11C52 20 54 25 57 30Z\"/>"
     "<path d=\"M18 79C18 46 33 29 50 29C67 29 82 46 82 79Z\"/>"
     "<path d=\"M15 78H85Q89 78 89 84T85 91H15Q11 91 11 84T15 78Z\"/>"
     "<path d=\"M23 78H77M37 69C37 54 41 45 46 38M63 69C63 54 59 45 54 38\" fill=\"none\""
     " stroke=\"currentColor\" stroke-width=\"4\"/>"},
    // A horse's head.
    {"ma",
     "<path d=\"M27 80C27 66 43 62 45 50C40 56 35 56 29 60C24 66 16 61 15 53C17 43 26 38 31 28"
     "C34 22 40 18 45 17L47 6L57 15C74 20 83 42 78 80Z\"/>"
     "<path d=\"M23 79H81Q85 79 85 85T81 91H23Q19 91 19 85T23 79Z\"/>"
     "<path d=\"M28 79H76M58 25C69 35 71 52 68 69\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"
     "<g fill=\"currentColor\" stroke=\"none\"><circle cx=\"42\" cy=\"32\" r=\"4\"/>"
     "<circle cx=\"22\" cy=\"52\" r=\"2.5\"/></g>"},
    // A broad flat drum with its lacing.
    {"ruea",
     "<path d=\"M17 42C24 54 24 68 19 80H81C76 68 76 54 83 42Z\"/>"
     "<path d=\"M15 78H85Q89 78 89 84T85 91H15Q11 91 11 84T15 78Z\"/>"
     "<path d=\"M16 28H84Q90 28 90 36T84 44H16Q10 44 10 36T16 28Z\"/>"
     "<path d=\"M19 44H81M24 78H76M30 71L40 51L50 71L60 51L70 71\" fill=\"none\""
     " stroke=\"currentColor\" stroke-width=\"4\"/>"},
    // A cowrie shell.
    {"bia",
     "<path d=\"M18 65C18 48 32 40 50 40S82 48 82 65S68 90 50 90S18 82 18 65Z\"/>"
     "<path d=\"M29 65C36 59 43 69 50 65S64 61 71 65M38 54V60M50 53V60M62 54V60M38 71V77M50 71V78"
     "M62 71V77\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>"},
};

}  // namespace

std::span<const Shape> MakrukShapes() { return kShapes; }

}  // namespace arbiter
