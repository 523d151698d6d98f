// The player's selection of a move in progress.
import type { MoveJson, VariantJson } from "@arbiter-chess/client";
import { useEffect, useMemo, useState } from "preact/hooks";

import {
  type Choices,
  type Pressed,
  type Selection,
  type Targets,
  type Tool,
  cancel,
  choicesOf,
  firstSelection,
  press,
  pressTool,
  targetsOf,
} from "./choices.js";

export interface Play {
  choices: Choices;
  selection: Selection;
  /** Whether the only choice is selected from the start, so that it cannot be cancelled. */
  isForced: boolean;
  targets: Targets;
  press(square: string): void;
  pressTool(tool: Tool): void;
  cancel(): void;
  act(move: MoveJson): void;
}

export function usePlay(
  fen: string,
  variant: VariantJson,
  moves: readonly MoveJson[],
  onAction: (action: string) => void,
  onSelect: ((square: string | undefined) => void) | undefined,
): Play {
  // The list can be a new object at each rendering although nothing has changed.
  const key = `${fen}\n${moves.map((move) => move.text).join(" ")}`;
  const choices = useMemo(() => choicesOf(moves, variant), [key]);
  const first = firstSelection(choices);
  const [pressed, setPressed] = useState({ choices, selection: first });
  const selection = pressed.choices === choices ? pressed.selection : first;
  const square = selection.kind === "square" ? selection.square : undefined;
  useEffect(() => onSelect?.(square), [square]);

  const take = ({ selection, action }: Pressed) => {
    setPressed({ choices, selection });
    if (action !== undefined) onAction(action);
  };
  return {
    choices,
    selection,
    isForced: first.kind !== "none",
    targets: targetsOf(choices, selection),
    press: (square) => take(press(choices, selection, square)),
    pressTool: (tool) => take(pressTool(choices, selection, tool)),
    cancel: () => take(cancel(choices)),
    act: (move) => take({ selection: first, action: move.text ?? "" }),
  };
}
