// Prints docs/pieces.svg: every drawing of service/render/pieces at 64 and 32 pixels, in the colours of
// both players, on light and dark squares.
//   node tests/docs/pieces.mjs > docs/pieces.svg
import { readFileSync } from "node:fs";

const DRAWINGS = new URL("../../service/render/pieces/", import.meta.url);

const SQUARES = ["#f3e2c1", "#dfc08c"];
const WHITE = 'fill="#fffaf0" stroke="#33241a" color="#33241a"';
const BLACK = 'fill="#33302f" stroke="#14110f" color="#f3e2c1"';
const GREEN = 'fill="#1d4f3c" stroke="#0b2219" color="#f3e2c1"';
const OBJECT = 'fill="#fff0d2" stroke="#3a2418" color="#3a2418"';

const GAMES = [
  {
    title: "Chak",
    names: "king divine-king jaguar quetzal shaman vulture serpent pawn warrior offering".split(
      " ",
    ),
    inks: [WHITE, GREEN],
  },
  { title: "Makruk", names: "khun met khon ma ruea bia bia-ngai".split(" "), inks: [WHITE, BLACK] },
  {
    title: "Chakart and Chpok (with the dragon)",
    names:
      "chess-king chess-queen chess-rook chess-bishop chess-knight chess-pawn chpok-dragon".split(
        " ",
      ),
    inks: [WHITE, BLACK],
  },
  { title: "Chakart's objects", names: "mushroom banana bomb egg".split(" "), inks: [OBJECT] },
];

const MARGIN = 12;
const TITLE = 28;
const LARGE = 64;
const SMALL = 32;
const WIDTH = 10 * (LARGE + SMALL) + 3 * MARGIN;

function symbol(name) {
  const svg = readFileSync(new URL(`${name}.svg`, DRAWINGS), "utf8");
  const body = svg
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replace(/>\s+</g, "><")
    .trim();
  return `<symbol id="${name}" viewBox="0 0 100 100">${body}</symbol>`;
}

/** Draws two rows of squares for each ink, so that each piece stands on light and dark squares. */
function board({ names, inks }, size, left, top) {
  return inks
    .flatMap((ink) => [ink, ink])
    .flatMap((ink, row) =>
      names.map((name, column) => {
        const x = left + column * size;
        const y = top + row * size;
        const place = `x="${x}" y="${y}" width="${size}" height="${size}"`;
        const ground = SQUARES[(row + column) % 2];
        const square = `<rect ${place} fill="${ground}" stroke="none"/>`;
        return `${square}<use href="#${name}" ${place} ${ink}/>`;
      }),
    );
}

const titles = [];
const boards = [];
let top = MARGIN;
for (const game of GAMES) {
  titles.push(`<text x="${MARGIN}" y="${top + 18}">${game.title}</text>`);
  top += TITLE;
  boards.push(...board(game, LARGE, MARGIN, top));
  boards.push(...board(game, SMALL, 2 * MARGIN + game.names.length * LARGE, top));
  top += 2 * game.inks.length * LARGE + MARGIN;
}
const lines = [
  `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}" height="${top}"` +
    ` viewBox="0 0 ${WIDTH} ${top}">`,
  "<title>The pieces of the four games, 64 and 32 pixels wide</title>",
  "<defs>",
  ...GAMES.flatMap(({ names }) => names.map(symbol)),
  "</defs>",
  `<rect width="${WIDTH}" height="${top}" rx="8" fill="#fffdf8"/>`,
  '<g font-family="sans-serif" font-size="16" font-weight="bold" fill="#33241a">',
  ...titles,
  "</g>",
  '<g stroke-width="5" stroke-linejoin="round" stroke-linecap="round">',
  ...boards,
  "</g>",
  "</svg>",
];
process.stdout.write(`${lines.join("\n")}\n`);
