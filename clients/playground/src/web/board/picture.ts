// The pieces on the screen. Each keeps its id from one position to the next, so that it can glide.
import type { Piece, Placement } from "./position.js";
import { fileOf, rankOf } from "./squares.js";

export interface Sprite extends Piece {
  id: number;
  square: string;
}

export interface Picture {
  sprites: Sprite[];
  objects: ReadonlyMap<string, string>;
  unknown: ReadonlySet<string>;
}

/** Returns the picture of a position, in which pieces keep the ids that they have in `before`. */
export function settle(before: Picture | undefined, placement: Placement): Picture {
  const free = new Set(before?.sprites ?? []);
  let next = 1 + Math.max(0, ...(before?.sprites ?? []).map((sprite) => sprite.id));
  const ids = new Map<string, number>();
  const take = (square: string, sprite: Sprite | undefined) => {
    if (!sprite) return;
    free.delete(sprite);
    ids.set(square, sprite.id);
  };
  const pieces = [...placement.pieces];
  for (const [square, piece] of pieces) {
    take(
      square,
      [...free].find((sprite) => sprite.square === square && isSameKind(sprite, piece)),
    );
  }
  for (const [square, piece] of pieces) {
    if (!ids.has(square)) take(square, nearest(free, square, piece));
  }
  return {
    sprites: pieces.map(([square, piece]) => ({ ...piece, square, id: ids.get(square) ?? next++ })),
    objects: placement.objects,
    unknown: placement.unknown,
  };
}

function isSameKind(left: Piece, right: Piece): boolean {
  return left.letter === right.letter && left.side === right.side;
}

function nearest(sprites: Iterable<Sprite>, square: string, piece: Piece): Sprite | undefined {
  const distance = (sprite: Sprite) =>
    Math.abs(fileOf(sprite.square) - fileOf(square)) +
    Math.abs(rankOf(sprite.square) - rankOf(square));
  return [...sprites]
    .filter((sprite) => isSameKind(sprite, piece))
    .sort((left, right) => distance(left) - distance(right))[0];
}
