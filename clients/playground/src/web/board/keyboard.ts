// Where the arrow keys lead on the board.
import { type Orientation, type Size, cellOf, squareIn } from "./squares.js";

/**
 * The square that a key leads to as the board is seen, the same square at an edge; none for a key
 * that leads nowhere. Home and End: the ends of the row; Page Up and Page Down: of the column.
 */
export function squareAfterKey(
  key: string,
  square: string,
  size: Size,
  orientation: Orientation,
): string | undefined {
  const { column, row } = cellOf(square, size, orientation);
  const at = (column: number, row: number) =>
    squareIn({ column, row }, size, orientation) ?? square;
  switch (key) {
    case "ArrowLeft":
      return at(column - 1, row);
    case "ArrowRight":
      return at(column + 1, row);
    case "ArrowUp":
      return at(column, row - 1);
    case "ArrowDown":
      return at(column, row + 1);
    case "Home":
      return at(0, row);
    case "End":
      return at(size.files - 1, row);
    case "PageUp":
      return at(column, 0);
    case "PageDown":
      return at(column, size.ranks - 1);
    default:
      return undefined;
  }
}
