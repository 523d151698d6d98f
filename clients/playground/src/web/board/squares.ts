// Squares, their places on the screen, and moving between them with the keyboard.
export interface Size {
  files: number;
  ranks: number;
}

export type Orientation = "white" | "black";

/** A place on the screen, counted from 0 at the top left. */
interface Cell {
  column: number;
  row: number;
}

const FILES = "abcdefghij";

/** Returns the square of a file and a rank, both counted from 0 as White sees them. */
export function squareAt(file: number, rank: number): string {
  return `${FILES[file]}${rank + 1}`;
}

export function fileOf(square: string): number {
  return FILES.indexOf(square.charAt(0));
}

export function rankOf(square: string): number {
  return Number(square.slice(1)) - 1;
}

export function cellOf(square: string, size: Size, orientation: Orientation): Cell {
  const file = fileOf(square);
  const rank = rankOf(square);
  return orientation === "white"
    ? { column: file, row: size.ranks - 1 - rank }
    : { column: size.files - 1 - file, row: rank };
}

/** Returns the square of a cell, or `undefined` if the cell is not on the board. */
export function squareIn(cell: Cell, size: Size, orientation: Orientation): string | undefined {
  const { column, row } = cell;
  if (column < 0 || column >= size.files || row < 0 || row >= size.ranks) return undefined;
  return orientation === "white"
    ? squareAt(column, size.ranks - 1 - row)
    : squareAt(size.files - 1 - column, row);
}

/** Returns all squares by rows of the screen, from the top left. */
export function rowsOf(size: Size, orientation: Orientation): string[][] {
  return Array.from({ length: size.ranks }, (_, row) =>
    Array.from(
      { length: size.files },
      (_, column) => squareIn({ column, row }, size, orientation) ?? "",
    ),
  );
}

export function isOnBoard(square: string, size: Size): boolean {
  const file = fileOf(square);
  const rank = rankOf(square);
  return file >= 0 && file < size.files && rank >= 0 && rank < size.ranks;
}

/**
 * Returns the square to which a key moves the focus on the screen, or `undefined` for any other
 * key. At an edge, the focus stays on the same square. Home and End move it to the ends of the row,
 * and Page Up and Page Down to the ends of the column.
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
