import type { LogEntry } from "../../src/shared/api.js";

/** Returns an entry of a log. Parts that are not given are those of White's first move, e4. */
export function entry(parts: Partial<LogEntry> = {}): LogEntry {
  return {
    index: 0, action: "e2e4", san: "e4", side: "white", moveNumber: 1, control: false, events: [],
    draws: [], ...parts,
  };
}
