// The squares and the regions painted on them.
import type { MarkedRegion, RegionKind } from "./position.js";
import { cellOf, rowsOf, type Orientation, type Size } from "./squares.js";

const UNIT = 100;

interface GroundProps {
  size: Size;
  orientation: Orientation;
  regions: MarkedRegion[];
}

interface Corner {
  x: number;
  y: number;
}

function squarePath({ x, y }: Corner): string {
  return `M${x} ${y}h${UNIT}v${UNIT}h-${UNIT}z`;
}

function wavesPath({ x, y }: Corner): string {
  return [32, 68].map((depth) => `M${x} ${y + depth}q12.5-14 25 0t25 0 25 0 25 0`).join("");
}

function sunPath({ x, y }: Corner): string {
  return (
    `M${x + 50} ${y + 3}l14 14h19v19l14 14-14 14v19h-19l-14 14-14-14h-19v-19l-14-14 14-14v-19h19z` +
    "m0 17a30 30 0 1 0 0 60a30 30 0 1 0 0-60z"
  );
}

function hillPath({ x, y }: Corner): string {
  return `M${x + 14} ${y + 84}l28-54 14 26 10-12 20 40z`;
}

/** Returns the outline of a rectangle of squares. */
function framePath(corners: Corner[]): string {
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const right = Math.max(...corners.map(({ x }) => x)) + UNIT;
  const bottom = Math.max(...corners.map(({ y }) => y)) + UNIT;
  return `M${left} ${top}H${right}V${bottom}H${left}z`;
}

const DETAIL: Record<RegionKind, (corners: Corner[]) => string> = {
  river: (corners) => corners.map(wavesPath).join(""),
  temple: framePath,
  altar: (corners) => corners.map(sunPath).join(""),
  hill: (corners) => corners.map(hillPath).join(""),
};

export function Ground({ size, orientation, regions }: GroundProps) {
  const corner = (square: string): Corner => {
    const { column, row } = cellOf(square, size, orientation);
    return { x: column * UNIT, y: row * UNIT };
  };
  // a1 is dark.
  const dark = rowsOf(size, "white")
    .flatMap((squares, row) => squares.filter((_, file) => (size.ranks - 1 - row + file) % 2 === 0))
    .map((square) => squarePath(corner(square)))
    .join("");
  return (
    <g class="board-ground">
      <rect class="light" width={size.files * UNIT} height={size.ranks * UNIT} />
      <path class="dark" d={dark} />
      {regions.map(({ kind, squares }) => (
        <g key={`${kind} ${squares[0]}`} class={`region ${kind}`}>
          <path class="area" d={squares.map((square) => squarePath(corner(square))).join("")} />
          <path class="detail" d={DETAIL[kind](squares.map(corner))} />
        </g>
      ))}
    </g>
  );
}
