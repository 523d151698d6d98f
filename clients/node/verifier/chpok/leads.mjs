// The item `d=` of the FEN (P26): White's lead after each of Black's last moves, oldest first,
// run-length coded.

import { Refusal } from "../failure.mjs";
import { readNumber } from "./numbers.mjs";
import { MAX_POINTS } from "./points.mjs";

export const MOST_LEADS = 21;

/** What running out of time takes, which changes no d(k) any more (P24). */
export const TIME_PENALTY = 5000;

const MOST_LEAD = 2 * MAX_POINTS + TIME_PENALTY;

/** `text` undefined: they are not known, but for d(0). */
export function readLeads(text, position) {
  if (text === undefined) return position.blackMoves === 0 ? [0] : [];
  const leads = text.split(",").flatMap(readRun);
  const most = Math.min(MOST_LEADS, position.blackMoves + 1);
  if (leads.length > most) throw new Refusal(`d: more than ${most} values (P26)`);
  if (leads.length === position.blackMoves + 1 && leads[0] !== 0) {
    throw new Refusal("d: the first value is 0 (P18)");
  }
  const sincePoints = Math.abs(position.lead - leads.at(-1));
  if (position.side === "w" && sincePoints !== 0 && sincePoints !== TIME_PENALTY) {
    throw new Refusal("d: the last value is not the points' difference (P26)");
  }
  return leads;
}

function readRun(text) {
  const [value, count = "1", ...others] = text.split("*");
  if (others.length > 0) throw new Refusal(`d: "${text}" is no run (P26)`);
  const lead = readNumber(value, [-MOST_LEAD, MOST_LEAD], "d (P26)");
  return Array(readNumber(count, [1, MOST_LEADS], "d (P26)")).fill(lead);
}

export function printLeads(leads) {
  const runs = [];
  for (const lead of leads) {
    if (runs.at(-1)?.lead === lead) runs.at(-1).count += 1;
    else runs.push({ lead, count: 1 });
  }
  return runs.map(({ lead, count }) => (count === 1 ? `${lead}` : `${lead}*${count}`)).join(",");
}
