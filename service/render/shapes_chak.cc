#include "service/render/shapes.h"

namespace arbiter {
namespace {

constexpr Shape kShapes[] = {
    // A lord's face below a stepped crown with drooping plumes.
    {"king",
     "<path d=\"M44 9C28 2 8 10 4 36C20 38 36 34 44 26Z\"/>"
     "<path d=\"M56 9C72 2 92 10 96 36C80 38 64 34 56 26Z\"/>"
     "<circle cx=\"24\" cy=\"67\" r=\"9\"/><circle cx=\"76\" cy=\"67\" r=\"9\"/>"
     "<path d=\"M28 48H72V70C72 84 62 93 50 93S28 84 28 70Z\"/>"
     "<path d=\"M19 53V42H29V31H38V7H62V31H71V42H81V53Z\"/>"
     "<path d=\"M25 53H75M35 17C26 17 18 22 13 29M65 17C74 17 82 22 87 29M50 61V72L45 74M42 83H58\""
     " fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>"
     "<g fill=\"currentColor\" stroke=\"none\"><circle cx=\"39\" cy=\"64\" r=\"4\"/>"
     "<circle cx=\"61\" cy=\"64\" r=\"4\"/><path d=\"M50 16L58 29L50 42L42 29Z\"/></g>"},
    // The same lord in the sun.
    {"divine-king",
     "<path d=\"M50 3L58 20L73 9L71 28L91 26L79 42L97 50L79 58L91 74L71 72L73 91L58 80L50 97L42 80"
     "L27 91L29 72L9 74L21 58L3 50L21 42L9 26L29 28L27 9L42 20Z\"/>"
     "<circle cx=\"50\" cy=\"50\" r=\"28\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"
     "<path d=\"M35 46H65V61C65 70 59 76 50 76S35 70 35 61Z\"/>"
     "<path d=\"M26 48V39H34V31H42V24H58V31H66V39H74V48Z\"/>"
     "<path d=\"M31 48H69M50 55V62M43 68H57\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"
     "<g fill=\"currentColor\" stroke=\"none\"><circle cx=\"42\" cy=\"57\" r=\"3.5\"/>"
     "<circle cx=\"58\" cy=\"57\" r=\"3.5\"/><circle cx=\"50\" cy=\"36\" r=\"5\"/></g>"},
    // A cat's face with rosettes.
    {"jaguar",
     "<path d=\"M17 40C11 26 12 16 17 11C28 11 37 17 41 25H59C63 17 72 11 83 11C88 16 89 26 83 40"
     "C89 50 89 60 83 68C77 76 69 78 66 82C62 89 56 92 50 92S38 89 34 82C31 78 23 76 17 68"
     "C11 60 11 50 17 40Z\"/>"
     "<path d=\"M50 70V77M38 79C43 84 50 82 50 77C50 82 57 84 62 79M20 60L30 63M80 60L70 63\""
     " fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>"
     "<g fill=\"currentColor\" stroke=\"none\"><path d=\"M40 62H60L50 72Z\"/>"
     "<path d=\"M26 45L43 53C38 58 29 56 26 45ZM74 45L57 53C62 58 71 56 74 45Z\"/>"
     "<circle cx=\"50\" cy=\"34\" r=\"4\"/><circle cx=\"39\" cy=\"37\" r=\"3\"/>"
     "<circle cx=\"61\" cy=\"37\" r=\"3\"/><circle cx=\"24\" cy=\"22\" r=\"3.5\"/>"
     "<circle cx=\"76\" cy=\"22\" r=\"3.5\"/></g>"},
    // A crested bird with two long tail plumes.
    {"quetzal",
     "<path d=\"M55 52C74 56 90 70 94 97C82 94 72 84 64 73C68 82 69 90 66 97C52 90 42 78 39 60Z\"/>"
     "<path d=\"M6 30L19 23C17 14 21 6 28 3C28 7 29 9 31 10C33 6 36 4 41 4C40 8 41 10 43 12"
     "C49 17 50 24 48 31C62 35 69 45 69 61C58 57 54 61 47 64C31 65 21 55 22 37Z\"/>"
     "<path d=\"M41 38C42 50 53 54 61 52M62 61C74 67 82 77 85 89M8 29L21 32\" fill=\"none\""
     " stroke=\"currentColor\" stroke-width=\"4\"/>"
     "<circle cx=\"31\" cy=\"23\" r=\"4\" fill=\"currentColor\" stroke=\"none\"/>"},
    // A long mask; its plumes point where it moves: straight and aslant.
    {"shaman",
     "<path d=\"M50 32C41 20 43 9 50 3C57 9 59 20 50 32Z\"/>"
     "<path d=\"M36 38C20 34 13 24 14 11C27 12 38 20 42 34Z\"/>"
     "<path d=\"M64 38C80 34 87 24 86 11C73 12 62 20 58 34Z\"/>"
     "<path d=\"M32 66C22 70 16 78 15 88C26 88 36 84 42 76Z\"/>"
     "<path d=\"M68 66C78 70 84 78 85 88C74 88 64 84 58 76Z\"/>"
     "<path d=\"M30 30H70C74 52 66 78 50 97C34 78 26 52 30 30Z\"/>"
     "<path d=\"M31 40H69M50 50V62M43 72H57M46 81H54\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"
     "<path d=\"M35 48L46 52C44 58 37 57 35 48ZM65 48L54 52C56 58 63 57 65 48Z\""
     " fill=\"currentColor\" stroke=\"none\"/>"},
    // A bald head with a hooked beak above a ruff.
    {"vulture",
     "<path d=\"M50 78C58 68 58 58 50 50C44 46 38 46 33 49C27 52 23 57 23 66C11 61 5 51 9 41"
     "C13 32 23 31 30 24C36 12 50 7 61 12C76 19 84 44 82 78Z\"/>"
     "<path d=\"M40 76C46 69 51 72 56 66C61 71 66 70 70 65C75 71 81 70 88 67C93 76 95 84 95 93H22"
     "C24 84 31 78 40 76Z\"/>"
     "<path d=\"M30 25C37 31 40 39 38 47M38 83V92M52 79V92M66 79V92M80 81V92\" fill=\"none\""
     " stroke=\"currentColor\" stroke-width=\"4\"/>"
     "<circle cx=\"50\" cy=\"27\" r=\"5\" fill=\"currentColor\" stroke=\"none\"/>"},
    // A snake in folds, its tongue out.
    {"serpent",
     "<path d=\"M87 29L97 25M87 29L97 33\" fill=\"none\"/>"
     "<path d=\"M7 90C20 86 28 72 42 72H63A4 4 0 0 0 63 64H34A22 22 0 0 1 34 20H54"
     "C60 10 78 10 88 28C82 44 64 48 54 40H34A2 2 0 0 0 34 44H63A24 24 0 0 1 63 92Z\"/>"
     "<path d=\"M30 84H62M34 54H64M32 30H52\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\" stroke-dasharray=\"5 9\"/>"
     "<circle cx=\"70\" cy=\"25\" r=\"4\" fill=\"currentColor\" stroke=\"none\"/>"},
    // A small figure with a headband.
    {"pawn",
     "<path d=\"M36 64C40 60 60 60 64 64L72 90H28Z\"/>"
     "<circle cx=\"50\" cy=\"47\" r=\"15\"/>"
     "<path d=\"M37 43H63M41 76H59\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>"},
    // The same figure under a crest, with spear and shield.
    {"warrior",
     "<path d=\"M79 93V34L72 24L79 6L86 24L79 34\"/>"
     "<path d=\"M28 36C22 18 34 8 50 8S78 18 66 38Z\"/>"
     "<path d=\"M34 60C40 55 60 55 66 60L74 92H28Z\"/>"
     "<circle cx=\"49\" cy=\"42\" r=\"15\"/>"
     "<circle cx=\"30\" cy=\"70\" r=\"18\"/>"
     "<path d=\"M36 38H62M49 9V25M37 14L42 27M62 14L57 27M30 61V79M21 70H39\" fill=\"none\""
     " stroke=\"currentColor\" stroke-width=\"4\"/>"},
    // A footed bowl with a flame.
    {"offering",
     "<path d=\"M50 8C54 22 68 28 67 42C66 50 60 54 50 54S34 50 33 42C33 34 40 30 41 22"
     "C44 25 45 27 46 29C49 23 51 16 50 8Z\"/>"
     "<path d=\"M16 52H84C84 66 74 74 62 76V80H72V91H28V80H38V76C26 74 16 66 16 52Z\"/>"
     "<path d=\"M24 60H76M40 79H60M50 37V46\" fill=\"none\" stroke=\"currentColor\""
     " stroke-width=\"4\"/>"},
};

}  // namespace

std::span<const Shape> ChakShapes() { return kShapes; }

}  // namespace arbiter
