// The drawings in service/render/pieces, by the names that Arbiter gives them.
import type { VariantJson } from "@arbiter-chess/client";

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

/** The content of a drawing: SVG elements in a box of 100 by 100 units. */
type Drawing = string;

const FILES: Record<string, string> = {
  banana,
  "bia-ngai": biaNgai,
  bia,
  bomb,
  "chess-bishop": chessBishop,
  "chess-king": chessKing,
  "chess-knight": chessKnight,
  "chess-pawn": chessPawn,
  "chess-queen": chessQueen,
  "chess-rook": chessRook,
  "chpok-dragon": chpokDragon,
  "divine-king": divineKing,
  egg,
  jaguar,
  khon,
  khun,
  king,
  ma,
  met,
  mushroom,
  offering,
  pawn,
  quetzal,
  ruea,
  serpent,
  shaman,
  vulture,
  warrior,
};

const inside = (svg: string): Drawing => svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "").trim();

const DRAWINGS: ReadonlyMap<string, Drawing> = new Map(
  Object.entries(FILES).map(([name, svg]) => [name, inside(svg)]),
);

function drawn(named: readonly { letter?: string; drawing?: string }[]): Map<string, Drawing> {
  return new Map(
    named.flatMap(({ letter = "", drawing: name = "" }) => {
      const drawing = DRAWINGS.get(name);
      return drawing === undefined ? [] : [[letter, drawing]];
    }),
  );
}

/** Returns the drawings of a variant's pieces by letter. */
export function pieceDrawings({ pieces = [] }: VariantJson): ReadonlyMap<string, Drawing> {
  return drawn(pieces);
}

/** Returns the drawings of a variant's objects by letter. */
export function objectDrawings({ objects = [] }: VariantJson): ReadonlyMap<string, Drawing> {
  return drawn(objects);
}
