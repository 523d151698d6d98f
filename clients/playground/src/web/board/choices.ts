// Turns pressed squares into an action: which squares can be pressed, and what a press does.
import type { MoveJson, VariantJson } from "@arbiter-chess/client";

/** The moves by the square that completes them. Promotions are in the variant's order. */
export type Targets = ReadonlyMap<string, MoveJson[]>;

/** A choice that does not begin with a square: `REMOVE`, or the letter of a piece to place. */
export type Tool = string;
export const REMOVE: Tool = "remove";

/** The legal moves by the way in which they begin. */
export interface Choices {
  /** The moves that begin on a square: ordinary moves, shells, and swaps from either end. */
  from: ReadonlyMap<string, Targets>;
  /** The moves that begin with a tool. */
  tools: ReadonlyMap<Tool, Targets>;
  /** The moves on a single square: the promotions of the pawn on it. */
  at: Targets;
  pass: MoveJson | undefined;
}

export type Selection =
  | { kind: "none" }
  | { kind: "square"; square: string }
  | { kind: "tool"; tool: Tool }
  /** Several moves match the pressed squares, and one of them has to be chosen by name. */
  | { kind: "naming"; square: string; moves: MoveJson[] };

/** The result of a press: a new selection, and perhaps an action. */
export interface Pressed {
  selection: Selection;
  action?: string;
}

export function choicesOf(moves: readonly MoveJson[], { pieces = [] }: VariantJson): Choices {
  const from = new Map<string, Map<string, MoveJson[]>>();
  const tools = new Map<Tool, Map<string, MoveJson[]>>();
  const at = new Map<string, MoveJson[]>();
  let pass: MoveJson | undefined;
  for (const move of moves) {
    const to = move.to ?? "";
    switch (move.kind) {
      case "KIND_PASS":
        pass = move;
        break;
      case "KIND_SWAP":
        addTo(from, move.from ?? "", to, move);
        addTo(from, to, move.from ?? "", move);
        break;
      case "KIND_PLACE":
        addTo(tools, move.piece ?? "", to, move);
        break;
      case "KIND_REMOVE":
        addTo(tools, REMOVE, to, move);
        break;
      case "KIND_PROMOTION":
        add(at, to, move);
        break;
      default:
        addTo(from, move.from ?? "", to, move);
    }
  }
  const promotesTo = new Map(pieces.map(({ letter, promotesTo = [] }) => [letter, promotesTo]));
  const rank = ({ piece, promotion }: MoveJson) =>
    promotion ? (promotesTo.get(piece)?.indexOf(promotion) ?? -1) : -1;
  for (const targets of [...from.values(), at]) {
    for (const same of targets.values()) same.sort((left, right) => rank(left) - rank(right));
  }
  return { from, tools, at, pass };
}

function add(targets: Map<string, MoveJson[]>, square: string, move: MoveJson): void {
  const moves = targets.get(square);
  if (moves) moves.push(move);
  else targets.set(square, [move]);
}

function addTo<Key>(
  starts: Map<Key, Map<string, MoveJson[]>>,
  start: Key,
  square: string,
  move: MoveJson,
): void {
  const targets = starts.get(start) ?? new Map<string, MoveJson[]>();
  starts.set(start, targets);
  add(targets, square, move);
}

/** Returns the selection before anything is pressed: the only choice if there is just one. */
export function firstSelection(choices: Choices): Selection {
  if (choices.from.size > 0) return { kind: "none" };
  const [tool] = choices.tools.keys();
  if (tool !== undefined && choices.tools.size === 1 && choices.at.size === 0 && !choices.pass) {
    return { kind: "tool", tool };
  }
  const [promotion] = choices.at;
  if (promotion && choices.at.size === 1 && choices.tools.size === 0) {
    return { kind: "naming", square: promotion[0], moves: promotion[1] };
  }
  return { kind: "none" };
}

/** Returns the squares that complete the selection, with their moves. */
export function targetsOf(choices: Choices, selection: Selection): Targets {
  const none: Targets = new Map();
  if (selection.kind === "square") return choices.from.get(selection.square) ?? none;
  if (selection.kind === "tool") return choices.tools.get(selection.tool) ?? none;
  return none;
}

/** Whether a press on the square begins a move. */
export function isStart(choices: Choices, square: string): boolean {
  return choices.from.has(square) || choices.at.has(square);
}

export function press(choices: Choices, selection: Selection, square: string): Pressed {
  const moves = targetsOf(choices, selection).get(square);
  if (moves) return complete(choices, square, moves);
  if (selection.kind === "square" && selection.square === square) return cancel(choices);
  const promotions = choices.at.get(square);
  if (promotions) return complete(choices, square, promotions);
  if (choices.from.has(square)) return { selection: { kind: "square", square } };
  return cancel(choices);
}

/** Selects a tool, or deselects it if it is selected. */
export function pressTool(choices: Choices, selection: Selection, tool: Tool): Pressed {
  if (selection.kind === "tool" && selection.tool === tool) return cancel(choices);
  return { selection: { kind: "tool", tool } };
}

export function cancel(choices: Choices): Pressed {
  return { selection: firstSelection(choices) };
}

function complete(choices: Choices, square: string, moves: MoveJson[]): Pressed {
  const [move, ...others] = moves;
  if (move && others.length === 0) {
    return { selection: firstSelection(choices), action: move.text ?? "" };
  }
  return { selection: { kind: "naming", square, moves } };
}
