// The board as assistive technology and the keyboard find it: a grid of named squares, above the
// picture.
import type { Ref } from "preact";

import { type Orientation, type Size, rowsOf } from "./squares.js";

interface GridProps {
  gridRef: Ref<HTMLDivElement>;
  label: string;
  /** Something is being played. */
  isBusy: boolean;
  size: Size;
  orientation: Orientation;
  /** The one square that Tab leads to. */
  focus: string;
  labelOf(square: string): string;
  isSelected(square: string): boolean;
  /** Something begins or ends here. */
  isLive(square: string): boolean;
  /** A finger that drags here moves a piece, not the page. */
  isDraggable(square: string): boolean;
  onPointerDown(event: PointerEvent): void;
  onClick(event: MouseEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onFocusSquare(square: string): void;
}

/** The square of the cell that an event happened in. */
export function squareOf(event: Event): string | undefined {
  const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
  return cell instanceof HTMLElement ? cell.dataset["square"] : undefined;
}

export function Grid(props: GridProps) {
  const classOf = (square: string) =>
    ["board-cell", props.isLive(square) && "live", props.isDraggable(square) && "draggable"]
      .filter(Boolean)
      .join(" ");
  return (
    <div
      ref={props.gridRef}
      class="board-grid"
      role="grid"
      aria-label={props.label}
      aria-busy={props.isBusy}
      onPointerDown={props.onPointerDown}
      onClick={props.onClick}
      onKeyDown={props.onKeyDown}
      onFocusIn={(event) => {
        const square = squareOf(event);
        if (square !== undefined) props.onFocusSquare(square);
      }}
    >
      {rowsOf(props.size, props.orientation).map((squares) => (
        <div key={squares[0]} class="board-row" role="row">
          {squares.map((square) => (
            <div
              key={square}
              class={classOf(square)}
              role="gridcell"
              data-square={square}
              tabIndex={square === props.focus ? 0 : -1}
              aria-label={props.labelOf(square)}
              aria-selected={props.isSelected(square)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
