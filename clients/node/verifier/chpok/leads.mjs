// The item `d=` of the FEN (P26): White's lead after each of Black's last moves, oldest first, with
// run-length encoding.

import { Refusal } from "../failure.mjs";
import { quoted } from "../printable.mjs";
import { readNumber } from "./numbers.mjs";
import { MAX_POINTS } from "./points.mjs";

export const MAX_LEADS = 21;

/** The penalty for running out of time, which does not affect d(k) (P24). */
export const TIME_PENALTY = 5000;

const MAX_LEAD = 2 * MAX_POINTS + TIME_PENALTY;

/** Reads the leads. If `text` is undefined, they are unknown except for d(0). */
export function readLeads(text, position) {
  if (text === undefined) return position.blackMoves === 0 ? [0] : [];
  const leads = text.split(",").flatMap(readRun);
  const max = Math.min(MAX_LEADS, position.blackMoves + 1);
  if (leads.length > max) throw new Refusal(`d: must have at most ${max} values (P26)`);
  if (leads.length === position.blackMoves + 1 && leads[0] !== 0) {
    throw new Refusal("d: the first value must be 0 (P18)");
  }
  const sincePoints = Math.abs(position.lead - leads.at(-1));
  if (position.side === "w" && sincePoints !== 0 && sincePoints !== TIME_PENALTY) {
    throw new Refusal("d: the last value must be the difference of the points (P26)");
  }
  return leads;
}

function readRun(text) {
  const [value, count = "1", ...others] = text.split("*");
  if (others.length > 0) {
    throw new Refusal(`d: ${quoted(text)} is not a value or value*count (P26)`);
  }
  const lead = readNumber(value, [-MAX_LEAD, MAX_LEAD], "d (P26)");
  return Array(readNumber(count, [1, MAX_LEADS], "d (P26)")).fill(lead);
}

export function printLeads(leads) {
  const runs = [];
  for (const lead of leads) {
    if (runs.at(-1)?.lead === lead) runs.at(-1).count += 1;
    else runs.push({ lead, count: 1 });
  }
  return runs.map(({ lead, count }) => (count === 1 ? `${lead}` : `${lead}*${count}`)).join(",");
}
