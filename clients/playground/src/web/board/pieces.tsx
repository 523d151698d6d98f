// Drawings of pieces and objects, and the pieces on the board.
import type { VariantJson } from "@arbiter-chess/client";
import type { ComponentChildren } from "preact";

import { objectDrawings, pieceDrawings } from "./drawings.js";
import type { Picture, Sprite } from "./picture.js";
import type { Side } from "./position.js";
import { cellOf, type Orientation, type Size } from "./squares.js";

/**
 * Defines the drawings of a board. `prefix` makes their ids unique on a page with several boards.
 */
export function Drawings({ variant, prefix }: { variant: VariantJson; prefix: string }) {
  // Objects have lower-case letters, pieces have capitals. The drawings are files of this project.
  return (
    <defs>
      {[...pieceDrawings(variant), ...objectDrawings(variant)].map(([letter, drawing]) => (
        <symbol
          key={letter}
          id={`${prefix}${letter}`}
          viewBox="0 0 100 100"
          dangerouslySetInnerHTML={{ __html: drawing }}
        />
      ))}
    </defs>
  );
}

interface PieceIconProps {
  variant: VariantJson;
  letter: string;
  side: Side;
  hidden?: boolean;
}

/** A single piece, for buttons. */
export function PieceIcon({ variant, letter, side, hidden = false }: PieceIconProps) {
  return (
    <svg
      class={classes("piece-icon piece", side, `of-${variant.id}`, hidden && "hidden")}
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      {hidden && <circle class="veil" cx={50} cy={50} r={46} />}
      <g
        class="drawing"
        dangerouslySetInnerHTML={{ __html: pieceDrawings(variant).get(letter) ?? "" }}
      />
    </svg>
  );
}

/** A dragged piece; its position is in units of the board from the top left. */
export interface Drag {
  square: string;
  x: number;
  y: number;
}

/** A dropped piece, until the new position arrives. */
export interface Drop {
  from: string;
  to: string;
}

interface FigureProps {
  sprite: Sprite;
  variant: string;
  prefix: string;
  /** The position of the top left corner. */
  x: number;
  y: number;
  state: string | false;
}

function Figure({ sprite, variant, prefix, x, y, state }: FigureProps) {
  return (
    <g
      class={classes("piece", sprite.side, `of-${variant}`, state, sprite.hidden && "hidden")}
      style={translation(x, y)}
    >
      {sprite.immobilised && <circle class="halo" cx={50} cy={50} r={46} />}
      {sprite.hidden && <circle class="veil" cx={50} cy={50} r={46} />}
      <Use id={`${prefix}${sprite.letter}`} />
    </g>
  );
}

interface PiecesProps {
  picture: Picture;
  variant: string;
  prefix: string;
  size: Size;
  orientation: Orientation;
  drag: Drag | undefined;
  drop: Drop | undefined;
}

export function Pieces({ picture, variant, prefix, size, orientation, drag, drop }: PiecesProps) {
  const corner = (square: string) => {
    const { column, row } = cellOf(square, size, orientation);
    return { x: column * 100, y: row * 100 };
  };
  const at = (square: string) => translation(corner(square).x, corner(square).y);
  // Sorted by id, so that the element of a gliding piece is not removed and inserted again.
  const sprites = picture.sprites
    .filter(({ square }) => square !== drop?.to)
    .sort((left, right) => left.id - right.id);
  return (
    <g>
      {[...picture.objects].map(([square, letter]) => (
        <g key={`${square}${letter}`} class="object" style={at(square)}>
          <Use id={`${prefix}${letter}`} />
        </g>
      ))}
      {[...picture.unknown].map((square) => (
        <g key={square} class="unknown" style={at(square)}>
          <path class="edge" d="M30 36c0-26 40-26 40 0c0 16-20 14-20 30m0 17v1" />
          <path d="M30 36c0-26 40-26 40 0c0 16-20 14-20 30m0 17v1" />
        </g>
      ))}
      {sprites.map((sprite) => {
        const dropped = drop?.from === sprite.square ? drop.to : undefined;
        const state = dropped ? "dropped" : drag?.square === sprite.square && "lifted";
        const place = { ...corner(dropped ?? sprite.square), state };
        return <Figure key={sprite.id} {...{ sprite, variant, prefix }} {...place} />;
      })}
    </g>
  );
}

interface HandProps {
  picture: Picture;
  variant: string;
  prefix: string;
  drag: Drag;
}

/** The piece that is being dragged, drawn above everything else. */
export function Hand({ picture, variant, prefix, drag }: HandProps) {
  const sprite = picture.sprites.find(({ square }) => square === drag.square);
  if (!sprite) return null;
  const place = { x: drag.x - 50, y: drag.y - 50, state: "held" };
  return <Figure {...{ sprite, variant, prefix }} {...place} />;
}

function Use({ id }: { id: string }): ComponentChildren {
  return <use href={`#${id}`} width={100} height={100} />;
}

function translation(x: number, y: number) {
  return { transform: `translate(${x}px, ${y}px)` };
}

function classes(...names: (string | false)[]): string {
  return names.filter((name) => name !== false).join(" ");
}
