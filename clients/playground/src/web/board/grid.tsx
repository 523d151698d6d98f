// The board for the keyboard and for assistive technology: a grid of labelled squares above the
// picture.
import type { Ref } from "preact";

import { type Orientation, type Size, rowsOf } from "./squares.js";

interface GridProps {
  gridRef: Ref<HTMLDivElement>;
  label: string;
  /** Whether an animation is being shown. */
  isBusy: boolean;
  size: Size;
  orientation: Orientation;
  /** The one square that the Tab key reaches. */
  focus: string;
  labelOf(square: string): string;
  isSelected(square: string): boolean;
  /** Whether a move can begin or end here. */
  isLive(square: string): boolean;
  /** Whether dragging here with a finger moves a piece instead of scrolling the page. */
  isDraggable(square: string): boolean;
  onPointerDown(event: PointerEvent): void;
  onClick(event: MouseEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onFocusSquare(square: string): void;
}

/** Returns the square of the cell in which an event happened. */
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
