// The drawings of service/render/pieces, by variant and FEN letter.
import banana from "../../../../../service/render/pieces/banana.svg";
import biaNgai from "../../../../../service/render/pieces/bia-ngai.svg";
import bia from "../../../../../service/render/pieces/bia.svg";
import bomb from "../../../../../service/render/pieces/bomb.svg";
import chessBishop from "../../../../../service/render/pieces/chess-bishop.svg";
import chessKing from "../../../../../service/render/pieces/chess-king.svg";
import chessKnight from "../../../../../service/render/pieces/chess-knight.svg";
import chessPawn from "../../../../../service/render/pieces/chess-pawn.svg";
import chessQueen from "../../../../../service/render/pieces/chess-queen.svg";
import chessRook from "../../../../../service/render/pieces/chess-rook.svg";
import chpokDragon from "../../../../../service/render/pieces/chpok-dragon.svg";
import divineKing from "../../../../../service/render/pieces/divine-king.svg";
import egg from "../../../../../service/render/pieces/egg.svg";
import jaguar from "../../../../../service/render/pieces/jaguar.svg";
import khon from "../../../../../service/render/pieces/khon.svg";
import khun from "../../../../../service/render/pieces/khun.svg";
import king from "../../../../../service/render/pieces/king.svg";
import ma from "../../../../../service/render/pieces/ma.svg";
import met from "../../../../../service/render/pieces/met.svg";
import mushroom from "../../../../../service/render/pieces/mushroom.svg";
import offering from "../../../../../service/render/pieces/offering.svg";
import pawn from "../../../../../service/render/pieces/pawn.svg";
import quetzal from "../../../../../service/render/pieces/quetzal.svg";
import ruea from "../../../../../service/render/pieces/ruea.svg";
import serpent from "../../../../../service/render/pieces/serpent.svg";
import shaman from "../../../../../service/render/pieces/shaman.svg";
import vulture from "../../../../../service/render/pieces/vulture.svg";
import warrior from "../../../../../service/render/pieces/warrior.svg";

/** The inside of a drawing: elements in a box of 100 by 100 units. */
type Drawing = string;

function insides(files: Record<string, string>): ReadonlyMap<string, Drawing> {
  const inside = (svg: string) => svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "").trim();
  return new Map(Object.entries(files).map(([letter, svg]) => [letter, inside(svg)]));
}

const CHESS = {
  K: chessKing,
  Q: chessQueen,
  R: chessRook,
  B: chessBishop,
  N: chessKnight,
  P: chessPawn,
};

const NONE: ReadonlyMap<string, Drawing> = new Map();

const PIECES: Record<string, ReadonlyMap<string, Drawing>> = {
  chak: insides({
    K: king,
    D: divineKing,
    J: jaguar,
    Q: quetzal,
    S: shaman,
    V: vulture,
    R: serpent,
    P: pawn,
    W: warrior,
    O: offering,
  }),
  makruk: insides({ K: khun, M: met, S: khon, N: ma, R: ruea, P: bia, "M~": biaNgai }),
  chakart: insides(CHESS),
  chpok: insides({ ...CHESS, D: chpokDragon }),
};

const OBJECTS: Record<string, ReadonlyMap<string, Drawing>> = {
  chakart: insides({ m: mushroom, d: banana, w: bomb, e: egg }),
};

/** The drawings of a variant's pieces by capital FEN letter. */
export function pieceDrawings(variant: string): ReadonlyMap<string, Drawing> {
  return PIECES[variant] ?? NONE;
}

/** The drawings of what lies on its squares, by FEN letter. */
export function objectDrawings(variant: string): ReadonlyMap<string, Drawing> {
  return OBJECTS[variant] ?? NONE;
}
