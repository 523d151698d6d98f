// The frame of the board with the names of files and ranks, and the captions of effects.
import type { ComponentChildren } from "preact";

import { cellOf, rowsOf, type Orientation, type Size } from "./squares.js";
import type { Effect } from "./steps.js";

interface FrameProps {
  size: Size;
  orientation: Orientation;
  children: ComponentChildren;
}

export function Frame({ size, orientation, children }: FrameProps) {
  const rows = rowsOf(size, orientation);
  // Hidden from screen readers, because every square of the grid has a label of its own.
  return (
    <div class="board framed" data-orientation={orientation}>
      <div class="board-ranks" aria-hidden="true">
        {rows.map(([square = ""]) => (
          <span key={square}>{square.slice(1)}</span>
        ))}
      </div>
      <div class="board-area" style={{ aspectRatio: `${size.files} / ${size.ranks}` }}>
        {children}
      </div>
      <div class="board-files" aria-hidden="true">
        {rows[0]?.map((square) => <span key={square}>{square.charAt(0)}</span>)}
      </div>
    </div>
  );
}

interface CaptionProps {
  effect: Effect;
  size: Size;
  orientation: Orientation;
}

/** Describes an effect while it is shown. Screen readers announce it from the page's log. */
export function Caption({ effect, size, orientation }: CaptionProps) {
  const isHigh = cellOf(effect.square, size, orientation).row < size.ranks / 2;
  return (
    <p class={`board-caption ${isHigh ? "at-bottom" : "at-top"}`} aria-hidden="true">
      {effect.caption}
    </p>
  );
}
