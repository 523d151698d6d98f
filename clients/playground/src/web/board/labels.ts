// The names of squares, pieces and choices.
import type { MoveJson, PendingJson, VariantJson } from "@arbiter-chess/client";

import type { Choices, Selection } from "./choices.js";
import type { Piece, Placement } from "./position.js";
import { textIn, type Words } from "./words.js";

/** The sources of names. */
export interface Names {
  variant: VariantJson;
  locale: string;
  words: Words;
}

export function pieceName({ variant, locale }: Names, letter: string): string {
  const piece = variant.pieces?.find((piece) => piece.letter === letter);
  return textIn(locale, piece?.names, piece?.name ?? letter);
}

export function objectName({ variant, locale }: Names, letter: string): string {
  const object = variant.objects?.find((object) => object.letter === letter);
  return textIn(locale, object?.names, object?.name ?? letter);
}

export function playerName({ variant }: Pick<Names, "variant">, side: Piece["side"]): string {
  return variant.players?.[side === "white" ? 0 : 1] ?? side;
}

interface SquareState {
  selected: boolean;
  /** Whether a move can begin here. */
  start: boolean;
  /** Whether the selection can be completed here. */
  target: boolean;
  check: boolean;
}

/** Returns the label of a square, such as `e4, White Knight, can move`. */
export function squareLabel(
  square: string,
  placement: Placement,
  state: SquareState,
  names: Names,
): string {
  const { words } = names;
  const parts = [square];
  const piece = placement.pieces.get(square);
  const object = placement.objects.get(square);
  if (piece) {
    parts.push(`${playerName(names, piece.side)} ${pieceName(names, piece.letter)}`);
    if (piece.immobilised) parts.push(words.immobilised);
    if (piece.hidden) parts.push(words.hidden);
    if (state.check) parts.push(words.inCheck);
  }
  if (object !== undefined) parts.push(objectName(names, object));
  if (placement.unknown.has(square)) parts.push(words.unknown);
  if (parts.length === 1) parts.push(words.empty);
  if (state.selected) parts.push(words.selected);
  else if (state.target) parts.push(words.target);
  else if (state.start) parts.push(words.canMove);
  return parts.join(", ");
}

/** Returns the label that distinguishes a move from the others between the same squares. */
export function choiceLabel(move: MoveJson, others: readonly MoveJson[], names: Names): string {
  const { words } = names;
  if (move.promotion) return pieceName(names, move.promotion);
  switch (move.kind) {
    case "KIND_STEALTH":
      return words.stealth;
    case "KIND_SHELL":
      return words.shell;
    case "KIND_CASTLING":
      return words.castle;
    case "KIND_CAPTURE":
      return words.capture;
    default:
      return others.some(({ kind }) => kind === "KIND_STEALTH") ? words.openMove : words.move;
  }
}

/** Returns what the player has to do before the turn ends, or `undefined` on an ordinary turn. */
export function dueText(
  choices: Choices,
  selection: Selection,
  pending: PendingJson | undefined,
  names: Names,
): string | undefined {
  const { words } = names;
  const due = pending?.choices?.[0];
  switch (due?.kind) {
    case "KIND_SWAP":
      return selection.kind === "square" ? words.swapSecond : words.swap;
    case "KIND_DROP":
      return words.place(pieceName(names, due.piece ?? ""));
    case "KIND_AGAIN":
      return words.again;
    case "KIND_PROMOTION":
      return words.promote(due.square ?? "");
    default:
      return choices.pass && choices.from.size + choices.tools.size === 0
        ? words.onlyPass
        : undefined;
  }
}
