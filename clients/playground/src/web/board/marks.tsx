// The marks on squares, below and above the pieces, and the arrows between squares.
import type { Selection, Targets } from "./choices.js";
import type { BoardArrow } from "./props.js";
import { cellOf, isOnBoard, type Orientation, type Size } from "./squares.js";

interface Place {
  size: Size;
  orientation: Orientation;
}

function SquareMark({ square, kind, place }: { square: string; kind: string; place: Place }) {
  const { column, row } = cellOf(square, place.size, place.orientation);
  return <rect class={`mark ${kind}`} x={column * 100} y={row * 100} width={100} height={100} />;
}

interface MarksBelowProps extends Place {
  lastMove: string[];
  /** The squares of the king in check and of the pieces that give check. */
  check: { king: string | undefined; checkers: string[] };
  selection: Selection;
  /** The square on which a dragged piece would be dropped. */
  hover: string | undefined;
}

export function MarksBelow({
  size,
  orientation,
  lastMove,
  check,
  selection,
  hover,
}: MarksBelowProps) {
  const place = { size, orientation };
  const marks: [string, string][] = [
    ...lastMove.map((square): [string, string] => [square, "last-move"]),
    ...check.checkers.map((square): [string, string] => [square, "checker"]),
  ];
  if (check.king) marks.push([check.king, "check"]);
  if (selection.kind === "square" || selection.kind === "naming") {
    marks.push([selection.square, "selected"]);
  }
  if (hover !== undefined) marks.push([hover, "hover"]);
  return (
    <g>
      {marks
        .filter(([square]) => isOnBoard(square, size))
        .map(([square, kind]) => (
          <SquareMark key={`${kind} ${square}`} square={square} kind={kind} place={place} />
        ))}
    </g>
  );
}

interface MarksAboveProps extends Place {
  targets: Targets;
  /** Whether the square has something on it, so that it is marked with a ring. */
  isOccupied(square: string): boolean;
  arrows: BoardArrow[];
  /** The square of the effect that is being shown. */
  flash: string | undefined;
}

function centre(square: string, { size, orientation }: Place): { cx: number; cy: number } {
  const { column, row } = cellOf(square, size, orientation);
  return { cx: column * 100 + 50, cy: row * 100 + 50 };
}

export function MarksAbove({
  size,
  orientation,
  targets,
  isOccupied,
  arrows,
  flash,
}: MarksAboveProps) {
  const place = { size, orientation };
  const drawable = arrows
    .filter(({ from, to }) => from !== to && isOnBoard(from, size) && isOnBoard(to, size))
    .sort((left, right) => right.rank - left.rank);
  return (
    <g>
      {[...targets.keys()].map((square) =>
        isOccupied(square) ? (
          <circle key={square} class="target ring" r={44} {...centre(square, place)} />
        ) : (
          <circle key={square} class="target dot" r={15} {...centre(square, place)} />
        ),
      )}
      {flash !== undefined && isOnBoard(flash, size) && (
        <circle key={flash} class="flash" r={48} {...centre(flash, place)} />
      )}
      {drawable.map(({ from, to, rank }) => (
        <path
          key={`${from} ${to} ${rank}`}
          class={`arrow rank-${Math.min(rank, 5)}`}
          d={arrowPath(from, to, size, orientation)}
        />
      ))}
    </g>
  );
}

/** Returns the outline of an arrow between two squares, each of which is 100 units wide. */
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
