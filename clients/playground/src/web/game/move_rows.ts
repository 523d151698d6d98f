import type { LogEntry } from "../../shared/api.js";

/** A row of the move list: a move of each player, or one bid. */
export interface MoveRow {
  /** The move number; for a bid its position among the bids, from 1. */
  number: number;
  isBid: boolean;
  /** The actions of White, or of the bidder, in order. */
  first: LogEntry[];
  /** The actions of Black. */
  second: LogEntry[];
}

/**
 * Arranges the log by move numbers. A turn can have several actions, and control actions are placed
 * with their player's moves. A move number that recurs after an undo begins a new row.
 */
export function moveRows(log: readonly LogEntry[]): MoveRow[] {
  const rows: MoveRow[] = [];
  for (const entry of log) {
    const last = rows.at(-1);
    if (last === undefined || beginsRow(last, entry)) rows.push(newRow(rows, entry));
    cellOf(rows.at(-1)!, entry).push(entry);
  }
  return rows;
}

const isBidEntry = (entry: LogEntry) => entry.moveNumber === 0;

function beginsRow(row: MoveRow, entry: LogEntry): boolean {
  if (isBidEntry(entry)) return !row.isBid || !entry.control;
  if (row.isBid || entry.moveNumber !== row.number) return true;
  const isBackToWhite = entry.side === "white" && row.second.some(({ control }) => !control);
  return isBackToWhite && !entry.control;
}

function newRow(rows: MoveRow[], entry: LogEntry): MoveRow {
  const isBid = isBidEntry(entry);
  const number = isBid ? rows.filter((row) => row.isBid).length + 1 : entry.moveNumber;
  return { number, isBid, first: [], second: [] };
}

const cellOf = (row: MoveRow, entry: LogEntry) =>
  entry.side === "black" && !row.isBid ? row.second : row.first;
