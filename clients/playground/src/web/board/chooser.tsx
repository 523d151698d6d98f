// The dialog in which one of several moves between the same squares is chosen by name.
import type { MoveJson } from "@arbiter-chess/client";
import { useLayoutEffect, useRef } from "preact/hooks";

import { choiceLabel, type Names } from "./labels.js";
import { PieceIcon } from "./pieces.js";
import type { Side } from "./position.js";
import { cellOf, type Orientation, type Size } from "./squares.js";

interface ChooserProps {
  square: string;
  moves: MoveJson[];
  side: Side;
  names: Names;
  size: Size;
  orientation: Orientation;
  onChoose(move: MoveJson): void;
  /** `undefined` if one of the moves has to be made. */
  onCancel?: (() => void) | undefined;
}

export function Chooser(props: ChooserProps) {
  const { square, moves, names, size, orientation } = props;
  const { variant, words } = names;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => box.current?.querySelector("button")?.focus({ preventScroll: true }),
    [square],
  );

  const { column, row } = cellOf(square, size, orientation);
  const across = (100 * (column + 0.5)) / size.files;
  const below = row < size.ranks / 2;
  const down = (100 * (below ? row + 1 : row)) / size.ranks;
  const style = {
    left: `${across}%`,
    top: `${down}%`,
    transform: `translate(-${across}%, ${below ? "0" : "-100%"})`,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    event.stopPropagation();
    if (event.key === "Escape") props.onCancel?.();
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={box}
      class="board-chooser"
      role="dialog"
      aria-label={`${square}: ${words.choose}`}
      style={style}
      onKeyDown={onKeyDown}
    >
      {moves.map((move) => (
        <button key={move.text} type="button" onClick={() => props.onChoose(move)}>
          <PieceIcon
            variant={variant}
            letter={move.promotion || move.piece || ""}
            side={props.side}
            hidden={move.kind === "KIND_STEALTH"}
          />
          <span>{choiceLabel(move, moves, names)}</span>
        </button>
      ))}
      {props.onCancel && (
        <button type="button" class="cancel" aria-label={words.cancel} onClick={props.onCancel}>
          ×
        </button>
      )}
    </div>
  );
}
