// Outlines of arrows from square to square.
import { type Orientation, type Size, cellOf } from "./squares.js";

/** From near the centre of one square to the centre of the other; a square is 100 units wide. */
export function arrowPath(from: string, to: string, size: Size, orientation: Orientation): string {
  const start = cellOf(from, size, orientation);
  const end = cellOf(to, size, orientation);
  const x = start.column * 100 + 50;
  const y = start.row * 100 + 50;
  const dx = (end.column - start.column) * 100;
  const dy = (end.row - start.row) * 100;
  const length = Math.hypot(dx, dy);
  const point = (along: number, across: number) =>
    [
      Math.round(x + (along * dx - across * dy) / length),
      Math.round(y + (along * dy + across * dx) / length),
    ].join(" ");
  const neck = length - 44;
  const outline = [
    point(14, -9),
    point(neck, -9),
    point(neck, -26),
    point(length, 0),
    point(neck, 26),
    point(neck, 9),
    point(14, 9),
  ];
  return `M${outline.join("L")}Z`;
}
