// The frame of the board, with the names of files and ranks.
import type { ComponentChildren } from "preact";

import { type Orientation, type Size, rowsOf } from "./squares.js";

export interface FrameProps {
  size: Size;
  orientation: Orientation;
  children: ComponentChildren;
}

export function Frame({ size, orientation, children }: FrameProps) {
  const rows = rowsOf(size, orientation);
  // The grid's squares are labelled themselves.
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
